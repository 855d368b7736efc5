//! Whether a node fits a Pod, and why not. Rules P-517, P-902.

use super::misfit::Misfit;
use super::{affinity, resource_claims, spread, volume_binding};
use crate::api::core::{Node, Taint};
use crate::api::placement::{fits_node, host_ports_taken, tolerates};
use crate::api::pod::{Pod, TaintEffect};
use crate::api::pod_requests::requests;
use crate::apiserver::admission::UNSCHEDULABLE;
use crate::cluster::world::{PodId, World};
use std::borrow::Cow;

/// Returns a taint of a node that the Pod does not tolerate, if there is one.
pub(super) fn untolerated<'a>(pod: &Pod, node: &'a Node) -> Option<&'a Taint> {
    let bears = |t: &&Taint| {
        t.effect == Some(TaintEffect::PreferNoSchedule) || tolerates(&pod.spec.tolerations, t)
    };
    node.spec.taints.iter().find(|taint| !bears(taint))
}

/// Returns why a node does not fit; empty when it fits. Rule P-902.
pub(super) fn misfits(world: &World, pod: &Pod, node: &Node, gone: &[PodId]) -> Vec<Misfit> {
    if let Some(misfit) = excluded(pod, node) {
        return vec![misfit];
    }
    let wanted = requests(&pod.spec);
    let mut misfits = Vec::new();
    let name = &node.metadata.name;
    let mut load = Cow::Borrowed(world.load(name));
    for id in gone {
        if let Some(other) = world.pod(*id).filter(|other| other.spec.node_name == *name) {
            load.to_mut().count(other, -1);
        }
    }
    if let Some(most) = node.status.allocatable.get("pods")
        && load.active as i128 >= most.value()
    {
        misfits.push(Misfit::TooManyPods);
    }
    for (resource, milli) in &wanted {
        let has = node.status.allocatable.get(resource).map_or(0, |q| q.milli);
        let used = load.requested.get(resource).copied().unwrap_or(0);
        if *milli > 0 && used + milli > has {
            misfits.push(Misfit::Insufficient(resource.clone()));
        }
    }
    let on_node = || {
        let pods = world.pods_on(name);
        pods.filter(|(id, p)| !p.status.phase().is_terminal() && !gone.contains(id))
    };
    if host_ports_taken(pod, on_node().map(|(_, p)| p)) {
        misfits.push(Misfit::Ports);
    }
    if misfits.is_empty() {
        let clash = || affinity::clash(world, pod, node, gone).map(Misfit::PodAffinity);
        let misfit = volume_binding::misfit(world, pod, node, gone)
            .or_else(|| spread::misfit(world, pod, node, gone))
            .or_else(clash)
            .or_else(|| resource_claims::blocked(world, pod).map(|_| Misfit::Devices));
        misfits.extend(misfit);
    }
    misfits
}

/// Returns why a node is out of the question whatever runs on it, if it is.
fn excluded(pod: &Pod, node: &Node) -> Option<Misfit> {
    let cordoned = Taint {
        effect: Some(TaintEffect::NoSchedule),
        key: UNSCHEDULABLE.into(),
        ..Taint::default()
    };
    if node.spec.unschedulable && !tolerates(&pod.spec.tolerations, &cordoned) {
        return Some(Misfit::Unschedulable);
    }
    if !pod.spec.node_name.is_empty() && pod.spec.node_name != node.metadata.name {
        return Some(Misfit::NodeName);
    }
    if let Some(Taint { key, value, .. }) = untolerated(pod, node) {
        return Some(Misfit::Taint { key: key.clone(), value: value.clone() });
    }
    (!fits_node(&pod.spec, node)).then_some(Misfit::NodeAffinity)
}
