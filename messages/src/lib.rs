//! Everything that is said to people, in sentences. A word between asterisks is a name.
//!
//! The sentences are in message files, one for each language, in `locales/`: `key = text with {places}`. All files have the same keys in
//! the same order. The build makes a function of each sentence of `en.txt` ([`text`]): its name is the key, its parameters are the
//! places. Kubernetes' own words are the same in every language. A particle of Korean has both its forms (`{name}이(가)`); the sentence
//! gets the one that fits.
//!
//! What is said is in the language that [`speak`] chose last in the thread.
//!
//! ```
//! use podlab_messages::{Catalog, Language, speak, text};
//! assert_eq!(text::change_ready_true("app"), "*app* is ready.");
//! speak(Catalog::of(Language::Indonesian));
//! assert_eq!(text::change_ready_true("app"), "*app* siap.");
//! ```

mod act_name;
mod changes;
mod clauses;
mod commands;
mod dns;
mod file;
mod glossary;
mod goals;
mod keys;
mod language;
mod lists;
mod lookahead;
mod named;
mod particles;
mod program;
mod questions;
mod rows;
mod stuck;
mod terms;
mod time;
mod verdict;
mod waits;
mod why;
mod wrong;

/// A function for each sentence of `locales/en.txt`, which says it in the language that is chosen.
#[allow(clippy::needless_pass_by_value, reason = "a value is a number as often as a reference")]
pub mod text {
    use crate::language::{fill, sentence};
    use std::fmt::Display;
    include!(concat!(env!("OUT_DIR"), "/text.rs"));
}

/// A sentence without places that is chosen now and said later, in whatever language is chosen then.
pub type Sentence = fn() -> &'static str;

pub use act_name::{act_name, branch_name, unnamed_branch};
pub use changes::{change, weight};
pub use commands::command;
pub use dns::reason;
pub use glossary::{Section, Term};
pub use goals::{chapter, goal, prediction};
pub use language::{Catalog, has_own, is_english, local, speak, spoken};
pub use lists::listed;
pub use lookahead::{answer, ask, outlook, step};
pub use named::{rule_sentence, rule_title, run_title, scene_group};
pub use podlab::base::language::Language;
pub use program::program;
pub use questions::{absence, question};
pub use rows::{parting, row, row_of, shown, side};
pub use stuck::{caution, remedy, stuck, stuck_title};
pub use time::{clock, precise, short};
pub use verdict::verdict;
pub use waits::wait;
pub use why::{Actor, PodNames, Teller, ToldStep, act, again, chain, conclusion, line, start};
pub use wrong::wrong;
