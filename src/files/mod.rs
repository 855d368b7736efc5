//! The files of scenarios, lessons and runs, and how a scenario is played.

pub mod lesson_file;
pub mod player;
pub mod run_file;
pub mod scenario_file;
