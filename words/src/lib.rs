//! What happens in a run, in sentences. A word between asterisks is a name.
//!
//! The sentences are in message files, one for each language, in `locales/`: `key = text with {places}`. All files have
//! the same keys and places. Kubernetes' own words are the same in every language.
//!
//! ```
//! use podlab_words::{Language, Messages};
//! let messages = Messages::of(Language::Indonesian);
//! assert_eq!(messages.fill("change.ready.true", &[("container", "app")]), "*app* siap.");
//! ```

mod changes;
mod commands;
mod dns;
mod lookahead;
mod messages;
mod named;
mod questions;
mod refusals;
mod rows;
mod time;
mod waits;
mod why;

pub use changes::{change, weight};
pub use commands::command;
pub use dns::reason;
pub use lookahead::{answer, ask, outlook, step};
pub use messages::{Language, Messages, fill};
pub use named::{rule_sentence, rule_title, run_title, scene_group, scene_summary, scene_title};
pub use questions::{absence, question};
pub use refusals::wrong;
pub use rows::{difference, parting, row, shown};
pub use time::{clock, short};
pub use waits::wait;
pub use why::{Actor, Step, act, chain, earlier, line, start};
