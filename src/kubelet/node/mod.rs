//! What a kubelet does for its node as a whole: which Pods it admits, and what becomes of them when it restarts or the node is away.

pub(crate) mod admission;
pub(super) mod away;
pub(crate) mod preemption;
mod restart;
mod victims;
