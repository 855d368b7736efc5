//! The StatefulSet and the history of its Pod template. Section S of the rule book.

use super::meta::ObjectMeta;
use super::persistent_volume_claim::PersistentVolumeClaim;
use super::pod::PodSpec;
use super::probe::IntOrString;
use super::selector::LabelSelector;
use crate::api::pod::Pod;
use crate::base::digest::Digest;
use crate::base::text::{SAFE_ALPHABET, Text};
use crate::manifest::node::{Entry, Node, Span, Value};
use crate::manifest::schema::{Decoder, Field, Raw, Shared, api_choice, api_object};
use crate::rules::Feature;
use crate::rules::release::Release;
use std::collections::BTreeMap;

api_object! {
    /// A set of Pods with names, storage and an order of their own. Rule S-01.
    pub struct StatefulSet {
        /// Name, labels and bookkeeping.
        pub metadata: ObjectMeta = "metadata",
        /// The desired state.
        pub spec: Shared<StatefulSetSpec> = "spec",
        /// The observed state.
        pub status: StatefulSetStatus = "status",
    }
}

api_object! {
    /// The desired state of a StatefulSet.
    pub struct StatefulSetSpec {
        /// Seconds a Pod must be ready before it counts as available. Rule S-33.
        pub min_ready_seconds: i64 = "minReadySeconds",
        /// How the Pods are numbered. Rule S-04.
        pub ordinals: Option<StatefulSetOrdinals> = "ordinals",
        /// What happens to claims when their Pod or their set goes. Rule S-21.
        pub persistent_volume_claim_retention_policy: Option<PersistentVolumeClaimRetentionPolicy> = "persistentVolumeClaimRetentionPolicy",
        /// Whether Pods are created and deleted one after another. Rules S-30, S-31.
        pub pod_management_policy: Option<PodManagementPolicy> = "podManagementPolicy" or "",
        /// How many Pods the set should have. Rule S-05.
        pub replicas: Option<i64> = "replicas",
        /// How many old revisions are kept. Rule S-67.
        pub revision_history_limit: Option<i64> = "revisionHistoryLimit",
        /// The labels that its Pods have. Rule S-12.
        pub selector: Option<LabelSelector> = "selector",
        /// The headless Service that gives the Pods their DNS names. Rule S-08.
        pub service_name: Text = "serviceName",
        /// The template that Pods are made from.
        pub template: Shared<PodTemplateSpec> = "template",
        /// How Pods follow a change of the template. Rule S-06.
        pub update_strategy: StatefulSetUpdateStrategy = "updateStrategy",
        /// Templates of the claims that every Pod gets. Rule S-16.
        pub volume_claim_templates: Vec<PersistentVolumeClaim> = "volumeClaimTemplates",
    }
}

api_object! {
    /// How the Pods of a set are numbered. Rule S-04.
    pub struct StatefulSetOrdinals {
        /// The number of the first Pod.
        pub start: i64 = "start",
    }
}

api_object! {
    /// What happens to claims. Rule S-21.
    pub struct PersistentVolumeClaimRetentionPolicy {
        /// When the set is deleted.
        pub when_deleted: Option<Retention> = "whenDeleted" or "",
        /// When the set is scaled down.
        pub when_scaled: Option<Retention> = "whenScaled" or "",
    }
}

api_choice! {
    /// Whether a claim stays.
    pub enum Retention {
        /// It stays.
        Retain = "Retain",
        /// It goes with its owner.
        Delete = "Delete",
    }
}

api_choice! {
    /// Whether Pods are created and deleted one after another.
    pub enum PodManagementPolicy {
        /// One after another. Each Pod waits for the one before. Rule S-30.
        OrderedReady = "OrderedReady",
        /// All at once. Rule S-31.
        Parallel = "Parallel",
    }
}

api_object! {
    /// How Pods follow a change of the template. Rule S-06.
    pub struct StatefulSetUpdateStrategy {
        /// Settings for `RollingUpdate`. An absent field has a meaning of its own. Rule S-53.
        pub rolling_update: Option<RollingUpdateStatefulSetStrategy> = "rollingUpdate",
        /// `RollingUpdate` when unset.
        pub kind: Option<StatefulSetUpdateStrategyType> = "type" or "",
    }
}

api_choice! {
    /// When Pods of an old revision are replaced.
    pub enum StatefulSetUpdateStrategyType {
        /// By the controller, from the highest ordinal down. Rule S-50.
        RollingUpdate = "RollingUpdate",
        /// By a person who deletes the Pods. Rule S-59.
        OnDelete = "OnDelete",
    }
}

api_object! {
    /// Settings of a rolling update.
    pub struct RollingUpdateStatefulSetStrategy {
        /// How many Pods may be unavailable at once. It has an effect only behind a feature gate. Rule S-70.
        pub max_unavailable: Option<IntOrString> = "maxUnavailable",
        /// Slots below this number keep the old revision. Rule S-57.
        pub partition: Option<i64> = "partition",
    }
}

api_object! {
    /// The template that Pods are made from.
    pub struct PodTemplateSpec {
        /// Labels and annotations of the Pods.
        pub metadata: ObjectMeta = "metadata",
        /// The spec of the Pods.
        pub spec: PodSpec = "spec",
    }
}

api_object! {
    /// The observed state of a StatefulSet. Rule S-63.
    pub struct StatefulSetStatus {
        /// Pods that are available.
        pub available_replicas: i64 = "availableReplicas",
        /// How often the name of a new revision was already in use. Rule S-68.
        pub collision_count: Option<i64> = "collisionCount",
        /// Kept, not interpreted.
        pub conditions: Raw = "conditions",
        /// Pods of the current revision.
        pub current_replicas: i64 = "currentReplicas",
        /// The revision that Pods with low ordinals are made from. Rule S-53.
        pub current_revision: Text = "currentRevision",
        /// The generation that the controller has seen.
        pub observed_generation: i64 = "observedGeneration",
        /// Pods that are running and Ready.
        pub ready_replicas: i64 = "readyReplicas",
        /// Pods that exist.
        pub replicas: i64 = "replicas",
        /// The revision of the present template.
        pub update_revision: Text = "updateRevision",
        /// Pods of the update revision.
        pub updated_replicas: i64 = "updatedReplicas",
    }
}

api_object! {
    /// A template that a set has or had. Rule S-66.
    pub struct ControllerRevision {
        /// The template.
        pub data: TemplatePatch = "data",
        /// Name, labels, owner and bookkeeping.
        pub metadata: ObjectMeta = "metadata",
        /// Its number: the highest is the newest.
        pub revision: i64 = "revision",
    }
}

/// A template as a revision keeps it: a patch that replaces the present template. Rule S-68.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TemplatePatch(pub Shared<PodTemplateSpec>);

impl Field for TemplatePatch {
    fn decode(&mut self, node: &Node, decoder: &mut Decoder) {
        if let Some(template) = node.get("spec").and_then(|spec| spec.get("template")) {
            let kept = template.entries().iter().filter(|entry| entry.key != *"$patch");
            let template = Node::map(kept.map(|entry| (entry.key.clone(), entry.node.clone())));
            decoder.in_field("spec.template", &mut |decoder| self.0.decode(&template, decoder));
        }
    }
    fn encode(&self) -> Node {
        let template = self.0.encode();
        let fields = template.entries().iter().map(|e| (e.key.clone(), e.node.clone()));
        let patch = [(Text::Static("$patch"), Node::text("replace"))];
        let template = Node::map(patch.into_iter().chain(fields));
        Node::map([(Text::Static("spec"), Node::map([(Text::Static("template"), template)]))])
    }
    fn is_unset(&self) -> bool {
        false
    }
    fn digest(&self, out: &mut Digest) {
        self.0.digest(out);
    }
}

impl StatefulSetSpec {
    /// Returns how many Pods the set should have. Rule S-05.
    pub fn replicas(&self) -> i64 {
        self.replicas.unwrap_or(1)
    }

    /// Returns the lowest ordinal. Rule S-04.
    pub fn start(&self) -> i64 {
        self.ordinals.as_ref().map_or(0, |ordinals| ordinals.start)
    }

    /// Returns whether the set has a Pod with that ordinal.
    pub fn has_ordinal(&self, ordinal: i64) -> bool {
        (self.start()..self.start() + self.replicas()).contains(&ordinal)
    }

    /// Returns whether Pods are created and deleted without waiting for each other. Rule S-31.
    pub fn is_parallel(&self) -> bool {
        self.pod_management_policy == Some(PodManagementPolicy::Parallel)
    }

    /// Returns whether the controller replaces Pods of old revisions. Rule S-50.
    pub fn is_rolling(&self) -> bool {
        match self.update_strategy.kind {
            None | Some(StatefulSetUpdateStrategyType::RollingUpdate) => true,
            Some(StatefulSetUpdateStrategyType::OnDelete) => false,
        }
    }

    /// Returns how many slots keep the old revision. Rules S-57, S-62.
    pub fn partition(&self) -> i64 {
        let rolling = self.update_strategy.rolling_update.as_ref();
        rolling.and_then(|rolling| rolling.partition).unwrap_or(0)
    }

    /// Returns the lowest ordinal that updates reach when so many slots keep the old revision. Rules S-57, S-62.
    pub fn first_above(&self, partition: i64) -> i64 {
        self.start().saturating_add(partition)
    }

    /// Returns whether an update leaves a Pod with this ordinal alone. Rules S-50, S-57, S-62.
    pub fn is_kept_back(&self, ordinal: i64) -> bool {
        !self.is_rolling() || ordinal < self.first_above(self.partition())
    }

    /// Returns whether claims are deleted with the set. Rule S-21.
    pub fn deletes_claims_with_set(&self) -> bool {
        let policy = self.persistent_volume_claim_retention_policy.as_ref();
        policy.is_some_and(|policy| policy.when_deleted == Some(Retention::Delete))
    }

    /// Returns whether claims are deleted with the Pods when the set is scaled down. Rule S-21.
    pub fn deletes_claims_with_pods(&self) -> bool {
        let policy = self.persistent_volume_claim_retention_policy.as_ref();
        policy.is_some_and(|policy| policy.when_scaled == Some(Retention::Delete))
    }
}

/// Splits a Pod's name at the last `-` and returns the part before it and the number after it. Rule S-14.
///
/// The number is −1 when it is too large. Returns `None` when there is no number.
///
/// ```
/// use podlab::api::stateful_set::parent_and_ordinal;
///
/// assert_eq!(parent_and_ordinal("my-web-10"), Some(("my-web", 10)));
/// assert_eq!(parent_and_ordinal("web-99999999999"), Some(("web", -1)));
/// assert_eq!(parent_and_ordinal("web"), None);
/// ```
pub fn parent_and_ordinal(name: &str) -> Option<(&str, i64)> {
    // Every sync reads the name of every Pod, so this reads from the end, byte by byte.
    let bytes = name.as_bytes();
    let (mut ordinal, mut unit, mut at) = (0i64, 1i64, bytes.len());
    while at > 0 && bytes[at - 1].is_ascii_digit() {
        at -= 1;
        ordinal = ordinal.saturating_add(i64::from(bytes[at] - b'0').saturating_mul(unit));
        unit = unit.saturating_mul(10);
    }
    if at == bytes.len() || at == 0 || bytes[at - 1] != b'-' {
        return None;
    }
    Some((&name[..at - 1], if ordinal > i64::from(i32::MAX) { -1 } else { ordinal }))
}

/// Returns the ordinal in a Pod's name, or −1 when there is none.
pub fn ordinal(pod: &Pod) -> i64 {
    parent_and_ordinal(&pod.metadata.name).map_or(-1, |(_, ordinal)| ordinal)
}

/// Returns whether the set selects labels. A set without a selector selects nothing.
pub(crate) fn selects(set: &StatefulSet, labels: &BTreeMap<Text, Text>) -> bool {
    let selector = set.spec.selector.as_ref();
    selector.is_some_and(|selector| !selector.is_empty() && selector.matches(labels))
}

/// Returns the name of the revision that a Pod was made from; empty when the Pod does not say.
pub fn revision_of(pod: &Pod) -> &str {
    pod.metadata.labels.get(REVISION_LABEL).map_or("", |revision| revision.as_str())
}

/// The label with the name of the revision that a Pod was made from. Rule S-03.
pub const REVISION_LABEL: &str = "controller-revision-hash";

/// Returns the hash of a text in characters that names may contain.
pub(crate) fn safe_hash(text: &str) -> String {
    let hash = text
        .bytes()
        .fold(0x811c_9dc5_u32, |hash, byte| hash.wrapping_mul(0x0100_0193) ^ u32::from(byte));
    let digits = hash.to_string();
    digits
        .bytes()
        .map(|digit| SAFE_ALPHABET[digit as usize % SAFE_ALPHABET.len()] as char)
        .collect()
}

/// Returns the patch as the revision holds it.
pub(crate) fn stored(data: &TemplatePatch, release: Release) -> Node {
    let mut patch = data.encode();
    if !release.has(Feature::RevisionOmitsCreationTimestamp) {
        add_creation_timestamp(&mut patch);
    }
    patch
}

/// Adds the unset creation time of the template's metadata, which Go writes as `null`.
fn add_creation_timestamp(patch: &mut Node) {
    let mut node = patch;
    for name in ["spec", "template", "metadata"] {
        let Value::Map(entries) = &mut node.value else { return };
        let Some(entry) = entries.iter_mut().find(|entry| entry.key == *name) else { return };
        node = &mut entry.node;
    }
    if let Value::Map(entries) = &mut node.value {
        let key = "creationTimestamp".into();
        entries.push(Entry { key, span: Span::default(), node: Node::default() });
    }
}
