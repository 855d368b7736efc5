//! The ReplicaSet. Section R of the rule book.

use super::meta::ObjectMeta;
use super::selector::LabelSelector;
use super::stateful_set::PodTemplateSpec;
use super::status::PodCondition;
use crate::base::text::Text;
use crate::manifest::schema::{Shared, api_object};
use std::collections::BTreeMap;

/// The condition that says why Pods could not be created or deleted. Rule R-08.
pub const REPLICA_FAILURE: &str = "ReplicaFailure";

/// The annotation by which a person says which Pods go last when the set gets smaller. Rule R-07.
pub(crate) const POD_DELETION_COST: &str = "controller.kubernetes.io/pod-deletion-cost";

api_object! {
    /// Keeps a number of Pods running that are all alike. Rules.
    pub struct ReplicaSet {
        /// Name, labels and bookkeeping.
        pub metadata: ObjectMeta = "metadata",
        /// The desired state.
        pub spec: Shared<ReplicaSetSpec> = "spec",
        /// The observed state.
        pub status: ReplicaSetStatus = "status",
    }
}

api_object! {
    /// The desired state of a ReplicaSet. Rule R-02.
    pub struct ReplicaSetSpec {
        /// Seconds a Pod must be ready before it counts as available.
        pub min_ready_seconds: i64 = "minReadySeconds",
        /// How many Pods the set should have; 1 when unset.
        pub replicas: Option<i64> = "replicas",
        /// The labels of its Pods, which cannot change.
        pub selector: Option<LabelSelector> = "selector",
        /// The template that Pods are made from. A change is for Pods that are created later. Rule R-13.
        pub template: Shared<PodTemplateSpec> = "template",
    }
}

api_object! {
    /// The observed state of a ReplicaSet. Rule R-08.
    pub struct ReplicaSetStatus {
        /// Pods that have been ready for `minReadySeconds`.
        pub available_replicas: i64 = "availableReplicas",
        /// `ReplicaFailure`, while Pods cannot be created or deleted.
        pub conditions: Vec<PodCondition> = "conditions",
        /// Pods that have all labels of the template.
        pub fully_labeled_replicas: i64 = "fullyLabeledReplicas",
        /// The generation that the controller has seen.
        pub observed_generation: i64 = "observedGeneration",
        /// Pods that are ready.
        pub ready_replicas: i64 = "readyReplicas",
        /// The Pods that count: those that have not ended and are not being deleted. Rule R-03.
        pub replicas: i64 = "replicas",
        /// Pods that are being deleted. Older releases do not count them.
        pub terminating_replicas: Option<i64> = "terminatingReplicas",
    }
}

impl ReplicaSetSpec {
    /// Returns how many Pods the set should have. Rule R-02.
    pub fn replicas(&self) -> i64 {
        self.replicas.unwrap_or(1)
    }
}

impl ReplicaSet {
    /// Returns whether the set selects Pods with these labels. A set without a selector selects nothing.
    pub(crate) fn selects(&self, labels: &BTreeMap<Text, Text>) -> bool {
        let selector = self.spec.selector.as_ref();
        selector.is_some_and(|selector| !selector.is_empty() && selector.matches(labels))
    }
}
