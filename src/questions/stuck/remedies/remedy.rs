//! What people may do about a wait, and which Pod it is about.

use crate::api::meta::controller;
use crate::api::pod::Pod;
use crate::cluster::command::Command;
use crate::questions::waits::{Wait, WaitKind, of_pod};
use crate::sim::Sim;
use std::rc::Rc;

/// What people may do about a wait: commands, one after the other.
pub(super) type Remedy = Vec<Command>;

/// Returns the Pod that a wait is about: the one that waits, or the one that its owner waits for.
pub(super) fn pod_of(sim: &Sim, wait: &Wait) -> Option<Rc<Pod>> {
    if let WaitKind::Set { pod, .. } = &wait.kind {
        return sim.pod(&wait.object.namespace, pod).map(|(_, pod)| Rc::clone(pod));
    }
    if let WaitKind::NewPods { set, .. } = &wait.kind {
        let is_its = |pod: &&Rc<Pod>| controller(&pod.metadata).is_some_and(|o| o.name == *set);
        let mut pods = sim.world().pods().filter(|(_, pod)| is_its(pod));
        let waiting = pods.find(|(id, _)| !of_pod(sim, *id).is_empty());
        return waiting.map(|(_, pod)| Rc::clone(pod));
    }
    sim.world().pod(wait.pod?).map(Rc::clone)
}
