//! What the program `podlab` does, as functions, so that tests call them without starting a process.
#![cfg_attr(
    test,
    allow(clippy::wildcard_enum_match_arm, reason = "a test looks for some variants")
)]

pub mod actual;
pub mod arguments;
pub mod bench;
pub mod check;
pub mod commands;
pub mod compare;
pub mod completions;
pub mod dns;
pub mod embed;
pub mod expect;
pub mod explore;
pub mod failure;
pub mod files;
pub mod input;
pub mod json;
pub mod lesson;
pub mod link;
pub mod man;
pub mod mdbook;
pub mod pack;
pub mod packed;
pub mod page;
pub mod png;
pub mod progress;
pub mod recording;
pub mod render;
pub mod replay;
pub mod run;
pub mod scenes;
pub mod still;
pub mod target;
pub mod terminal;
pub mod trace;
pub mod values;
pub mod vectors;
pub mod why;
