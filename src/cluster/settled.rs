//! The Pods of a set that its controller need not look at.
//!
//! A Pod is settled from the sync that finds nothing to do about it until the Pod, one of its claims or its set's spec
//! is written to. A sync costs as much as the Pods that it looks at, whatever the size of the set.

use crate::base::text::Text;

/// Settled Pods with consecutive ordinals that were made from one revision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stretch {
    /// The ordinal of the first Pod.
    pub from: i64,
    /// The ordinal after the last Pod.
    pub to: i64,
    /// Name of their revision.
    pub revision: Text,
}

/// The settled Pods of a set, by ascending ordinal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settled {
    stretches: Vec<Stretch>,
}

impl Settled {
    /// Returns the stretches, by ascending ordinal.
    pub(crate) fn stretches(&self) -> &[Stretch] {
        &self.stretches
    }

    /// Returns the index of the first stretch that does not end before an ordinal.
    fn place(&self, ordinal: i64) -> usize {
        self.stretches.partition_point(|stretch| stretch.to <= ordinal)
    }

    /// Returns whether the Pod with this ordinal is settled.
    pub(crate) fn contains(&self, ordinal: i64) -> bool {
        self.stretches.get(self.place(ordinal)).is_some_and(|stretch| stretch.from <= ordinal)
    }

    /// Returns the name of the revision of the settled Pod with this ordinal.
    pub(crate) fn revision(&self, ordinal: i64) -> &str {
        let found = self.stretches.get(self.place(ordinal));
        found.filter(|stretch| stretch.from <= ordinal).map_or("", |stretch| &stretch.revision)
    }

    /// Returns the first ordinal, from `ordinal` on, whose Pod is not settled.
    pub(crate) fn next_loose(&self, mut ordinal: i64) -> i64 {
        for stretch in &self.stretches[self.place(ordinal)..] {
            if stretch.from > ordinal {
                break;
            }
            ordinal = stretch.to;
        }
        ordinal
    }

    /// Returns the settled ordinals from `first` up to but not including `end`, in descending order, without those of
    /// the revision `but`.
    pub(crate) fn downwards(
        &self,
        first: i64,
        end: i64,
        but: Option<&str>,
    ) -> impl Iterator<Item = i64> {
        let down = move |stretch: &Stretch| (stretch.from.max(first)..stretch.to.min(end)).rev();
        let stretches = self.stretches.iter().rev().filter(move |s| but != Some(&*s.revision));
        stretches.flat_map(down)
    }

    /// Adds the Pod of an ordinal that is not settled yet.
    pub(crate) fn add(&mut self, ordinal: i64, revision: &Text) {
        let at = self.place(ordinal);
        let joins = |s: &Stretch| s.revision == *revision;
        let after = self.stretches.get(at).is_some_and(|s| s.from == ordinal + 1 && joins(s));
        let before =
            at > 0 && self.stretches[at - 1].to == ordinal && joins(&self.stretches[at - 1]);
        match (before, after) {
            (true, true) => self.stretches[at - 1].to = self.stretches.remove(at).to,
            (true, false) => self.stretches[at - 1].to += 1,
            (false, true) => self.stretches[at].from -= 1,
            (false, false) => {
                let revision = revision.clone();
                self.stretches.insert(at, Stretch { from: ordinal, to: ordinal + 1, revision });
            }
        }
    }

    /// Removes the Pod of an ordinal. Returns whether it was there.
    pub(crate) fn remove(&mut self, ordinal: i64) -> bool {
        if !self.contains(ordinal) {
            return false;
        }
        let at = self.place(ordinal);
        let Stretch { from, to, revision } = self.stretches.remove(at);
        let parts = [(ordinal + 1, to), (from, ordinal)];
        for (from, to) in parts.into_iter().filter(|(from, to)| from < to) {
            self.stretches.insert(at, Stretch { from, to, revision: revision.clone() });
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::Settled;
    use crate::base::rng::Rng;
    use crate::base::text::Text;
    use std::collections::BTreeMap;

    #[test]
    fn stretches_hold_what_a_map_holds() {
        let mut rng = Rng::new(3);
        let revisions = [Text::from("a"), Text::from("b")];
        let (mut ours, mut theirs) = (Settled::default(), BTreeMap::new());
        for _ in 0..5000 {
            let ordinal = rng.below(20) as i64;
            let revision = &revisions[rng.below(2) as usize];
            if rng.below(3) == 0 {
                assert_eq!(ours.remove(ordinal), theirs.remove(&ordinal).is_some());
            } else if !ours.contains(ordinal) {
                ours.add(ordinal, revision);
                theirs.insert(ordinal, revision);
            }
            let others = theirs.range(4..15).rev().filter(|(_, r)| ***r != *"b");
            assert!(ours.downwards(4, 15, Some("b")).eq(others.map(|(o, _)| *o)));
            assert_eq!(ours.revision(ordinal).is_empty(), !theirs.contains_key(&ordinal));
            let loose = (ordinal..=20).find(|o| !theirs.contains_key(o));
            assert_eq!(Some(ours.next_loose(ordinal)), loose);
            let joined = |pair: &[super::Stretch]| {
                pair[0].to < pair[1].from || pair[0].revision != pair[1].revision
            };
            assert!(ours.stretches().windows(2).all(joined), "neighbours are one stretch");
        }
    }
}
