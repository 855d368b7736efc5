//! Whether a node fits a Pod, and why not. Rules P-517, P-902.

use super::words::clash_words;
use super::{affinity, spread, volume_binding};
use crate::api::core::{Node, Taint};
use crate::api::placement::{fits_selector, host_ports_taken, tolerates};
use crate::api::pod::{Pod, TaintEffect};
use crate::api::pod_requests::requests;
use crate::apiserver::admission::UNSCHEDULABLE;
use crate::cluster::world::{PodId, World};
use crate::rules::Feature;
use std::borrow::Cow;

/// Returns a taint of a node that the Pod does not tolerate, if there is one.
pub(super) fn untolerated<'a>(pod: &Pod, node: &'a Node) -> Option<&'a Taint> {
    let bears = |t: &&Taint| {
        t.effect == Some(TaintEffect::PreferNoSchedule) || tolerates(&pod.spec.tolerations, t)
    };
    node.spec.taints.iter().find(|taint| !bears(taint))
}

/// Returns why a node does not fit, in the scheduler's words; empty when it fits. Rule P-902.
pub(super) fn misfit(world: &World, pod: &Pod, node: &Node, gone: &[PodId]) -> Vec<String> {
    let release = world.release();
    let cordoned = Taint {
        effect: Some(TaintEffect::NoSchedule),
        key: UNSCHEDULABLE.into(),
        ..Taint::default()
    };
    if node.spec.unschedulable && !tolerates(&pod.spec.tolerations, &cordoned) {
        return vec!["node(s) were unschedulable".to_owned()];
    }
    if !pod.spec.node_name.is_empty() && pod.spec.node_name != node.metadata.name {
        return vec!["node(s) didn't match the requested node name".to_owned()];
    }
    if let Some(taint) = untolerated(pod, node) {
        let (key, value) = (&taint.key, &taint.value);
        return vec![if release.has(Feature::UntoleratedTaintMessage) {
            format!("node(s) had untolerated taint {{{key}: {value}}}")
        } else {
            format!("node(s) had taint {{{key}: {value}}}, that the pod didn't tolerate")
        }];
    }
    if !fits_selector(&pod.spec, node) || !affinity::fits_node(pod, node) {
        let tail =
            if release.has(Feature::NodeAffinityMessageNamesSelector) { "/selector" } else { "" };
        return vec![format!("node(s) didn't match Pod's node affinity{tail}")];
    }
    let wanted = requests(&pod.spec);
    let mut reasons = Vec::new();
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
        reasons.push("Too many pods".to_owned());
    }
    for (resource, milli) in &wanted {
        let has = node.status.allocatable.get(resource).map_or(0, |q| q.milli);
        let used = load.requested.get(resource).copied().unwrap_or(0);
        if *milli > 0 && used + milli > has {
            reasons.push(format!("Insufficient {resource}"));
        }
    }
    let on_node = || {
        let pods = world.pods_on(name);
        pods.filter(|(id, p)| !p.status.phase().is_terminal() && !gone.contains(id))
    };
    if host_ports_taken(pod, on_node().map(|(_, p)| p)) {
        reasons.push("node(s) didn't have free ports for the requested pod ports".to_owned());
    }
    if reasons.is_empty()
        && let Some(reason) = volume_binding::misfit(world, pod, node, gone)
    {
        reasons.push(reason.to_owned());
    }
    if reasons.is_empty()
        && let Some(reason) = spread::misfit(world, pod, node, gone)
    {
        reasons.push(reason.to_owned());
    }
    if reasons.is_empty()
        && let Some(clash) = affinity::clash(world, pod, node, gone)
    {
        reasons = clash_words(&clash, release);
    }
    reasons
}
