//! Simulated runs beside the recorded runs of real Kubernetes.

mod causes_and_waits;
mod endpoint_slices;
mod expected;
mod judged;
