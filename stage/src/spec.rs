//! What the page's files ask of a spec.

use podlab::api::container::Container;
use podlab::api::probe::Probe;
use podlab::kubelet::probe::ProbeKind;

/// A probe of a container.
pub fn probe(container: &Container, kind: ProbeKind) -> Option<&Probe> {
    match kind {
        ProbeKind::Liveness => container.liveness_probe.as_ref(),
        ProbeKind::Readiness => container.readiness_probe.as_ref(),
        ProbeKind::Startup => container.startup_probe.as_ref(),
    }
}
