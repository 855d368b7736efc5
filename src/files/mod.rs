//! The files in which people keep scenarios and runs, and the run of a scenario.

pub mod player;
pub mod run_file;
pub mod scenario_file;
