//! Controllers: the components that bring objects into their desired state.

pub(crate) mod disruption;
pub mod endpoints;
pub mod expansion;
pub mod garbage;
pub mod node_lifecycle;
pub mod pod_gc;
mod provision;
pub(crate) mod reclaim;
pub mod sets;
pub mod stateful_set;
pub mod taint_eviction;
pub mod volumes;
