//! The metadata that every object has.

use crate::api::kept_kind::KeptKind;
use crate::base::digest::Digest;
use crate::base::text::Text;
use crate::base::time::Timestamp;
use crate::manifest::node::Node;
use crate::manifest::schema::{Decoder, Field, ProblemKind, Raw, api_object};
use crate::manifest::wrong::FieldType;
use std::collections::BTreeMap;

api_object! {
    /// Name, identity and bookkeeping of an object.
    pub struct ObjectMeta {
        /// Extra data for programs.
        pub annotations: BTreeMap<Text, Text> = "annotations",
        /// When the API server first stored the object.
        pub creation_timestamp: Option<Timestamp> = "creationTimestamp",
        /// The grace period of the deletion, in seconds. Rule P-802.
        pub deletion_grace_period_seconds: Option<i64> = "deletionGracePeriodSeconds",
        /// Set when the object is being deleted. Rule P-802.
        pub deletion_timestamp: Option<Timestamp> = "deletionTimestamp",
        /// Finalizers: names that must be removed before the object may go. Rule P-814.
        pub finalizers: Vec<Text> = "finalizers",
        /// The prefix of a name that the API server generates.
        pub generate_name: Text = "generateName",
        /// Grows with every change of the spec.
        pub generation: i64 = "generation",
        /// Labels, by which selectors find the object.
        pub labels: BTreeMap<Text, Text> = "labels",
        /// Kept, not interpreted.
        pub managed_fields: Raw = "managedFields",
        /// The name.
        pub name: Text = "name",
        /// The namespace.
        pub namespace: Text = "namespace",
        /// The owners of the object.
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
    /// An owner of an object. When the last owner goes, the object goes too.
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
        let Some(text) = node.as_text() else { return decoder.wrong_type(node, FieldType::String) };
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
    fn digest(&self, out: &mut Digest) {
        out.signed(self.0);
    }
}

/// An object that has a name.
pub trait Named {
    /// Returns the name, labels and bookkeeping.
    fn metadata(&self) -> &ObjectMeta;

    /// Returns the namespace and the name, which are unique to the object in its table. In a table of many kinds the kind stands before the namespace.
    fn namespaced_name(&self) -> (Text, Text) {
        let ObjectMeta { namespace, name, .. } = self.metadata();
        (namespace.clone(), name.clone())
    }

    /// Returns the kind of an object that Podlab does not run.
    fn kept_kind(&self) -> Option<KeptKind> {
        None
    }
}

/// Returns the owner that manages an object, if there is one. Rule C-4.
pub fn controller(metadata: &ObjectMeta) -> Option<&OwnerReference> {
    metadata.owner_references.iter().find(|owner| owner.controller == Some(true))
}

/// What happens to the Pods of a set that is deleted. Rules G-04 to G-07.
///
/// ```
/// use podlab::api::meta::Propagation;
///
/// assert_eq!(Propagation::parse("orphan"), Some(Propagation::Orphan), "as kubectl writes it");
/// assert_eq!(Propagation::Orphan.as_str(), "Orphan", "as the API writes it");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Propagation {
    /// The Pods go after the set.
    #[default]
    Background,
    /// The Pods go before the set.
    Foreground,
    /// The Pods stay.
    Orphan,
}

impl Propagation {
    /// Returns the API's word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Propagation::Background => "Background",
            Propagation::Foreground => "Foreground",
            Propagation::Orphan => "Orphan",
        }
    }

    /// Returns the value that the API writes as `text`. kubectl writes it in lower case.
    pub fn parse(text: &str) -> Option<Propagation> {
        let all = [Propagation::Background, Propagation::Foreground, Propagation::Orphan];
        all.into_iter().find(|propagation| propagation.as_str().eq_ignore_ascii_case(text))
    }
}

/// The finalizer of a set that goes after its Pods. Rule G-05.
pub const FOREGROUND: &str = "foregroundDeletion";

/// The finalizer of a set whose Pods stay. Rule G-06.
pub(crate) const ORPHAN: &str = "orphan";

/// The annotation that `kubectl rollout restart` sets. Rule S-6A.
pub(crate) const RESTARTED_AT: &str = "kubectl.kubernetes.io/restartedAt";
