//! Metadata every object has.

use crate::base::text::Text;
use crate::base::time::Timestamp;
use crate::manifest::node::Node;
use crate::manifest::schema::{Decoder, Field, ProblemKind, Raw, api_object};
use std::collections::BTreeMap;

api_object! {
    /// Name, identity and bookkeeping of an object.
    pub struct ObjectMeta {
        /// Extra data for programs.
        pub annotations: BTreeMap<Text, Text> = "annotations",
        /// When the API server stored it first.
        pub creation_timestamp: Option<Timestamp> = "creationTimestamp",
        /// Seconds of grace the deletion was given. Rule P-802.
        pub deletion_grace_period_seconds: Option<i64> = "deletionGracePeriodSeconds",
        /// Set when the object is being deleted. Rule P-802.
        pub deletion_timestamp: Option<Timestamp> = "deletionTimestamp",
        /// Names that must be gone before the object may go. Rule P-814.
        pub finalizers: Vec<Text> = "finalizers",
        /// Prefix of a name the API server makes up.
        pub generate_name: Text = "generateName",
        /// Grows with every change of the spec.
        pub generation: i64 = "generation",
        /// Labels by which selectors find it.
        pub labels: BTreeMap<Text, Text> = "labels",
        /// Kept, not interpreted.
        pub managed_fields: Raw = "managedFields",
        /// The name.
        pub name: Text = "name",
        /// The namespace.
        pub namespace: Text = "namespace",
        /// Who owns it.
        pub owner_references: Vec<OwnerReference> = "ownerReferences",
        /// Changes with every write.
        pub resource_version: Text = "resourceVersion",
        /// Kept, not interpreted.
        pub self_link: Text = "selfLink",
        /// Unique for all time.
        pub uid: Text = "uid",
    }
}

api_object! {
    /// An object's owner; when the last owner goes, the object goes.
    pub struct OwnerReference {
        /// API version of the owner.
        pub api_version: Text = "apiVersion",
        /// Whether a foreground deletion of the owner waits for this object.
        pub block_owner_deletion: Option<bool> = "blockOwnerDeletion",
        /// Whether the owner is the managing controller.
        pub controller: Option<bool> = "controller",
        /// Kind of the owner.
        pub kind: Text = "kind",
        /// Name of the owner.
        pub name: Text = "name",
        /// UID of the owner.
        pub uid: Text = "uid",
    }
}

impl Field for Timestamp {
    fn decode(&mut self, node: &Node, decoder: &mut Decoder) {
        let Some(text) = node.as_text() else { return decoder.wrong_type(node, "string") };
        if let Some(time) = Timestamp::parse(text) {
            *self = time;
        } else {
            let message = format!(
                "parsing time {text:?} as \"2006-01-02T15:04:05Z07:00\": cannot parse {text:?} as \"2006\""
            );
            let kind = ProblemKind::Malformed { value: text.clone(), message: message.into() };
            decoder.report(node.span, kind);
        }
    }
    fn encode(&self) -> Node {
        Node::text(self.rfc3339())
    }
    fn is_unset(&self) -> bool {
        false
    }
}

/// The one owner that manages an object. Rule C-4.
pub fn controller(metadata: &ObjectMeta) -> Option<&OwnerReference> {
    metadata.owner_references.iter().find(|owner| owner.controller == Some(true))
}

/// What becomes of the Pods of a set that is deleted. Rules G-04 to G-07.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Propagation {
    /// They go after it.
    #[default]
    Background,
    /// They go before it.
    Foreground,
    /// They stay.
    Orphan,
}

impl Propagation {
    /// The API's word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Propagation::Background => "Background",
            Propagation::Foreground => "Foreground",
            Propagation::Orphan => "Orphan",
        }
    }

    /// The value the API writes as `text`; kubectl writes it small.
    pub fn parse(text: &str) -> Option<Propagation> {
        let all = [Propagation::Background, Propagation::Foreground, Propagation::Orphan];
        all.into_iter().find(|propagation| propagation.as_str().eq_ignore_ascii_case(text))
    }
}

/// Finalizer of a set that goes after its Pods. Rule G-05.
pub const FOREGROUND: &str = "foregroundDeletion";

/// Finalizer of a set that leaves its Pods behind. Rule G-06.
pub const ORPHAN: &str = "orphan";

/// Annotation that `kubectl rollout restart` sets. Rule S-6A.
pub(crate) const RESTARTED_AT: &str = "kubectl.kubernetes.io/restartedAt";
