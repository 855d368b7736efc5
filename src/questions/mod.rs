//! The questions that people ask about a run: why, why not yet, what happens next, what is stuck and what helps, what it comes to, can it ever happen, and where do two runs
//! differ.

pub mod back_off;
pub mod compare;
pub mod course;
pub mod explanation;
pub mod explore;
pub mod forecast;
pub mod manifest_line;
mod owner;
pub mod quiz;
pub mod root;
pub mod stuck;
pub mod unreported;
pub mod waits;
