//! The Pods a sync need not look at: nothing is to be done about them, and each only adds to the counters.
//!
//! A Pod is settled from the sync that finds it so until it, one of its claims or its set's spec is written to. A sync
//! then costs as much as there is to look at, however many Pods the set has.

use super::health::{is_available, is_healthy};
use super::identity::{self, controller, identity_matches, ordinal, selects};
use super::{View, claims};
use crate::api::pod::Pod;
use crate::api::stateful_set::StatefulSet;
use crate::base::text::Text;
use crate::base::time::SimTime;
use std::rc::Rc;

/// Neighbours that are settled and were made from one revision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// Ordinal of the first.
    pub from: i64,
    /// Ordinal after the last.
    pub to: i64,
    /// Name of their revision.
    pub revision: Text,
}

/// The settled Pods of a set, by rising ordinal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settled {
    stretches: Vec<Stretch>,
}

impl Settled {
    /// The stretches, by rising ordinal.
    pub fn stretches(&self) -> &[Stretch] {
        &self.stretches
    }

    /// The index of the first stretch that does not end before an ordinal.
    fn place(&self, ordinal: i64) -> usize {
        self.stretches.partition_point(|stretch| stretch.to <= ordinal)
    }

    /// Whether the Pod of that ordinal is settled.
    pub fn contains(&self, ordinal: i64) -> bool {
        self.stretches.get(self.place(ordinal)).is_some_and(|stretch| stretch.from <= ordinal)
    }

    /// The name of the revision of the settled Pod of that ordinal.
    pub fn revision(&self, ordinal: i64) -> &str {
        let found = self.stretches.get(self.place(ordinal));
        found.filter(|stretch| stretch.from <= ordinal).map_or("", |stretch| &stretch.revision)
    }

    /// The first ordinal from one on whose Pod is not settled.
    pub fn next_loose(&self, mut ordinal: i64) -> i64 {
        for stretch in &self.stretches[self.place(ordinal)..] {
            if stretch.from > ordinal {
                break;
            }
            ordinal = stretch.to;
        }
        ordinal
    }

    /// The settled ordinals from `first` to before `end`, from the highest down, except those of one
    /// revision.
    pub fn downwards(&self, first: i64, end: i64, but: Option<&str>) -> impl Iterator<Item = i64> {
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

    /// Takes the Pod of an ordinal out. Gives whether it was there.
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

/// Whether nothing is to be done about a Pod now, nor later by itself.
pub fn is_settled(view: &View, set: &StatefulSet, pod: &Pod, now: SimTime) -> bool {
    is_healthy(pod)
        && is_available(pod, set.spec.min_ready_seconds, now)
        && controller(&pod.metadata).is_some_and(|owner| owner.uid == set.metadata.uid)
        && selects(set, &pod.metadata.labels)
        && identity_matches(set, pod)
        && claims::storage_matches(set, pod)
        && claims::owners_match(view, set, pod)
}

/// The slots a sync has to look at, with the Pods that are there, by rising ordinal. In order nothing happens behind the
/// first empty slot, so that empty slots after it are left out.
pub fn slots(view: &View, set: &StatefulSet, pods: &[Rc<Pod>]) -> Vec<(i64, Option<Rc<Pod>>)> {
    let (spec, settled) = (&set.spec, &view.settled);
    let end = spec.start() + spec.replicas();
    let mut slots: Vec<(i64, Option<Rc<Pod>>)> = Vec::new();
    let mut next = settled.next_loose(spec.start());
    let mut goes_on = true;
    // Empty slots up to an ordinal.
    let mut fill = |slots: &mut Vec<_>, to: i64| {
        while goes_on && next < to {
            slots.push((next, None));
            goes_on = spec.is_parallel();
            next = settled.next_loose(next + 1);
        }
        if next == to {
            next = settled.next_loose(next + 1);
        }
    };
    for pod in pods {
        let ordinal = ordinal(pod);
        match slots.last_mut() {
            _ if !spec.has_ordinal(ordinal) => {}
            // Two names may have one ordinal, such as `web-1` and `web-01`: the last one has the slot.
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

/// The name of the Pod in a slot, which is only known by its ordinal when the Pod is settled.
pub(super) fn name(set: &StatefulSet, ordinal: i64, pod: Option<&Rc<Pod>>) -> Text {
    pod.map_or_else(|| identity::pod_name(set, ordinal), |pod| pod.metadata.name.clone())
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
