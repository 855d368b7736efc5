//! Texts of manifests: YAML and JSON as trees with places, and back; mistakes with their places.

pub mod decimal;
pub mod diagnostic;
pub mod emit;
mod emit_json;
mod fields;
mod json;
mod nearest;
pub mod node;
pub mod scalar;
pub mod schema;
mod serialize;
pub mod tree;
pub mod yaml;

pub use diagnostic::{Code, Diagnostic, render};
