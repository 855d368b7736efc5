//! kubectl: what it prints of the objects it is given.

pub mod command;
pub mod describe;
pub(crate) mod drain;
pub mod get;
pub mod revisions;
pub mod rollout;
