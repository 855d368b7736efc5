//! What a StatefulSet waits for and does next, in sentences.

use crate::lanes::{Gate, Lane, SetStage, of_claim};
use crate::sentences::{fill, say, sentence};
use crate::tone::Tone;
use crate::words::{listed, short};
use podlab::api::cluster::PersistentVolumeClaim;
use podlab::api::pod::Pod;
use podlab::api::stateful_set::revision_of;
use podlab::api::status::PodPhase;
use podlab::apiserver::columns::pod_status;
use podlab::controller::stateful_set::outlook::{Action, Need, Phase, Wait};
use podlab::questions::waits::{self, WaitKind};

/// What stands below the Pod of a lane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LaneWords {
    /// The controller waits for the Pod: why.
    Holding(String),
    /// The Pod, or its place, waits: for what.
    Waiting(String),
    /// What becomes of it; empty when there is nothing to say.
    Plain(String),
}

impl LaneWords {
    /// The words.
    pub fn text(&self) -> &str {
        match self {
            LaneWords::Holding(text) | LaneWords::Waiting(text) | LaneWords::Plain(text) => text,
        }
    }
}

/// The revision of a Pod in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RevisionWords {
    /// Its number, while the revision exists.
    pub number: Option<i64>,
    /// The number in words.
    pub text: String,
    /// Its name, and whether it is the newest.
    pub title: String,
    /// Whether it is the newest.
    pub is_newest: bool,
}

impl Lane<'_> {
    /// A claim of the lane: how it looks, and its state.
    pub fn claim_words(&self, claim: &PersistentVolumeClaim) -> (Tone, String) {
        let (tone, word) = of_claim(claim);
        let words = match self.pod {
            Some(_) => word.to_owned(),
            None => fill!("lane.kept", "state" => word),
        };
        (tone, words)
    }
}

impl SetStage<'_> {
    /// What a lane waits for, after "waits: ", and whether it holds others up itself; nothing when neither.
    pub fn wait_of(&self, lane: &Lane<'_>) -> Option<(bool, String)> {
        let own = self.outlook.waits.iter().find(|wait| wait.ordinal == lane.ordinal);
        match own {
            Some(wait) => Some((true, self.reason(wait, false))),
            None => self.wait_for(lane).map(|wait| (false, self.reason(wait, true))),
        }
    }

    /// What a lane waits for, what waits for it, or what becomes of it.
    pub fn lane_words(&self, lane: &Lane<'_>) -> LaneWords {
        match self.wait_of(lane) {
            Some((true, words)) => LaneWords::Holding(words),
            Some((false, words)) => LaneWords::Waiting(fill!("lane.waits", "reason" => &words)),
            None => LaneWords::Plain(self.lot(lane)),
        }
    }

    /// What becomes of a lane that neither waits nor holds others up. Rules G-05, S-20, S-57, S-81.
    fn lot(&self, lane: &Lane<'_>) -> String {
        let has_pod = lane.pod.is_some();
        match () {
            () if lane.is_outdated && lane.is_kept_back && lane.is_wanted => say!("lane.stays"),
            () if has_pod && !self.exists && lane.goes_with_set() => say!("lane.with-set"),
            () if has_pod && !self.exists => say!("lane.nobodys"),
            () if has_pod && self.goes_last() => say!("lane.before-set"),
            () if lane.is_ending() => return self.ending(&lane.name),
            () if lane.is_leaving() => say!("lane.leaving"),
            () if !has_pod && !lane.is_wanted => say!("lane.claim-stays"),
            () => "",
        }
        .to_owned()
    }

    /// What becomes of a Pod of the set that the API does not have.
    pub fn fate(&self, pod: &str) -> String {
        if !self.is_ruled() {
            return say!("pod.nobody").to_owned();
        }
        let lane = self.lanes.iter().find(|lane| lane.name == *pod && lane.is_wanted);
        match lane.map(|lane| self.wait_of(lane)) {
            Some(Some((_, words))) => fill!("pod.waits", "reason" => &words),
            Some(None) => say!("pod.by-controller").to_owned(),
            None => say!("pod.not-wanted").to_owned(),
        }
    }

    /// The revision of a lane's Pod in words.
    pub fn revision_words(&self, lane: &Lane<'_>) -> Option<RevisionWords> {
        let name = revision_of(lane.pod?);
        let number = self.revision(name);
        let title = match (number, lane.is_outdated) {
            (None, _) => sentence!("lane.revision-gone"),
            (Some(_), true) => sentence!("lane.outdated"),
            (Some(_), false) => sentence!("lane.newest"),
        };
        let text = number.map_or_else(|| "?".to_owned(), |number| number.to_string());
        Some(RevisionWords {
            number,
            text: fill!("lane.revision", "number" => &text),
            title: title.fill(&["revision"], &[name]),
            is_newest: !lane.is_outdated && number.is_some(),
        })
    }

    /// The claim of a lane that is farthest from being usable; nothing for a set whose Pods have no claims.
    pub fn worst_claim(&self, lane: &Lane<'_>) -> Option<(Tone, String)> {
        if self.set.spec.volume_claim_templates.is_empty() {
            return None;
        }
        let looks = lane.claims.iter().map(|claim| of_claim(claim));
        Some(match looks.min_by_key(|(tone, _)| *tone == Tone::Done) {
            None => (Tone::Idle, say!("cell.claim.none").to_owned()),
            Some((Tone::Done, _)) if lane.pod.is_none() => {
                (Tone::Done, say!("cell.claim.kept").to_owned())
            }
            Some((tone, state)) => (tone, fill!("cell.claim", "state" => state)),
        })
    }

    /// What a gate says: that it is open, or what the controller waits for.
    pub fn gate_words(&self, gate: Gate<'_>) -> String {
        match gate {
            Gate::Open => say!("gate.open").to_owned(),
            Gate::ShutUp(wait) | Gate::ShutDown(wait) => {
                fill!("gate.shut", "reason" => &self.reason(wait, true))
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

    /// Why a Pod holds the controller up: "web-0 is Running, but not Ready: readiness probe: 2 of 3 successes".
    pub fn reason(&self, wait: &Wait, with_name: bool) -> String {
        let lane = self.lanes.iter().find(|lane| lane.ordinal == wait.ordinal);
        let state = match &wait.need {
            Need::Claim(why) if why.is_empty() => say!("set.claim.old").to_owned(),
            Need::Claim(why) => why.to_string(),
            Need::Available(at) => {
                let left = short(at.since(self.lab.now()));
                fill!("set.available.in", "left" => &left)
            }
            Need::Gone => self.ending(&wait.pod),
            Need::Ready => lane
                .and_then(|lane| lane.pod)
                .map_or(say!("set.absent").to_owned(), |pod| self.unreadiness(pod)),
        };
        if with_name || matches!(wait.need, Need::Claim(_)) {
            fill!("set.named", "pod" => &wait.pod, "state" => &state)
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
        match until.map(|until| short(until.since(self.lab.now()))) {
            Some(left) => fill!("set.terminating.left", "left" => &left),
            None => say!("set.terminating").to_owned(),
        }
    }

    fn unreadiness(&self, pod: &Pod) -> String {
        let status = pod_status(pod, self.lab.sim().settings().release);
        let phase = pod.status.phase();
        if phase != PodPhase::Running {
            let scheduled =
                pod.status.condition("PodScheduled").filter(|c| c.reason == "Unschedulable");
            let phase = phase.as_str();
            return match scheduled {
                Some(condition) => {
                    // What follows is about preemption.
                    let message = condition.message.split(". ").next().unwrap_or_default();
                    let message = message.trim_end_matches('.');
                    fill!("set.phase.no-node", "phase" => phase, "message" => message)
                }
                None if status == phase => fill!("set.phase", "phase" => phase),
                None => fill!("set.phase.status", "phase" => phase, "status" => &status),
            };
        }
        let more = if status == "Running" { self.probe(pod) } else { Some(status.to_string()) };
        match more {
            Some(more) => fill!("set.unready.more", "more" => &more),
            None => say!("set.unready").to_owned(),
        }
    }

    /// How far the first probe is that a Pod waits for.
    fn probe(&self, pod: &Pod) -> Option<String> {
        let waits = self.waits_of(&pod.metadata.name);
        let found = waits.iter().find_map(|wait| match &wait.kind {
            WaitKind::Startup(_) => Some((wait, None)),
            WaitKind::Readiness(probing) => Some((wait, Some(probing))),
            _ => None,
        });
        Some(match found? {
            (_, None) => say!("set.probe.startup").to_owned(),
            (_, Some(probing)) if probing.successes > 0 => {
                let (count, of) = (probing.successes.to_string(), probing.of.to_string());
                fill!("set.probe.so-far", "count" => &count, "of" => &of)
            }
            (_, Some(probing)) if probing.failures == 1 => say!("set.probe.failed.one").to_owned(),
            (_, Some(probing)) if probing.failures > 0 => {
                fill!("set.probe.failed", "count" => &probing.failures.to_string())
            }
            (wait, Some(_)) => {
                let left = wait.until.map_or(0, |until| until.since(self.lab.now()));
                fill!("set.probe.in", "left" => &short(left))
            }
        })
    }

    /// What becomes of the Pods and claims of a set that is gone. Rules S-20, S-81, S-82.
    fn left(&self) -> &'static str {
        let mut claims = self.lanes.iter().flat_map(|lane| &lane.claims);
        let has_claims = claims.any(|claim| claim.metadata.owner_references.is_empty());
        let has_pods = self.lanes.iter().any(|lane| lane.pod.is_some());
        if self.lanes.iter().any(Lane::goes_with_set) {
            say!("set.gone.collected")
        } else {
            match (has_pods, has_claims) {
                (true, true) => say!("set.gone.both-stay"),
                (true, false) => say!("set.gone.pods-stay"),
                (false, true) => say!("set.gone.claims-stay"),
                (false, false) => say!("set.gone.all"),
            }
        }
    }

    /// What the controller does next, in a sentence.
    pub fn intention(&self) -> String {
        if !self.exists {
            return self.left().to_owned();
        }
        if !self.is_ruled() {
            return say!("set.going").to_owned();
        }
        let Some((action, pod, after)) = &self.outlook.next else {
            return match self.outlook.waits.first() {
                Some(wait) => fill!("set.waits", "reason" => &self.reason(wait, true)),
                None => say!("set.idle").to_owned(),
            };
        };
        let is_back = after.iter().any(|wait| wait.pod == *pod && wait.need == Need::Gone);
        let act = match action {
            Action::Create if is_back => sentence!("set.act.again"),
            Action::Create => sentence!("set.act.create"),
            Action::Delete => sentence!("set.act.delete"),
            Action::Replace => sentence!("set.act.replace"),
        };
        let act = act.fill(&["pod"], &[pod]);
        let mut conditions: Vec<String> = Vec::new();
        for wait in after {
            let need = match &wait.need {
                Need::Gone => sentence!("set.need.gone"),
                Need::Ready => sentence!("set.need.ready"),
                Need::Available(_) => sentence!("set.need.available"),
                Need::Claim(_) => sentence!("set.need.claim"),
            };
            conditions.push(if is_back && wait.pod == *pod {
                say!("set.need.old").to_owned()
            } else {
                need.fill(&["pod"], &[&wait.pod])
            });
        }
        match conditions.len() {
            0 => fill!("set.next", "act" => &act),
            _ => fill!("set.next.after", "act" => &act, "conditions" => &listed(&conditions)),
        }
    }
}
