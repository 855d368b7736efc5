//! kubectl: what it prints about objects, and what its command lines ask for.

pub mod command;
pub mod deployments;
pub mod describe;
pub(crate) mod drain;
pub mod get;
pub mod revisions;
pub mod rollout;
