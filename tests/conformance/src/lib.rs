//! Judges simulated runs by runs recorded from real Kubernetes.
//!
//! A *run* is a JSON document with the objects of a scenario, the actions of its script and a `trace`: what a watcher
//! of the API saw, entry by entry. [`compare::compare`] judges two runs of one scenario facet by facet;
//! [`recorded`] loads the recorded runs of this folder; [`expected`] keeps the list of facets known to differ.
//!
//! ```
//! use podlab_conformance::{compare, recorded};
//!
//! let run = recorded::run("v1.28", "A-one-Never-exit0").document;
//! let verdict = compare::compare(&run, &run, compare::SHORT);
//! assert!(verdict.values().all(Option::is_none));
//! ```
pub mod compare;
pub mod expected;
pub mod judged;
pub mod recorded;
pub mod replayed;
pub mod run;
pub mod scripts;
pub mod steps;
pub mod text;
