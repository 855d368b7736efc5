//! The API server: what it fills in, what it refuses, what it stores.

pub mod defaults;
pub mod store;
