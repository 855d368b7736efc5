//! The files of scenarios and runs, and how a scenario is played.

pub mod player;
pub mod run_file;
pub mod scenario_file;
