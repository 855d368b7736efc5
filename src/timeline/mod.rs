//! A run over time: its past and its branches, its story in rows, and how time is drawn.

pub mod history;
pub mod lens;
pub mod story;
