//! What the StatefulSet controller sees, what it asks for, and what one sync has decided so far.

use crate::api::core::EventType;
use crate::api::meta::OwnerReference;
use crate::api::persistent_volume_claim::PersistentVolumeClaim;
use crate::api::pod::Pod;
use crate::api::stateful_set::{ControllerRevision, StatefulSet, StatefulSetStatus};
use crate::api::volume::Volume;
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::settled::Settled;
use crate::rules::release::Release;
use crate::rules::{Gates, Rule};
use std::collections::BTreeMap;
use std::rc::Rc;

/// What the controller sees beside the set.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// The release whose rules apply.
    pub release: Release,
    /// The feature gates that a person has switched.
    pub gates: Gates,
    /// The Pods of the namespace whose names belong to the set, with any owner, by ascending ordinal. Rule S-14.
    pub pods: Vec<Rc<Pod>>,
    /// Further Pods of the set, which the sync need not look at.
    pub settled: Settled,
    /// The claims of the namespace that may belong to the set's Pods, by name.
    pub claims: BTreeMap<Text, Rc<PersistentVolumeClaim>>,
    /// The revisions of the namespace that belong to the set or have no owner.
    pub revisions: Vec<Rc<ControllerRevision>>,
}

/// A request of the controller.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Become the owner of the revision with this name. Rule S-82.
    AdoptRevision(Text),
    /// Become the owner of the Pod with this name. Rule S-82.
    AdoptPod(Text),
    /// Stop being the owner of the Pod with this name. Rule S-83.
    ReleasePod(Text),
    /// Store a new revision. Rule S-66.
    CreateRevision(Rc<ControllerRevision>),
    /// Give an old revision a new number. Rule S-66.
    RenumberRevision {
        /// Its name.
        name: Text,
        /// The number.
        revision: i64,
    },
    /// Store a claim for a Pod. Rule S-16.
    CreateClaim {
        /// The Pod.
        pod: Text,
        /// The claim.
        claim: Rc<PersistentVolumeClaim>,
    },
    /// Replace the owners of a Pod's claim. Rule S-21.
    SetClaimOwners {
        /// The Pod.
        pod: Text,
        /// Name of the claim.
        claim: Text,
        /// The owners.
        owners: Vec<OwnerReference>,
    },
    /// Store a Pod. Rule S-16.
    CreatePod(Rc<Pod>),
    /// Write to a Pod whose identity, storage or claims were wrong. Rule S-09.
    UpdatePod {
        /// Its name.
        name: Text,
        /// Its new labels.
        labels: BTreeMap<Text, Text>,
        /// Its new volumes.
        volumes: Vec<Volume>,
    },
    /// Delete the Pod with this name.
    DeletePod(Text),
    /// Delete the Pod with this name because it has an old revision. A later sync creates it again. Rules S-50, S-70.
    ReplacePod(Text),
    /// Do nothing for this Pod now. The sync counts as failed. Rule S-26.
    GiveUp {
        /// The Pod.
        pod: Text,
        /// Why, in a sentence.
        why: Text,
        /// Whether the controller records an Event about it.
        event: RecordEvent,
    },
    /// Record an Event about the set.
    RecordEvent {
        /// The type.
        kind: EventType,
        /// The reason, in one word.
        reason: &'static str,
        /// The message, in a sentence.
        message: Text,
    },
    /// Store the status. Rule S-63.
    UpdateStatus {
        /// The status when all earlier steps were done.
        done: Option<Box<StatefulSetStatus>>,
        /// The status when an earlier step was refused.
        refused: Option<Box<StatefulSetStatus>>,
    },
    /// Remove an old revision. Rule S-67.
    DeleteRevision(Text),
    /// Sync again after so many milliseconds. Rule S-29.
    RequeueAfter(u64),
}

/// Whether the controller records an Event about something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordEvent {
    /// It records one.
    Yes,
    /// It records none.
    No,
}

/// The condition under which a step is skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unless {
    /// The step is never skipped.
    Never,
    /// Any earlier step was refused.
    Refused,
    /// A step in an earlier batch, or an earlier step for the same Pod, was refused. Rule S-31.
    RefusedBefore {
        /// Number of the batch.
        batch: u32,
        /// Ordinal of the Pod.
        ordinal: i64,
    },
}

/// One step of a sync.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The request.
    pub request: Request,
    /// The rule that it follows.
    pub rule: Rule,
    /// When it is skipped.
    pub unless: Unless,
}

/// A stage of a sync. Rule S-38.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyncStage {
    /// The sync creates and keeps the Pods that the set should have.
    Keep,
    /// The sync deletes the Pods that the set should no longer have.
    ScaleDown,
    /// The sync replaces Pods of old revisions.
    Update,
}

/// What a sync needs from the Pod that it waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Need {
    /// The Pod must be gone from the API. Rules S-34, S-40.
    Gone,
    /// The Pod must be Running and Ready. Rule S-30.
    Ready,
    /// The Pod must have been Ready for `minReadySeconds`, which it is from this moment on. Rule S-33.
    Available(SimTime),
    /// The Pod cannot be created because of its claims, for the reason in the text. The text is empty for a claim that
    /// still belongs to an older Pod. Rules S-25, S-26.
    Claim(Text),
}

/// Something a sync waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wait {
    /// The stage of the sync that waits.
    pub stage: SyncStage,
    /// The name of the Pod that it waits for.
    pub pod: Text,
    /// The ordinal of that Pod.
    pub ordinal: i64,
    /// What it needs from the Pod.
    pub need: Need,
    /// The rule by which it waits.
    pub rule: Rule,
}

/// A slot: its ordinal, and the Pod that is in it. Of a settled Pod only the ordinal is known.
pub(super) type Slot = (i64, Option<Rc<Pod>>);

/// What one sync looks at, and what it has decided so far.
pub(super) struct Sync<'a> {
    pub(super) view: &'a View,
    pub(super) set: &'a StatefulSet,
    pub(super) now: SimTime,
    /// The revision for the Pods below the partition. `update` is the revision of the present template.
    pub(super) current: Rc<ControllerRevision>,
    pub(super) update: Rc<ControllerRevision>,
    pub(super) steps: Vec<Step>,
    pub(super) unless: Unless,
    pub(super) waits: Vec<Wait>,
}

impl Sync<'_> {
    pub(super) fn ask(&mut self, rule: Rule, request: Request) {
        self.steps.push(Step { request, rule, unless: self.unless });
    }

    pub(super) fn release(&self) -> Release {
        self.view.release
    }
}
