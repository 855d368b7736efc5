//! The rules of the Kubernetes Pod lifecycle, as a deterministic simulation.

pub mod api;
pub mod apiserver;
pub mod base;
pub mod cluster;
pub mod controller;
pub mod dns;
pub mod files;
pub mod kubectl;
pub mod kubelet;
pub mod manifest;
pub mod questions;
pub mod rules;
pub mod scheduler;
pub mod sim;
pub mod timeline;
pub mod workload;
