//! Preemption: Pods of lower priority make room for a Pod of higher priority. Rule P-907.

use super::fit::misfit;
use super::{put_condition, spread};
use crate::api::core::Node;
use crate::api::pod::{Pod, PreemptionPolicy};
use crate::api::status::{ConditionStatus, DISRUPTION_TARGET, PodCondition};
use crate::apiserver::store;
use crate::base::text::Text;
use crate::base::time::Timestamp;
use crate::cluster::recorder::{Part, Said};
use crate::cluster::world::{PodId, World};
use crate::rules::Feature;
use std::rc::Rc;

/// The result of an attempt to preempt Pods of lower priority. Rule P-907.
pub(super) enum Preemption {
    /// The Pod may not preempt others.
    Never,
    /// No node would fit, even without the Pods of lower priority.
    NoHelp,
    /// This many nodes have too little room, and no Pods on them whose end would help.
    NoVictims(usize),
    /// The victims of an earlier attempt are still ending.
    NotEligible,
    /// These Pods of this node end.
    Victims(Text, Vec<PodId>),
}

pub(super) fn preempt(world: &World, pod: &Pod, nodes: &[Rc<Node>]) -> Preemption {
    if pod.spec.preemption_policy == Some(PreemptionPolicy::Never) {
        return Preemption::Never;
    }
    let rank = |p: &Pod| p.spec.priority.unwrap_or(0);
    let mine = rank(pod);
    let nominated = &pod.status.nominated_node_name;
    if !nominated.is_empty() {
        let leaving =
            |(_, p): (PodId, &Rc<Pod>)| p.metadata.deletion_timestamp.is_some() && rank(p) < mine;
        if world.pods_on(nominated).any(leaving) {
            return Preemption::NotEligible;
        }
    }
    let mut short = 0;
    for node in nodes {
        let room = |m: &String| {
            m.starts_with("Insufficient")
                || m == "Too many pods"
                || m == spread::UNEVEN
                || m.contains("anti-affinity")
        };
        let misfits = misfit(world, pod, node, &[]);
        if !misfits.iter().all(room) {
            continue;
        }
        short += 1;
        let mut lower: Vec<(i64, PodId)> = world
            .pods_on(&node.metadata.name)
            .filter(|(_, p)| rank(p) < mine)
            .map(|(id, p)| (rank(p), id))
            .collect();
        let all: Vec<PodId> = lower.iter().map(|(_, id)| *id).collect();
        if all.is_empty() || !misfit(world, pod, node, &all).is_empty() {
            continue;
        }
        // Keeps as many Pods as possible: those of higher priority first, then the newer ones.
        lower.sort_by_key(|lower| std::cmp::Reverse((lower.0, lower.1)));
        let mut gone = all;
        for (_, id) in lower {
            let without: Vec<PodId> = gone.iter().copied().filter(|other| *other != id).collect();
            if misfit(world, pod, node, &without).is_empty() {
                gone = without;
            }
        }
        return Preemption::Victims(node.metadata.name.clone(), gone);
    }
    if short > 0 { Preemption::NoVictims(short) } else { Preemption::NoHelp }
}

pub(super) fn push_out(world: &mut World, pod: &Pod, node: &Text, victims: &[PodId]) {
    let release = world.release();
    for id in victims {
        let Some(victim) = world.pod(*id).cloned() else { continue };
        if release.has(Feature::PodDisruptionConditions) {
            let now = Timestamp::of(world.now);
            store::update_pod(world, *id, |victim| {
                let condition = PodCondition {
                    kind: DISRUPTION_TARGET.into(),
                    status: ConditionStatus::True,
                    reason: "PreemptionByScheduler".into(),
                    message: "default-scheduler: preempting to accommodate a higher priority pod"
                        .into(),
                    last_transition_time: Some(now),
                    ..PodCondition::default()
                };
                put_condition(victim, condition);
            });
        }
        store::delete_pod(world, *id, None);
        let message = if release.has(Feature::PreemptedByPodUid) {
            format!("Preempted by pod {} on node {node}", pod.metadata.uid)
        } else if release.has(Feature::PreemptedByUnnamedPod) {
            format!("Preempted by a pod on node {node}")
        } else {
            format!("Preempted by {}/{} on node {node}", pod.metadata.namespace, pod.metadata.name)
        };
        let said = Said {
            kind: "Normal",
            reason: "Preempted",
            message: message.into(),
            part: Part::Whole,
            from: "default-scheduler",
        };
        store::tell(world, &victim, said);
    }
}
