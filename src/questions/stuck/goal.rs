//! What an object that waits does not come to.

use crate::api::{ObjectRef, ResourceKind};
use crate::apiserver::registry;
use crate::base::text::Text;
use crate::controller::stateful_set::outlook::Need;
use crate::questions::waits::{Wait, WaitKind};
use crate::sim::Sim;

/// What an object does not come to while it waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Goal {
    /// A Pod gets a node.
    Scheduled,
    /// The containers of a Pod start.
    Started,
    /// The programs of a Pod keep running.
    KeepsRunning,
    /// A Pod becomes Ready.
    Ready,
    /// A Pod gets the resources that it asks for.
    Resized,
    /// The node of a Pod answers.
    NodeAnswers,
    /// An object that is being deleted goes.
    Gone,
    /// A claim gets its volume.
    Bound,
    /// An eviction is allowed, or a drain ends.
    Evicted,
    /// A workload has the Pods that it should have.
    Complete,
}

impl Goal {
    /// Returns whether an object comes to this goal for a while and loses it again, as a program that ends again and again.
    pub fn recurs(self) -> bool {
        self == Goal::KeepsRunning
    }
}

/// An object and what it has not come to.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Unmet {
    pub object: ObjectRef,
    pub goal: Goal,
    /// The Pod that a set waits for, and what the set needs of it. A set that waits for another Pod has come further.
    pub pod: Option<(Text, Need)>,
}

impl Unmet {
    /// Returns what a wait keeps its object from; `None` for a wait that is always short.
    pub(super) fn of(wait: &Wait) -> Option<Unmet> {
        let mut pod = None;
        if let WaitKind::Set { pod: name, need, .. } = &wait.kind {
            pod = Some((name.clone(), need.clone()));
        }
        Some(Unmet { object: wait.object.clone(), goal: goal(&wait.kind)?, pod })
    }
}

/// An object by its kind, namespace and name, and the goal that it has not come to. Two waits with different causes can have the
/// same key.
pub(super) type UnmetKey = (ResourceKind, Text, Text, Goal);

impl Unmet {
    /// Returns the object and the goal.
    pub(super) fn key(&self) -> UnmetKey {
        let ObjectRef { kind, namespace, name } = &self.object;
        (*kind, namespace.clone(), name.clone(), self.goal)
    }
}

/// Returns what these waits keep their objects from.
pub(super) fn unmet(waits: &[Wait]) -> Vec<Unmet> {
    let mut unmet: Vec<Unmet> = Vec::new();
    for found in waits.iter().filter_map(Unmet::of) {
        // The waits of an object stand together.
        let mut of_object = unmet.iter().rev().take_while(|known| known.object == found.object);
        if !of_object.any(|known| *known == found) {
            unmet.push(found);
        }
    }
    unmet
}

/// Returns whether acts have left the object that waited. An object that waits to go may go. So may a Pod: its controller makes
/// another one, which can have another name.
pub(super) fn is_preserved(sim: &Sim, wanted: &Unmet) -> bool {
    let Unmet { object, goal, pod: _ } = wanted;
    let may_go = object.kind == ResourceKind::Pod || *goal == Goal::Gone;
    may_go
        || registry::object(object.kind).is_none_or(|objects| {
            let mut all = objects.all(sim.world(), object.kind, &object.namespace).into_iter();
            all.any(|metadata| metadata.name == object.name)
        })
}

/// Returns whether a wait is one of those between two steps of a component, after which another wait may follow.
pub(super) fn is_between(kind: &WaitKind) -> bool {
    goal(kind).is_none()
}

/// Returns what a wait keeps its object from; `None` for a wait between two steps of a component.
fn goal(kind: &WaitKind) -> Option<Goal> {
    Some(match kind {
        WaitKind::Scheduler
        | WaitKind::Unschedulable(_)
        | WaitKind::SchedulingGate(_)
        | WaitKind::OtherScheduler(_)
        | WaitKind::ResourceClaim { .. }
        | WaitKind::Claim(_) => Goal::Scheduled,
        WaitKind::Notice
        | WaitKind::Sync
        | WaitKind::Look(_)
        | WaitKind::Pulling { .. }
        | WaitKind::NodeReturns(_)
        | WaitKind::Taint { .. }
        | WaitKind::FirstConsumer
        | WaitKind::Set { need: Need::Available(_), .. }
        | WaitKind::Controller { failures: 0 } => return None,
        WaitKind::Restart { .. } => Goal::KeepsRunning,
        WaitKind::PullBackoff { .. }
        | WaitKind::FailedStart { .. }
        | WaitKind::InitContainer(_)
        | WaitKind::Sidecar(_)
        | WaitKind::PostStart(_)
        | WaitKind::Volumes(_)
        | WaitKind::Attachment { .. }
        | WaitKind::Room(_) => Goal::Started,
        WaitKind::Startup(_) | WaitKind::Readiness(_) | WaitKind::ReadinessGate(_) => Goal::Ready,
        WaitKind::Resize(_) => Goal::Resized,
        WaitKind::NodeUnable { .. }
        | WaitKind::NodeGrace { .. }
        | WaitKind::NodeLost { .. }
        | WaitKind::StillRunsOn(_) => Goal::NodeAnswers,
        WaitKind::PreStop { .. }
        | WaitKind::Grace { .. }
        | WaitKind::LastToStop(_)
        | WaitKind::Finalizers(_)
        | WaitKind::StillRuns
        | WaitKind::NodeSilent { .. }
        | WaitKind::NodeDeleted(_)
        | WaitKind::InUse(_)
        | WaitKind::Dependents(_) => Goal::Gone,
        WaitKind::Provisioning | WaitKind::NoClass | WaitKind::UnknownClass(_) => Goal::Bound,
        WaitKind::Drain(_) | WaitKind::Budget { .. } => Goal::Evicted,
        WaitKind::Controller { .. }
        | WaitKind::Set { .. }
        | WaitKind::Asleep(_)
        | WaitKind::Paused
        | WaitKind::NewPods { .. }
        | WaitKind::MinReady(_)
        | WaitKind::OldPods(_)
        | WaitKind::Deadline => Goal::Complete,
    })
}
