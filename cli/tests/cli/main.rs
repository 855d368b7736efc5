//! The program `podlab`, run as a person runs it; `cargo test -p podlab-cli --test cli MODULE::` runs one module.

#![allow(clippy::wildcard_enum_match_arm, reason = "a test looks for some variants")]

mod bad_input;
mod check;
mod command_line;
mod common;
mod compare;
mod dns;
mod lesson;
mod limits;
mod link;
mod manifests;
mod mdbook;
mod pack;
mod render;
mod replay;
mod run;
mod time;
mod vectors;
mod worksheet;
mod workshop;
