//! The names of single Pods, `hostname.service.namespace.svc.domain`. Rules E-04, E-22.

use super::{Found, Reason, ServiceEndpoints, address, is_headless, selects};
use crate::api::core::Service;
use crate::api::pod::Pod;
use crate::api::stateful_set::parent_and_ordinal;
use crate::api::status::READY;
use crate::base::text::Text;
use crate::cluster::world::World;

/// Returns the first part of a Pod's name below a Service. This is the hostname when the Pod's subdomain is the
/// Service, and otherwise the Pod's address with dashes. Rules E-04, E-23.
pub(super) fn host(service: &Service, pod: &Pod) -> String {
    let spec = &pod.spec;
    if !spec.hostname.is_empty() && spec.subdomain == service.metadata.name {
        return spec.hostname.to_string();
    }
    pod.status.pod_ip.replace(['.', ':'], "-")
}

/// Finds the Pod with that hostname among the Pods of a Service. Rule E-22.
pub(super) fn of_pod(world: &World, endpoints: &ServiceEndpoints, hostname: &str) -> Found {
    if !is_headless(endpoints.service) {
        return Err(Reason::NotHeadless(endpoints.name()));
    }
    let named = endpoints.ready.iter().filter(|pod| host(endpoints.service, pod) == hostname);
    let records: Vec<_> = named.map(|pod| address(pod)).collect();
    if records.is_empty() {
        return Err(why_not(world, endpoints, hostname));
    }
    let all = endpoints.publishes_all();
    Ok((records, if all { Reason::PublishedPod } else { Reason::ReadyPod }))
}

/// Returns why no Pod has a hostname.
fn why_not(world: &World, endpoints: &ServiceEndpoints, hostname: &str) -> Reason {
    let service = endpoints.service;
    let namespace = &service.metadata.namespace;
    let answers = |pod: &Pod| {
        pod.metadata.namespace == *namespace
            && pod.spec.hostname == *hostname
            && pod.spec.subdomain == service.metadata.name
    };
    let by_hostname = world.pods().map(|(_, pod)| pod).find(|pod| answers(pod));
    let by_name = || world.pod(world.pod_named(namespace, hostname)?);
    let Some(pod) = by_hostname.or_else(by_name) else {
        return missing(world, namespace, hostname);
    };
    let name = pod.metadata.name.clone();
    let (spec, service_name) = (&pod.spec, endpoints.name());
    if spec.hostname != *hostname {
        Reason::OtherHostname { pod: name, hostname: spec.hostname.clone() }
    } else if spec.subdomain != service_name {
        let subdomain = spec.subdomain.clone();
        Reason::OtherSubdomain { pod: name, subdomain, service: service_name }
    } else if !selects(service, pod) {
        Reason::NotSelected { pod: name, service: service_name }
    } else {
        absence(pod)
    }
}

/// Returns why a Pod that a Service selects is not among its ready endpoints. Rules E-01, E-22.
pub(super) fn absence(pod: &Pod) -> Reason {
    let name = pod.metadata.name.clone();
    if pod.status.pod_ip.is_empty() {
        Reason::NoAddress(name)
    } else if pod.status.phase().is_terminal() {
        Reason::Ended(name)
    } else if pod.metadata.deletion_timestamp.is_some() {
        Reason::Terminating(name)
    } else {
        debug_assert!(!pod.status.is_true(READY), "a ready Pod is in the endpoints");
        Reason::NotReady(name)
    }
}

/// Returns why there is no Pod of that name: a set may create it later, or not.
fn missing(world: &World, namespace: &Text, name: &str) -> Reason {
    let pod = Text::from(name.to_owned());
    let Some((parent, ordinal)) = parent_and_ordinal(name) else { return Reason::NoPod(pod) };
    let parent = Text::from(parent.to_owned());
    let Some(set) = world.objects.sets.named(namespace, &parent) else {
        return Reason::NoPod(pod);
    };
    if set.spec.has_ordinal(ordinal) {
        return Reason::NotCreated { pod, set: parent };
    }
    let first = set.spec.start();
    Reason::OutOfRange { pod, set: parent, first, last: first + set.spec.replicas() - 1 }
}
