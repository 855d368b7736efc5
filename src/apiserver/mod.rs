//! The API server: the defaults, checks and patches of objects, the writes to the store, and the columns that it prints.

pub mod admission;
pub mod admit;
pub mod age;
pub mod columns;
pub mod defaults;
pub mod error;
pub mod eviction;
pub(crate) mod nodes;
pub mod patch;
pub mod printed;
pub mod record;
pub(crate) mod registry;
pub mod request;
pub mod storage;
pub mod store;
pub mod table;
mod unmarshal;
pub mod update;
pub mod validate;
