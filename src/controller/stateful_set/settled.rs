//! Which Pods of a set are settled, and the slots that a sync has to look at.

use super::claims;
use super::health::{is_available, is_healthy};
use super::identity::{self, identity_matches};
use super::view::View;
use crate::api::meta::controller;
use crate::api::pod::Pod;
use crate::api::stateful_set::{StatefulSet, ordinal, selects};
use crate::base::text::Text;
use crate::base::time::SimTime;
use std::rc::Rc;

/// Returns whether a Pod needs nothing now, and will need nothing until something is written.
pub(crate) fn is_settled(view: &View, set: &StatefulSet, pod: &Pod, now: SimTime) -> bool {
    is_healthy(pod)
        && is_available(pod, set.spec.min_ready_seconds, now)
        && controller(&pod.metadata).is_some_and(|owner| owner.uid == set.metadata.uid)
        && selects(set, &pod.metadata.labels)
        && identity_matches(set, pod)
        && claims::storage_matches(set, pod)
        && claims::owners_match(view, set, pod)
}

/// Returns the slots that a sync has to look at, with their Pods, by ascending ordinal.
///
/// In an ordered set nothing happens after the first empty slot, so later empty slots are left out.
pub(crate) fn slots(
    view: &View,
    set: &StatefulSet,
    pods: &[Rc<Pod>],
) -> Vec<(i64, Option<Rc<Pod>>)> {
    let (spec, settled) = (&set.spec, &view.settled);
    let end = spec.start() + spec.replicas();
    let mut slots: Vec<(i64, Option<Rc<Pod>>)> = Vec::new();
    let mut next = settled.next_unsettled(spec.start());
    let mut goes_on = true;
    // Adds the empty slots before an ordinal.
    let mut fill = |slots: &mut Vec<_>, to: i64| {
        while goes_on && next < to {
            slots.push((next, None));
            goes_on = spec.is_parallel();
            next = settled.next_unsettled(next + 1);
        }
        if next == to {
            next = settled.next_unsettled(next + 1);
        }
    };
    for pod in pods {
        let ordinal = ordinal(pod);
        match slots.last_mut() {
            _ if !spec.has_ordinal(ordinal) => {}
            // Two names may have the same ordinal, such as `web-1` and `web-01`. The last one has the slot.
            Some((last, slot)) if *last == ordinal => *slot = Some(Rc::clone(pod)),
            _ => {
                fill(&mut slots, ordinal);
                slots.push((ordinal, Some(Rc::clone(pod))));
            }
        }
    }
    fill(&mut slots, end);
    slots
}

/// Returns the name of the Pod in a slot. Of a settled Pod only the ordinal is known.
pub(super) fn name(set: &StatefulSet, ordinal: i64, pod: Option<&Rc<Pod>>) -> Text {
    pod.map_or_else(|| identity::pod_name(set, ordinal), |pod| pod.metadata.name.clone())
}
