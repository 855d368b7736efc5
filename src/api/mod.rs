//! The API objects, by their Kubernetes names, and how a manifest becomes objects.
//!
//! ```
//! use podlab::api::{ReadOptions, read, write};
//! use podlab::manifest::emit;
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

pub mod affinity;
pub mod budget;
pub mod container;
pub mod core;
pub mod deployment;
pub mod endpoints;
pub(crate) mod kept;
mod kept_kind;
pub(crate) mod kinds;
pub mod meta;
mod mistake;
pub(crate) mod naming;
pub mod node;
pub mod persistent_volume;
pub mod persistent_volume_claim;
pub(crate) mod placement;
pub mod pod;
pub mod pod_requests;
pub mod probe;
pub mod quantity;
mod read;
pub mod reason;
mod recognize;
mod release_fields;
pub mod replica_set;
mod resource;
pub mod selector;
pub(crate) mod service;
pub mod stateful_set;
pub mod status;
pub mod storage;
pub(crate) mod volume;
pub(crate) mod workload;

pub use kept::KeptObject;
pub use kept_kind::KeptKind;
pub(crate) use read::{Documents, MAX_RESOURCES, decode, read_document};
pub use read::{ReadOptions, read};
pub(crate) use recognize::empty;
pub(crate) use release_fields::{drop_newer, newer};
pub(crate) use resource::{ApiObject, decode_into};
pub use resource::{ObjectRef, Resource, ResourceKind, write};
