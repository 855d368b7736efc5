//! The resources that a machine can run out of, and when its kubelet reports it. Rules P-1021, K-29.

use crate::api::container::Container;
use crate::api::core::Node;
use crate::api::quantity::Quantity;

/// A resource of which a machine has a limited amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EvictionSignal {
    /// Memory, in bytes.
    Memory,
    /// Space on the disk of containers, in bytes.
    Disk,
    /// Process ids.
    Pids,
}

impl EvictionSignal {
    /// All of them, in the order in which a kubelet checks them.
    pub const ALL: [EvictionSignal; 3] =
        [EvictionSignal::Memory, EvictionSignal::Disk, EvictionSignal::Pids];

    /// Returns its word in scripts.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            EvictionSignal::Memory => "memory",
            EvictionSignal::Disk => "disk",
            EvictionSignal::Pids => "pids",
        }
    }

    /// Returns the type of the node's condition about it.
    pub const fn condition(self) -> &'static str {
        match self {
            EvictionSignal::Memory => "MemoryPressure",
            EvictionSignal::Disk => "DiskPressure",
            EvictionSignal::Pids => "PIDPressure",
        }
    }

    /// Returns the key of the taint that keeps Pods away while too little of it is left.
    pub(crate) const fn taint(self) -> &'static str {
        match self {
            EvictionSignal::Memory => "node.kubernetes.io/memory-pressure",
            EvictionSignal::Disk => "node.kubernetes.io/disk-pressure",
            EvictionSignal::Pids => "node.kubernetes.io/pid-pressure",
        }
    }

    /// Returns the resource that Pods request. No Pod can request process ids.
    pub(crate) const fn resource(self) -> &'static str {
        match self {
            EvictionSignal::Memory => "memory",
            EvictionSignal::Disk => "ephemeral-storage",
            EvictionSignal::Pids => "pids",
        }
    }

    /// Returns the signal that this word stands for.
    pub(crate) fn parse(word: &str) -> Option<EvictionSignal> {
        EvictionSignal::ALL.into_iter().find(|signal| signal.as_str() == word)
    }

    const fn index(self) -> usize {
        self as usize
    }
}

/// The largest amount that counts. The amounts of all Pods of a cluster can be added without overflow.
pub(crate) const MOST: i64 = 1 << 50;

/// Returns an amount in whole units, at most [`MOST`].
pub(crate) fn whole(quantity: &Quantity) -> i64 {
    quantity.value().clamp(0, i128::from(MOST)) as i64
}

/// An amount of each: bytes, and process ids.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Amounts([i64; 3]);

impl Amounts {
    /// Returns the amount of one resource.
    pub fn of(&self, signal: EvictionSignal) -> i64 {
        self.0[signal.index()]
    }

    /// Returns the amount of one resource, to change it.
    pub(crate) fn of_mut(&mut self, signal: EvictionSignal) -> &mut i64 {
        &mut self.0[signal.index()]
    }

    /// Returns whether all amounts are zero.
    pub(crate) fn is_nothing(&self) -> bool {
        self.0 == [0; 3]
    }
}

/// How many bytes of memory a container without a request uses, unless a script says otherwise.
const MEMORY: i64 = 50 << 20;
/// How many bytes such a container writes to disk.
const DISK: i64 = 10 << 20;

/// Returns how much a container uses when no script says so: what it requests, or a small amount.
pub(crate) fn usual(container: &Container, signal: EvictionSignal) -> i64 {
    let asked = container.resources.requests.get(signal.resource()).map(whole);
    match signal {
        EvictionSignal::Memory => asked.unwrap_or(MEMORY),
        EvictionSignal::Disk => asked.unwrap_or(DISK),
        EvictionSignal::Pids => 1,
    }
}

/// Returns how much a node has.
///
/// A node that does not say so has 8 GiB of memory, a disk of 100 GiB and 32,768 process ids.
pub fn capacity(node: &Node, signal: EvictionSignal) -> i64 {
    let known = node.status.capacity.get(signal.resource()).map(whole);
    let known = known.filter(|amount| *amount > 0);
    known.unwrap_or(match signal {
        EvictionSignal::Memory => 8 << 30,
        EvictionSignal::Disk => 100 << 30,
        EvictionSignal::Pids => 1 << 15,
    })
}

/// Returns a percentage of an amount, as Kubernetes computes it. Rule K-29.
///
/// Kubernetes stores the fraction as a 32-bit floating-point number, which has 24 significant bits.
pub(crate) fn part(amount: i64, percent: i64) -> i64 {
    let mut bits = 0;
    while percent << (bits + 1) < 100 << 24 {
        bits += 1;
    }
    let part = ((percent << (bits + 1)) / 100 + 1) / 2;
    ((i128::from(amount) * i128::from(part)) >> bits) as i64
}

/// Returns the amount below which a kubelet evicts at once, and the same as its messages print it. Rule K-29.
pub(crate) fn hard(signal: EvictionSignal, capacity: i64) -> (i64, String) {
    if signal == EvictionSignal::Memory {
        return (100 << 20, "100Mi".to_owned());
    }
    let tenth = part(capacity, 10);
    (tenth, in_words(signal, tenth))
}

/// Returns an amount as Kubernetes prints it.
pub(crate) fn in_words(signal: EvictionSignal, amount: i64) -> String {
    const UNITS: [&str; 7] = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];
    let (mut amount, mut unit) = (amount, 0);
    while signal != EvictionSignal::Pids && amount != 0 && amount % 1024 == 0 && unit < 6 {
        amount /= 1024;
        unit += 1;
    }
    format!("{amount}{}", UNITS[unit])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_are_printed_as_kubelets_print_them() {
        let gib = 1 << 30;
        assert_eq!(hard(EvictionSignal::Memory, 8 * gib), (100 << 20, "100Mi".to_owned()));
        // 107374182400 × 0.1 as a 32-bit float.
        assert_eq!(
            hard(EvictionSignal::Disk, 100 * gib),
            (10_737_418_400, "10737418400".to_owned())
        );
        assert_eq!(hard(EvictionSignal::Pids, 32_768).0, 3276);
        assert_eq!(in_words(EvictionSignal::Memory, 80 << 20), "80Mi");
        assert_eq!(in_words(EvictionSignal::Memory, 0), "0");
        assert_eq!(in_words(EvictionSignal::Pids, 2048), "2048");
    }
}
