//! Manifests: text to trees to objects, and back.
//!
//! ```
//! use podlab::manifest::{ReadOptions, emit, read, write};
//!
//! let text = "apiVersion: v1\nkind: Pod\nmetadata: {name: demo}\nspec: {containers: [{name: app, image: nginx}]}";
//! let pods = read(text, &ReadOptions::default()).unwrap();
//! assert!(emit::yaml(&write(&pods[0])).starts_with("apiVersion: v1\nkind: Pod\n"));
//!
//! let mistakes = read(&text.replace("image", "imagee"), &ReadOptions::default()).unwrap_err();
//! assert_eq!(
//!     mistakes[0].to_string(),
//!     "4:33: spec.containers[0].imagee: unknown field \"imagee\"\nhelp: did you mean \"image\"?"
//! );
//! ```

pub mod decimal;
pub mod diagnostic;
pub mod emit;
mod emit_json;
mod fields;
mod json;
mod nearest;
pub mod node;
mod read;
mod release_fields;
mod resource;
pub mod scalar;
pub mod schema;
mod serialize;
pub mod tree;
pub mod yaml;

pub use diagnostic::{Code, Diagnostic, render};
pub(crate) use read::read_document;
pub use read::{MAX_CONTAINERS, MAX_RESOURCES, ReadOptions, decode, describe, read, recognize};
pub(crate) use release_fields::{drop_newer, newer};
pub(crate) use resource::decode_into;
pub use resource::{Resource, write};
