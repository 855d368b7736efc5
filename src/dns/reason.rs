//! The reasons why names resolve or do not resolve.

use crate::base::text::Text;
use crate::rules::Rule;

/// Why a name resolves, or why it does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The Service has an address of its own. Rule E-20.
    ServiceAddress,
    /// The Service is headless and has ready Pods. Rule E-21.
    ReadyPods,
    /// The Service is headless and also publishes Pods that are not Ready. Rule E-03.
    PublishedPods,
    /// The name stands for one Pod, which is Ready. Rule E-22.
    ReadyPod,
    /// The name stands for one Pod. Its Service publishes Pods whether they are Ready or not. Rule E-03.
    PublishedPod,
    /// The name stands for a named port. Rule E-23.
    NamedPort,
    /// The Service stands for a name outside the cluster.
    ExternalName,
    /// The name is not one of a Service or its Pods. Those end in `.svc` and this domain. Rule S-07.
    NoClusterName(Text),
    /// The namespace has no such Service. Rule S-08.
    NoService {
        /// The Service.
        service: Text,
        /// The namespace.
        namespace: Text,
        /// Whether the namespace has no Services, Pods or sets at all.
        is_empty: bool,
        /// The query before the namespace, such as `web-0.nginx`.
        asked: Text,
        /// Other namespaces that have a Service of that name.
        elsewhere: Vec<Text>,
    },
    /// The Service has an address of its own, so its Pods have no names. Rule E-10.
    NotHeadless(Text),
    /// The Service selects nothing. Rule E-01.
    NoSelector(Text),
    /// No Pod has the labels the Service selects. Rule E-01.
    NoPods(Text),
    /// The Service has this many Pods, and none of them is Ready. Rule E-21.
    NoneReady(Text, usize),
    /// There is no such Pod. Rule E-22.
    NoPod(Text),
    /// There is no such Pod now. The set creates it, perhaps again, when its turn comes. Rule S-30.
    NotCreated {
        /// The Pod.
        pod: Text,
        /// The set.
        set: Text,
    },
    /// The set does not have that ordinal now. Rule S-01.
    OutOfRange {
        /// The Pod.
        pod: Text,
        /// The set.
        set: Text,
        /// Its lowest ordinal.
        first: i64,
        /// Its highest ordinal.
        last: i64,
    },
    /// The Pod has no hostname, or another one. Rule E-04.
    OtherHostname {
        /// The Pod.
        pod: Text,
        /// The Pod's hostname; empty for none.
        hostname: Text,
    },
    /// The Pod has no subdomain, or the subdomain of another Service. Rules E-04, S-08.
    OtherSubdomain {
        /// The Pod.
        pod: Text,
        /// The Pod's subdomain; empty for none.
        subdomain: Text,
        /// The Service.
        service: Text,
    },
    /// The Pod lacks the labels the Service selects. Rule E-01.
    NotSelected {
        /// The Pod.
        pod: Text,
        /// The Service.
        service: Text,
    },
    /// The Pod has no address yet. Rule E-01.
    NoAddress(Text),
    /// The Pod is being deleted. Rule E-01.
    Terminating(Text),
    /// The Pod has ended. Rule E-01.
    Ended(Text),
    /// The Pod is not Ready. Rule E-22.
    NotReady(Text),
    /// The Service has no port of that name and protocol. Rule E-23.
    NoPort(Text),
}

impl Reason {
    /// Returns the rule behind the reason.
    pub const fn rule(&self) -> Rule {
        match self {
            Reason::ServiceAddress | Reason::ExternalName => Rule::E20,
            Reason::ReadyPods | Reason::NoneReady(..) => Rule::E21,
            Reason::PublishedPods | Reason::PublishedPod => Rule::E03,
            Reason::ReadyPod | Reason::NotReady(_) | Reason::NoPod(_) => Rule::E22,
            Reason::NamedPort | Reason::NoPort(_) => Rule::E23,
            Reason::NoClusterName(_) => Rule::S07,
            Reason::NoService { .. } => Rule::S08,
            Reason::NotHeadless(_) => Rule::E10,
            Reason::NotCreated { .. } => Rule::S30,
            Reason::OutOfRange { .. } => Rule::S01,
            Reason::OtherHostname { .. } | Reason::OtherSubdomain { .. } => Rule::E04,
            Reason::NoSelector(_)
            | Reason::NoPods(_)
            | Reason::NotSelected { .. }
            | Reason::NoAddress(_)
            | Reason::Terminating(_)
            | Reason::Ended(_) => Rule::E01,
        }
    }

    /// Returns how close the name came to an answer. When several names were tried, the closest one explains the
    /// failure.
    pub(super) fn nearness(&self) -> u8 {
        match self {
            Reason::NoClusterName(_) => 0,
            Reason::NoService { elsewhere, .. } if !elsewhere.is_empty() => 3,
            Reason::NoService { is_empty, .. } => 2 - u8::from(*is_empty),
            Reason::ServiceAddress
            | Reason::ReadyPods
            | Reason::PublishedPods
            | Reason::ReadyPod
            | Reason::PublishedPod
            | Reason::NamedPort
            | Reason::ExternalName
            | Reason::NotHeadless(_)
            | Reason::NoSelector(_)
            | Reason::NoPods(_)
            | Reason::NoneReady(..)
            | Reason::NoPod(_)
            | Reason::NotCreated { .. }
            | Reason::OutOfRange { .. }
            | Reason::OtherHostname { .. }
            | Reason::OtherSubdomain { .. }
            | Reason::NotSelected { .. }
            | Reason::NoAddress(_)
            | Reason::Terminating(_)
            | Reason::Ended(_)
            | Reason::NotReady(_)
            | Reason::NoPort(_) => 4,
        }
    }
}
