//! The partition of a StatefulSet as a line across its lanes. Pods before the line keep the old revision. Rules S-57, S-62.

use crate::lanes::SetStage;
use podlab::controller::stateful_set::identity::pod_name;
use podlab_messages::text;

/// The partition of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Partition {
    /// There is none, for this reason.
    Idle(&'static str),
    /// There is one, and it can be moved.
    Line(PartitionLine),
}

/// Where the line of a partition stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartitionLine {
    /// How many slots keep the old revision.
    pub partition: i64,
    /// How many lanes stand before the line.
    pub place: i64,
    /// How many lanes there are.
    pub lanes: i64,
    /// How many lanes stand below the first slot, because their ordinals are below the start.
    pub below: i64,
    /// Which Pods an update reaches.
    pub words: String,
}

impl PartitionLine {
    /// Returns the partition for a line with so many lanes before it.
    pub fn partition_at(place: i64, below: i64) -> i64 {
        (place - below).max(0)
    }
}

impl SetStage<'_> {
    /// Returns the partition. It stands at `moved` while it is being moved.
    pub fn partition(&self, moved: Option<i64>) -> Partition {
        let spec = &self.set.spec;
        match () {
            () if !self.exists => return Partition::Idle(text::partition_gone()),
            () if !self.is_ruled() => return Partition::Idle(text::partition_going()),
            () if !spec.is_rolling() => return Partition::Idle(text::partition_on_delete()),
            () => {}
        }
        let partition = moved.unwrap_or_else(|| spec.partition());
        let below = self.lanes.iter().filter(|lane| lane.ordinal < spec.start()).count() as i64;
        let lanes = self.lanes.len() as i64;
        let count = partition.to_string();
        let words = match partition {
            0 => text::partition_all().to_owned(),
            _ if partition >= spec.replicas() => text::partition_none(&count),
            _ => {
                let pod = pod_name(self.set, spec.first_above(partition));
                text::partition_from(&count, &pod)
            }
        };
        let place = (partition + below).min(lanes);
        Partition::Line(PartitionLine { partition, place, lanes, below, words })
    }
}
