//! How far a search goes.

/// The bounds of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// How far it searches ahead, in simulated milliseconds.
    pub span: u64,
    /// The most events of one copy of the simulation.
    pub events: u64,
    /// The most Pods of a cluster in which it searches.
    pub pods: usize,
    /// The most waits for which it tries remedies.
    pub waits: usize,
    /// The most remedies that it keeps for each of them.
    pub remedies: usize,
}

impl Default for Bounds {
    /// Returns one day, twenty thousand events, a hundred Pods, four waits, and two remedies for each.
    fn default() -> Self {
        Bounds { span: 24 * 3_600_000, events: 20_000, pods: 100, waits: 4, remedies: 2 }
    }
}
