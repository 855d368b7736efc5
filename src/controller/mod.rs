//! Controllers: what keeps other objects in step with Pods.

pub mod endpoints;
