//! Sentences about why a name resolves or does not.

use crate::messages::Messages;
use podlab::dns::Reason;

/// Returns a sentence about why a name resolves or does not.
pub fn reason(m: &Messages, reason: &Reason) -> String {
    let service = |key: &str, service: &str| m.fill(key, &[("service", service)]);
    let pod = |key: &str, pod: &str| m.fill(key, &[("pod", pod)]);
    match reason {
        Reason::ServiceAddress => m.say("dns.service-address"),
        Reason::ReadyPods => m.say("dns.ready-pods"),
        Reason::PublishedPods => m.say("dns.published-pods"),
        Reason::ReadyPod => m.say("dns.ready-pod"),
        Reason::PublishedPod => m.say("dns.published-pod"),
        Reason::NamedPort => m.say("dns.named-port"),
        Reason::ExternalName => m.say("dns.external-name"),
        Reason::NoClusterName(domain) => m.fill("dns.no-cluster-name", &[("domain", domain)]),
        Reason::NoService { service, namespace, is_empty, asked, elsewhere } => {
            let key = if *is_empty { "dns.no-namespace" } else { "dns.no-service" };
            let why = m.fill(key, &[("service", service), ("namespace", namespace)]);
            match elsewhere.as_slice() {
                [] => why,
                [one, ..] => {
                    let places = [("why", why.as_str()), ("namespace", one), ("asked", asked)];
                    m.fill("dns.elsewhere", &places)
                }
            }
        }
        Reason::NotHeadless(name) => service("dns.not-headless", name),
        Reason::NoSelector(name) => service("dns.no-selector", name),
        Reason::NoPods(name) => service("dns.no-pods", name),
        Reason::NoneReady(name, 1) => service("dns.none-ready.one", name),
        Reason::NoneReady(name, pods) => {
            m.fill("dns.none-ready", &[("service", name), ("count", &pods.to_string())])
        }
        Reason::NoPod(name) => pod("dns.no-pod", name),
        Reason::NotCreated { pod, set } => m.fill("dns.not-created", &[("pod", pod), ("set", set)]),
        Reason::OutOfRange { pod, set, first, last } => {
            let key = if last < first { "dns.no-range" } else { "dns.out-of-range" };
            let (first, last) = (first.to_string(), last.to_string());
            m.fill(key, &[("pod", pod), ("set", set), ("first", &first), ("last", &last)])
        }
        Reason::OtherHostname { pod: name, hostname } if hostname.is_empty() => {
            pod("dns.no-hostname", name)
        }
        Reason::OtherHostname { pod, hostname } => {
            m.fill("dns.other-hostname", &[("pod", pod), ("hostname", hostname)])
        }
        Reason::OtherSubdomain { pod, subdomain, service } => {
            let key = if subdomain.is_empty() { "dns.no-subdomain" } else { "dns.other-subdomain" };
            m.fill(key, &[("pod", pod), ("subdomain", subdomain), ("service", service)])
        }
        Reason::NotSelected { pod, service } => {
            m.fill("dns.not-selected", &[("pod", pod), ("service", service)])
        }
        Reason::NoAddress(name) => pod("dns.no-address", name),
        Reason::Terminating(name) => pod("dns.terminating", name),
        Reason::Ended(name) => pod("dns.ended", name),
        Reason::NotReady(name) => pod("dns.not-ready", name),
        Reason::NoPort(name) => service("dns.no-port", name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::Language;
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
        let said = |is_empty, elsewhere| {
            reason(Messages::of(Language::English), &missing(is_empty, elsewhere))
        };
        assert_eq!(
            said(true, vec!["foo".into()]),
            "Nothing is in namespace bar, so no Service nginx. There is one in foo: ask for web-0.nginx.foo."
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
            for why in &reasons {
                let said = reason(Messages::of(language), why);
                assert!(said.contains(' ') && !said.contains(['{', '}']), "{said}");
            }
        }
    }
}
