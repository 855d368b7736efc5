//! Why a kubelet refuses a Pod. Rules P-122, P-305.

use crate::api::pod::{APP_ARMOR_ANNOTATION, EVICTED, Pod};
use crate::base::text::Text;
use crate::cluster::world::{NodeId, World};
use crate::manifest::node::Node;
use crate::manifest::schema::Raw;
use crate::rules::{Feature, Rule};

/// The reason for which a kubelet refuses a Pod.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RefusalReason {
    /// The node has too little of this resource left.
    OutOf(Text),
    /// The node selector or the required node affinity does not match.
    NodeAffinity,
    /// A host port is taken.
    NodePorts,
    /// The Pod is for another operating system.
    PodOsNotSupported,
    /// The machine is shutting down.
    NodeShutdown,
    /// The machine has no AppArmor, and the Pod asks for a profile.
    AppArmor,
    /// The machine is short of a resource.
    Evicted,
    /// No other Pods can make room for a critical one.
    UnexpectedAdmissionError,
}

impl RefusalReason {
    /// Returns the reason as the API shows it.
    pub(crate) fn text(&self) -> Text {
        Text::Static(match self {
            RefusalReason::OutOf(resource) => return format!("OutOf{resource}").into(),
            RefusalReason::NodeAffinity => "NodeAffinity",
            RefusalReason::NodePorts => "NodePorts",
            RefusalReason::PodOsNotSupported => "PodOSNotSupported",
            RefusalReason::NodeShutdown => "NodeShutdown",
            RefusalReason::AppArmor => "AppArmor",
            RefusalReason::Evicted => EVICTED,
            RefusalReason::UnexpectedAdmissionError => "UnexpectedAdmissionError",
        })
    }
}

/// Why a Pod is refused.
pub(crate) struct Refusal {
    /// The rule by which it is refused.
    pub rule: Rule,
    /// The reason.
    pub reason: RefusalReason,
    /// The message, in a sentence.
    pub message: String,
}

/// Refuses a Pod that asks for an AppArmor profile on a machine without AppArmor. Before 1.31 such a Pod waits and is
/// checked again; from 1.31 on it is refused for good. Rules P-122, P-305.
/// Models kubernetes pkg/kubelet/lifecycle/handlers.go appArmorAdmitHandler.
pub(crate) fn app_armor(world: &World, node: NodeId, pod: &Pod) -> Option<Refusal> {
    let has_none = world.machines.get(node).is_some_and(|machine| machine.no_app_armor);
    if !has_none || !asks_for_profile(world, pod) {
        return None;
    }
    let message = "Cannot enforce AppArmor: AppArmor is not enabled on the host".to_owned();
    Some(Refusal { rule: Rule::P122, reason: RefusalReason::AppArmor, message })
}

/// Returns whether a Pod asks for an AppArmor profile other than `unconfined`, by annotation or, from 1.30 on, by field.
/// Models kubernetes pkg/security/apparmor/validate.go isRequired.
fn asks_for_profile(world: &World, pod: &Pod) -> bool {
    let annotated =
        pod.metadata.annotations.iter().any(|(key, profile)| {
            key.starts_with(APP_ARMOR_ANNOTATION) && *profile != "unconfined"
        });
    let asks = |context: &Raw| {
        let profile = context.0.as_ref().and_then(|context| context.get("appArmorProfile"));
        let kind = profile.and_then(|profile| profile.get("type")).and_then(Node::as_text);
        kind.is_some_and(|kind| *kind != "Unconfined")
    };
    let spec = &pod.spec;
    let mut containers =
        spec.init_containers.iter().chain(&spec.containers).chain(&spec.ephemeral_containers);
    annotated
        || world.release().has(Feature::AppArmorFields)
            && (asks(&spec.security_context) || containers.any(|c| asks(&c.security_context)))
}
