//! What the page says of the engine, in the page's language. A word between asterisks is a name.

use podlab::manifest::Diagnostic;
use podlab_link::{LinkError, MOST_CHARS, TooMany};
use podlab_messages::text;

pub use podlab_messages::{ask, question, weight, wrong};
pub use podlab_stage::why::change_sentence;
pub use podlab_stage::words::{clock, listed, plain, short};

/// What kubectl prints when a Pod is deleted without waiting for its node.
pub const FORCED: &str = "Warning: Immediate deletion does not wait for confirmation that the running resource has been terminated. The resource may continue to run on the cluster indefinitely.";

/// Why a link cannot be opened, in the page's language.
pub fn link_wrong(why: &LinkError) -> String {
    let count = |most: usize| most.to_string();
    match why {
        LinkError::Unknown(what) => text::link_unknown(what),
        LinkError::Version(version) => text::link_version(version),
        LinkError::TooLong(chars) => text::link_too_long(count(*chars), count(MOST_CHARS)),
        LinkError::Damaged => text::link_damaged().to_owned(),
        LinkError::TooLarge => text::link_too_large().to_owned(),
        LinkError::Option(key, value) => text::link_option(key, value),
        LinkError::TooMany(TooMany::Nodes, most) => text::link_nodes(count(*most)),
        LinkError::TooMany(TooMany::Commands, most) => text::link_commands(count(*most)),
        LinkError::TooMany(TooMany::Replicas, most) => text::link_replicas(count(*most)),
        LinkError::TooMany(TooMany::Items, most) => text::link_items(count(*most)),
        LinkError::TooMany(TooMany::Characters, most) => text::link_characters(count(*most)),
        LinkError::TooMany(TooMany::Seconds, most) => text::link_seconds(count(*most)),
        LinkError::NoLesson(found) => text::link_no_lesson(first(found)),
        LinkError::NoPresentation(found) => text::link_no_presentation(first(found)),
        LinkError::NoRun(found) => text::link_no_run(first(found)),
        LinkError::NoUnpacking => text::link_no_unpacking().to_owned(),
        LinkError::Refused(why) => text::link_refused(self::wrong(why)),
    }
}

/// The first of the things that are wrong.
fn first(found: &[Diagnostic]) -> String {
    found.first().map_or_else(String::new, |first| wrong(&first.message))
}
