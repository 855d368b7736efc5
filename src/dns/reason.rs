//! The reasons for answers and for their absence.

use crate::base::text::Text;
use crate::rules::Rule;

/// Why a name answers, or why it does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A Service with an address of its own. Rule E-20.
    ServiceAddress,
    /// A headless Service: its ready Pods. Rule E-21.
    ReadyPods,
    /// A headless Service that publishes Pods that are not ready too. Rule E-03.
    PublishedPods,
    /// One Pod that is ready. Rule E-22.
    ReadyPod,
    /// One Pod, ready or not: the Service publishes them all. Rule E-03.
    PublishedPod,
    /// A named port. Rule E-23.
    NamedPort,
    /// A Service that stands for a name elsewhere.
    ExternalName,
    /// No name of a Service or of its Pods; they end in `.svc` and this domain. Rule S-07.
    NoClusterName(Text),
    /// There is no such Service in that namespace; it is in these. Rule S-08.
    NoService {
        /// The Service.
        service: Text,
        /// The namespace.
        namespace: Text,
        /// Whether nothing at all is in that namespace.
        is_empty: bool,
        /// What was asked for below the namespace, such as `web-0.nginx`.
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
    /// The Service has that many Pods, none of them ready. Rule E-21.
    NoneReady(Text, usize),
    /// There is no such Pod. Rule E-22.
    NoPod(Text),
    /// There is no such Pod now: the set creates it, perhaps again, when its turn comes. Rule S-30.
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
    /// The Pod has no subdomain, or that of another Service. Rules E-04, S-08.
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
    /// The Pod is on its way out. Rule E-01.
    Terminating(Text),
    /// The Pod has ended. Rule E-01.
    Ended(Text),
    /// The Pod is not ready. Rule E-22.
    NotReady(Text),
    /// The Service has no port of that name and protocol. Rule E-23.
    NoPort(Text),
}

impl Reason {
    /// The rule by which it is so.
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

    /// How near the name came to an answer: of several names tried, the nearest one explains the failure.
    pub(super) fn nearness(&self) -> u8 {
        match self {
            Reason::NoClusterName(_) => 0,
            Reason::NoService { elsewhere, .. } if !elsewhere.is_empty() => 3,
            Reason::NoService { is_empty, .. } => 2 - u8::from(*is_empty),
            _ => 4,
        }
    }
}
