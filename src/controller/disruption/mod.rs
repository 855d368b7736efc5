//! The disruption controller: computes the status of a PodDisruptionBudget from its Pods. Rules B-3, B-4, B-8.
//! Models kubernetes pkg/controller/disruption/disruption.go.
//!
//! [`reconcile`] is one sync: a pure function. It returns [`Request`]s, which `run.rs` carries out in order.

pub(crate) mod run;

use crate::api::budget::{PodDisruptionBudget, PodDisruptionBudgetStatus, rounded_up};
use crate::api::core::EventType;
use crate::api::meta::controller;
use crate::api::pod::Pod;
use crate::api::probe::IntOrString;
use crate::api::status::READY;
use crate::apiserver::budgets::{reason, set_condition};
use crate::base::text::Text;
use crate::base::time::Timestamp;
use crate::rules::release::Release;
use crate::rules::{Feature, Rule};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// How many seconds a Pod whose eviction was allowed may exist before it counts as healthy again. Rule B-4.
const DELETION_TIMEOUT: i64 = 120;

/// What the controller sees beside the budget.
#[derive(Clone, Debug, Default)]
pub(crate) struct View {
    /// The release whose rules apply.
    pub release: Release,
    /// The Pods that the budget selects.
    pub pods: Vec<Rc<Pod>>,
    /// How many replicas each controller of these Pods wants that exists, by its UID.
    pub wanted: BTreeMap<Text, i64>,
}

/// A request of the controller.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Request {
    /// Record an Event about the budget.
    RecordEvent {
        /// The type.
        kind: EventType,
        /// The reason, in one word.
        reason: &'static str,
        /// The message, in a sentence.
        message: String,
    },
    /// Store the status, by a rule.
    UpdateStatus {
        /// The status.
        status: Box<PodDisruptionBudgetStatus>,
        /// The rule.
        rule: Rule,
    },
    /// Look again after some milliseconds.
    RequeueAfter(u64),
}

/// Plans one sync of a budget. Models trySync and updatePdbStatus.
pub(crate) fn reconcile(view: &View, budget: &PodDisruptionBudget, now: Timestamp) -> Vec<Request> {
    let mut requests = Vec::new();
    let mut record_event =
        |kind, reason, message| requests.push(Request::RecordEvent { kind, reason, message });
    if view.pods.is_empty() {
        record_event(EventType::Normal, "NoPods", "No matching pods found".to_owned());
    }
    let (expected, desired) = match expected_pods(view, budget) {
        Ok(found) => found,
        Err(why) => {
            let message = format!("Failed to calculate the number of expected pods: {why}");
            record_event(EventType::Warning, "CalculateExpectedPodCountFailed", message);
            let status = Box::new(failed(view, budget, why, now));
            requests.push(Request::UpdateStatus { status, rule: Rule::B8 });
            return requests;
        }
    };
    if has_unmanaged(view, budget) {
        let selector = budget.spec.selector.as_ref().map_or(String::new(), printed);
        let message = format!(
            "Pods selected by this PodDisruptionBudget (selector: {selector}) were found to be unmanaged. As a result, the status of the PDB cannot be calculated correctly, which may result in undefined behavior. To account for these pods please set \".spec.minAvailable\" field of the PDB to an integer value."
        );
        record_event(EventType::Warning, "UnmanagedPods", message);
    }
    let Counted { healthy, disrupted, recheck } = count(view, budget, now);
    let mut status = PodDisruptionBudgetStatus {
        expected_pods: expected,
        desired_healthy: desired,
        current_healthy: healthy,
        disruptions_allowed: if expected > 0 { (healthy - desired).max(0) } else { 0 },
        disrupted_pods: disrupted,
        observed_generation: budget.metadata.generation,
        ..budget.status.clone()
    };
    say_whether_allowed(&mut status, view, budget, now);
    requests.push(Request::UpdateStatus { status: Box::new(status), rule: Rule::B4 });
    if let Some(seconds) = recheck {
        // One second more, because timestamps are cut to whole seconds.
        requests.push(Request::RequeueAfter((seconds as u64 + 1) * 1000));
    }
    requests
}

/// Returns the status of a budget whose Pods cannot be counted. It allows no disruption. Rule B-8.
fn failed(
    view: &View,
    budget: &PodDisruptionBudget,
    why: String,
    now: Timestamp,
) -> PodDisruptionBudgetStatus {
    let mut status = PodDisruptionBudgetStatus { disruptions_allowed: 0, ..budget.status.clone() };
    if view.release.has(Feature::PodDisruptionBudgetConditions) {
        set_condition(&mut status, "SyncFailed", why.into(), false, now);
    }
    status
}

/// Returns whether the budget counts replicas although a Pod that it selects has no controller.
fn has_unmanaged(view: &View, budget: &PodDisruptionBudget) -> bool {
    let is_scaled = !matches!(budget.spec.min_available, Some(IntOrString::Int(_)) | None)
        || budget.spec.max_unavailable.is_some();
    is_scaled && view.pods.iter().any(|pod| controller(&pod.metadata).is_none())
}

/// What the controller counts of the Pods.
struct Counted {
    /// How many are healthy.
    healthy: i64,
    /// Those whose eviction was allowed and that are not deleted yet, with the time of that.
    disrupted: BTreeMap<Text, Timestamp>,
    /// After how many seconds the first of these counts again.
    recheck: Option<i64>,
}

/// Counts the Pods that are not being deleted. Models countHealthyPods and buildDisruptedPodMap.
fn count(view: &View, budget: &PodDisruptionBudget, now: Timestamp) -> Counted {
    let mut counted = Counted { healthy: 0, disrupted: BTreeMap::new(), recheck: None };
    for pod in view.pods.iter().filter(|pod| pod.metadata.deletion_timestamp.is_none()) {
        let name = &pod.metadata.name;
        let since = budget.status.disrupted_pods.get(name).copied();
        let left = since.map(|since| since.0 + DELETION_TIMEOUT - now.0).filter(|left| *left >= 0);
        if let (Some(since), Some(left)) = (since, left) {
            counted.disrupted.insert(name.clone(), since);
            counted.recheck = Some(counted.recheck.map_or(left, |other: i64| other.min(left)));
        }
        let goes = left.is_some_and(|left| left > 0);
        counted.healthy += i64::from(!goes && pod.status.is_true(READY));
    }
    counted
}

/// Sets the condition that says whether a disruption is allowed, when something about it is new.
fn say_whether_allowed(
    status: &mut PodDisruptionBudgetStatus,
    view: &View,
    budget: &PodDisruptionBudget,
    now: Timestamp,
) {
    if !view.release.has(Feature::PodDisruptionBudgetConditions) {
        return;
    }
    let reason = reason(status);
    let is_told = status.conditions.first().is_some_and(|before| {
        before.reason == reason && before.observed_generation == status.observed_generation
    });
    if !is_told || *status != budget.status {
        let forgets = !view.release.has(Feature::BudgetConditionKeepsTransitionTime);
        set_condition(status, reason, "".into(), forgets, now);
    }
}

/// Returns how many Pods there should be, and how many of them must be healthy. Rules B-4, B-8.
///
/// # Errors
///
/// Returns the message when the controller of a Pod cannot be found.
fn expected_pods(view: &View, budget: &PodDisruptionBudget) -> Result<(i64, i64), String> {
    let spec = &budget.spec;
    match (&spec.max_unavailable, &spec.min_available) {
        (Some(most), _) => {
            let expected = scale(view)?;
            Ok((expected, (expected - rounded_up(most, expected)).max(0)))
        }
        (None, Some(IntOrString::Int(fewest))) => Ok((view.pods.len() as i64, *fewest)),
        (None, Some(fewest)) => {
            let expected = scale(view)?;
            Ok((expected, rounded_up(fewest, expected)))
        }
        (None, None) => Ok((0, 0)),
    }
}

/// Returns the sum of the replicas that the controllers of the Pods want. Rule B-4.
///
/// # Errors
///
/// Returns the message when the controller of a Pod cannot be found.
fn scale(view: &View) -> Result<i64, String> {
    let mut seen: BTreeSet<&Text> = BTreeSet::new();
    let mut total = 0;
    for pod in &view.pods {
        let name = &pod.metadata.name;
        let Some(owner) = controller(&pod.metadata) else {
            // Older controllers give up at a Pod without a controller.
            if view.release.has(Feature::BudgetLeavesOutUnmanagedPods) {
                continue;
            }
            return Err(format!("found no controller ref for pod \"{name}\""));
        };
        if seen.insert(&owner.uid) {
            let wanted = view.wanted.get(&owner.uid);
            total += wanted.ok_or_else(|| format!("found no controllers for pod \"{name}\""))?;
        }
    }
    Ok(total)
}

/// Returns a selector as Go prints it.
fn printed(selector: &crate::api::selector::LabelSelector) -> String {
    let mut out = String::from("&LabelSelector{MatchLabels:map[string]string{");
    for (key, value) in &selector.match_labels {
        out.extend([key, ": ", value.as_str(), ","]);
    }
    out.push_str("},MatchExpressions:[]LabelSelectorRequirement{");
    for requirement in &selector.match_expressions {
        let operator = requirement.operator.map_or("", |operator| operator.as_str());
        let values: Vec<&str> = requirement.values.iter().map(Text::as_str).collect();
        let values = values.join(" ");
        let parts = ["LabelSelectorRequirement{Key:", &requirement.key, ",Operator:", operator];
        out.extend(parts);
        out.extend([",Values:[", &values, "],},"]);
    }
    out.push_str("},}");
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::meta::OwnerReference;
    use crate::api::status::{ConditionStatus, PodCondition};

    /// Returns a Pod in words: `ready`, and the UID of its controller or `alone`.
    fn pod(number: usize, words: &str) -> Rc<Pod> {
        let mut pod = Pod::default();
        pod.metadata.name = format!("p{number}").into();
        for word in words.split(' ') {
            match word {
                "ready" => pod.status.conditions.push(PodCondition {
                    kind: READY.into(),
                    status: ConditionStatus::True,
                    ..PodCondition::default()
                }),
                "alone" => {}
                uid => pod.metadata.owner_references.push(OwnerReference {
                    uid: uid.to_owned().into(),
                    controller: Some(true),
                    ..OwnerReference::default()
                }),
            }
        }
        Rc::new(pod)
    }

    /// Returns what one sync asks for, in words: reasons of Events, then expected, desired, healthy and allowed.
    fn synced(spec: (Option<&str>, Option<&str>), pods: &[&str], release: Release) -> String {
        let bound = |text: Option<&str>| {
            text.map(|text| match text.parse() {
                Ok(number) => IntOrString::Int(number),
                Err(_) => IntOrString::String(text.to_owned().into()),
            })
        };
        let mut budget = PodDisruptionBudget::default();
        budget.spec.min_available = bound(spec.0);
        budget.spec.max_unavailable = bound(spec.1);
        let pods = pods.iter().enumerate().map(|(number, words)| pod(number, words)).collect();
        let view = View { release, pods, wanted: BTreeMap::from([("set".into(), 4)]) };
        let requests = reconcile(&view, &budget, Timestamp(0));
        let words = requests.into_iter().map(|request| match request {
            Request::RecordEvent { reason, .. } => reason.to_owned(),
            Request::UpdateStatus { status: s, rule } => {
                let counts =
                    [s.expected_pods, s.desired_healthy, s.current_healthy, s.disruptions_allowed];
                format!("{counts:?} by {}", rule.id())
            }
            Request::RequeueAfter(milliseconds) => format!("again in {milliseconds}"),
        });
        words.collect::<Vec<_>>().join(" ")
    }

    /// `minAvailable` and `maxUnavailable`.
    type Bounds = (Option<&'static str>, Option<&'static str>);

    #[test]
    fn a_budget_counts_pods_or_the_replicas_of_their_controllers() {
        let set: &[&str] = &["ready set", "ready set", "ready set", "set"];
        let cases: [(Bounds, &[&str], &str); 7] = [
            ((Some("2"), None), set, "[4, 2, 3, 1] by B-4"),
            ((Some("75%"), None), set, "[4, 3, 3, 0] by B-4"),
            ((None, Some("2")), set, "[4, 2, 3, 1] by B-4"),
            ((None, Some("50%")), set, "[4, 2, 3, 1] by B-4"),
            ((Some("1"), None), &["ready alone"], "[1, 1, 1, 0] by B-4"),
            ((None, Some("1")), &["ready alone"], "UnmanagedPods [0, 0, 1, 0] by B-4"),
            ((Some("1"), None), &[], "NoPods [0, 1, 0, 0] by B-4"),
        ];
        for (spec, pods, expected) in cases {
            assert_eq!(synced(spec, pods, Release::Current), expected, "{spec:?} {pods:?}");
        }
        let gone = synced((None, Some("1")), &["ready gone"], Release::Current);
        assert_eq!(gone, "CalculateExpectedPodCountFailed [0, 0, 0, 0] by B-8");
        let alone = synced((None, Some("1")), &["ready alone"], Release::V1_20);
        assert_eq!(alone, "CalculateExpectedPodCountFailed [0, 0, 0, 0] by B-8");
    }
}
