//! What the stage of a StatefulSet reads off a run: its lanes by ordinal, the gates between them, what comes next.

use crate::lab::Lab;
use crate::tone::{self, Tone};
use crate::words::short;
use podlab::api::cluster::PersistentVolumeClaim;
use podlab::api::pod::Pod;
use podlab::api::stateful_set::StatefulSet;
use podlab::api::status::{PodPhase, READY};
use podlab::api::storage::ClaimPhase;
use podlab::controller::stateful_set::identity::{self, revision_of};
use podlab::controller::stateful_set::outlook::{Deed, Need, Outlook, Phase, Wait};
use podlab::controller::{sets, stateful_set::claims};
use podlab::kubectl::columns::pod_status;
use podlab::text::Text;
use podlab::waits::{self, WaitKind};
use std::rc::Rc;

/// The set on the stage at the present moment.
pub struct SetStage<'a> {
    /// The lab.
    pub lab: &'a Lab,
    /// The set as the API has it, or had it last.
    pub set: &'a StatefulSet,
    /// Whether the API still has it.
    pub exists: bool,
    /// What its controller waits for, and what comes next.
    pub outlook: Outlook,
    /// By rising ordinal.
    pub lanes: Vec<Lane<'a>>,
}

/// The place of one ordinal: its Pod, and the claims that stay when the Pod is gone.
pub struct Lane<'a> {
    /// The ordinal.
    pub ordinal: i64,
    /// Name of the Pod.
    pub name: Text,
    /// The Pod, while the API has it.
    pub pod: Option<&'a Rc<Pod>>,
    /// Whether the set is to have this Pod.
    pub is_wanted: bool,
    /// Whether the Pod was made from another template than the newest.
    pub is_outdated: bool,
    /// Whether an update leaves it alone.
    pub is_kept_back: bool,
    /// Its claims.
    pub claims: Vec<&'a Rc<PersistentVolumeClaim>>,
}

/// Which way a gate lets the controller go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gate {
    /// The controller may pass.
    Open,
    /// It may not go on to higher ordinals.
    ShutUp,
    /// It may not go on to lower ordinals.
    ShutDown,
}

impl<'a> SetStage<'a> {
    /// What is on the stage, when it is a set that was there.
    pub fn of(lab: &'a Lab) -> Option<SetStage<'a>> {
        let set: &StatefulSet = lab.last_set()?;
        let exists = lab.set().is_some();
        let outlook =
            if exists { sets::outlook(lab.sim().world(), set) } else { Outlook::default() };
        let lanes = lanes(lab, set, exists);
        Some(SetStage { lab, set, exists, outlook, lanes })
    }

    /// The gate before the lane at an index: between it and the one before.
    pub fn gate(&self, index: usize) -> Gate {
        let (before, lane) = (&self.lanes[index - 1], &self.lanes[index]);
        let parallel = self.set.spec.is_parallel();
        for wait in self.outlook.waits.iter().filter(|w| !parallel || w.phase != Phase::Keep) {
            match wait.phase {
                Phase::Keep if wait.ordinal <= before.ordinal => return Gate::ShutUp,
                Phase::ScaleDown if wait.ordinal >= lane.ordinal && before.is_leaving() => {
                    return Gate::ShutDown;
                }
                Phase::Keep | Phase::Update
                    if wait.ordinal >= lane.ordinal && before.is_to_be_replaced() =>
                {
                    return Gate::ShutDown;
                }
                Phase::Keep | Phase::ScaleDown | Phase::Update => {}
            }
        }
        Gate::Open
    }

    /// What a lane waits for, after "waits: ", and whether it holds others up itself; nothing when neither.
    pub fn wait_of(&self, lane: &Lane<'_>) -> Option<(bool, String)> {
        let own = self.outlook.waits.iter().find(|wait| wait.ordinal == lane.ordinal);
        match own {
            Some(wait) => Some((true, self.reason(wait, false))),
            None => self.wait_for(lane).map(|wait| (false, self.reason(wait, true))),
        }
    }

    /// What keeps a lane that holds nobody up from getting, losing or changing its Pod.
    fn wait_for(&self, lane: &Lane<'_>) -> Option<&Wait> {
        let parallel = self.set.spec.is_parallel();
        self.outlook.waits.iter().find(|wait| match wait.phase {
            Phase::Keep if parallel || wait.ordinal == lane.ordinal => false,
            Phase::Keep if lane.pod.is_none() => lane.is_wanted && wait.ordinal < lane.ordinal,
            Phase::Keep | Phase::ScaleDown => lane.is_leaving() || lane.is_to_be_replaced(),
            Phase::Update => lane.is_to_be_replaced(),
        })
    }

    /// Why a Pod holds the controller up: "web-0 is Running but not Ready, readiness probe: 2 of 3 successes".
    pub fn reason(&self, wait: &Wait, with_name: bool) -> String {
        let lane = self.lanes.iter().find(|lane| lane.ordinal == wait.ordinal);
        let state = match &wait.need {
            Need::Claim(why) if why.is_empty() => {
                "its claim still belongs to an older Pod".to_owned()
            }
            Need::Claim(why) => why.to_string(),
            Need::Available(at) => {
                let left = short(at.since(self.lab.now()));
                ["is Ready, counts as available in ", &left].concat()
            }
            Need::Gone => ["is Terminating", &self.grace_left(&wait.pod)].concat(),
            Need::Ready => lane
                .and_then(|lane| lane.pod)
                .map_or("does not exist".to_owned(), |pod| self.unreadiness(pod)),
        };
        if with_name || matches!(wait.need, Need::Claim(_)) {
            [&wait.pod, " ", &state].concat()
        } else {
            state
        }
    }

    /// What the Pod of that name waits for itself.
    fn waits_of(&self, name: &str) -> Vec<waits::Wait> {
        let last = self.lab.story().last(name);
        last.map(|(id, _)| waits::of_pod(self.lab.sim(), *id)).unwrap_or_default()
    }

    fn grace_left(&self, name: &str) -> String {
        let waits = self.waits_of(name);
        let stops = waits
            .iter()
            .filter(|wait| matches!(wait.kind, WaitKind::Grace { .. } | WaitKind::PreStop { .. }));
        let until = stops.filter_map(|wait| wait.until).max();
        let left = until.map(|until| short(until.since(self.lab.now())));
        left.map_or(String::new(), |left| [", at most ", &left, " left"].concat())
    }

    fn unreadiness(&self, pod: &Pod) -> String {
        let status = pod_status(pod, self.lab.sim().settings().release);
        let phase = pod.status.phase();
        if phase != PodPhase::Running {
            let scheduled =
                pod.status.condition("PodScheduled").filter(|c| c.reason == "Unschedulable");
            let why = match scheduled {
                Some(condition) => {
                    [", no node takes it: ", condition.message.trim_end_matches('.')].concat()
                }
                None if status == phase.as_str() => String::new(),
                None => [", ", &status].concat(),
            };
            return ["is ", phase.as_str(), &why].concat();
        }
        let more = if status == "Running" { self.probe(pod) } else { [", ", &status].concat() };
        ["is Running but not Ready", &more].concat()
    }

    /// How far the first probe is that a Pod waits for.
    fn probe(&self, pod: &Pod) -> String {
        let waits = self.waits_of(&pod.metadata.name);
        let found = waits.iter().find_map(|wait| match &wait.kind {
            WaitKind::Startup(_) => Some((wait, None)),
            WaitKind::Readiness(probing) => Some((wait, Some(probing))),
            _ => None,
        });
        match found {
            None => String::new(),
            Some((_, None)) => ", held back by its startup probe".to_owned(),
            Some((_, Some(probing))) if probing.successes > 0 => {
                let (length, of) = (probing.successes.to_string(), probing.of.to_string());
                [", readiness probe ", &length, " of ", &of].concat()
            }
            Some((_, Some(probing))) if probing.failures > 0 => {
                let times = match probing.failures {
                    1 => " failed".to_owned(),
                    length => [" failed ", &length.to_string(), " times"].concat(),
                };
                [", readiness probe", &times].concat()
            }
            Some((wait, Some(_))) => {
                let left = wait.until.map_or(0, |until| until.since(self.lab.now()));
                [", readiness probe in ", &short(left)].concat()
            }
        }
    }

    /// What the controller does next, in a sentence.
    pub fn intention(&self) -> String {
        if !self.exists {
            let left = if self.lanes.iter().any(Lane::goes_with_set) {
                ". The garbage collector deletes its Pods, in no order."
            } else if self.lanes.iter().any(|lane| lane.pod.is_some()) {
                ". Its Pods belong to nobody now."
            } else {
                ", and its Pods too."
            };
            return ["The StatefulSet is gone", left].concat();
        }
        if self.set.metadata.deletion_timestamp.is_some() {
            return "The set is to be deleted. Its controller does nothing more.".to_owned();
        }
        let Some((deed, pod, after)) = &self.outlook.next else {
            return match self.outlook.waits.first() {
                Some(wait) => ["It waits: ", &self.reason(wait, true), "."].concat(),
                None => "Nothing to do: everything is as the spec wants it.".to_owned(),
            };
        };
        let is_back = after.iter().any(|wait| wait.pod == *pod && wait.need == Need::Gone);
        let (act, why) = match deed {
            Deed::Create if is_back => ("create ", " again"),
            Deed::Create => ("create ", ""),
            Deed::Delete => ("delete ", ""),
            Deed::Replace => ("delete ", " to update it"),
        };
        let mut conditions: Vec<String> = Vec::new();
        for wait in after {
            let need = match &wait.need {
                Need::Gone => " is gone",
                Need::Ready => " is Ready",
                Need::Available(_) => " is available",
                Need::Claim(_) => " has its claim",
            };
            conditions.push(if is_back && wait.pod == *pod {
                "the old one is gone".to_owned()
            } else {
                ["*", &wait.pod, "*", need].concat()
            });
        }
        let when = match conditions.len() {
            0 => " now".to_owned(),
            _ => [" as soon as ", &listed(&conditions)].concat(),
        };
        ["Next: ", act, "*", pod, "*", why, &when, "."].concat()
    }

    /// The number of a revision, by its name.
    pub fn revision(&self, name: &str) -> Option<i64> {
        let revisions = &self.lab.sim().world().workloads.revisions;
        let found = revisions.named(&self.set.metadata.namespace, &name.to_owned().into());
        found.map(|revision| revision.revision)
    }
}

impl Lane<'_> {
    /// Whether the Pod is there but the set is not to have it.
    pub fn is_leaving(&self) -> bool {
        self.pod.is_some() && !self.is_wanted
    }

    /// Whether the Pod still names an owner: when the set is gone it is garbage. Rule S-81.
    pub fn goes_with_set(&self) -> bool {
        self.pod.is_some_and(|pod| identity::controller(&pod.metadata).is_some())
    }

    /// Whether an update will replace the Pod.
    pub fn is_to_be_replaced(&self) -> bool {
        self.is_wanted && self.is_outdated && !self.is_kept_back
    }

    /// How the Pod looks.
    pub fn tone(&self, status: &str) -> Tone {
        let Some(pod) = self.pod else { return Tone::Idle };
        match pod.status.phase() {
            PodPhase::Running if pod.status.is_true(READY) => Tone::Ready,
            PodPhase::Running => match tone::of_status(status) {
                Tone::Running => Tone::Running,
                other => other,
            },
            PodPhase::Pending => tone::of_status(status),
            phase => tone::of_phase(phase),
        }
    }
}

fn lanes<'a>(lab: &'a Lab, set: &'a StatefulSet, exists: bool) -> Vec<Lane<'a>> {
    let (namespace, name) = (&set.metadata.namespace, &set.metadata.name);
    let world = lab.sim().world();
    let mut lanes: Vec<Lane<'a>> = Vec::new();
    let place = |lanes: &mut Vec<Lane<'a>>, ordinal: i64| -> usize {
        match lanes.binary_search_by_key(&ordinal, |lane| lane.ordinal) {
            Ok(index) => index,
            Err(index) => {
                lanes.insert(
                    index,
                    Lane {
                        ordinal,
                        name: identity::pod_name(set, ordinal),
                        pod: None,
                        is_wanted: exists && set.spec.has_ordinal(ordinal),
                        is_outdated: false,
                        is_kept_back: !set.spec.is_rolling()
                            || ordinal < set.spec.start() + set.spec.partition(),
                        claims: Vec::new(),
                    },
                );
                index
            }
        }
    };
    let start = set.spec.start();
    if exists {
        for ordinal in start..start + set.spec.replicas().max(0) {
            place(&mut lanes, ordinal);
        }
    }
    for id in world.workloads.members(namespace, name) {
        if let Some(pod) = world.pod(id) {
            let index = place(&mut lanes, identity::ordinal(pod));
            lanes[index].is_outdated = !set.status.update_revision.is_empty()
                && set.status.update_revision != *revision_of(pod);
            lanes[index].pod = Some(pod);
        }
    }
    for template in &set.spec.volume_claim_templates {
        let prefix = claims::claim_name(set, &template.metadata.name, 0);
        let prefix = prefix.trim_end_matches('0').to_owned();
        for (_, claim) in world.workloads.claims.prefixed(namespace, &prefix) {
            let ordinal = claim.metadata.name.strip_prefix(prefix.as_str()).map(str::parse);
            if let Some(Ok(ordinal)) = ordinal {
                let index = place(&mut lanes, ordinal);
                lanes[index].claims.push(claim);
            }
        }
    }
    lanes
}

/// Words one after the other: "a", "a and b", "a, b and c".
pub fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => [&first.join(", "), " and ", last].concat(),
    }
}

/// A claim in a few words: whether it is bound, and to what.
pub fn of_claim(claim: &PersistentVolumeClaim) -> (Tone, &'static str) {
    if claim.metadata.deletion_timestamp.is_some() {
        return (Tone::Waiting, "Terminating");
    }
    match claim.status.phase {
        Some(ClaimPhase::Bound) => (Tone::Done, "Bound"),
        Some(ClaimPhase::Lost) => (Tone::Failed, "Lost"),
        Some(ClaimPhase::Pending) | None => (Tone::Waiting, "Pending"),
    }
}
