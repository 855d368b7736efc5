//! Controllers: what keeps other objects in step with Pods.

pub mod endpoints;
pub mod stateful_set;
