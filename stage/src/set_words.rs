//! What a StatefulSet waits for and does next, in sentences.

use crate::lanes::{Gate, Lane, SetStage, of_claim};
use crate::tone::Tone;
use crate::words::{listed, short};
use podlab::api::ObjectRef;
use podlab::api::meta::ObjectMeta;
use podlab::api::persistent_volume_claim::PersistentVolumeClaim;
use podlab::api::pod::Pod;
use podlab::api::stateful_set::revision_of;
use podlab::api::status::PodPhase;
use podlab::apiserver::columns::pod_status;
use podlab::base::text::Text;
use podlab::cluster::tables::claims_of;
use podlab::controller::stateful_set::outlook::{Action, Need, SyncStage, Wait};
use podlab::questions::stuck::{Horizon, Stuck, Verdict};
use podlab::questions::waits::{self, WaitKind};
use podlab_messages::text;

/// What stands below the Pod of a lane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LaneWords {
    /// The controller waits for the Pod: why.
    Holding(String),
    /// The controller waits for the Pod, and in vain: why.
    Stuck(String),
    /// The Pod, or its place, waits: for what.
    Waiting(String),
    /// What becomes of it; empty when there is nothing to say.
    Plain(String),
}

impl LaneWords {
    /// The words.
    pub fn text(&self) -> &str {
        match self {
            LaneWords::Holding(text)
            | LaneWords::Stuck(text)
            | LaneWords::Waiting(text)
            | LaneWords::Plain(text) => text,
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
            None => text::lane_kept(word),
        };
        (tone, words)
    }
}

impl<'a> SetStage<'a> {
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
            Some((true, words)) if self.is_stuck(lane) => {
                LaneWords::Stuck(text::lane_stuck(&words))
            }
            Some((true, words)) => LaneWords::Holding(words),
            Some((false, words)) => LaneWords::Waiting(text::lane_waits(&words)),
            None => LaneWords::Plain(self.lot(lane)),
        }
    }

    /// Whether the controller waits for the Pod of a lane in vain.
    pub fn is_stuck(&self, lane: &Lane<'_>) -> bool {
        let mut own = self.outlook.waits.iter().filter(|wait| wait.ordinal == lane.ordinal);
        own.any(|wait| self.stuck_on(wait).is_some())
    }

    /// What becomes of a lane that neither waits nor holds others up. Rules G-05, S-20, S-57, S-81.
    fn lot(&self, lane: &Lane<'_>) -> String {
        let has_pod = lane.pod.is_some();
        match () {
            () if lane.is_outdated && lane.is_kept_back && lane.is_wanted => text::lane_stays(),
            () if has_pod && !self.exists && lane.goes_with_set() => text::lane_with_set(),
            () if has_pod && !self.exists => text::lane_no_owner(),
            () if has_pod && self.goes_last() => text::lane_before_set(),
            () if lane.is_ending() => return self.ending(&lane.name),
            () if lane.is_leaving() => text::lane_leaving(),
            () if !has_pod && !lane.is_wanted => text::lane_claim_stays(),
            () => "",
        }
        .to_owned()
    }

    /// What becomes of a Pod of the set that the API does not have.
    pub fn fate(&self, pod: &str) -> String {
        if !self.is_ruled() {
            return text::pod_not_recreated().to_owned();
        }
        let lane = self.lanes.iter().find(|lane| lane.name == *pod && lane.is_wanted);
        match lane.map(|lane| self.wait_of(lane)) {
            Some(Some((_, words))) => text::pod_waits(&words),
            Some(None) => text::pod_by_controller().to_owned(),
            None => text::pod_not_wanted().to_owned(),
        }
    }

    /// The revision of a lane's Pod in words.
    pub fn revision_words(&self, lane: &Lane<'_>) -> Option<RevisionWords> {
        let name = revision_of(lane.pod?);
        let number = self.revision(name);
        let title = match (number, lane.is_outdated) {
            (None, _) => text::lane_revision_gone(name),
            (Some(_), true) => text::lane_outdated(name),
            (Some(_), false) => text::lane_newest(name),
        };
        let text = number.map_or_else(|| "?".to_owned(), |number| number.to_string());
        Some(RevisionWords {
            number,
            text: text::lane_revision(&text),
            title,
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
            None => (Tone::Idle, text::cell_claim_none().to_owned()),
            Some((Tone::Done, _)) if lane.pod.is_none() => {
                (Tone::Done, text::cell_claim_kept().to_owned())
            }
            Some((tone, state)) => (tone, text::cell_claim(state)),
        })
    }

    /// What a gate says: that it is open, or what the controller waits for.
    pub fn gate_words(&self, gate: Gate<'_>) -> String {
        match gate {
            Gate::Open => text::gate_open().to_owned(),
            Gate::ShutUp(wait) | Gate::ShutDown(wait) => text::gate_shut(self.reason(wait, true)),
            Gate::Stuck(wait) => text::gate_stuck(self.reason(wait, true)),
        }
    }

    /// What keeps a lane that no other lane waits for from getting, losing or changing its Pod.
    fn wait_for(&self, lane: &Lane<'_>) -> Option<&Wait> {
        let parallel = self.set.spec.is_parallel();
        let mut waits = self.outlook.waits.iter().chain(&self.outlook.barrier);
        waits.find(|wait| match wait.stage {
            SyncStage::Keep if parallel || wait.ordinal == lane.ordinal => false,
            SyncStage::Keep if lane.pod.is_none() => lane.is_wanted && wait.ordinal < lane.ordinal,
            // A Pod that is being deleted already waits for no controller.
            _ if lane.is_ending() => false,
            SyncStage::Keep | SyncStage::ScaleDown => lane.is_leaving() || lane.is_to_be_replaced(),
            SyncStage::Update => lane.is_to_be_replaced(),
        })
    }

    /// Why a Pod holds the controller up: "web-0 is Running, but not Ready: readiness probe: 2 of 3 successes".
    pub fn reason(&self, wait: &Wait, with_name: bool) -> String {
        let lane = self.lanes.iter().find(|lane| lane.ordinal == wait.ordinal);
        let state = match &wait.need {
            Need::Claim(why) if why.is_empty() => text::set_claim_old().to_owned(),
            Need::Claim(why) => why.to_string(),
            Need::Available(at) => {
                let left = short(at.since(self.lab.now()));
                text::set_available_in(&left)
            }
            Need::Gone => self.ending(&wait.pod),
            Need::Ready => lane
                .and_then(|lane| lane.pod)
                .map_or(text::set_absent().to_owned(), |pod| self.unreadiness(pod)),
        };
        if with_name || matches!(wait.need, Need::Claim(_)) {
            text::set_named(&wait.pod, &state)
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
            Some(left) => text::set_terminating_left(&left),
            None => text::set_terminating().to_owned(),
        }
    }

    fn unreadiness(&self, pod: &Pod) -> String {
        let status = pod_status(pod, self.lab.sim().settings().release);
        let phase = pod.status.phase();
        if phase != PodPhase::Running {
            let sim = self.lab.sim();
            let ObjectMeta { namespace, name, .. } = &*pod.metadata;
            let refusal = sim.pod(namespace, name).and_then(|(id, _)| sim.world().refusal(id));
            let phase = phase.as_str();
            let claim = waits::claim_to_come(sim, pod);
            let again = self.next_try(pod);
            return match (refusal, claim, again) {
                (Some(_), Some(claim), _) => text::set_phase_claim(claim, phase),
                (Some(_), None, Some(left)) => text::set_phase_again(left, phase),
                (Some(refusal), None, None) => text::set_phase_no_node(&refusal.reasons, phase),
                (None, ..) if status == phase => text::set_phase(phase),
                (None, ..) => text::set_phase_status(phase, &status),
            };
        }
        if status != phase.as_str() {
            return text::set_unready_status(&status);
        }
        match self.probe(pod) {
            Some(more) => text::set_unready_more(&more),
            None => text::set_unready().to_owned(),
        }
    }

    /// How long it takes until the scheduler looks again at a Pod whose claims are all bound by now.
    fn next_try(&self, pod: &Pod) -> Option<String> {
        claims_of(pod).next()?;
        let waits = self.waits_of(&pod.metadata.name);
        if waits.iter().any(|wait| matches!(wait.kind, WaitKind::Claim(_))) {
            return None;
        }
        let tries = waits.iter().filter(|wait| matches!(wait.kind, WaitKind::Unschedulable(_)));
        let next = tries.filter_map(|wait| wait.until).min()?;
        Some(short(next.since(self.lab.now())))
    }

    /// How far the first probe is that a Pod waits for.
    fn probe(&self, pod: &Pod) -> Option<String> {
        let waits = self.waits_of(&pod.metadata.name);
        let found = waits.iter().find_map(|wait| {
            if let WaitKind::Readiness(probing) = &wait.kind {
                Some((wait, Some(probing)))
            } else {
                matches!(wait.kind, WaitKind::Startup(_)).then_some((wait, None))
            }
        });
        Some(match found? {
            (_, None) => text::set_probe_startup().to_owned(),
            (_, Some(probing)) if probing.successes > 0 => {
                let (count, of) = (probing.successes.to_string(), probing.of.to_string());
                text::set_probe_so_far(&count, &of)
            }
            (_, Some(probing)) if probing.failures == 1 => text::set_probe_failed_one().to_owned(),
            (_, Some(probing)) if probing.failures > 0 => text::set_probe_failed(probing.failures),
            (wait, Some(_)) => {
                let left = wait.until.map_or(0, |until| until.since(self.lab.now()));
                text::set_probe_in(short(left))
            }
        })
    }

    /// What becomes of the Pods and claims of a set that is gone. Rules S-20, S-81, S-82.
    fn left(&self) -> &'static str {
        let mut claims = self.lanes.iter().flat_map(|lane| &lane.claims);
        let has_claims = claims.any(|claim| claim.metadata.owner_references.is_empty());
        let has_pods = self.lanes.iter().any(|lane| lane.pod.is_some());
        if self.lanes.iter().any(Lane::goes_with_set) {
            text::set_gone_collected()
        } else {
            match (has_pods, has_claims) {
                (true, true) => text::set_gone_both_stay(),
                (true, false) => text::set_gone_pods_stay(),
                (false, true) => text::set_gone_claims_stay(),
                (false, false) => text::set_gone_all(),
            }
        }
    }

    /// The first wait that keeps the controller from its next act and does not end by itself, with what is known of it.
    pub fn stuck(&self) -> Option<(&Wait, &'a Stuck)> {
        let is_of = |wait: &Wait| self.holding().iter().any(|held| held.pod == wait.pod);
        let mut waits = self.outlook.waits.iter().filter(|wait| self.is_ruled() && is_of(wait));
        waits.find_map(|wait| Some((wait, self.stuck_on(wait)?)))
    }

    /// Whether a wait ends by itself. Nothing is promised before that is known. Of a wait that is still to begin the Pod says it.
    fn is_to_end(&self, wait: &Wait) -> bool {
        if self.outlook.waits.contains(wait) {
            return self.verdict(wait) == Verdict::Ends;
        }
        let pod = ObjectRef::pod(self.set.metadata.namespace.clone(), wait.pod.clone());
        !self.findings.is_some_and(|findings| findings.has(&pod))
    }

    /// The waits that must end before the controller acts.
    fn holding(&self) -> &[Wait] {
        match &self.outlook.next {
            Some((_, _, after)) => after,
            None => &self.outlook.waits,
        }
    }

    /// What the controller does next, or what it is stuck on, in a sentence.
    pub fn intention(&self) -> String {
        if !self.exists {
            return self.left().to_owned();
        }
        if !self.is_ruled() {
            return text::set_going().to_owned();
        }
        if let Some((wait, stuck)) = self.stuck() {
            return text::stage_stuck(self.stuck_words(wait, stuck));
        }
        let first = self.outlook.waits.first().map(|wait| text::set_waits(self.reason(wait, true)));
        let Some((action, pod, after)) = &self.outlook.next else {
            return first.unwrap_or_else(|| text::set_idle().to_owned());
        };
        if let Some(waits) = first.filter(|_| !after.iter().all(|wait| self.is_to_end(wait))) {
            return waits;
        }
        let is_back = is_again(pod, after);
        let act = match action {
            Action::Create if is_back => text::set_act_again(pod),
            Action::Create => text::set_act_create(pod),
            Action::Delete => text::set_act_delete(pod),
            Action::Replace => text::set_act_replace(pod),
        };
        let mut conditions: Vec<String> = Vec::new();
        for wait in after {
            conditions.push(match &wait.need {
                _ if is_back && wait.pod == *pod => text::set_need_old().to_owned(),
                Need::Gone => text::set_need_gone(&wait.pod),
                Need::Ready => text::set_need_ready(&wait.pod),
                Need::Available(_) => text::set_need_available(&wait.pod),
                Need::Claim(_) => text::set_need_claim(&wait.pod),
            });
        }
        match conditions.len() {
            0 => text::set_next(&act),
            _ => text::set_next_after(&act, listed(&conditions)),
        }
    }

    /// What a Pod must come to before the controller acts, and that it does not come to it by itself.
    fn stuck_words(&self, wait: &Wait, stuck: &Stuck) -> String {
        let own = |pod: &Text| *pod == wait.pod;
        let before = match &self.outlook.next {
            None => text::stage_before_more().to_owned(),
            Some((Action::Create, pod, _)) if own(pod) => {
                text::stage_before_own_create().to_owned()
            }
            Some((Action::Create, pod, _)) => text::stage_before_create(pod),
            Some((Action::Delete, pod, _)) if own(pod) => {
                text::stage_before_own_delete().to_owned()
            }
            Some((Action::Delete, pod, _)) => text::stage_before_delete(pod),
            Some((Action::Replace, pod, _)) if own(pod) => {
                text::stage_before_own_replace().to_owned()
            }
            Some((Action::Replace, pod, _)) => text::stage_before_replace(pod),
        };
        if let Horizon::Until(_) = stuck.horizon {
            let waits = podlab_messages::wait(&stuck.wait, self.lab.now());
            return format!("{waits} {}", podlab_messages::stuck(stuck));
        }
        match wait.need {
            Need::Ready | Need::Available(_) => text::stage_stuck_ready(&before, &wait.pod),
            Need::Gone => text::stage_stuck_gone(&before, &wait.pod),
            Need::Claim(_) => text::stage_stuck_claim(&before, &wait.pod),
        }
    }
}

/// Whether a Pod is created in the place of an older one that must be removed first.
fn is_again(pod: &str, after: &[Wait]) -> bool {
    after.iter().any(|wait| wait.pod == *pod && wait.need == Need::Gone)
}
