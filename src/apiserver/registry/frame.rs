//! What the shape of a state is relative to.

use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::numbers::Key;
use crate::cluster::world::{PodId, World};
use std::collections::BTreeMap;

/// A state whose shape is taken: moments count from now, and numbers of objects are places among those that exist.
pub(crate) struct Frame<'a> {
    /// The world.
    pub world: &'a World,
    /// The time.
    pub now: SimTime,
    /// Whether waits belong to the shape, to the millisecond.
    pub exact: bool,
    /// The places of the Pods of which anything is left, by number.
    ranks: Vec<Option<u64>>,
    /// The places of the volumes, by name.
    volumes: BTreeMap<&'a Text, u64>,
}

impl<'a> Frame<'a> {
    /// Returns the frame of a world, in which something is left of the Pods for which `lives` is true.
    pub(crate) fn new(world: &'a World, exact: bool, lives: impl Fn(PodId) -> bool) -> Self {
        let mut next = 0;
        let place = |id| {
            lives(id).then(|| {
                next += 1;
                next - 1
            })
        };
        let ranks = (0..world.pod_count() as PodId).map(place).collect();
        let volumes = world.objects.volumes.iter().map(|(_, volume)| &volume.metadata.name);
        let volumes = volumes.zip(0..).collect();
        Frame { world, now: world.now, exact, ranks, volumes }
    }

    /// Returns a Pod's place among the Pods that exist or are still being stopped, or `None` when nothing is left of it.
    pub(crate) fn rank(&self, id: PodId) -> Option<u64> {
        self.ranks.get(id as usize).copied().flatten()
    }

    /// Returns a volume's place among the volumes that exist. Names of volumes are made up.
    pub(crate) fn volume(&self, name: &Text) -> Option<u64> {
        self.volumes.get(name).copied()
    }

    /// Returns the milliseconds since a moment, at most `most`. A greater age makes no difference.
    pub(crate) fn age(&self, since: SimTime, most: u64) -> u64 {
        self.now.since(since).min(most)
    }

    /// Returns the milliseconds since a moment, at most `most`, if waits belong to the shape.
    pub(crate) fn wait(&self, since: SimTime, most: u64) -> u64 {
        if self.exact { self.age(since, most) } else { 0 }
    }

    /// Returns the milliseconds until a moment, if waits belong to the shape.
    pub(crate) fn until(&self, at: SimTime) -> u64 {
        if self.exact { at.since(self.now) } else { 0 }
    }
}

/// Returns an object's place among the objects of its table, from their numbers in ascending order.
pub(crate) fn place(mut keys: impl Iterator<Item = Key>, key: Key) -> Option<u64> {
    keys.position(|other| other == key).map(|place| place as u64)
}
