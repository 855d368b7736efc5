//! The data of a cluster: the API objects and the machines, the scheduled events, the record of what changed, and the
//! commands of a person.

pub(crate) mod attachments;
pub mod cause;
pub mod change;
pub mod command;
pub mod event;
pub mod eviction;
pub mod fact;
mod kept;
pub(crate) mod load;
pub mod machines;
pub(crate) mod members;
pub(crate) mod numbers;
pub mod object;
pub mod plan;
pub mod pressure;
pub mod probe;
pub mod program;
pub(crate) mod queue;
pub(crate) mod recorder;
pub mod refusal;
pub mod settled;
pub(crate) mod store_event;
pub(crate) mod syncs;
pub(crate) mod table_kind;
pub mod tables;
pub mod volume_match;
mod watch;
pub(crate) mod work_queue;
pub mod world;
