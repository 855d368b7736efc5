//! What the page says of the engine, in the page's language. A word between asterisks is a name.

pub use podlab_messages::{ask, question, weight, wrong};
pub use podlab_stage::why::told;
pub use podlab_stage::words::{clock, listed, plain, short};

/// What kubectl prints when a Pod is deleted without waiting for its node.
pub const FORCED: &str = "Warning: Immediate deletion does not wait for confirmation that the running resource has been terminated. The resource may continue to run on the cluster indefinitely.";
