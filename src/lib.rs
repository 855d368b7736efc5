//! The rules of the Kubernetes Pod lifecycle, as a deterministic simulation.

pub mod api;
pub mod apiserver;
pub mod kubectl;
pub mod kubelet;
pub mod manifest;
pub mod release;
pub mod text;
pub mod time;
