//! Controllers: what keeps other objects in step with Pods.

mod binding;
pub(crate) mod disruption;
pub mod endpoints;
pub mod garbage;
mod reclaim;
pub mod sets;
pub mod stateful_set;
pub mod volumes;
pub mod work;
