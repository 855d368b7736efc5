//! What every part is made of: time, durations, shared texts, names and chance.

pub mod duration;
pub mod names;
pub mod rng;
pub mod text;
pub mod time;
