//! Which of the nodes that fit a Pod the scheduler prefers. Rules P-902, V-30.
//! Models kubernetes pkg/scheduler/framework/plugins, the plugins that score.

use super::{affinity, spread};
use crate::api::core::Node;
use crate::api::placement::{term_matches, tolerates};
use crate::api::pod::{Pod, TaintEffect};
use crate::cluster::world::World;
use crate::rules::Feature;
use std::cmp::Reverse;
use std::rc::Rc;

/// Returns the node with the highest score. Of nodes with the same score it is the one with the fewest Pods, and of those
/// the first one.
///
/// Simplified: the number of Pods stands for what they request, and no node has an image that counts.
pub(super) fn best<'a>(world: &World, pod: &Pod, nodes: &[&'a Rc<Node>]) -> Option<&'a Rc<Node>> {
    let [_, _, ..] = nodes else { return nodes.first().copied() };
    let (taint, node, near) =
        if world.release().has(Feature::PreferencesWeighMore) { (3, 2, 2) } else { (1, 1, 1) };
    let plugins = [
        (taint, unwanted_taints(pod, nodes)),
        (node, node_affinity(pod, nodes)),
        (near, pod_affinity(world, pod, nodes)),
        (2, spread::scores(world, pod, nodes)),
    ];
    let score = |index: usize| -> i64 {
        plugins.iter().map(|(weight, scores)| weight * scores[index]).sum()
    };
    let load = |node: &Node| world.load(&node.metadata.name).pods.len();
    let rank = |index: &usize| (Reverse(score(*index)), load(nodes[*index]));
    (0..nodes.len()).min_by_key(rank).map(|index| nodes[index])
}

/// Scores nodes by the taints that the Pod does not tolerate and that only ask for other nodes.
fn unwanted_taints(pod: &Pod, nodes: &[&Rc<Node>]) -> Vec<i64> {
    let count = |node: &&Rc<Node>| {
        let unwanted = node.spec.taints.iter().filter(|taint| {
            taint.effect == Some(TaintEffect::PreferNoSchedule)
                && !tolerates(&pod.spec.tolerations, taint)
        });
        unwanted.count() as i64
    };
    let counts: Vec<i64> = nodes.iter().map(count).collect();
    let most = counts.iter().max().copied().unwrap_or(0).max(1);
    counts.iter().map(|count| 100 - 100 * count / most).collect()
}

/// Scores nodes by the terms of node affinity that the Pod prefers.
fn node_affinity(pod: &Pod, nodes: &[&Rc<Node>]) -> Vec<i64> {
    let affinity = pod.spec.affinity.as_ref().and_then(|affinity| affinity.node_affinity.as_ref());
    let terms = affinity.map_or(&[][..], |affinity| &affinity.preferred);
    let sum = |node: &&Rc<Node>| -> i64 {
        let holds = terms.iter().filter(|term| term_matches(&term.preference, &node.metadata));
        holds.map(|term| term.weight).sum()
    };
    let sums: Vec<i64> = nodes.iter().map(sum).collect();
    let most = sums.iter().max().copied().unwrap_or(0).max(1);
    sums.iter().map(|sum| 100 * sum / most).collect()
}

/// Scores nodes by the Pods that the Pod prefers near it or away from it, and those that prefer it.
fn pod_affinity(world: &World, pod: &Pod, nodes: &[&Rc<Node>]) -> Vec<i64> {
    let sums: Vec<i64> = nodes.iter().map(|node| affinity::preference(world, pod, node)).collect();
    let least = sums.iter().min().copied().unwrap_or(0);
    let range = (sums.iter().max().copied().unwrap_or(0) - least).max(1);
    sums.iter().map(|sum| 100 * (sum - least) / range).collect()
}
