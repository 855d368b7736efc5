//! The API server: the defaults, checks and patches of objects, the writes to the store, and the columns that it prints.

pub(crate) mod admission;
pub(crate) mod admit;
pub mod age;
pub(crate) mod binding;
pub(crate) mod budgets;
pub mod columns;
pub mod defaults;
pub(crate) mod disabled_fields;
pub mod error;
pub(crate) mod eviction;
mod json_patch;
mod label_keys;
pub(crate) mod namespaces;
pub(crate) mod nodes;
pub mod patch;
pub mod printed;
pub(crate) mod record;
pub(crate) mod registry;
pub mod request;
pub(crate) mod storage;
pub(crate) mod store;
pub mod table;
mod unmarshal;
pub(crate) mod update;
pub mod validate;
pub mod warnings;
