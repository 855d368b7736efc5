//! What a StatefulSet waits for and does next, in sentences.

use crate::lanes::{Gate, Lane, SetStage};
use crate::words::{listed, short};
use podlab::api::pod::Pod;
use podlab::api::status::PodPhase;
use podlab::controller::stateful_set::outlook::{Deed, Need, Phase, Wait};
use podlab::kubectl::columns::pod_status;
use podlab::waits::{self, WaitKind};

impl SetStage<'_> {
    /// What a lane waits for, after "waits: ", and whether it holds others up itself; nothing when neither.
    pub fn wait_of(&self, lane: &Lane<'_>) -> Option<(bool, String)> {
        let own = self.outlook.waits.iter().find(|wait| wait.ordinal == lane.ordinal);
        match own {
            Some(wait) => Some((true, self.reason(wait, false))),
            None => self.wait_for(lane).map(|wait| (false, self.reason(wait, true))),
        }
    }

    /// What a gate says: that it is open, or what the controller waits for.
    pub fn gate_words(&self, gate: Gate<'_>) -> String {
        match gate {
            Gate::Open => "Gate open".to_owned(),
            Gate::ShutUp(wait) | Gate::ShutDown(wait) => {
                ["Gate shut: ", &self.reason(wait, true)].concat()
            }
        }
    }

    /// What keeps a lane that holds nobody up from getting, losing or changing its Pod.
    fn wait_for(&self, lane: &Lane<'_>) -> Option<&Wait> {
        let parallel = self.set.spec.is_parallel();
        self.outlook.waits.iter().find(|wait| match wait.phase {
            Phase::Keep if parallel || wait.ordinal == lane.ordinal => false,
            Phase::Keep if lane.pod.is_none() => lane.is_wanted && wait.ordinal < lane.ordinal,
            // A Pod that is being deleted already waits for no controller.
            _ if lane.is_ending() => false,
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
            Need::Gone => self.ending(&wait.pod),
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

    /// How a Pod ends that is being deleted.
    pub fn ending(&self, name: &str) -> String {
        let waits = self.waits_of(name);
        let stops = waits
            .iter()
            .filter(|wait| matches!(wait.kind, WaitKind::Grace { .. } | WaitKind::PreStop { .. }));
        let until = stops.filter_map(|wait| wait.until).max();
        let left = until.map(|until| short(until.since(self.lab.now())));
        let left = left.map_or(String::new(), |left| [", at most ", &left, " left"].concat());
        ["is Terminating", &left].concat()
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

    /// What becomes of the Pods and claims of a set that is gone. Rules S-20, S-81, S-82.
    fn left(&self) -> &'static str {
        let mut claims = self.lanes.iter().flat_map(|lane| &lane.claims);
        let has_claims = claims.any(|claim| claim.metadata.owner_references.is_empty());
        let has_pods = self.lanes.iter().any(|lane| lane.pod.is_some());
        if self.lanes.iter().any(Lane::goes_with_set) {
            ". The garbage collector deletes its Pods, in no order."
        } else {
            match (has_pods, has_claims) {
                (true, true) => ". Its Pods belong to nobody now, its claims stay.",
                (true, false) => ". Its Pods belong to nobody now.",
                (false, true) => ", and its Pods too. Its claims stay.",
                (false, false) => ", and its Pods too.",
            }
        }
    }

    /// What the controller does next, in a sentence.
    pub fn intention(&self) -> String {
        if !self.exists {
            return ["The StatefulSet is gone", self.left()].concat();
        }
        if !self.is_ruled() {
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
}
