//! The StatefulSet controller: decides from a set, its Pods, claims and revisions what is done next.
//! Section 1 of the rule book. Models kubernetes pkg/controller/statefulset.
//!
//! [`reconcile`] is one sync: a pure function. It returns [`Step`]s, which the caller carries out in order.

pub mod claims;
pub mod events;
pub mod health;
pub mod identity;
mod order;
pub mod outlook;
pub mod revision;
pub mod run;
pub(crate) mod settled;
pub(crate) mod status;
mod update;

use crate::api::cluster::PersistentVolumeClaim;
use crate::api::core::EventType;
use crate::api::meta::{OwnerReference, controller};
use crate::api::pod::Pod;
use crate::api::stateful_set::{ControllerRevision, StatefulSet, StatefulSetStatus, selects};
use crate::api::volume::Volume;
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::settled::Settled;
use crate::rules::release::Release;
use crate::rules::{Feature, Gates, Rule};
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

/// Carries out the steps of a sync in order. Returns whether all went well. Otherwise the sync must be repeated. Rule C-2.
pub fn carry_out(steps: &[Step], mut act: impl FnMut(&Step, bool) -> Result<(), ()>) -> bool {
    let mut refused: Vec<(u32, i64)> = Vec::new();
    let mut all_well = true;
    for step in steps {
        let (batch, ordinal) = match step.unless {
            Unless::Never => (u32::MAX, -1),
            Unless::Refused if all_well => (0, -1),
            Unless::RefusedBefore { batch, ordinal }
                if refused.iter().all(|(b, o)| *b == batch && *o != ordinal) =>
            {
                (batch, ordinal)
            }
            Unless::Refused | Unless::RefusedBefore { .. } => continue,
        };
        if act(step, all_well).is_err() {
            refused.push((batch, ordinal));
            all_well = false;
        }
    }
    all_well
}

/// What one sync looks at, and what it has decided so far.
struct Sync<'a> {
    view: &'a View,
    set: &'a StatefulSet,
    now: SimTime,
    /// The revision for the Pods below the partition. `update` is the revision of the present template.
    current: Rc<ControllerRevision>,
    update: Rc<ControllerRevision>,
    steps: Vec<Step>,
    unless: Unless,
    waits: Vec<outlook::Wait>,
}

impl Sync<'_> {
    fn ask(&mut self, rule: Rule, request: Request) {
        self.steps.push(Step { request, rule, unless: self.unless });
    }

    fn release(&self) -> Release {
        self.view.release
    }
}

/// Plans one sync of a set. Rules S-38, S-80, S-90.
/// Models kubernetes pkg/controller/statefulset/stateful_set.go sync and stateful_set_control.go UpdateStatefulSet.
pub fn reconcile(view: &View, set: &StatefulSet, now: SimTime) -> Vec<Step> {
    sync(view, set, now).steps
}

fn sync<'a>(view: &'a View, set: &'a StatefulSet, now: SimTime) -> Sync<'a> {
    let mut steps = Vec::new();
    let pods = own_pods(view, set, &mut steps);
    let (current, update, collision_count) = revision::choose(view, set, &mut steps);
    let (unless, waits) = (Unless::Refused, Vec::new());
    let mut sync = Sync { view, set, now, current, update, steps, unless, waits };
    let (done, refused) = order::run(&mut sync, &pods, collision_count);
    let stored = |status: StatefulSetStatus| {
        let status = status::completed(set, status, view.release);
        status::differs(set, &status).then(|| Box::new(status))
    };
    sync.unless = Unless::Never;
    let available = done.available_replicas;
    let (done, refused) = (stored(done), refused.and_then(stored));
    if done.is_some() || refused.is_some() {
        sync.ask(Rule::S63, Request::UpdateStatus { done, refused });
    }
    for name in revision::surplus(view, set, &pods, &sync.current, &sync.update) {
        sync.ask(Rule::S67, Request::DeleteRevision(name));
    }
    let seconds = set.spec.min_ready_seconds;
    if seconds > 0
        && available != set.spec.replicas()
        && view.release.has(Feature::StatefulSetMinReadySeconds)
    {
        sync.ask(Rule::S29, Request::RequeueAfter(seconds as u64 * 1000));
    }
    sync
}

/// Returns the Pods of the set, after adoption and release. Rules S-82, S-83, G-10.
/// Models kubernetes pkg/controller/controller_ref_manager.go ClaimPods.
fn own_pods(view: &View, set: &StatefulSet, steps: &mut Vec<Step>) -> Vec<Rc<Pod>> {
    let leaving = set.metadata.deletion_timestamp.is_some();
    let mut own = Vec::new();
    let mut ask = |rule, request| steps.push(Step { request, rule, unless: Unless::Refused });
    for revision in &view.revisions {
        if controller(&revision.metadata).is_none() && !leaving {
            ask(Rule::S82, Request::AdoptRevision(revision.metadata.name.clone()));
        }
    }
    for pod in &view.pods {
        let matches = selects(set, &pod.metadata.labels);
        let name = || pod.metadata.name.clone();
        match controller(&pod.metadata) {
            Some(owner) if owner.uid != set.metadata.uid => {}
            Some(_) if matches => own.push(Rc::clone(pod)),
            Some(_) if leaving => {}
            Some(_) => ask(Rule::S83, Request::ReleasePod(name())),
            None if leaving || !matches || health::is_terminating(pod) => {}
            None => {
                ask(Rule::S82, Request::AdoptPod(name()));
                own.push(Rc::clone(pod));
            }
        }
    }
    own
}
