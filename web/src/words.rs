//! The page's sentences: those of `podlab-words`, in the page's language. A word between asterisks is a name.

use crate::lab::Lab;
use podlab::api::ResourceKind;
use podlab::cluster::change::Change;
use podlab::questions::explore::Question;
use podlab_stage::language;

pub use podlab_stage::language::messages;
pub use podlab_stage::words::{clock, listed, plain, short};
pub use podlab_words::weight;

/// What kubectl prints when a Pod is deleted without waiting for its node.
pub const FORCED: &str = "Warning: Immediate deletion does not wait for confirmation that the running resource has been terminated. The resource may continue to run on the cluster indefinitely.";

/// What happened, in a sentence.
pub fn change(change: &Change) -> String {
    podlab_words::change(messages(), change)
}

/// Why it happened, asked.
pub fn question(change: &Change) -> String {
    podlab_words::question(messages(), change)
}

/// What the engine says is wrong, in the page's language.
pub fn wrong(text: &str) -> String {
    podlab_words::wrong(messages(), text)
}

/// What happened, in a sentence that says to which Pod, when there may be several.
pub fn told(lab: &Lab, change: &Change) -> String {
    let text = self::change(change);
    let Some(pod) = change.object.named(ResourceKind::Pod).filter(|_| lab.scene.workload.is_some())
    else {
        return text;
    };
    if !language::is_english() {
        return messages().fill("change.of", &[("pod", pod), ("text", &text)]);
    }
    let name = format!("*{pod}*");
    for words in ["The Pod object ", "The Pod ", "the Pod ", "The Pod's ", "the Pod's "] {
        if text.contains(words) {
            let rest = if words.ends_with("'s ") { "'s " } else { " " };
            return text.replacen(words, &format!("{name}{rest}"), 1);
        }
    }
    format!("{name}: {text}")
}

/// What is asked of the explorer.
pub fn ask(question: &Question) -> String {
    podlab_words::ask(messages(), question)
}
