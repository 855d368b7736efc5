//! Deletes Pods that do not tolerate a `NoExecute` taint of their node, or do not tolerate it any longer. Rules P-1009,
//! P-1011.
//! Models kubernetes pkg/controller/tainteviction/taint_eviction.go.

use crate::api::core::Taint;
use crate::api::placement::tolerated_for;
use crate::api::pod::{Pod, TaintEffect};
use crate::apiserver::{eviction, store};
use crate::cluster::event::SimEvent;
use crate::cluster::recorder::{Part, Said};
use crate::cluster::store_event::{StoreEvent, Stored};
use crate::cluster::world::{NodeId, PodId, World};
use crate::rules::Feature;
use std::rc::Rc;

/// Checks a Pod that was bound to a node, and the Pods of a node whose taints changed.
pub(crate) fn observe(world: &mut World, event: &StoreEvent) {
    if let Stored::Pod { id, write, .. } = &event.object {
        let is_bound = |pod: &Rc<Pod>| !pod.spec.node_name.is_empty();
        if write.after().is_some_and(is_bound) && !write.before().is_some_and(is_bound) {
            look_at(world, *id);
        }
    } else if let Stored::Node(id, write) = &event.object
        && let Some(new) = write.after()
        && write.before().is_none_or(|old| old.spec.taints != new.spec.taints)
    {
        node_changed(world, *id);
    }
}

/// Checks the Pods of a node whose taints changed.
fn node_changed(world: &mut World, id: NodeId) {
    let Some(node) = world.node(id).cloned() else { return };
    let pods: Vec<PodId> = world.pods_on(&node.metadata.name).map(|(pod, _)| pod).collect();
    let cause = world.cause;
    for pod in pods {
        world.cause = cause;
        look_at(world, pod);
    }
    world.cause = cause;
}

/// Plans or cancels the deletion of a Pod that was bound, or whose node's taints changed.
fn look_at(world: &mut World, id: PodId) {
    let Some(pod) = world.pod(id).cloned() else { return };
    let Some((_, node)) = world.node_object(&pod.spec.node_name) else { return };
    let executes = |taint: &&Taint| taint.effect == Some(TaintEffect::NoExecute);
    let taints: Vec<&Taint> = node.spec.taints.iter().filter(executes).collect();
    if taints.is_empty() {
        if world.machines.evictions.remove(&id).is_some() {
            tell(world, &pod, "Cancelling deletion of Pod");
        }
        return;
    }
    let Some(time) = taints.iter().filter_map(|taint| tolerated_for(&pod, taint)).min() else {
        return;
    };
    let known = world.machines.evictions.get(&id).copied();
    let since = known.map_or(world.now, |(since, _)| since);
    let due = (since + time).max(world.now);
    if known.is_none_or(|(_, before)| due < before) {
        world.machines.evictions.insert(id, (since, due));
        world.plan_at(due, SimEvent::TaintExecuted { pod: id });
    }
}

/// Deletes a Pod that tolerated its node's taints for a limited time, which is over. Rule P-1011.
pub(crate) fn executed(world: &mut World, id: PodId) {
    let due = |(_, due): &(_, crate::base::time::SimTime)| *due <= world.now;
    if !world.machines.evictions.get(&id).is_some_and(due) {
        return;
    }
    world.machines.evictions.remove(&id);
    let Some(pod) = world.pod(id).cloned() else { return };
    tell(world, &pod, "Marking for deletion Pod");
    let message = "Taint manager: deleting due to NoExecute taint";
    eviction::disrupt(world, id, "DeletionByTaintManager", message);
    store::delete_pod(world, id, None);
}

fn tell(world: &mut World, pod: &Pod, what: &str) {
    let (namespace, name) = (&pod.metadata.namespace, &pod.metadata.name);
    let message = format!("{what} {namespace}/{name}").into();
    let from = if world.release().has(Feature::SeparateTaintEvictionController) {
        "taint-eviction-controller"
    } else {
        "taint-controller"
    };
    let (kind, reason) = ("Normal", "TaintManagerEviction");
    store::tell(world, pod, Said { kind, reason, message, part: Part::Whole, from });
}
