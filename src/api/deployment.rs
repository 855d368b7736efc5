//! The Deployment. Section D of the rule book.

use super::meta::ObjectMeta;
use super::probe::IntOrString;
use super::replica_set::ReplicaSet;
use super::selector::LabelSelector;
use super::stateful_set::PodTemplateSpec;
use super::status::ConditionStatus;
use crate::base::text::Text;
use crate::base::time::Timestamp;
use crate::manifest::schema::{Shared, api_choice, api_object};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The label with the hash of the template, which a ReplicaSet of a Deployment and its Pods have. Rule D-02.
pub const POD_TEMPLATE_HASH: &str = "pod-template-hash";

/// The annotation with the number of a revision. Rule D-05.
pub const REVISION: &str = "deployment.kubernetes.io/revision";
/// The annotation with the numbers that a revision had before, divided by commas. Rule D-05.
pub(crate) const REVISION_HISTORY: &str = "deployment.kubernetes.io/revision-history";
/// The annotation with the size that the Deployment had when its ReplicaSet was last scaled. Rule D-06.
pub const DESIRED_REPLICAS: &str = "deployment.kubernetes.io/desired-replicas";
/// The annotation with the most Pods that the Deployment could have when its ReplicaSet was last scaled. Rule D-06.
pub const MAX_REPLICAS: &str = "deployment.kubernetes.io/max-replicas";

/// The condition that says whether enough Pods are available. Rule D-52.
pub(crate) const AVAILABLE: &str = "Available";
/// The condition that says how the rollout goes. Rule D-51.
pub const PROGRESSING: &str = "Progressing";

/// The reason of [`PROGRESSING`] for a rollout that has exceeded its deadline. Rule D-51.
pub const PROGRESS_DEADLINE_EXCEEDED: &str = "ProgressDeadlineExceeded";
/// The reason of [`PROGRESSING`] for a rollout that is paused. Rule D-40.
pub(crate) const PAUSED: &str = "DeploymentPaused";
/// The reason of [`PROGRESSING`] for a rollout that is not paused any more. Rule D-40.
pub(crate) const RESUMED: &str = "DeploymentResumed";
/// The reason of [`PROGRESSING`] for a rollout that is complete. Rule D-51.
pub(crate) const NEW_REPLICA_SET_AVAILABLE: &str = "NewReplicaSetAvailable";

/// The value of `progressDeadlineSeconds` and `revisionHistoryLimit` that means that there is no limit.
const UNLIMITED: i64 = i32::MAX as i64;

api_object! {
    /// Keeps a number of Pods running, and replaces them step by step when their template changes. Rules D-01 to D-70.
    pub struct Deployment {
        /// Name, labels and bookkeeping.
        pub metadata: ObjectMeta = "metadata",
        /// The desired state.
        pub spec: Shared<DeploymentSpec> = "spec",
        /// The observed state.
        pub status: DeploymentStatus = "status",
    }
}

api_object! {
    /// The desired state of a Deployment. Rule D-03.
    pub struct DeploymentSpec {
        /// Seconds a Pod must be ready before it counts as available. Rule D-26.
        pub min_ready_seconds: i64 = "minReadySeconds",
        /// Whether the rollout stands still. Rule D-40.
        pub paused: bool = "paused",
        /// Seconds without progress after which the rollout counts as failed. Rule D-51.
        pub progress_deadline_seconds: Option<i64> = "progressDeadlineSeconds",
        /// How many Pods the Deployment should have; 1 when unset.
        pub replicas: Option<i64> = "replicas",
        /// How many old ReplicaSets are kept. Rule D-60.
        pub revision_history_limit: Option<i64> = "revisionHistoryLimit",
        /// The labels of its Pods, which cannot change. Rule D-61.
        pub selector: Option<LabelSelector> = "selector",
        /// How Pods of the old template are replaced.
        pub strategy: DeploymentStrategy = "strategy",
        /// The template that Pods are made from. A change starts a rollout. Rule D-04.
        pub template: Shared<PodTemplateSpec> = "template",
    }
}

api_object! {
    /// How Pods of the old template are replaced.
    pub struct DeploymentStrategy {
        /// Settings for `RollingUpdate`.
        pub rolling_update: Option<RollingUpdateDeployment> = "rollingUpdate",
        /// `RollingUpdate` when unset.
        pub kind: Option<DeploymentStrategyType> = "type" or "",
    }
}

api_choice! {
    /// The order in which old Pods go and new ones come.
    pub enum DeploymentStrategyType {
        /// All old Pods go first. Rule D-25.
        Recreate = "Recreate",
        /// Step by step, within bounds. Rule D-20.
        RollingUpdate = "RollingUpdate",
    }
}

api_object! {
    /// The bounds of a rolling update, as numbers or percentages of `replicas`. Rule D-10.
    pub struct RollingUpdateDeployment {
        /// How many Pods there may be beyond `replicas`.
        pub max_surge: Option<IntOrString> = "maxSurge",
        /// How many of the `replicas` may be unavailable.
        pub max_unavailable: Option<IntOrString> = "maxUnavailable",
    }
}

api_object! {
    /// The observed state of a Deployment. Rule D-54.
    pub struct DeploymentStatus {
        /// Pods that have been ready for `minReadySeconds`.
        pub available_replicas: i64 = "availableReplicas",
        /// How often the name of a new ReplicaSet was already in use. Rule D-02.
        pub collision_count: Option<i64> = "collisionCount",
        /// `Available`, `Progressing` and `ReplicaFailure`. Rules D-51 to D-53.
        pub conditions: Vec<DeploymentCondition> = "conditions",
        /// The generation that the controller has seen.
        pub observed_generation: i64 = "observedGeneration",
        /// Pods that are ready.
        pub ready_replicas: i64 = "readyReplicas",
        /// Pods of all its ReplicaSets.
        pub replicas: i64 = "replicas",
        /// Pods that are being deleted. Older releases do not count them.
        pub terminating_replicas: Option<i64> = "terminatingReplicas",
        /// Pods that the ReplicaSets should have, and that are not available.
        pub unavailable_replicas: i64 = "unavailableReplicas",
        /// Pods of the new ReplicaSet.
        pub updated_replicas: i64 = "updatedReplicas",
    }
}

api_object! {
    /// A condition of a Deployment.
    pub struct DeploymentCondition {
        /// When `status` last changed.
        pub last_transition_time: Option<Timestamp> = "lastTransitionTime",
        /// When the condition was last written. The progress deadline counts from here. Rule D-51.
        pub last_update_time: Option<Timestamp> = "lastUpdateTime",
        /// Why, in a sentence.
        pub message: Text = "message",
        /// Why, in one word.
        pub reason: Text = "reason",
        /// Whether the condition is met.
        pub status: ConditionStatus = "status",
        /// Its type.
        pub kind: Text = "type",
    }
}

impl DeploymentSpec {
    /// Returns how many Pods the Deployment should have. Rule D-03.
    pub fn replicas(&self) -> i64 {
        self.replicas.unwrap_or(1)
    }

    /// Returns the progress deadline in seconds, if there is one. Rule D-51.
    pub fn deadline(&self) -> Option<i64> {
        self.progress_deadline_seconds.filter(|seconds| *seconds != UNLIMITED)
    }

    /// Returns how many old ReplicaSets are kept, if there is a limit. Rule D-60.
    pub(crate) fn history_limit(&self) -> Option<i64> {
        self.revision_history_limit.filter(|limit| *limit != UNLIMITED)
    }

    /// Returns the strategy. Rule D-03.
    pub fn strategy(&self) -> DeploymentStrategyType {
        self.strategy.kind.unwrap_or(DeploymentStrategyType::RollingUpdate)
    }
}

impl DeploymentStatus {
    /// Returns the condition of that type.
    pub fn condition(&self, kind: &str) -> Option<&DeploymentCondition> {
        self.conditions.iter().find(|condition| condition.kind == *kind)
    }
}

impl Deployment {
    /// Returns whether the Deployment selects objects with these labels. One without a selector selects nothing.
    pub fn selects(&self, labels: &BTreeMap<Text, Text>) -> bool {
        let selector = self.spec.selector.as_ref();
        selector.is_some_and(|selector| !selector.is_empty() && selector.matches(labels))
    }

    /// Returns whether the template of a ReplicaSet is that of the Deployment, apart from the hash. Rule D-04.
    /// Models kubernetes pkg/controller/deployment/util/deployment_util.go EqualIgnoreHash.
    pub fn has_template_of(&self, set: &ReplicaSet) -> bool {
        is_same_template(&self.spec.template, &set.spec.template)
    }
}

/// Returns whether two templates are equal apart from the hash. Rule D-04.
pub(crate) fn is_same_template(a: &PodTemplateSpec, b: &PodTemplateSpec) -> bool {
    let metadata = |template: &PodTemplateSpec| without_hash(&template.metadata);
    a.spec == b.spec && metadata(a) == metadata(b)
}

/// Returns metadata without the label with the hash.
fn without_hash(metadata: &ObjectMeta) -> ObjectMeta {
    let mut metadata = metadata.clone();
    metadata.labels.remove(POD_TEMPLATE_HASH);
    metadata
}

/// Returns the template of a ReplicaSet as its Deployment had it: without the hash. Rule D-41.
pub(crate) fn template_of(set: &ReplicaSet) -> PodTemplateSpec {
    let mut template = (*set.spec.template).clone();
    template.metadata.labels.remove(POD_TEMPLATE_HASH);
    template
}

/// Returns the number of a revision, from the metadata of a ReplicaSet or a Deployment; 0 when there is none. Rule D-05.
pub fn revision(metadata: &ObjectMeta) -> i64 {
    number(metadata, REVISION).unwrap_or(0)
}

/// Returns the number in an annotation.
pub(crate) fn number(metadata: &ObjectMeta, annotation: &str) -> Option<i64> {
    metadata.annotations.get(annotation)?.parse().ok()
}

/// Returns the ReplicaSet with the template of the Deployment: of several the oldest. Rule D-04.
/// Models kubernetes pkg/controller/deployment/util/deployment_util.go FindNewReplicaSet.
pub fn find_new<'a>(
    deployment: &Deployment,
    sets: &'a [Rc<ReplicaSet>],
) -> Option<&'a Rc<ReplicaSet>> {
    let with_template = sets.iter().filter(|set| deployment.has_template_of(set));
    with_template.min_by(|a, b| age(a).cmp(&age(b)))
}

/// Returns by what ReplicaSets are sorted by age. Sets of the same second are sorted by name.
pub(crate) fn age(set: &ReplicaSet) -> (Option<Timestamp>, &Text) {
    (set.metadata.creation_timestamp, &set.metadata.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(name: &'static str, at: i64, image: &'static str) -> Rc<ReplicaSet> {
        let mut set = ReplicaSet::default();
        set.metadata.name = name.into();
        set.metadata.creation_timestamp = Some(Timestamp(at));
        set.spec.template.metadata.labels.insert(POD_TEMPLATE_HASH.into(), name.into());
        set.spec.template.spec.node_name = image.into();
        Rc::new(set)
    }

    #[test]
    fn the_new_replica_set_is_the_oldest_with_the_template_whatever_the_hash_is() {
        let mut deployment = Deployment::default();
        deployment.spec.template.spec.node_name = "v2".into();
        let sets = [set("c", 3, "v2"), set("b", 2, "v2"), set("a", 1, "v1")];
        let new = find_new(&deployment, &sets).expect("there is one");
        assert_eq!(new.metadata.name, *"b");
        deployment.spec.template.spec.node_name = "v3".into();
        assert!(find_new(&deployment, &sets).is_none());
    }

    #[test]
    fn the_largest_number_means_no_limit() {
        let spec = DeploymentSpec {
            progress_deadline_seconds: Some(2_147_483_647),
            revision_history_limit: Some(0),
            ..DeploymentSpec::default()
        };
        assert_eq!((spec.deadline(), spec.history_limit()), (None, Some(0)));
    }
}
