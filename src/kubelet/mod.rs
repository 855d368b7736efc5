//! The kubelet: what a node does with the Pods bound to it.

pub mod backoff;
pub mod conditions;
pub mod phase;
pub mod probe;
