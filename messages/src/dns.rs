//! Sentences about why a name resolves or does not.

use crate::text;
use podlab::dns::Reason;

/// Returns a sentence about why a name resolves or does not.
pub fn reason(reason: &Reason) -> String {
    match reason {
        Reason::ServiceAddress => text::dns_service_address().to_owned(),
        Reason::ReadyPods => text::dns_ready_pods().to_owned(),
        Reason::PublishedPods => text::dns_published_pods().to_owned(),
        Reason::ReadyPod => text::dns_ready_pod().to_owned(),
        Reason::PublishedPod => text::dns_published_pod().to_owned(),
        Reason::NamedPort => text::dns_named_port().to_owned(),
        Reason::ExternalName => text::dns_external_name().to_owned(),
        Reason::NoClusterName(domain) => text::dns_no_cluster_name(domain),
        Reason::NoService { service, namespace, is_empty, asked, elsewhere } => {
            let why = if *is_empty {
                text::dns_no_namespace(namespace, service)
            } else {
                text::dns_no_service(namespace, service)
            };
            match elsewhere.as_slice() {
                [] => why,
                [one, ..] => text::dns_elsewhere(asked, one, why),
            }
        }
        Reason::NotHeadless(name) => text::dns_not_headless(name),
        Reason::NoSelector(name) => text::dns_no_selector(name),
        Reason::NoPods(name) => text::dns_no_pods(name),
        Reason::NoneReady(name, 1) => text::dns_none_ready_one(name),
        Reason::NoneReady(name, pods) => text::dns_none_ready(pods, name),
        Reason::NoPod(name) => text::dns_no_pod(name),
        Reason::NotCreated { pod, set } => text::dns_not_created(pod, set),
        Reason::OutOfRange { pod, set, first, last } if last < first => {
            text::dns_no_range(pod, set)
        }
        Reason::OutOfRange { pod, set, first, last } => {
            text::dns_out_of_range(first, last, pod, set)
        }
        Reason::OtherHostname { pod: name, hostname } if hostname.is_empty() => {
            text::dns_no_hostname(name)
        }
        Reason::OtherHostname { pod, hostname } => text::dns_other_hostname(hostname, pod),
        Reason::OtherSubdomain { pod, subdomain, service } => {
            if subdomain.is_empty() {
                text::dns_no_subdomain(pod, service)
            } else {
                text::dns_other_subdomain(pod, service, subdomain)
            }
        }
        Reason::NotSelected { pod, service } => text::dns_not_selected(pod, service),
        Reason::NoAddress(name) => text::dns_no_address(name),
        Reason::Terminating(name) => text::dns_terminating(name),
        Reason::Ended(name) => text::dns_ended(name),
        Reason::NotReady(name) => text::dns_not_ready(name),
        Reason::NoPort(name) => text::dns_no_port(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Catalog, Language, speak};
    use podlab::base::text::Text;

    #[test]
    fn a_service_of_another_namespace_is_named() {
        let missing = |is_empty, elsewhere: Vec<Text>| Reason::NoService {
            service: "nginx".into(),
            namespace: "bar".into(),
            is_empty,
            asked: "web-0.nginx".into(),
            elsewhere,
        };
        let said = |is_empty, elsewhere| reason(&missing(is_empty, elsewhere));
        assert_eq!(
            said(true, vec!["foo".into()]),
            "Namespace bar is empty, so there is no Service nginx. There is one in namespace foo: ask for web-0.nginx.foo."
        );
        assert_eq!(said(false, vec![]), "There is no Service nginx in namespace bar.");
    }

    #[test]
    fn every_reason_has_its_places_filled() {
        let name = || Text::Static("web-0");
        let reasons = [
            Reason::ServiceAddress,
            Reason::ReadyPods,
            Reason::PublishedPods,
            Reason::ReadyPod,
            Reason::PublishedPod,
            Reason::NamedPort,
            Reason::ExternalName,
            Reason::NoClusterName(name()),
            Reason::NotHeadless(name()),
            Reason::NoSelector(name()),
            Reason::NoPods(name()),
            Reason::NoneReady(name(), 1),
            Reason::NoneReady(name(), 2),
            Reason::NoPod(name()),
            Reason::NotCreated { pod: name(), set: name() },
            Reason::OutOfRange { pod: name(), set: name(), first: 0, last: 2 },
            Reason::OutOfRange { pod: name(), set: name(), first: 0, last: -1 },
            Reason::OtherHostname { pod: name(), hostname: "".into() },
            Reason::OtherHostname { pod: name(), hostname: name() },
            Reason::OtherSubdomain { pod: name(), subdomain: "".into(), service: name() },
            Reason::OtherSubdomain { pod: name(), subdomain: name(), service: name() },
            Reason::NotSelected { pod: name(), service: name() },
            Reason::NoAddress(name()),
            Reason::Terminating(name()),
            Reason::Ended(name()),
            Reason::NotReady(name()),
            Reason::NoPort(name()),
        ];
        for language in Language::ALL {
            speak(Catalog::of(language));
            for why in &reasons {
                let said = reason(why);
                assert!(said.contains(' ') && !said.contains(['{', '}']), "{said}");
            }
        }
    }
}
