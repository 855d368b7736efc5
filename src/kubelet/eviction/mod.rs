//! Eviction by the kubelet when a resource of its machine runs short. Rules P-1021, K-28.

pub(crate) mod pressure;
pub(crate) mod rounds;
mod thresholds;
mod usage;
