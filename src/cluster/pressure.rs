//! What a machine can run out of, and when its kubelet says so. Rules P-1021, K-29.

use crate::api::container::Container;
use crate::api::core::Node;
use crate::api::quantity::Quantity;

/// Something of which a machine has only so much.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scarce {
    /// Memory, in bytes.
    Memory,
    /// Space on the disk of containers, in bytes.
    Disk,
    /// Process ids.
    Pids,
}

impl Scarce {
    /// All of them, in the order in which a kubelet looks after them.
    pub const ALL: [Scarce; 3] = [Scarce::Memory, Scarce::Disk, Scarce::Pids];

    /// Its word in scripts.
    pub const fn as_str(self) -> &'static str {
        match self {
            Scarce::Memory => "memory",
            Scarce::Disk => "disk",
            Scarce::Pids => "pids",
        }
    }

    /// The type of the node's condition about it.
    pub const fn condition(self) -> &'static str {
        match self {
            Scarce::Memory => "MemoryPressure",
            Scarce::Disk => "DiskPressure",
            Scarce::Pids => "PIDPressure",
        }
    }

    /// The key of the taint that keeps Pods away while there is too little of it.
    pub const fn taint(self) -> &'static str {
        match self {
            Scarce::Memory => "node.kubernetes.io/memory-pressure",
            Scarce::Disk => "node.kubernetes.io/disk-pressure",
            Scarce::Pids => "node.kubernetes.io/pid-pressure",
        }
    }

    /// The resource Pods ask for; none for process ids, which nobody asks for.
    pub const fn resource(self) -> &'static str {
        match self {
            Scarce::Memory => "memory",
            Scarce::Disk => "ephemeral-storage",
            Scarce::Pids => "pids",
        }
    }

    /// That of which the word is.
    pub fn parse(word: &str) -> Option<Scarce> {
        Scarce::ALL.into_iter().find(|scarce| scarce.as_str() == word)
    }

    const fn index(self) -> usize {
        self as usize
    }
}

/// Most of anything that counts: so much that the Pods of a cluster can be added up.
pub const MOST: i64 = 1 << 50;

/// An amount in whole units, no more than counts.
pub fn whole(quantity: &Quantity) -> i64 {
    quantity.value().clamp(0, i128::from(MOST)) as i64
}

/// An amount of each: bytes, and process ids.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Amounts([i64; 3]);

impl Amounts {
    /// The amount of one.
    pub fn of(&self, scarce: Scarce) -> i64 {
        self.0[scarce.index()]
    }

    /// The amount of one, to change it.
    pub fn of_mut(&mut self, scarce: Scarce) -> &mut i64 {
        &mut self.0[scarce.index()]
    }

    /// Whether there is nothing of any.
    pub fn is_nothing(&self) -> bool {
        self.0 == [0; 3]
    }
}

/// Bytes a container without a request of its own uses of memory, unless a script says otherwise.
const MEMORY: i64 = 50 << 20;
/// Bytes it writes to disk.
const DISK: i64 = 10 << 20;

/// What a container uses that nobody said anything of: what it asks for, or a little.
pub fn usual(container: &Container, scarce: Scarce) -> i64 {
    let asked = container.resources.requests.get(scarce.resource()).map(whole);
    match scarce {
        Scarce::Memory => asked.unwrap_or(MEMORY),
        Scarce::Disk => asked.unwrap_or(DISK),
        Scarce::Pids => 1,
    }
}

/// What a node has. One that does not say it has a disk of 100 GiB, and all have 32,768 process ids.
pub fn capacity(node: &Node, scarce: Scarce) -> i64 {
    let known = node.status.capacity.get(scarce.resource()).map(whole);
    let known = known.filter(|amount| *amount > 0);
    known.unwrap_or(match scarce {
        Scarce::Memory => 8 << 30,
        Scarce::Disk => 100 << 30,
        Scarce::Pids => 1 << 15,
    })
}

/// So many hundredths of an amount, as Kubernetes counts them: the part is the nearest 32-bit floating-point number, which
/// has 24 bits. Rule K-29.
pub fn part(amount: i64, percent: i64) -> i64 {
    let mut bits = 0;
    while percent << (bits + 1) < 100 << 24 {
        bits += 1;
    }
    let part = ((percent << (bits + 1)) / 100 + 1) / 2;
    ((i128::from(amount) * i128::from(part)) >> bits) as i64
}

/// Below how much of it a kubelet evicts at once, and the amount as its messages print it. Rule K-29.
pub fn hard(scarce: Scarce, capacity: i64) -> (i64, String) {
    if scarce == Scarce::Memory {
        return (100 << 20, "100Mi".to_owned());
    }
    let tenth = part(capacity, 10);
    (tenth, in_words(scarce, tenth))
}

/// An amount as Kubernetes prints it.
pub fn in_words(scarce: Scarce, amount: i64) -> String {
    const UNITS: [&str; 7] = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];
    let (mut amount, mut unit) = (amount, 0);
    while scarce != Scarce::Pids && amount != 0 && amount % 1024 == 0 && unit < 6 {
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
        assert_eq!(hard(Scarce::Memory, 8 * gib), (100 << 20, "100Mi".to_owned()));
        // 107374182400 × 0.1 as a 32-bit float.
        assert_eq!(hard(Scarce::Disk, 100 * gib), (10_737_418_400, "10737418400".to_owned()));
        assert_eq!(hard(Scarce::Pids, 32_768).0, 3276);
        assert_eq!(in_words(Scarce::Memory, 80 << 20), "80Mi");
        assert_eq!(in_words(Scarce::Memory, 0), "0");
        assert_eq!(in_words(Scarce::Pids, 2048), "2048");
    }
}
