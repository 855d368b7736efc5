//! What the page and the stills show of a moment of a run: view models, with their sentences. Nothing here knows a browser, and nothing draws.
//!
//! [`Lab`] is a run with what is on its stage. [`view`], [`containers`] and [`probes`] read the Pod off it, [`lanes`], [`set_words`] and
//! [`partition`] a StatefulSet, and [`levels`] a workload whose Pods have no order. [`latest`] is the change that is told, [`lesson`] and [`quiz`] say what is asked. [`rows`] says which rows the tracks have, and
//! [`tone`] how each state looks.
//!
//! Everything is said in the language that [`podlab_messages::speak`] chose last in the thread.

pub mod back_off;
pub mod containers;
pub mod deployment_spec;
pub mod ghost;
pub mod init_containers;
pub mod lab;
pub mod lanes;
pub mod latest;
pub mod lesson;
pub mod levels;
pub mod others;
pub mod partition;
pub mod pods;
pub mod probes;
pub mod quiz;
pub mod rows;
pub mod scale;
pub mod scene;
pub mod set_spec;
pub mod set_words;
pub mod sound;
pub mod spec;
pub mod summary;
pub mod tone;
pub mod view;
pub mod why;
pub mod words;
pub mod workload;

pub use lab::Lab;
pub use scene::Scene;
