//! Manifests as text: reads YAML and JSON into trees that know the place of every value, writes trees as text, and
//! describes mistakes with their places.

pub mod bytes;
pub(crate) mod decimal;
pub(crate) mod deserialize;
pub(crate) mod diagnostic;
pub mod emit;
mod emit_json;
mod fields;
mod fix;
mod go_yaml;
mod indentation;
mod json;
mod nearest;
pub mod node;
pub mod scalar;
pub mod schema;
mod serialize;
pub(crate) mod tree;
pub mod wrong;
pub mod yaml;

pub use diagnostic::{Code, Diagnostic, Severity, render};
pub use fix::Fix;
pub use wrong::{Complaint, Wrong};
