//! What an ordered set holds back while it waits for a Pod, which says the rule by which it waits.

use super::health::is_terminating;
use super::update;
use super::view::{Slot, Sync};
use crate::api::pod::Pod;
use crate::api::stateful_set::ordinal;
use crate::rules::Rule;

/// What an ordered set does not do while it waits for a Pod.
pub(super) struct HeldBack {
    /// The highest ordinal without a Pod.
    missing: Option<i64>,
    /// Whether a Pod is to be deleted because the set should have fewer.
    condemned: bool,
    /// Whether a Pod is to be replaced by one of the newest revision.
    outdated: bool,
}

impl HeldBack {
    /// Returns what a sync would do with the kept Pods and the condemned ones if none was waited for.
    pub(super) fn of(sync: &Sync<'_>, kept: &[Slot], condemned: &[Slot]) -> HeldBack {
        let missing = kept.iter().rev().find(|(_, pod)| pod.is_none());
        HeldBack {
            missing: missing.map(|(ordinal, _)| *ordinal),
            condemned: !condemned.is_empty(),
            outdated: sync.set.spec.is_rolling() && update::has_outdated(sync, kept),
        }
    }

    /// Returns the rule by which the sync waits for a kept Pod.
    pub(super) fn rule(&self, sync: &Sync<'_>, pod: &Pod) -> Rule {
        if sync.set.spec.is_parallel() {
            Rule::S34
        } else if self.missing.is_some_and(|missing| missing > ordinal(pod)) {
            Rule::S30
        } else if self.condemned {
            Rule::S41
        } else if self.outdated {
            Rule::S54
        } else if is_terminating(pod) {
            Rule::S34
        } else {
            Rule::S30
        }
    }
}
