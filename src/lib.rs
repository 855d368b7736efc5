//! The rules of the Kubernetes Pod lifecycle, of StatefulSets, Deployments and ReplicaSets, and of what they need (Services,
//! volumes, nodes), as a deterministic simulation.
//!
//! A [`Sim`] is a small cluster. It takes [`Command`]s, lets time pass one event at a time, and reports what changed.
//! The same settings and commands always give the same run.
//!
//! ```
//! use podlab::{Command, ReadOptions, Settings, Sim, SimTime, columns};
//!
//! let manifest = "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: nginx}]}}";
//! let web = podlab::read(manifest, &ReadOptions::default()).unwrap().remove(0);
//!
//! let mut sim = Sim::with_nodes(Settings::default(), 1);
//! sim.apply(Command::Create(Box::new(web))).unwrap();
//! sim.run_until(SimTime::from_seconds(30));
//!
//! let (_, pod) = sim.pod("default", "web").unwrap();
//! assert_eq!(columns::pod_status(pod, sim.settings().release), "Running");
//! ```
//!
//! # Where to begin
//!
//! - [`api::read`] makes objects of manifests. A mistake in a manifest is a [`manifest::Diagnostic`].
//! - [`Sim`] runs a cluster. [`History`] also goes back to any moment, and keeps the other ways in which the run went.
//! - Each [`Change`] says what became visible, by which [`Rule`], and what caused it. A [`Story`] sorts the changes of
//!   a Pod into rows.
//! - [`questions`] answers what people ask: why not yet, what happens next, can it ever happen, where do two runs
//!   differ.
//! - [`lesson`] leads a learner through the steps of a lesson, and judges goals and predictions.
//! - [`files`] holds the files of scenarios and runs. [`kubectl`] prints what kubectl prints, and reads its command
//!   lines.
//!
//! Each folder knows only the folders before it in this order, which `tests/engine/layers.rs` checks: [`base`], [`rules`],
//! [`manifest`], [`api`], [`cluster`], [`apiserver`] beside [`dns`], the components (`scheduler`, [`kubelet`], [`controller`]) beside
//! [`kubectl`], [`sim`], [`timeline`], [`files`], [`questions`], [`lesson`], [`benchmarks`].

// The same run is the same everywhere: no clock, no random order, no input and output, no rounding.
#![deny(clippy::disallowed_types, clippy::disallowed_methods, clippy::float_arithmetic)]
#![cfg_attr(
    test,
    allow(clippy::wildcard_enum_match_arm, reason = "a test looks for some variants")
)]
// `pub` items are used by another crate or by a test of the whole engine.
#![warn(unreachable_pub)]

pub mod api;
pub mod apiserver;
pub mod base;
pub mod benchmarks;
pub mod cluster;
pub mod controller;
pub mod dns;
pub mod files;
pub mod kubectl;
pub mod kubelet;
pub mod lesson;
pub mod manifest;
pub mod questions;
pub mod rules;
pub(crate) mod scheduler;
pub mod sim;
pub mod timeline;

pub use api::{ObjectRef, ReadOptions, Resource, ResourceKind, read, write};
pub use apiserver::columns;
pub use apiserver::error::ApiError;
pub use base::text::Text;
pub use base::time::SimTime;
pub use cluster::cause::Cause;
pub use cluster::change::Change;
pub use cluster::command::Command;
pub use cluster::fact::Fact;
pub use cluster::world::{Settings, World};
pub use files::player::Player;
pub use files::run_file::RunFile;
pub use files::scenario_file::Scenario;
pub use manifest::diagnostic::Diagnostic;
pub use rules::release::Release;
pub use rules::{Feature, Rule};
pub use sim::Sim;
pub use timeline::history::History;
pub use timeline::story::Story;
