//! The API objects, by their Kubernetes names.

pub mod budget;
pub mod cluster;
pub mod container;
pub mod core;
pub mod meta;
pub mod persistent_volume;
pub mod pod;
pub mod probe;
pub mod quantity;
pub mod selector;
pub mod stateful_set;
pub mod status;
pub mod storage;
pub mod volume;
