//! Manifests: text to trees to objects, and back.

pub mod node;
pub mod schema;
