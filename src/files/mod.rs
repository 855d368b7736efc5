//! The files of scenarios, lessons, presentations and runs, and how a scenario is played.

pub mod lesson_file;
mod manifests;
pub mod player;
pub mod presentation_file;
pub mod run_file;
pub mod scenario_file;
pub mod template;
mod variants;
