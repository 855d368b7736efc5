//! Controllers: what keeps other objects in step with Pods.

pub mod endpoints;
pub mod garbage;
pub mod sets;
pub mod stateful_set;
pub mod volumes;
pub mod work;
