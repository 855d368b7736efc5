//! Why a node does not fit a Pod. Rules P-517, P-902.

use super::affinity::Clash;
use crate::base::text::Text;

/// Why a node does not fit a Pod.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Misfit {
    /// The node is cordoned.
    Unschedulable,
    /// The Pod names another node.
    NodeName,
    /// The node has a taint that the Pod does not tolerate.
    Taint {
        /// The key of the taint.
        key: Text,
        /// Its value.
        value: Text,
    },
    /// The node selector or the required node affinity of the Pod does not match.
    NodeAffinity,
    /// The node has as many Pods as it allows.
    TooManyPods,
    /// The node has too little of this resource.
    Insufficient(Text),
    /// Another Pod on the node has a host port of the Pod.
    Ports,
    /// Another Pod uses a claim that only one Pod may use.
    ClaimForOnePod,
    /// A volume of the Pod cannot be reached from the node.
    VolumeNodeAffinity,
    /// No volume for a claim can be bound on the node.
    NoVolume,
    /// The node is in no domain of a topology spread constraint.
    NoDomain,
    /// The Pod would make the domains of a topology spread constraint too uneven.
    Uneven,
    /// No devices can be allocated on the node for the claims of the Pod. Rule P-910.
    Devices,
    /// Affinity between Pods keeps the Pod away.
    PodAffinity(Clash),
}

impl Misfit {
    /// Returns whether the node may fit when other Pods end. Rule P-907.
    pub(super) const fn ends_with_pods(&self) -> bool {
        match self {
            Misfit::TooManyPods
            | Misfit::Insufficient(_)
            | Misfit::Uneven
            | Misfit::PodAffinity(Clash::Own | Clash::Existing) => true,
            Misfit::Unschedulable
            | Misfit::NodeName
            | Misfit::Taint { .. }
            | Misfit::NodeAffinity
            | Misfit::Ports
            | Misfit::ClaimForOnePod
            | Misfit::VolumeNodeAffinity
            | Misfit::NoVolume
            | Misfit::NoDomain
            | Misfit::Devices
            | Misfit::PodAffinity(Clash::Affinity) => false,
        }
    }
}
