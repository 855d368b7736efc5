//! What the page says of the engine, in the page's language. A word between asterisks is a name.

use podlab_link::{MOST_CHARS, TooMany, Wrong};
use podlab_messages::text;

pub use podlab_messages::{ask, question, weight, wrong};
pub use podlab_stage::why::change_sentence;
pub use podlab_stage::words::{clock, listed, plain, short};

/// What kubectl prints when a Pod is deleted without waiting for its node.
pub const FORCED: &str = "Warning: Immediate deletion does not wait for confirmation that the running resource has been terminated. The resource may continue to run on the cluster indefinitely.";

/// Why a link cannot be opened, in the page's language.
pub fn link_wrong(why: &Wrong) -> String {
    let count = |most: usize| most.to_string();
    match why {
        Wrong::Unknown(what) => text::link_unknown(what),
        Wrong::Version(version) => text::link_version(version),
        Wrong::TooLong(chars) => text::link_too_long(count(*chars), count(MOST_CHARS)),
        Wrong::Damaged => text::link_damaged().to_owned(),
        Wrong::TooLarge => text::link_too_large().to_owned(),
        Wrong::Option(key, value) => text::link_option(key, value),
        Wrong::TooMany(TooMany::Nodes, most) => text::link_nodes(count(*most)),
        Wrong::TooMany(TooMany::Commands, most) => text::link_commands(count(*most)),
        Wrong::TooMany(TooMany::Replicas, most) => text::link_replicas(count(*most)),
        Wrong::TooMany(TooMany::Items, most) => text::link_items(count(*most)),
        Wrong::TooMany(TooMany::Characters, most) => text::link_characters(count(*most)),
        Wrong::NoRun(found) => text::link_no_run(
            found.first().map_or_else(String::new, |first| self::wrong(&first.message)),
        ),
        Wrong::NoUnpacking => text::link_no_unpacking().to_owned(),
        Wrong::Refused(why) => text::link_refused(self::wrong(why)),
    }
}
