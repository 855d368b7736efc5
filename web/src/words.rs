//! The page's sentences: those of `podlab-words`, in the page's language. A word between asterisks is a name.

use podlab::cluster::change::Change;
use podlab::questions::explore::Question;

pub use podlab_stage::language::messages;
pub use podlab_stage::why::told;
pub use podlab_stage::words::{clock, listed, plain, short};
pub use podlab_words::weight;

/// What kubectl prints when a Pod is deleted without waiting for its node.
pub const FORCED: &str = "Warning: Immediate deletion does not wait for confirmation that the running resource has been terminated. The resource may continue to run on the cluster indefinitely.";

/// Why it happened, asked.
pub fn question(change: &Change) -> String {
    podlab_words::question(messages(), change)
}

/// What the engine says is wrong, in the page's language.
pub fn wrong(text: &str) -> String {
    podlab_words::wrong(messages(), text)
}

/// What is asked of the explorer.
pub fn ask(question: &Question) -> String {
    podlab_words::ask(messages(), question)
}
