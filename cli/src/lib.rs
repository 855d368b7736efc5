//! What the program `podlab` does, as functions, so that tests call them without starting a process.

pub mod arguments;
mod beat;
pub mod check;
pub mod commands;
pub mod compare;
pub mod dns;
pub mod embed;
pub mod expect;
pub mod explore;
pub mod input;
pub mod json;
pub mod link;
pub mod mdbook;
pub mod page;
pub mod png;
mod renamed;
pub mod render;
pub mod replay;
pub mod run;
pub mod target;
pub mod trace;
pub mod tree;
pub mod truth;
pub mod why;
