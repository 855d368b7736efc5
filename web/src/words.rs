//! The page's sentences: those of `podlab-words`, in the page's language. A word between asterisks is a name.

use crate::lab::Lab;
use crate::language;
use crate::sentences::fill;
use podlab::cluster::change::Change;
use podlab::questions::explore::Question;

pub use crate::language::messages;
pub use podlab_words::{clock, weight};

/// What kubectl prints when a Pod is deleted without waiting for its node.
pub const FORCED: &str = "Warning: Immediate deletion does not wait for confirmation that the running resource has been terminated. The resource may continue to run on the cluster indefinitely.";

/// A stretch of time in at most five characters: `12 s`, `2m40s`, `1h05m`.
pub fn short(milliseconds: u64) -> String {
    podlab_words::short(messages(), milliseconds)
}

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
    let Some(pod) = change.object.strip_prefix("Pod/").filter(|_| lab.scene.workload.is_some())
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

/// Words one after the other: "a", "a and b", "a, b and c".
pub fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => fill!("list.and", "first" => &first.join(", "), "last" => last),
    }
}

/// What is asked of the explorer.
pub fn ask(question: &Question) -> String {
    podlab_words::ask(messages(), question)
}

/// A sentence without the marks of its names.
pub fn plain(text: &str) -> String {
    text.replace('*', "")
}
