//! What a Service says of Pods: which it selects, and on which of their ports it reaches them.

use crate::api::core::{Service, ServicePort};
use crate::api::pod::Pod;
use crate::api::probe::IntOrString;

/// Whether the Service selects the Pod. Rule E-01.
pub(crate) fn selects(service: &Service, pod: &Pod) -> bool {
    let (selector, labels) = (&service.spec.selector, &pod.metadata.labels);
    !selector.is_empty()
        && pod.metadata.namespace == service.metadata.namespace
        && selector.iter().all(|(key, value)| labels.get(key) == Some(value))
}

/// The number of the Pod's port a Service's port stands for.
pub fn target_port(port: &ServicePort, pod: &Pod) -> i64 {
    match &port.target_port {
        Some(IntOrString::Int(number)) => *number,
        Some(IntOrString::String(name)) => {
            let mut ports = pod.spec.containers.iter().flat_map(|container| &container.ports);
            ports.find(|known| known.name == *name).map_or(0, |known| known.container_port)
        }
        None => port.port,
    }
}
