//! What the stage of a StatefulSet reads off a run: its lanes by ordinal, and the gates between them.

use crate::lab::Lab;
use crate::tone::{self, Tone};
use podlab::api::ObjectRef;
use podlab::api::meta::{FOREGROUND, ObjectMeta, controller};
use podlab::api::persistent_volume_claim::{ClaimPhase, PersistentVolumeClaim};
use podlab::api::pod::Pod;
use podlab::api::stateful_set::{StatefulSet, ordinal, revision_of};
use podlab::apiserver::columns::pod_status_kind;
use podlab::base::text::Text;
use podlab::controller::stateful_set::claims;
use podlab::controller::stateful_set::identity;
use podlab::controller::stateful_set::outlook::{Outlook, SyncStage, Wait};
use podlab::questions::stuck::{Findings, Stuck, Verdict};
use podlab::questions::waits::WaitKind;
use std::rc::Rc;

/// The set on the stage at the present moment.
pub struct SetStage<'a> {
    /// The lab.
    pub lab: &'a Lab,
    /// The set as the API has it, or had it last.
    pub set: &'a Rc<StatefulSet>,
    /// Whether the API still has it.
    pub exists: bool,
    /// What its controller waits for, and what comes next.
    pub outlook: Rc<Outlook>,
    /// By rising ordinal.
    pub lanes: Vec<Lane<'a>>,
    /// What is known of what does not continue by itself.
    pub(crate) findings: Option<&'a Findings>,
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
    /// Whether the controller waits for its Pod.
    pub is_holding: bool,
    /// Its claims.
    pub claims: Vec<&'a Rc<PersistentVolumeClaim>>,
}

/// Whether the controller may go on past a gate; if not, which wait shuts it, and whether it ends by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gate<'a> {
    /// It may pass.
    Open,
    /// It may not go on to higher ordinals.
    ShutUp(&'a Wait),
    /// It may not go on to lower ordinals.
    ShutDown(&'a Wait),
    /// It may not go on, and the wait does not end by itself.
    Stuck(&'a Wait),
}

impl<'a> SetStage<'a> {
    /// What is on the stage, when it is a set that was there.
    pub fn of(lab: &'a Lab) -> Option<SetStage<'a>> {
        let set = lab.last_set()?;
        let exists = lab.set().is_some();
        let outlook = if exists { lab.outlook(set) } else { Rc::default() };
        let mut lanes = lanes(lab, set, exists);
        for wait in &outlook.waits {
            if let Ok(index) = lanes.binary_search_by_key(&wait.ordinal, |lane| lane.ordinal) {
                lanes[index].is_holding = true;
            }
        }
        Some(SetStage { lab, set, exists, outlook, lanes, findings: None })
    }

    /// Returns the stage with what a search has found out about what does not continue by itself.
    #[must_use]
    pub fn knowing(self, findings: &'a Findings) -> SetStage<'a> {
        SetStage { findings: Some(findings), ..self }
    }

    /// Returns whether a wait of the set ends by itself, as far as it is known.
    pub fn verdict(&self, wait: &Wait) -> Verdict<'a> {
        let Some(findings) = self.findings else { return Verdict::Unknown };
        let ObjectMeta { namespace, name, .. } = &self.set.metadata;
        let set = ObjectRef::stateful_set(namespace.clone(), name.clone());
        let (stage, pod, need) = (wait.stage, wait.pod.clone(), wait.need.clone());
        findings.verdict(&set, &WaitKind::Set { stage, pod, need })
    }

    /// Returns what is known of a wait that does not end by itself.
    pub fn stuck_on(&self, wait: &Wait) -> Option<&'a Stuck> {
        match self.verdict(wait) {
            Verdict::Stuck(stuck) => Some(stuck),
            Verdict::Unknown | Verdict::Ends => None,
        }
    }

    /// Whether a controller still acts on the Pods: the set is there and is to stay.
    pub fn is_ruled(&self) -> bool {
        self.exists && self.set.metadata.deletion_timestamp.is_none()
    }

    /// Whether the set goes only when its Pods have gone. Rule G-05.
    pub fn goes_last(&self) -> bool {
        self.exists && self.set.metadata.finalizers.iter().any(|f| *f == *FOREGROUND)
    }

    /// The gate before the lane at an index: between it and the one before. A set whose controller acts no more has no gates.
    pub fn gate(&self, index: usize) -> Option<Gate<'_>> {
        let lane = &self.lanes[index];
        let before = index.checked_sub(1).map(|before| &self.lanes[before])?;
        if !self.is_ruled() {
            return None;
        }
        let [keep, down, update] = self.bars();
        let stands_above = |wait: &&Wait| wait.ordinal >= lane.ordinal;
        let stands_below = |wait: &&Wait| wait.ordinal <= before.ordinal;
        let on_the_way_down = match () {
            () if before.is_leaving() => down.filter(stands_above),
            () if before.is_to_be_replaced() => update.filter(stands_above),
            () => None,
        };
        let own = self.outlook.waits.iter().find(|wait| wait.ordinal == lane.ordinal);
        let is_stuck = |wait: &&Wait| self.stuck_on(wait).is_some();
        let up = keep.filter(stands_below);
        // What is stuck itself has a stuck gate before it, too.
        if let Some(wait) = up.or(on_the_way_down).or(own).filter(is_stuck) {
            return Some(Gate::Stuck(wait));
        }
        let gate = match (up, on_the_way_down) {
            (Some(wait), _) => Gate::ShutUp(wait),
            (None, Some(wait)) => Gate::ShutDown(wait),
            (None, None) => Gate::Open,
        };
        Some(gate)
    }

    /// The lowest wait that holds up the creation of Pods, also one that begins with the next act; the highest that holds up scaling
    /// down, and updates. In a parallel set a Pod that is not ready holds up nothing. Rules S-30, S-31, S-40, S-50.
    fn bars(&self) -> [Option<&Wait>; 3] {
        let is_parallel = self.set.spec.is_parallel();
        let of_stages = |wanted: fn(SyncStage) -> bool| {
            let counts = move |wait: &&Wait| {
                wanted(wait.stage) && !(is_parallel && wait.stage == SyncStage::Keep)
            };
            self.outlook.waits.iter().filter(counts)
        };
        let keep = of_stages(|stage| stage == SyncStage::Keep).chain(&self.outlook.barrier);
        let highest = |wanted| of_stages(wanted).max_by_key(|wait| wait.ordinal);
        [
            keep.min_by_key(|wait| wait.ordinal),
            highest(|stage| stage == SyncStage::ScaleDown),
            highest(|stage| stage != SyncStage::ScaleDown),
        ]
    }

    /// The lowest ordinal that updates reach, when a partition keeps lower ones back. Rule S-57.
    pub fn partition_start(&self) -> Option<i64> {
        let spec = &self.set.spec;
        let is_set = self.is_ruled() && spec.is_rolling() && spec.partition() > 0;
        is_set.then(|| spec.first_above(spec.partition()))
    }

    /// How the Pod of a lane looks.
    pub fn tone(&self, lane: &Lane<'_>) -> Tone {
        let release = self.lab.sim().settings().release;
        lane.pod.map_or(Tone::Idle, |pod| tone::of_pod(pod, pod_status_kind(pod, release)))
    }

    /// The number of a revision, by its name.
    pub fn revision(&self, name: &str) -> Option<i64> {
        let revisions = &self.lab.sim().world().objects.revisions;
        let found = revisions.named(&self.set.metadata.namespace, &name.to_owned().into());
        found.map(|revision| revision.revision)
    }
}

impl Lane<'_> {
    /// Whether the Pod is there but the set is not to have it.
    pub fn is_leaving(&self) -> bool {
        self.pod.is_some() && !self.is_wanted
    }

    /// Whether the Pod is being deleted.
    pub fn is_ending(&self) -> bool {
        self.pod.is_some_and(|pod| pod.metadata.deletion_timestamp.is_some())
    }

    /// Whether the Pod still names an owner: when the set is gone it is garbage. Rule S-81.
    pub fn goes_with_set(&self) -> bool {
        self.pod.is_some_and(|pod| controller(&pod.metadata).is_some())
    }

    /// Whether an update will replace the Pod.
    pub fn is_to_be_replaced(&self) -> bool {
        self.is_wanted && self.is_outdated && !self.is_kept_back
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
                        is_kept_back: set.spec.is_kept_back(ordinal),
                        is_holding: false,
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
    for id in world.objects.members(namespace, name) {
        if let Some(pod) = world.pod(id) {
            let index = place(&mut lanes, ordinal(pod));
            lanes[index].is_outdated = !set.status.update_revision.is_empty()
                && set.status.update_revision != *revision_of(pod);
            lanes[index].pod = Some(pod);
        }
    }
    for template in claims::templates(set) {
        let prefix = claims::claim_name(set, &template.metadata.name, 0);
        let prefix = prefix.trim_end_matches('0').to_owned();
        for (_, claim) in world.objects.claims.prefixed(namespace, &prefix) {
            let ordinal = claim.metadata.name.strip_prefix(prefix.as_str()).map(str::parse);
            if let Some(Ok(ordinal)) = ordinal {
                let index = place(&mut lanes, ordinal);
                lanes[index].claims.push(claim);
            }
        }
    }
    lanes
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
