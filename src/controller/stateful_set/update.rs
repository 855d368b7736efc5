//! Replacing Pods of old revisions. Rules S-50 to S-62, S-70 to S-76.
//! Models kubernetes pkg/controller/statefulset/stateful_set_control.go updateStatefulSet (its end) and
//! updateStatefulSetAfterInvariantEstablished.

use super::health::is_terminating;
use super::identity::revision_of;
use super::order::is_unhealthy;
use super::outlook::{Phase, wait_for};
use super::{Request, Sync};
use crate::api::pod::Pod;
use crate::api::probe::IntOrString;
use crate::api::stateful_set::StatefulSetStatus;
use std::rc::Rc;

/// Deletes the Pods whose turn it is.
pub(super) fn run(sync: &mut Sync<'_>, kept: &[Rc<Pod>], status: &mut StatefulSetStatus) {
    let first = sync.set.spec.partition().clamp(0, kept.len() as i64) as usize;
    let targets: Vec<&Rc<Pod>> = kept[first..].iter().rev().collect();
    if !(sync.view.gates.max_unavailable_stateful_set && sync.release().has(24)) {
        one_by_one(sync, &targets, status);
    } else if sync.set.spec.is_parallel() && sync.release().has(31) {
        in_two_phases(sync, kept, &targets, status);
    } else {
        within_budget(sync, kept, &targets, status);
    }
}

fn is_outdated(sync: &Sync<'_>, pod: &Pod) -> bool {
    sync.update.metadata.name != *revision_of(pod) && !is_terminating(pod)
}

fn delete(sync: &mut Sync<'_>, pod: &Pod, status: &mut StatefulSetStatus) {
    let several = sync.view.gates.max_unavailable_stateful_set;
    let rule = if several { "S-70" } else { "S-50" };
    sync.ask(rule, Request::DeletePod(pod.metadata.name.clone()));
    status.current_replicas -= 1;
}

/// One Pod at a time, from the highest ordinal down. Rule S-50.
fn one_by_one(sync: &mut Sync<'_>, targets: &[&Rc<Pod>], status: &mut StatefulSetStatus) {
    for pod in targets {
        if is_outdated(sync, pod) {
            return delete(sync, pod, status);
        }
        if is_unhealthy(sync, pod) {
            return wait_for(sync, Phase::Update, pod);
        }
    }
}

/// As many as may be unavailable at once. Rules S-70, S-71, S-74.
fn within_budget(
    sync: &mut Sync<'_>,
    kept: &[Rc<Pod>],
    targets: &[&Rc<Pod>],
    status: &mut StatefulSetStatus,
) {
    let budget = budget(sync, kept);
    let outdated: Vec<&&Rc<Pod>> = targets.iter().filter(|pod| is_outdated(sync, pod)).collect();
    if outdated.len() > budget {
        wait_for_unhealthy(sync, kept);
    }
    for pod in outdated.into_iter().take(budget) {
        delete(sync, pod, status);
    }
}

/// First all outdated Pods that serve nobody, then others within the budget. Rule S-73.
fn in_two_phases(
    sync: &mut Sync<'_>,
    kept: &[Rc<Pod>],
    targets: &[&Rc<Pod>],
    status: &mut StatefulSetStatus,
) {
    let budget = budget(sync, kept);
    let outdated = targets.iter().filter(|pod| is_outdated(sync, pod));
    let (broken, serving): (Vec<&Rc<Pod>>, Vec<&Rc<Pod>>) =
        outdated.partition(|pod| is_unhealthy(sync, pod));
    if serving.len() > budget {
        wait_for_unhealthy(sync, kept);
    }
    for pod in broken.into_iter().chain(serving.into_iter().take(budget)) {
        delete(sync, pod, status);
    }
}

/// Notes that more Pods can be replaced when those that serve nobody now do.
fn wait_for_unhealthy(sync: &mut Sync<'_>, kept: &[Rc<Pod>]) {
    for pod in kept {
        if is_unhealthy(sync, pod) {
            wait_for(sync, Phase::Update, pod);
        }
    }
}

/// How many more Pods may become unavailable. The partition does not matter here. Rule S-70.
fn budget(sync: &Sync<'_>, kept: &[Rc<Pod>]) -> usize {
    let unavailable = kept.iter().filter(|pod| is_unhealthy(sync, pod)).count();
    max_unavailable(sync).saturating_sub(unavailable)
}

/// Rule S-72. Models getStatefulSetMaxUnavailable.
fn max_unavailable(sync: &Sync<'_>) -> usize {
    let rolling = sync.set.spec.update_strategy.rolling_update.as_ref();
    let given = match rolling.and_then(|rolling| rolling.max_unavailable.as_ref()) {
        None => 1,
        Some(IntOrString::Int(number)) => *number,
        Some(IntOrString::String(text)) => {
            let percent = text.strip_suffix('%').and_then(|digits| digits.parse::<i64>().ok());
            percent.unwrap_or(0) * sync.set.spec.replicas() / 100
        }
    };
    given.max(1) as usize
}
