//! How a Service relates to Pods: which Pods it selects, and which of their ports it reaches.

use crate::api::core::{Service, ServicePort};
use crate::api::pod::Pod;
use crate::api::probe::IntOrString;

/// Returns whether the Service selects the Pod. Rule E-01.
pub(crate) fn selects(service: &Service, pod: &Pod) -> bool {
    let (selector, labels) = (&service.spec.selector, &pod.metadata.labels);
    !selector.is_empty()
        && pod.metadata.namespace == service.metadata.namespace
        && selector.iter().all(|(key, value)| labels.get(key) == Some(value))
}

/// Returns the number of the Pod's port that a Service's port stands for.
pub(crate) fn target_port(port: &ServicePort, pod: &Pod) -> i64 {
    match &port.target_port {
        Some(IntOrString::Int(number)) => *number,
        Some(IntOrString::String(name)) => {
            let mut ports = pod.spec.containers.iter().flat_map(|container| &container.ports);
            ports.find(|known| known.name == *name).map_or(0, |known| known.container_port)
        }
        None => port.port,
    }
}
