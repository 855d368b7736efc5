//! Preemption: Pods of lower priority make room for a Pod of higher priority. Rule P-907.

use super::fit::misfits;
use super::misfit::Misfit;
use crate::api::core::{EventType, Node};
use crate::api::pod::{Pod, PreemptionPolicy};
use crate::api::status::{ConditionStatus, DISRUPTION_TARGET, PodCondition};
use crate::apiserver::record::WriteRules;
use crate::apiserver::store;
use crate::base::text::Text;
use crate::base::time::Timestamp;
use crate::cluster::recorder::{NewEvent, Part};
use crate::cluster::world::{PodId, World};
use crate::rules::{Feature, Rule};
use std::cmp::Reverse;
use std::rc::Rc;

/// The lowest priority that a Pod can have.
const LOWEST_PRIORITY: i64 = i32::MIN as i64;

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
    let mut candidates = Vec::new();
    for node in nodes {
        if !misfits(world, pod, node, &[]).iter().all(Misfit::ends_with_pods) {
            continue;
        }
        short += 1;
        candidates.extend(candidate(world, pod, node));
    }
    // Of equal nodes the first is taken.
    match candidates.into_iter().min_by_key(|candidate| candidate.cost) {
        Some(best) => Preemption::Victims(best.node, best.victims),
        None if short > 0 => Preemption::NoVictims(short),
        None => Preemption::NoHelp,
    }
}

fn rank(pod: &Pod) -> i64 {
    pod.spec.priority.unwrap_or(0)
}

/// A node on which Pods can end so that the new one fits.
struct Candidate {
    node: Text,
    victims: Vec<PodId>,
    cost: Cost,
}

/// What the end of the victims costs. The scheduler takes the node where it is least.
/// Models kubernetes pkg/scheduler/framework/preemption/preemption.go pickOneNodeForPreemption.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Cost {
    /// How many victims end although a budget allows no further disruption.
    violations: usize,
    /// The highest priority among them.
    highest: i64,
    /// The sum of their priorities, each counted from the lowest possible one.
    sum: i64,
    /// How many they are.
    count: usize,
    /// When the first of those with the highest priority started. The later the better.
    started: Reverse<Timestamp>,
}

/// Returns the fewest Pods of lower priority whose end lets a Pod fit on a node. `None` if not even the end of all helps.
/// Models kubernetes pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go SelectVictimsOnNode.
fn candidate(world: &World, pod: &Pod, node: &Node) -> Option<Candidate> {
    let mine = rank(pod);
    let mut lower: Vec<(PodId, &Rc<Pod>)> =
        world.pods_on(&node.metadata.name).filter(|(_, other)| rank(other) < mine).collect();
    let mut gone: Vec<PodId> = lower.iter().map(|(id, _)| *id).collect();
    if gone.is_empty() || !misfits(world, pod, node, &gone).is_empty() {
        return None;
    }
    // Keeps as many Pods as possible: those that budgets protect first, then those of higher priority, then the older ones. Of Pods that
    // started in the same second the one comes first that was created last, as in the recorded runs.
    lower.sort_by_key(|(id, other)| (Reverse(rank(other)), started(world, other), Reverse(*id)));
    let (guarded, free): (Vec<_>, Vec<_>) =
        violating(world, &lower).into_iter().zip(lower).partition(|(violates, _)| *violates);
    let mut violations = 0;
    let mut victims = Vec::new();
    for (violates, (id, other)) in guarded.into_iter().chain(free) {
        let without: Vec<PodId> = gone.iter().copied().filter(|other| *other != id).collect();
        if misfits(world, pod, node, &without).is_empty() {
            gone = without;
        } else {
            violations += usize::from(violates);
            victims.push((id, other));
        }
    }
    let cost = cost(world, violations, &victims)?;
    let victims = victims.into_iter().map(|(id, _)| id).collect();
    Some(Candidate { node: node.metadata.name.clone(), victims, cost })
}

fn cost(world: &World, violations: usize, victims: &[(PodId, &Rc<Pod>)]) -> Option<Cost> {
    let ranks = || victims.iter().map(|(_, victim)| rank(victim));
    let highest = ranks().max()?;
    let foremost = victims.iter().filter(|(_, victim)| rank(victim) == highest);
    Some(Cost {
        violations,
        highest,
        sum: ranks().map(|rank| rank - LOWEST_PRIORITY).sum(),
        count: victims.len(),
        started: Reverse(foremost.map(|(_, victim)| started(world, victim)).min()?),
    })
}

/// Returns when a Pod started. One that has not started is taken to start now.
fn started(world: &World, pod: &Pod) -> Timestamp {
    pod.status.start_time.unwrap_or_else(|| Timestamp::of(world.now))
}

/// Returns for each Pod whether its end would violate a budget, if those before it end too.
/// Models kubernetes pkg/scheduler/framework/plugins/defaultpreemption/default_preemption.go filterPodsWithPDBViolation.
fn violating(world: &World, pods: &[(PodId, &Rc<Pod>)]) -> Vec<bool> {
    let budgets: Vec<_> = world.objects.budgets.iter().map(|(_, budget)| budget).collect();
    let mut allowed: Vec<i64> = budgets.iter().map(|b| b.status.disruptions_allowed).collect();
    let violates = |(_, pod): &(PodId, &Rc<Pod>)| {
        let metadata = &pod.metadata;
        let mut is_violated = false;
        for (budget, allowed) in budgets.iter().zip(&mut allowed) {
            let is_about = budget.metadata.namespace == metadata.namespace
                && !metadata.labels.is_empty()
                && budget.selects(&metadata.labels, world.release());
            // The API server has counted an eviction that it allowed.
            if is_about && !budget.status.disrupted_pods.contains_key(&metadata.name) {
                *allowed -= 1;
                is_violated |= *allowed < 0;
            }
        }
        is_violated
    };
    pods.iter().map(violates).collect()
}

pub(super) fn push_out(world: &mut World, pod: &Pod, node: &Text, victims: &[PodId]) {
    let release = world.release();
    for id in victims {
        let Some(victim) = world.pod(*id).cloned() else { continue };
        if release.has(Feature::PodDisruptionConditions) {
            let now = Timestamp::of(world.now);
            store::update_pod(world, *id, WriteRules::new(&|_| Rule::P213), |victim| {
                let condition = PodCondition {
                    kind: DISRUPTION_TARGET.into(),
                    status: ConditionStatus::True,
                    reason: "PreemptionByScheduler".into(),
                    message: "default-scheduler: preempting to accommodate a higher priority pod"
                        .into(),
                    last_transition_time: Some(now),
                    ..PodCondition::default()
                };
                victim.status.put_condition(condition);
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
        let event = NewEvent {
            kind: EventType::Normal,
            reason: "Preempted".into(),
            message: message.into(),
            part: Part::Whole,
            from: "default-scheduler",
        };
        store::record_pod_event(world, &victim, event);
    }
}
