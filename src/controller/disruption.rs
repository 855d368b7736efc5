//! The disruption controller: updates the status of PodDisruptionBudgets as their Pods change. Rules B-3, B-4, B-8.
//! Models kubernetes pkg/controller/disruption/disruption.go.

use crate::api::ResourceKind;
use crate::api::budget::{PodDisruptionBudget, rounded_up};
use crate::api::meta::{OwnerReference, controller};
use crate::api::pod::Pod;
use crate::api::probe::IntOrString;
use crate::api::status::READY;
use crate::apiserver::registry::{self, pod_disruption_budget};
use crate::base::text::Text;
use crate::base::time::Timestamp;
use crate::cluster::recorder::{Part, Said};
use crate::cluster::store_event::{StoreEvent, Stored};
use crate::cluster::tables::Key;
use crate::cluster::work_queue::{Controller, enqueue, enqueue_after};
use crate::cluster::world::World;
use crate::rules::{Feature, Rule};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// How many seconds a Pod whose eviction was allowed may exist before it counts as healthy again. Rule B-4.
const DELETION_TIMEOUT: i64 = 120;

/// Plans a sync of a budget that was stored or written to, and of the budgets that select a Pod that was stored,
/// written to or removed.
pub(crate) fn observe(world: &mut World, event: &StoreEvent) {
    if let Stored::Pod { write, readiness, .. } = &event.object {
        world.cause = *readiness;
        let old = write.before().map(|pod| &**pod);
        pod_changed(world, old, write.after().map(|pod| &**pod));
    } else if let Some((key, write)) = event.object.of::<PodDisruptionBudget>()
        && write.after().is_some()
    {
        enqueue(world, Controller::Disruption, key);
    }
}

fn pod_changed(world: &mut World, old: Option<&Pod>, new: Option<&Pod>) {
    let release = world.release();
    let Some(pod) = new.or(old) else { return };
    let budgets = world.workloads.budgets.prefixed(&pod.metadata.namespace, "");
    let is_about = |budget: &PodDisruptionBudget| {
        let mut versions = old.into_iter().chain(new);
        versions.any(|pod| budget.selects(&pod.metadata.labels, release))
    };
    let about: Vec<Key> =
        budgets.filter(|(_, budget)| is_about(budget)).map(|(key, _)| key).collect();
    for key in about {
        enqueue(world, Controller::Disruption, key);
    }
}

/// Computes the status of a budget, and stores it when it changed. Returns whether the sync succeeded.
pub(crate) fn sync(world: &mut World, key: Key) -> bool {
    let Some(budget) = world.workloads.budgets.get(key).cloned() else { return true };
    let (release, now) = (world.release(), Timestamp::of(world.now));
    let (namespace, labels) = (&budget.metadata.namespace, &budget.spec.selector);
    let is_about = |pod: &Pod| {
        pod.metadata.namespace == *namespace && budget.selects(&pod.metadata.labels, release)
    };
    let pods: Vec<Rc<Pod>> =
        world.pods().map(|(_, pod)| pod).filter(|pod| is_about(pod)).cloned().collect();
    if pods.is_empty() {
        tell(world, &budget, "Normal", "NoPods", "No matching pods found".into());
    }
    let mut new = (*budget).clone();
    let (expected, desired) = match expected_pods(world, &budget, &pods) {
        Ok(found) => found,
        Err(why) => {
            let said = format!("Failed to calculate the number of expected pods: {why}");
            tell(world, &budget, "Warning", "CalculateExpectedPodCountFailed", said);
            // A budget whose Pods cannot be counted allows no disruption.
            new.status.disruptions_allowed = 0;
            if release.has(Feature::PodDisruptionBudgetConditions) {
                pod_disruption_budget::set_condition(
                    &mut new.status,
                    "SyncFailed",
                    why.into(),
                    false,
                    now,
                );
            }
            registry::update(world, key, Rule::B8, |budget| *budget = new);
            return true;
        }
    };
    let is_scaled = !matches!(budget.spec.min_available, Some(IntOrString::Int(_)) | None)
        || budget.spec.max_unavailable.is_some();
    if is_scaled && pods.iter().any(|pod| controller(&pod.metadata).is_none()) {
        let selector = labels.as_ref().map_or(String::new(), printed);
        let said = format!(
            "Pods selected by this PodDisruptionBudget (selector: {selector}) were found to be unmanaged. As a result, the status of the PDB cannot be calculated correctly, which may result in undefined behavior. To account for these pods please set \".spec.minAvailable\" field of the PDB to an integer value."
        );
        tell(world, &budget, "Warning", "UnmanagedPods", said);
    }
    let mut disrupted = BTreeMap::new();
    let mut recheck = None;
    let mut healthy = 0;
    for pod in pods.iter().filter(|pod| pod.metadata.deletion_timestamp.is_none()) {
        let name = &pod.metadata.name;
        let since = budget.status.disrupted_pods.get(name).copied();
        let left = since.map(|since| since.0 + DELETION_TIMEOUT - now.0).filter(|left| *left >= 0);
        if let (Some(since), Some(left)) = (since, left) {
            disrupted.insert(name.clone(), since);
            recheck = Some(recheck.map_or(left, |other: i64| other.min(left)));
        }
        let goes = left.is_some_and(|left| left > 0);
        healthy += i64::from(!goes && pod.status.is_true(READY));
    }
    let status = &mut new.status;
    status.expected_pods = expected;
    status.desired_healthy = desired;
    status.current_healthy = healthy;
    status.disruptions_allowed = if expected > 0 { (healthy - desired).max(0) } else { 0 };
    status.disrupted_pods = disrupted;
    status.observed_generation = budget.metadata.generation;
    if release.has(Feature::PodDisruptionBudgetConditions) {
        let reason = pod_disruption_budget::reason(status);
        let before = status.conditions.first();
        let is_told = before.is_some_and(|before| {
            before.reason == reason && before.observed_generation == status.observed_generation
        });
        if !is_told || *status != budget.status {
            pod_disruption_budget::set_condition(
                status,
                reason,
                "".into(),
                !release.has(Feature::BudgetConditionKeepsTransitionTime),
                now,
            );
        }
    }
    registry::update(world, key, Rule::B4, |budget| *budget = new);
    if let Some(seconds) = recheck {
        // One second more, because timestamps are cut to whole seconds.
        enqueue_after(world, Controller::Disruption, key, (seconds as u64 + 1) * 1000);
    }
    true
}

/// Returns how many Pods there should be, and how many of them must be healthy. Rules B-4, B-8.
///
/// # Errors
///
/// Returns the message when the controller of a Pod cannot be found.
fn expected_pods(
    world: &World,
    budget: &PodDisruptionBudget,
    pods: &[Rc<Pod>],
) -> Result<(i64, i64), String> {
    let spec = &budget.spec;
    match (&spec.max_unavailable, &spec.min_available) {
        (Some(most), _) => {
            let expected = scale(world, pods)?;
            Ok((expected, (expected - rounded_up(most, expected)).max(0)))
        }
        (None, Some(IntOrString::Int(fewest))) => Ok((pods.len() as i64, *fewest)),
        (None, Some(fewest)) => {
            let expected = scale(world, pods)?;
            Ok((expected, rounded_up(fewest, expected)))
        }
        (None, None) => Ok((0, 0)),
    }
}

/// Returns the sum of the replicas that the controllers of these Pods want. Rule B-4.
///
/// # Errors
///
/// Returns the message when the controller of a Pod cannot be found.
fn scale(world: &World, pods: &[Rc<Pod>]) -> Result<i64, String> {
    let mut seen: BTreeSet<&Text> = BTreeSet::new();
    let mut total = 0;
    for pod in pods {
        let name = &pod.metadata.name;
        let Some(owner) = controller(&pod.metadata) else {
            // Older controllers give up at a Pod without a controller.
            if world.release().has(Feature::BudgetLeavesOutUnmanagedPods) {
                continue;
            }
            return Err(format!("found no controller ref for pod \"{name}\""));
        };
        if !seen.insert(&owner.uid) {
            continue;
        }
        let wanted = wanted_by(world, &pod.metadata.namespace, owner);
        total += wanted.ok_or_else(|| format!("found no controllers for pod \"{name}\""))?;
    }
    Ok(total)
}

/// Returns how many replicas a controller wants, if it exists.
/// Models kubernetes pkg/controller/disruption/disruption.go finders.
fn wanted_by(world: &World, namespace: &Text, owner: &OwnerReference) -> Option<i64> {
    let kind = ResourceKind::named(&owner.kind)?;
    let workload = world.workloads.workload(kind, namespace, &owner.name)?;
    (workload.metadata().uid == owner.uid).then(|| workload.replicas())
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

fn tell(
    world: &mut World,
    budget: &PodDisruptionBudget,
    kind: &'static str,
    reason: &'static str,
    message: String,
) {
    let message = message.into();
    let said = Said { kind, reason, message, part: Part::Whole, from: "controllermanager" };
    registry::tell(world, budget, said);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{ReadOptions, read};
    use crate::cluster::command::Command;
    use crate::cluster::world::Settings;
    use crate::sim::Sim;

    #[test]
    fn a_pod_that_nothing_deleted_counts_again_after_two_minutes() {
        let text = "
apiVersion: v1
kind: Pod
metadata: {name: web-0, labels: {app: web}}
spec: {containers: [{name: app, image: app}]}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: pdb}
spec: {minAvailable: 1, selector: {matchLabels: {app: web}}}
";
        let mut sim = Sim::with_nodes(Settings::default(), 1);
        for object in read(text, &ReadOptions::default()).expect("the text is right") {
            sim.apply(Command::Create(Box::new(object))).expect("the object is right");
        }
        sim.run_until(sim.now() + 20_000);
        let status = |sim: &Sim| sim.world.workloads.budgets.get(0).expect("there").status.clone();
        assert_eq!(status(&sim).current_healthy, 1);
        // The state after the API server has allowed an eviction and failed before the deletion.
        let mut budget = (**sim.world.workloads.budgets.get(0).expect("there")).clone();
        budget.status.disrupted_pods.insert("web-0".into(), Timestamp::of(sim.now()));
        registry::update(&mut sim.world, 0, Rule::B6, |found| *found = budget);
        sim.deliver();
        sim.run_until(sim.now() + 119_000);
        assert_eq!((status(&sim).current_healthy, status(&sim).disrupted_pods.len()), (0, 1));
        sim.run_until(sim.now() + 3000);
        assert_eq!((status(&sim).current_healthy, status(&sim).disrupted_pods.len()), (1, 0));
    }
}
