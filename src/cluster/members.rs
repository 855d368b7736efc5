//! The Pods whose names are those of one set, and which of them its controller has to look at.

use crate::api::pod::Pod;
use crate::api::stateful_set::StatefulSet;
use crate::base::text::Text;
use crate::cluster::settled::Settled;
use crate::cluster::world::PodId;
use std::collections::BTreeSet;

/// The Pods whose names are those of one set. Rule S-14.
#[derive(Clone, Debug, Default)]
pub(crate) struct Members {
    /// All of them, by rising ordinal.
    pub all: BTreeSet<(i64, PodId)>,
    /// Those a sync has to look at, by rising ordinal.
    pub loose: BTreeSet<(i64, PodId)>,
    /// The others.
    pub settled: Settled,
    /// UID and generation of the set for which they are settled.
    judged_for: (Text, i64),
    /// Pods whose names are not the set's way to write their ordinals, such as `web-01`. As two Pods may then have one
    /// ordinal, none is settled.
    misspelt: u32,
}

impl Members {
    /// Adds a Pod, which is to be looked at.
    pub fn add(&mut self, id: PodId, pod: &Pod, ordinal: i64) {
        self.all.insert((ordinal, id));
        self.loose.insert((ordinal, id));
        if is_misspelt(pod, ordinal) {
            self.misspelt += 1;
            self.loosen_all();
        }
    }

    /// Takes a Pod out.
    pub fn remove(&mut self, id: PodId, pod: &Pod, ordinal: i64) {
        self.all.remove(&(ordinal, id));
        self.loose.remove(&(ordinal, id));
        self.settled.remove(ordinal);
        self.misspelt -= u32::from(is_misspelt(pod, ordinal));
    }

    /// A Pod is to be looked at again.
    pub fn loosen(&mut self, id: PodId, ordinal: i64) {
        if self.settled.remove(ordinal) {
            self.loose.insert((ordinal, id));
        }
    }

    fn loosen_all(&mut self) {
        self.settled = Settled::default();
        self.loose = self.all.clone();
    }

    /// Whether Pods can be settled for a set. What was settled for what it was before is so no more.
    pub fn judge_for(&mut self, set: &StatefulSet) -> bool {
        let (uid, generation) = (&set.metadata.uid, set.metadata.generation);
        if self.judged_for.0 != *uid || self.judged_for.1 != generation {
            self.judged_for = (uid.clone(), generation);
            self.loosen_all();
        }
        self.misspelt == 0 && set.metadata.deletion_timestamp.is_none()
    }

    /// Whether those that are settled are so for a set.
    pub fn are_judged_for(&self, set: &StatefulSet) -> bool {
        self.judged_for.0 == set.metadata.uid && self.judged_for.1 == set.metadata.generation
    }
}

fn is_misspelt(pod: &Pod, ordinal: i64) -> bool {
    let name = &pod.metadata.name;
    name.rsplit_once('-').is_none_or(|(_, digits)| digits.len() > 1 && digits.starts_with('0'))
        || ordinal < 0
}
