//! The API server: what it fills in, what it refuses, how it merges patches.

pub mod admission;
pub mod defaults;
