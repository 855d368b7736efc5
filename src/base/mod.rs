//! What all other parts use: time, durations, shared texts and their languages, lists of names, and random numbers.

pub mod digest;
pub mod duration;
pub mod language;
pub mod names;
pub mod rng;
pub mod text;
pub mod time;
