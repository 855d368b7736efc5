//! Chooses the Pods that end to make room for a critical Pod. Rule P-120.
//! Models kubernetes pkg/kubelet/preemption/preemption.go getPodsToPreempt.

use crate::api::pod::Pod;
use crate::api::pod_requests::requests;
use crate::apiserver::admission::qos_class;
use crate::cluster::world::PodId;
use crate::kubelet::priority::is_critical;
use crate::kubelet::refusal::{Refusal, RefusalReason};
use crate::kubelet::resize::allocated;
use crate::kubelet::worker::PodWorker;
use crate::rules::Rule;
use std::collections::VecDeque;
use std::fmt::Write;

/// A resource that is too small for a Pod, and how much is missing, in thousandths. Rule P-122.
pub(super) type Shortage<'a> = (&'a str, i128);

/// Converts thousandths of a resource to the unit in which kubelets print it.
pub(super) fn in_units(resource: &str, milli: i128) -> i128 {
    if resource == "cpu" { milli } else { milli / 1000 }
}

/// Returns how much of a resource the end of a Pod would free.
fn frees(worker: &PodWorker, resource: &str) -> i128 {
    if resource == "pods" {
        return 1000;
    }
    requests(allocated(worker)).get(resource).copied().unwrap_or(0)
}

/// Returns what is still missing when these Pods have ended.
fn without<'a, 'w>(
    missing: &[Shortage<'a>],
    gone: &(impl Iterator<Item = &'w PodWorker> + Clone),
) -> Vec<Shortage<'a>> {
    let left = |(resource, amount): &Shortage<'a>| {
        let freed: i128 = gone.clone().map(|worker| frees(worker, resource)).sum();
        (*resource, amount - freed)
    };
    missing.iter().map(left).filter(|(_, amount)| *amount > 0).collect()
}

/// Returns how far the end of a Pod is from freeing what is missing: for each resource the fraction that would still be
/// missing, squared, in units of 2⁻⁴⁰.
fn distance(missing: &[Shortage<'_>], worker: &PodWorker) -> i128 {
    let of = |(resource, amount): &Shortage<'_>| {
        let part = ((amount - frees(worker, resource)).max(0) << 40) / amount;
        (part * part) >> 40
    };
    missing.iter().map(of).sum()
}

fn asks_for(worker: &PodWorker) -> (i128, i128) {
    (frees(worker, "memory"), frees(worker, "cpu"))
}

/// Chooses Pods until their end frees what is missing: each time the nearest Pod, and among equally near Pods the one
/// with the smaller requests.
fn nearest<'w>(mut pods: Vec<&'w PodWorker>, mut missing: Vec<Shortage<'_>>) -> Vec<&'w PodWorker> {
    let mut chosen = Vec::new();
    while !missing.is_empty() && !pods.is_empty() {
        let mut best = 0;
        for index in 1..pods.len() {
            let (here, there) = (distance(&missing, pods[index]), distance(&missing, pods[best]));
            if here < there || here == there && asks_for(pods[index]) <= asks_for(pods[best]) {
                best = index;
            }
        }
        let victim = pods.swap_remove(best);
        missing = without(&missing, &[victim].into_iter());
        chosen.push(victim);
    }
    chosen
}

/// Returns whether a critical Pod may displace another Pod. Models kubernetes pkg/kubelet/types/pod_update.go Preemptable.
fn may_displace(pod: &Pod, other: &Pod) -> bool {
    let lower = |(mine, others): (i64, i64)| mine > others;
    !is_critical(other) || pod.spec.priority.zip(other.spec.priority).is_some_and(lower)
}

/// Chooses the Pods that must end so that a critical Pod fits.
///
/// It takes as few Guaranteed Pods as possible, then as few Burstable Pods, then as few BestEffort Pods. BestEffort
/// Pods end first and Guaranteed Pods last.
///
/// # Errors
///
/// Returns a refusal if the end of all these Pods does not free enough.
pub(super) fn victims<'w>(
    pod: &Pod,
    active: impl Iterator<Item = &'w PodWorker>,
    missing: &[Shortage<'_>],
) -> Result<VecDeque<PodId>, Refusal> {
    let mut classes: [Vec<&PodWorker>; 3] = Default::default();
    for worker in active.filter(|worker| may_displace(pod, &worker.pod)) {
        let class = match qos_class(&worker.pod.spec) {
            "BestEffort" => 0,
            "Burstable" => 1,
            _ => 2,
        };
        classes[class].push(worker);
    }
    let lacks = without(missing, &classes.iter().flatten().copied());
    if !lacks.is_empty() {
        return Err(no_room(&lacks));
    }
    let [best_effort, burstable, guaranteed] = classes;
    let others = best_effort.iter().chain(&burstable).copied();
    let last = nearest(guaranteed, without(missing, &others));
    let others = best_effort.iter().chain(&last).copied();
    let second = nearest(burstable, without(missing, &others));
    let others = second.iter().chain(&last).copied();
    let first = nearest(best_effort, without(missing, &others));
    Ok(first.into_iter().chain(second).chain(last).map(|worker| worker.id).collect())
}

fn no_room(lacks: &[Shortage<'_>]) -> Refusal {
    let mut message = "Unexpected error while attempting to recover from admission failure: preemption: error finding a set of pods to preempt: no set of running pods found to reclaim resources: [".to_owned();
    for (resource, amount) in lacks {
        let amount = in_units(resource, *amount);
        let written = write!(message, "(res: {resource}, q: {amount}), ");
        debug_assert!(written.is_ok(), "a String takes everything");
    }
    message.push(']');
    Refusal { rule: Rule::P122, reason: RefusalReason::UnexpectedAdmissionError, message }
}
