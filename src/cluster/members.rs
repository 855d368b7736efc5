//! The Pods whose names belong to one set, and which of them its controller has to look at.

use crate::api::pod::Pod;
use crate::api::stateful_set::StatefulSet;
use crate::base::text::Text;
use crate::cluster::numbers::PodId;
use crate::cluster::settled::Settled;
use std::collections::BTreeSet;

/// The Pods whose names belong to one set. Rule S-14.
#[derive(Clone, Debug, Default)]
pub(crate) struct Members {
    /// All of them, by ascending ordinal.
    pub all: BTreeSet<(i64, PodId)>,
    /// Those that a sync has to look at, by ascending ordinal.
    pub loose: BTreeSet<(i64, PodId)>,
    /// The others.
    pub settled: Settled,
    /// The UID and the generation of the set for which the Pods are settled.
    judged_for: (Text, i64),
    /// How many Pods have names that the set itself would not write for their ordinals, such as `web-01`.
    ///
    /// Two Pods may then have the same ordinal, so no Pod is settled.
    misspelt: u32,
}

impl Members {
    /// Adds a Pod. The next sync looks at it.
    pub(crate) fn add(&mut self, id: PodId, pod: &Pod, ordinal: i64) {
        self.all.insert((ordinal, id));
        self.loose.insert((ordinal, id));
        if is_misspelt(pod, ordinal) {
            self.misspelt += 1;
            self.loosen_all();
        }
    }

    /// Removes a Pod.
    pub(crate) fn remove(&mut self, id: PodId, pod: &Pod, ordinal: i64) {
        self.all.remove(&(ordinal, id));
        self.loose.remove(&(ordinal, id));
        self.settled.remove(ordinal);
        self.misspelt -= u32::from(is_misspelt(pod, ordinal));
    }

    /// Makes the next sync look at a Pod again.
    pub(crate) fn loosen(&mut self, id: PodId, ordinal: i64) {
        if self.settled.remove(ordinal) {
            self.loose.insert((ordinal, id));
        }
    }

    fn loosen_all(&mut self) {
        self.settled = Settled::default();
        self.loose = self.all.clone();
    }

    /// Returns whether Pods can be settled for a set.
    ///
    /// When the set has changed since Pods were settled for it, they are settled no longer.
    pub(crate) fn judge_for(&mut self, set: &StatefulSet) -> bool {
        let (uid, generation) = (&set.metadata.uid, set.metadata.generation);
        if self.judged_for.0 != *uid || self.judged_for.1 != generation {
            self.judged_for = (uid.clone(), generation);
            self.loosen_all();
        }
        self.misspelt == 0 && set.metadata.deletion_timestamp.is_none()
    }

    /// Returns whether the settled Pods were settled for the present version of the set.
    pub(crate) fn are_judged_for(&self, set: &StatefulSet) -> bool {
        self.judged_for.0 == set.metadata.uid && self.judged_for.1 == set.metadata.generation
    }
}

fn is_misspelt(pod: &Pod, ordinal: i64) -> bool {
    let name = &pod.metadata.name;
    name.rsplit_once('-').is_none_or(|(_, digits)| digits.len() > 1 && digits.starts_with('0'))
        || ordinal < 0
}
