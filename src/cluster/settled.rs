//! The Pods of a set that its controller need not look at.
//!
//! A Pod is settled from the sync that finds nothing to do about it until the Pod, one of its claims or its set's spec
//! is written to. A sync costs as much as the Pods that it looks at, whatever the size of the set.

use crate::base::text::Text;

/// Settled Pods with consecutive ordinals that were made from one revision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OrdinalRange {
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
    ranges: Vec<OrdinalRange>,
}

impl Settled {
    /// Returns the ranges, by ascending ordinal.
    pub(crate) fn ranges(&self) -> &[OrdinalRange] {
        &self.ranges
    }

    /// Returns the index of the first range that does not end before an ordinal.
    fn place(&self, ordinal: i64) -> usize {
        self.ranges.partition_point(|range| range.to <= ordinal)
    }

    /// Returns whether the Pod with this ordinal is settled.
    pub(crate) fn contains(&self, ordinal: i64) -> bool {
        self.ranges.get(self.place(ordinal)).is_some_and(|range| range.from <= ordinal)
    }

    /// Returns the name of the revision of the settled Pod with this ordinal.
    pub(crate) fn revision(&self, ordinal: i64) -> &str {
        let found = self.ranges.get(self.place(ordinal));
        found.filter(|range| range.from <= ordinal).map_or("", |range| &range.revision)
    }

    /// Returns the first ordinal, from `ordinal` on, whose Pod is not settled.
    pub(crate) fn next_unsettled(&self, mut ordinal: i64) -> i64 {
        for range in &self.ranges[self.place(ordinal)..] {
            if range.from > ordinal {
                break;
            }
            ordinal = range.to;
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
        let down = move |range: &OrdinalRange| (range.from.max(first)..range.to.min(end)).rev();
        let ranges = self.ranges.iter().rev().filter(move |s| but != Some(&*s.revision));
        ranges.flat_map(down)
    }

    /// Adds the Pod of an ordinal that is not settled yet.
    pub(crate) fn add(&mut self, ordinal: i64, revision: &Text) {
        let at = self.place(ordinal);
        let joins = |s: &OrdinalRange| s.revision == *revision;
        let after = self.ranges.get(at).is_some_and(|s| s.from == ordinal + 1 && joins(s));
        let before = at > 0 && self.ranges[at - 1].to == ordinal && joins(&self.ranges[at - 1]);
        match (before, after) {
            (true, true) => self.ranges[at - 1].to = self.ranges.remove(at).to,
            (true, false) => self.ranges[at - 1].to += 1,
            (false, true) => self.ranges[at].from -= 1,
            (false, false) => {
                let revision = revision.clone();
                self.ranges.insert(at, OrdinalRange { from: ordinal, to: ordinal + 1, revision });
            }
        }
    }

    /// Removes the Pod of an ordinal. Returns whether it was there.
    pub(crate) fn remove(&mut self, ordinal: i64) -> bool {
        if !self.contains(ordinal) {
            return false;
        }
        let at = self.place(ordinal);
        let OrdinalRange { from, to, revision } = self.ranges.remove(at);
        let parts = [(ordinal + 1, to), (from, ordinal)];
        for (from, to) in parts.into_iter().filter(|(from, to)| from < to) {
            self.ranges.insert(at, OrdinalRange { from, to, revision: revision.clone() });
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
    fn ranges_hold_what_a_map_holds() {
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
            let unsettled = (ordinal..=20).find(|o| !theirs.contains_key(o));
            assert_eq!(Some(ours.next_unsettled(ordinal)), unsettled);
            let joined = |pair: &[super::OrdinalRange]| {
                pair[0].to < pair[1].from || pair[0].revision != pair[1].revision
            };
            assert!(ours.ranges().windows(2).all(joined), "neighbours are one range");
        }
    }
}
