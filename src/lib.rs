//! The rules of the Kubernetes Pod lifecycle, as a deterministic simulation.
