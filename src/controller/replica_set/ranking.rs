//! Which Pods go first when a set gets smaller. Rule R-07.
//! Models kubernetes pkg/controller/controller_utils.go ActivePodsWithRanks.

use super::View;
use crate::api::pod::Pod;
use crate::api::replica_set::POD_DELETION_COST;
use crate::api::status::{PodPhase, READY};
use crate::base::time::{SimTime, Timestamp};
use crate::rules::Feature;
use std::cmp::{Ordering, Reverse};
use std::rc::Rc;

/// Returns the Pods that go first. When all go, they are not ranked.
pub(super) fn first_to_go(
    view: &View,
    mut pods: Vec<Rc<Pod>>,
    count: usize,
    now: SimTime,
) -> Vec<Rc<Pod>> {
    if count < pods.len() {
        pods.sort_by(|a, b| compare(view, a, b, now));
        pods.truncate(count);
    }
    pods
}

/// Compares two Pods. The one that goes first is less.
fn compare(view: &View, a: &Pod, b: &Pod, now: SimTime) -> Ordering {
    let has = |feature| view.gates.has(feature, view.release);
    let is_ready = |pod: &Pod| pod.status.is_true(READY);
    let by_cost = || deletion_cost(a).cmp(&deletion_cost(b));
    let crowd = |pod: &Pod| Reverse(view.crowds.get(&pod.spec.node_name).copied().unwrap_or(0));
    let by_time = |a_since, b_since| {
        let logarithmic = has(Feature::LogarithmicScaleDown);
        compare_times(a, b, a_since, b_since, logarithmic.then_some(now))
    };
    let by_readiness = || by_time(ready_since(a), ready_since(b));
    let equal = Ordering::Equal;
    is_bound(a)
        .cmp(&is_bound(b))
        .then_with(|| phase(a).cmp(&phase(b)))
        .then_with(|| is_ready(a).cmp(&is_ready(b)))
        .then_with(|| if has(Feature::PodDeletionCost) { by_cost() } else { equal })
        .then_with(|| crowd(a).cmp(&crowd(b)))
        .then_with(|| if is_ready(a) && is_ready(b) { by_readiness() } else { equal })
        .then_with(|| Reverse(restarts(a)).cmp(&Reverse(restarts(b))))
        .then_with(|| by_time(a.metadata.creation_timestamp, b.metadata.creation_timestamp))
}

fn is_bound(pod: &Pod) -> bool {
    !pod.spec.node_name.is_empty()
}

/// Returns the place of a phase among those of Pods that have not ended.
fn phase(pod: &Pod) -> u8 {
    match pod.status.phase() {
        PodPhase::Pending => 0,
        PodPhase::Unknown => 1,
        PodPhase::Running | PodPhase::Succeeded | PodPhase::Failed => 2,
    }
}

/// Returns the cost that a person gave; 0 when there is none or it is no number.
fn deletion_cost(pod: &Pod) -> i32 {
    let cost = pod.metadata.annotations.get(POD_DELETION_COST);
    cost.and_then(|cost| cost.parse().ok()).unwrap_or(0)
}

fn ready_since(pod: &Pod) -> Option<Timestamp> {
    pod.status.condition(READY).and_then(|ready| ready.last_transition_time)
}

fn restarts(pod: &Pod) -> i64 {
    let statuses = pod.status.containers();
    statuses.iter().map(|status| status.restart_count).max().unwrap_or(0)
}

/// Compares two moments: the later one is less. With `logarithmic`, spans until then whose lengths have the same
/// logarithm count as the same, and the lower UID goes first.
fn compare_times(
    a: &Pod,
    b: &Pod,
    a_since: Option<Timestamp>,
    b_since: Option<Timestamp>,
    logarithmic: Option<SimTime>,
) -> Ordering {
    if a_since == b_since {
        return Ordering::Equal;
    }
    // A time that is not known counts as the newest.
    let newest_first = match (a_since, b_since) {
        (None, _) => Ordering::Less,
        (_, None) => Ordering::Greater,
        (Some(a), Some(b)) => b.cmp(&a),
    };
    match (logarithmic, a_since, b_since) {
        (Some(now), Some(a_since), Some(b_since)) => {
            let rank = |since| magnitude(since, now);
            rank(a_since).cmp(&rank(b_since)).then_with(|| a.metadata.uid.cmp(&b.metadata.uid))
        }
        _ => newest_first,
    }
}

/// Returns the binary logarithm of a span in nanoseconds, rounded down; −1 for one that has not begun.
/// Models logarithmicRankDiff.
fn magnitude(since: Timestamp, now: SimTime) -> i64 {
    let milliseconds = now.0 as i64 - (since.0 - Timestamp::EPOCH.0) * 1000;
    u64::try_from(milliseconds)
        .ok()
        .and_then(|span| span.saturating_mul(1_000_000).checked_ilog2())
        .map_or(-1, i64::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::status::{ConditionStatus, ContainerStatus, PodCondition};
    use crate::rules::release::Release;

    /// A Pod that has been running and ready since this second.
    fn pod(name: &'static str, ready: i64) -> Pod {
        let mut pod = Pod::default();
        pod.metadata.name = name.into();
        pod.metadata.uid = name.into();
        pod.metadata.creation_timestamp = Some(Timestamp::EPOCH);
        pod.spec.node_name = "node-1".into();
        pod.status.phase = Some(PodPhase::Running);
        pod.status.conditions.push(PodCondition {
            kind: READY.into(),
            status: ConditionStatus::True,
            last_transition_time: Some(Timestamp(Timestamp::EPOCH.0 + ready)),
            ..PodCondition::default()
        });
        pod
    }

    /// Returns the names in the order in which the Pods go, 1000 seconds after the start.
    fn order(view: &View, pods: impl IntoIterator<Item = Pod>) -> Vec<String> {
        let mut pods: Vec<Rc<Pod>> = pods.into_iter().map(Rc::new).collect();
        pods.sort_by(|a, b| compare(view, a, b, SimTime(1_000_000)));
        pods.iter().map(|pod| pod.metadata.name.to_string()).collect()
    }

    #[test]
    fn each_difference_counts_before_the_ones_after_it() {
        let mut unbound = pod("unbound", 0);
        unbound.spec.node_name = "".into();
        let mut pending = pod("pending", 0);
        pending.status.phase = Some(PodPhase::Pending);
        let mut unready = pod("unready", 0);
        unready.status.conditions.clear();
        let mut cheap = pod("cheap", 0);
        cheap.metadata.annotations.insert(POD_DELETION_COST.into(), "-5".into());
        let mut crowded = pod("crowded", 0);
        crowded.spec.node_name = "node-2".into();
        let young = pod("young", 990);
        let mut restarted = pod("restarted", 1);
        restarted.metadata.uid = "z".into();
        restarted.status.container_statuses =
            Some(vec![ContainerStatus { restart_count: 3, ..ContainerStatus::default() }]);
        let old = pod("old", 1);
        let view = View { crowds: [("node-2".into(), 2)].into(), ..View::default() };
        let pods = [old, restarted, young, crowded, cheap, unready, pending, unbound];
        let names =
            ["unbound", "pending", "unready", "cheap", "crowded", "young", "restarted", "old"];
        assert_eq!(order(&view, pods), names);
    }

    #[test]
    fn spans_of_the_same_magnitude_are_told_apart_by_uid() {
        // 600 s and 700 s: both more than 2^39 ns and less than 2^40 ns.
        let pods = || [pod("b-older", 300), pod("a-newer", 400)];
        let (mut first, mut second) = (pods(), pods());
        first[0].metadata.uid = "a".into();
        first[1].metadata.uid = "b".into();
        assert_eq!(order(&View::default(), first), ["b-older", "a-newer"]);
        second[0].metadata.uid = "b".into();
        second[1].metadata.uid = "a".into();
        assert_eq!(order(&View::default(), second), ["a-newer", "b-older"]);
        let old = View { release: Release::V1_20, ..View::default() };
        assert_eq!(order(&old, pods()), ["a-newer", "b-older"]);
    }

    #[test]
    fn the_deletion_cost_has_no_meaning_in_1_20() {
        let mut cheap = pod("cheap", 0);
        cheap.metadata.annotations.insert(POD_DELETION_COST.into(), "-5".into());
        let old = View { release: Release::V1_20, ..View::default() };
        assert_eq!(order(&old, [pod("young", 990), cheap]), ["young", "cheap"]);
    }
}
