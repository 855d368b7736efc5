//! The API server: what it fills in, what it refuses, how it merges patches, what it stores.

pub mod admission;
pub mod defaults;
pub mod error;
pub mod store;
pub mod update;
pub mod validate_stateful_set;
