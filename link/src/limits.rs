//! The limits of a link. They ensure that no link can block a page: a run within the limits is read in a fraction of a
//! second. Going to its moment may take longer, and happens in slices.

/// The most characters of a fragment.
pub const MOST_CHARS: usize = 64 << 10;
/// The most bytes of the text that is packed in a link.
pub const MOST_TEXT: usize = 1 << 20;
/// The most nodes of the cluster.
pub(crate) const MOST_NODES: usize = 200;
/// The most commands on all branches. A command counts on each branch that has it.
pub(crate) const MOST_COMMANDS: usize = 1000;
/// The most Pods that a set may ask for. All of them may be created in one event.
pub(crate) const MOST_REPLICAS: usize = 1000;
/// The most items of a list or map in an object.
pub(crate) const MOST_ITEMS: usize = 200;
/// The most seconds of a question, and of all waits in the solution of a step, which pass at once.
pub(crate) const MOST_SECONDS: usize = 24 * 60 * 60;
/// The most characters of a text in an object.
pub(crate) const MOST_TEXT_CHARS: usize = 16 << 10;
