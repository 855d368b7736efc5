//! Answers and reasons in words.

use super::{Reason, Record};
use std::fmt::{Display, Formatter, Result};

impl Display for Record {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Record::Address(address, _) => write!(f, "A {address}"),
            Record::Port(port, name) => write!(f, "SRV 0 100 {port} {name}"),
            Record::Alias(name) => write!(f, "CNAME {name}"),
        }
    }
}

impl Display for Reason {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Reason::ServiceAddress => {
                f.write_str("The Service has an address of its own; it answers always.")
            }
            Reason::ReadyPods => f.write_str("The Service is headless: its ready Pods answer."),
            Reason::PublishedPods => f.write_str(
                "The Service publishes not ready addresses: all its Pods answer, ready or not.",
            ),
            Reason::ReadyPod => f.write_str("The Pod is ready, so its name answers."),
            Reason::PublishedPod => f.write_str(
                "The Service publishes not ready addresses: the Pod answers, ready or not.",
            ),
            Reason::NamedPort => f.write_str("The Service has a port of that name."),
            Reason::ExternalName => f.write_str("The Service stands for a name elsewhere."),
            Reason::NoClusterName(domain) => {
                write!(f, "This is no name of a Service or of its Pods: they end in .svc.{domain}.")
            }
            Reason::NoService { service, namespace, is_empty, asked, elsewhere } => {
                if *is_empty {
                    write!(f, "Nothing is in namespace {namespace}, so no Service {service}.")?;
                } else {
                    write!(f, "There is no Service {service} in namespace {namespace}.")?;
                }
                match elsewhere.as_slice() {
                    [] => Ok(()),
                    [one, ..] => write!(f, " There is one in {one}: ask for {asked}.{one}."),
                }
            }
            Reason::NotHeadless(service) => write!(
                f,
                "Service {service} is not headless: it has a cluster IP, and its Pods have no names. \
                 Set clusterIP: None."
            ),
            Reason::NoSelector(service) => write!(f, "Service {service} selects no Pods."),
            Reason::NoPods(service) => {
                write!(f, "No Pod has the labels that Service {service} selects.")
            }
            Reason::NoneReady(service, 1) => {
                write!(f, "Service {service} has one Pod, and it is not ready.")
            }
            Reason::NoneReady(service, pods) => {
                write!(f, "Service {service} has {pods} Pods, and none is ready.")
            }
            Reason::NoPod(pod) => write!(f, "There is no Pod {pod}."),
            Reason::NotCreated { pod, set } => {
                write!(
                    f,
                    "There is no Pod {pod} now: StatefulSet {set} creates it when its turn comes."
                )
            }
            Reason::OutOfRange { pod, set, first, last } if last < first => {
                write!(f, "There is no Pod {pod}: StatefulSet {set} has no Pods now.")
            }
            Reason::OutOfRange { pod, set, first, last } => write!(
                f,
                "There is no Pod {pod}: StatefulSet {set} has the Pods {set}-{first} to {set}-{last}."
            ),
            Reason::OtherHostname { pod, hostname } if hostname.is_empty() => {
                write!(f, "Pod {pod} has no hostname, so it has no name of its own.")
            }
            Reason::OtherHostname { pod, hostname } => {
                write!(f, "Pod {pod} has the hostname {hostname}.")
            }
            Reason::OtherSubdomain { pod, subdomain, service } if subdomain.is_empty() => write!(
                f,
                "Pod {pod} has no subdomain; a set's serviceName must be {service} when it creates the Pod."
            ),
            Reason::OtherSubdomain { pod, subdomain, service } => write!(
                f,
                "Pod {pod} has the subdomain {subdomain}, not {service}: its names stand under \
                 Service {subdomain}."
            ),
            Reason::NotSelected { pod, service } => {
                write!(f, "Pod {pod} lacks the labels that Service {service} selects.")
            }
            Reason::NoAddress(pod) => write!(f, "Pod {pod} has no address yet."),
            Reason::Terminating(pod) => {
                write!(f, "Pod {pod} is being deleted, so the Service lists it no more.")
            }
            Reason::Ended(pod) => write!(f, "Pod {pod} has ended."),
            Reason::NotReady(pod) => write!(
                f,
                "Pod {pod} is not ready, and the Service does not publish not ready addresses."
            ),
            Reason::NoPort(service) => {
                write!(f, "Service {service} has no port of that name and protocol.")
            }
        }
    }
}
