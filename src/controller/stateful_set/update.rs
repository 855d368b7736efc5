//! The replacement of Pods of old revisions. Rules S-50 to S-62, S-70 to S-76.
//! Models kubernetes pkg/controller/statefulset/stateful_set_control.go updateStatefulSet (its end) and
//! updateStatefulSetAfterInvariantEstablished.

use super::health::{is_terminating, is_unhealthy};
use super::settled;
use super::view::{Request, Slot, Sync, SyncStage};
use super::waits::wait_for;
use crate::api::pod::Pod;
use crate::api::probe::IntOrString;
use crate::api::stateful_set::{StatefulSetStatus, revision_of};
use crate::rules::{Feature, Rule};
use std::rc::Rc;

/// A Pod with its ordinal. Of a settled Pod only the ordinal is known.
type Target<'a> = (i64, Option<&'a Rc<Pod>>);

/// Deletes the Pods that are next. `kept` are the Pods of the slots that are not settled, by ascending ordinal.
pub(super) fn run(sync: &mut Sync<'_>, kept: &[(i64, Rc<Pod>)], status: &mut StatefulSetStatus) {
    if !sync.view.gates.has(Feature::MaxUnavailableStatefulSet, sync.release()) {
        one_by_one(sync, kept, status);
    } else if sync.set.spec.is_parallel()
        && sync.release().has(Feature::StatefulSetParallelTwoPhases)
    {
        in_two_phases(sync, kept, status);
    } else {
        within_budget(sync, kept, status);
    }
}

/// Returns the ordinals above the partition: the first, and the one after the last. Rules S-57, S-62.
fn range(sync: &Sync<'_>) -> (i64, i64) {
    let spec = &sync.set.spec;
    let (start, count) = (spec.start(), spec.replicas().max(0));
    (spec.first_above(spec.partition().clamp(0, count)), start + count)
}

fn is_outdated(sync: &Sync<'_>, pod: &Pod) -> bool {
    sync.update.metadata.name != *revision_of(pod) && !is_terminating(pod)
}

/// Returns the ordinals of settled Pods of old revisions above the partition, in descending order.
fn settled_outdated<'a>(sync: &'a Sync<'_>) -> impl Iterator<Item = i64> + use<'a> {
    let (first, end) = range(sync);
    sync.view.settled.downwards(first, end, Some(&sync.update.metadata.name))
}

/// Returns whether a Pod above the partition has an old revision.
pub(super) fn has_outdated(sync: &Sync<'_>, kept: &[Slot]) -> bool {
    let (first, _) = range(sync);
    let mut wanted = kept.iter().rev().take_while(|(ordinal, _)| *ordinal >= first);
    wanted.any(|(_, pod)| pod.as_ref().is_some_and(|pod| is_outdated(sync, pod)))
        || settled_outdated(sync).next().is_some()
}

/// Returns at most `most` Pods of old revisions above the partition, by descending ordinal.
///
/// Of the Pods that are not settled, it takes only those for which `counts` is true.
fn outdated<'a>(
    sync: &Sync<'_>,
    kept: &'a [(i64, Rc<Pod>)],
    most: usize,
    counts: &dyn Fn(&Pod) -> bool,
) -> Vec<Target<'a>> {
    let (first, _) = range(sync);
    let loose = kept.iter().rev().take_while(|(ordinal, _)| *ordinal >= first);
    let mut loose = loose.filter(|(_, pod)| is_outdated(sync, pod) && counts(pod)).peekable();
    let mut found = Vec::new();
    let mut settled = settled_outdated(sync).peekable();
    while found.len() < most {
        let highest = settled.peek().copied().unwrap_or(-1);
        if let Some((ordinal, pod)) = loose.next_if(|(ordinal, _)| *ordinal > highest) {
            found.push((*ordinal, Some(pod)));
        } else if let Some(ordinal) = settled.next() {
            found.push((ordinal, None));
        } else {
            break;
        }
    }
    found
}

fn delete(sync: &mut Sync<'_>, (ordinal, pod): Target<'_>, status: &mut StatefulSetStatus) {
    let several = sync.view.gates.has(Feature::MaxUnavailableStatefulSet, sync.release());
    let rule = if several { Rule::S70 } else { Rule::S50 };
    sync.ask(rule, Request::ReplacePod(settled::name(sync.set, ordinal, pod)));
    status.current_replicas -= 1;
}

/// Replaces one Pod at a time, by descending ordinal. Rule S-50.
fn one_by_one(sync: &mut Sync<'_>, kept: &[(i64, Rc<Pod>)], status: &mut StatefulSetStatus) {
    let (first, _) = range(sync);
    let settled = settled_outdated(sync).next();
    for (ordinal, pod) in kept.iter().rev().take_while(|(ordinal, _)| *ordinal >= first) {
        if let Some(highest) = settled.filter(|highest| highest > ordinal) {
            return delete(sync, (highest, None), status);
        }
        if is_outdated(sync, pod) {
            return delete(sync, (*ordinal, Some(pod)), status);
        }
        if is_unhealthy(sync, pod) {
            return wait_for(sync, SyncStage::Update, Rule::S50, pod);
        }
    }
    if let Some(highest) = settled {
        delete(sync, (highest, None), status);
    }
}

/// Replaces as many Pods as may be unavailable at once. Rules S-70, S-71, S-74.
fn within_budget(sync: &mut Sync<'_>, kept: &[(i64, Rc<Pod>)], status: &mut StatefulSetStatus) {
    let budget = budget(sync, kept);
    let outdated = outdated(sync, kept, budget + 1, &|_| true);
    replace(sync, kept, outdated, budget, status);
}

/// Replaces all outdated Pods that are unhealthy, and then others within the budget. Rule S-73.
fn in_two_phases(sync: &mut Sync<'_>, kept: &[(i64, Rc<Pod>)], status: &mut StatefulSetStatus) {
    let budget = budget(sync, kept);
    let (first, _) = range(sync);
    let serving = outdated(sync, kept, budget + 1, &|pod| !is_unhealthy(sync, pod));
    for (ordinal, pod) in kept.iter().rev().take_while(|(ordinal, _)| *ordinal >= first) {
        if is_outdated(sync, pod) && is_unhealthy(sync, pod) {
            delete(sync, (*ordinal, Some(pod)), status);
        }
    }
    replace(sync, kept, serving, budget, status);
}

/// Deletes as many Pods as the budget allows, and notes what the others wait for.
fn replace(
    sync: &mut Sync<'_>,
    kept: &[(i64, Rc<Pod>)],
    outdated: Vec<Target<'_>>,
    budget: usize,
    status: &mut StatefulSetStatus,
) {
    if outdated.len() > budget {
        wait_for_unhealthy(sync, kept);
    }
    for target in outdated.into_iter().take(budget) {
        delete(sync, target, status);
    }
}

/// Notes that the unhealthy Pods must become healthy before more Pods can be replaced.
fn wait_for_unhealthy(sync: &mut Sync<'_>, kept: &[(i64, Rc<Pod>)]) {
    for (_, pod) in kept {
        if is_unhealthy(sync, pod) {
            wait_for(sync, SyncStage::Update, Rule::S71, pod);
        }
    }
}

/// Returns how many more Pods may become unavailable. The partition does not matter here. Rule S-70.
fn budget(sync: &Sync<'_>, kept: &[(i64, Rc<Pod>)]) -> usize {
    let unavailable = kept.iter().filter(|(_, pod)| is_unhealthy(sync, pod)).count();
    max_unavailable(sync).saturating_sub(unavailable)
}

/// Returns how many Pods may be unavailable. Rule S-72. Models getStatefulSetMaxUnavailable.
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
