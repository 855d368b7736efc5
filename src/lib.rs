//! The rules of the Kubernetes Pod lifecycle, as a deterministic simulation.

mod act;
pub mod api;
pub mod apiserver;
pub mod change;
pub mod command;
pub mod controller;
pub mod duration;
pub mod event;
mod fingerprint;
pub mod kubectl;
pub mod kubelet;
pub mod manifest;
pub mod plan;
pub mod player;
pub mod queue;
pub mod recorder;
pub mod release;
pub mod rng;
pub mod rules;
pub mod scenario;
pub mod scenario_file;
pub mod scheduler;
pub mod sim;
pub mod text;
pub mod time;
pub mod workloads;
pub mod world;
