//! What the program `podlab` does, as functions, so that tests call them without starting a process.

pub mod replay;
pub mod trace;
pub mod tree;
