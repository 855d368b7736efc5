//! What the program `podlab` does, as functions, so that tests call them without starting a process.

pub mod arguments;
mod beat;
pub mod commands;
pub mod compare;
pub mod dns;
pub mod explore;
pub mod input;
mod renamed;
pub mod replay;
pub mod run;
pub mod trace;
pub mod tree;
pub mod why;
