//! The ReplicaSet controller: decides from a set and its Pods what is done next. Section R of the rule book.
//! Models kubernetes pkg/controller/replicaset/replica_set.go.
//!
//! [`reconcile`] is one sync: a pure function. It returns [`Step`]s, which `run.rs` carries out in order.

mod ranking;
pub(crate) mod run;
mod view;

pub(crate) use view::{Request, Step, View};

use crate::api::meta::{ObjectMeta, OwnerReference, controller};
use crate::api::pod::Pod;
use crate::api::replica_set::{REPLICA_FAILURE, ReplicaSet, ReplicaSetStatus};
use crate::api::status::{ConditionStatus, PodCondition, READY};
use crate::base::text::Text;
use crate::base::time::{SimTime, Timestamp};
use crate::controller::stateful_set::health::{is_available, is_terminating};
use crate::rules::{Feature, Rule};
use std::rc::Rc;

/// The most Pods that one sync creates or deletes. Rule R-04.
const BURST: usize = 500;

/// Plans one sync of a set. Models syncReplicaSet and manageReplicas.
pub(crate) fn reconcile(view: &View, set: &ReplicaSet, now: SimTime) -> Vec<Step> {
    let mut steps = Vec::new();
    let own = claim(view, set, &mut steps);
    let (leaving, active): (Vec<_>, Vec<_>) = own.into_iter().partition(|pod| is_terminating(pod));
    let wanted = set.spec.replicas().max(0) as usize;
    if set.metadata.deletion_timestamp.is_none() {
        if active.len() < wanted {
            create(set, (wanted - active.len()).min(BURST), &mut steps);
        } else if active.len() > wanted {
            let surplus = (active.len() - wanted).min(BURST);
            for pod in ranking::first_to_go(view, active.clone(), surplus, now) {
                let request = Request::DeletePod(pod.metadata.name.clone());
                steps.push(Step { request, rule: Rule::R07 });
            }
        }
    }
    let status = status(view, set, &active, &leaving, now);
    let (seconds, replicas) = (set.spec.min_ready_seconds, set.spec.replicas());
    let waits = status.ready_replicas == replicas && status.available_replicas != replicas;
    let again = (seconds > 0 && waits).then_some(seconds as u64 * 1000);
    let request = Request::UpdateStatus { status: Box::new(status), again };
    steps.push(Step { request, rule: Rule::R08 });
    steps
}

/// Returns the Pods of the set that have not ended, after adoption and release. Rules, G-10.
/// Models kubernetes pkg/controller/controller_ref_manager.go ClaimPods.
fn claim(view: &View, set: &ReplicaSet, steps: &mut Vec<Step>) -> Vec<Rc<Pod>> {
    let set_is_leaving = set.metadata.deletion_timestamp.is_some();
    let mut own = Vec::new();
    let mut ask = |rule, request| steps.push(Step { request, rule });
    for pod in view.pods.iter().filter(|pod| !pod.status.phase().is_terminal()) {
        let matches = set.selects(&pod.metadata.labels);
        let name = || pod.metadata.name.clone();
        match controller(&pod.metadata) {
            Some(owner) if owner.uid != set.metadata.uid => {}
            Some(_) if matches => own.push(Rc::clone(pod)),
            // The controller releases no Pod that is being deleted, and none while its ReplicaSet is.
            Some(_) if set_is_leaving || is_terminating(pod) => {}
            Some(_) => ask(Rule::R12, Request::ReleasePod(name())),
            None if set_is_leaving || !matches || is_terminating(pod) => {}
            None => {
                ask(Rule::R11, Request::AdoptPod(name()));
                own.push(Rc::clone(pod));
            }
        }
    }
    own
}

/// Asks for new Pods, in batches of 1, 2, 4 and so on. Rule R-05. Models slowStartBatch.
fn create(set: &ReplicaSet, count: usize, steps: &mut Vec<Step>) {
    let pod = Rc::new(new_pod(set));
    for number in 0..count {
        // The first batch has one Pod, and each further one twice as many as the one before.
        let batch = (number + 1).ilog2();
        let request = Request::CreatePod { pod: Rc::clone(&pod), batch };
        steps.push(Step { request, rule: Rule::R04 });
    }
}

/// Returns a Pod made from the template, without a name. Rule R-01.
/// Models kubernetes pkg/controller/controller_utils.go GetPodFromTemplate.
fn new_pod(set: &ReplicaSet) -> Pod {
    let template = &set.spec.template;
    let metadata = ObjectMeta {
        annotations: template.metadata.annotations.clone(),
        finalizers: template.metadata.finalizers.clone(),
        generate_name: format!("{}-", set.metadata.name).into(),
        labels: template.metadata.labels.clone(),
        namespace: set.metadata.namespace.clone(),
        owner_references: vec![controller_reference(set)],
        ..ObjectMeta::default()
    };
    let spec = template.spec.clone();
    Pod { metadata: metadata.into(), spec: spec.into(), ..Pod::default() }
}

/// Returns the reference by which a set owns its Pods. Rule G-02.
pub(crate) fn controller_reference(set: &ReplicaSet) -> OwnerReference {
    OwnerReference {
        api_version: "apps/v1".into(),
        block_owner_deletion: Some(true),
        controller: Some(true),
        kind: "ReplicaSet".into(),
        name: set.metadata.name.clone(),
        uid: set.metadata.uid.clone(),
    }
}

/// Returns the status, with the condition that the set had. Rule R-08.
/// Models kubernetes pkg/controller/replicaset/replica_set_utils.go calculateStatus.
fn status(
    view: &View,
    set: &ReplicaSet,
    active: &[Rc<Pod>],
    leaving: &[Rc<Pod>],
    now: SimTime,
) -> ReplicaSetStatus {
    let count =
        |counts: &dyn Fn(&Pod) -> bool| active.iter().filter(|pod| counts(pod)).count() as i64;
    let template = &set.spec.template.metadata.labels;
    let has_template_labels =
        |pod: &Pod| template.iter().all(|(key, value)| pod.metadata.labels.get(key) == Some(value));
    let seconds = set.spec.min_ready_seconds;
    let terminating = view
        .gates
        .has(Feature::DeploymentReplicaSetTerminatingReplicas, view.release)
        .then_some(leaving.len() as i64);
    ReplicaSetStatus {
        available_replicas: count(&|pod| is_available(pod, seconds, now)),
        conditions: set.status.conditions.clone(),
        fully_labeled_replicas: count(&has_template_labels),
        observed_generation: set.metadata.generation,
        ready_replicas: count(&|pod| pod.status.is_true(READY)),
        replicas: active.len() as i64,
        terminating_replicas: terminating,
    }
}

/// Sets or removes the condition that tells why Pods could not be created. Rule R-08.
///
/// Deletions do not fail here, so the reason `FailedDelete` does not occur.
fn set_failure(status: &mut ReplicaSetStatus, failure: Option<&Text>, now: SimTime) {
    let Some(message) = failure else {
        return status.conditions.retain(|condition| condition.kind != REPLICA_FAILURE);
    };
    // The first failure stays until a sync goes well.
    if status.conditions.iter().any(|condition| condition.kind == REPLICA_FAILURE) {
        return;
    }
    status.conditions.push(PodCondition {
        kind: REPLICA_FAILURE.into(),
        status: ConditionStatus::True,
        last_transition_time: Some(Timestamp::of(now)),
        reason: "FailedCreate".into(),
        message: message.clone(),
        ..PodCondition::default()
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::selector::LabelSelector;
    use crate::api::status::PodPhase;
    use crate::rules::release::Release;
    use std::collections::BTreeMap;

    fn labels(app: &'static str) -> BTreeMap<Text, Text> {
        [("app".into(), app.into())].into()
    }

    fn shop(replicas: i64) -> ReplicaSet {
        let mut set = ReplicaSet::default();
        set.metadata.name = "shop".into();
        set.metadata.uid = "shop's".into();
        set.metadata.generation = 2;
        set.spec.replicas = Some(replicas);
        let selector = LabelSelector { match_labels: labels("shop"), ..LabelSelector::default() };
        set.spec.selector = Some(selector);
        set.spec.template.metadata.labels = labels("shop");
        set
    }

    fn pod(name: &'static str, owner: Option<&ReplicaSet>) -> Pod {
        let mut pod = Pod::default();
        pod.metadata.name = name.into();
        pod.metadata.labels = labels("shop");
        pod.metadata.owner_references = owner.map(controller_reference).into_iter().collect();
        pod.status.phase = Some(PodPhase::Running);
        pod
    }

    fn see(pods: impl IntoIterator<Item = Pod>) -> View {
        View { pods: pods.into_iter().map(Rc::new).collect(), ..View::default() }
    }

    fn requests(view: &View, set: &ReplicaSet) -> Vec<Request> {
        let steps = reconcile(view, set, SimTime(60_000));
        steps.into_iter().map(|step| step.request).collect()
    }

    fn status_of(view: &View, set: &ReplicaSet) -> ReplicaSetStatus {
        let found = requests(view, set).into_iter().find_map(|request| match request {
            Request::UpdateStatus { status, .. } => Some(*status),
            _ => None,
        });
        found.expect("every sync has a status")
    }

    #[test]
    fn pods_are_created_in_batches_that_double() {
        let batches: Vec<u32> = requests(&see([]), &shop(8))
            .iter()
            .filter_map(|request| match request {
                Request::CreatePod { batch, .. } => Some(*batch),
                _ => None,
            })
            .collect();
        assert_eq!(batches, [0, 1, 1, 2, 2, 2, 2, 3]);
    }

    #[test]
    fn the_status_tells_of_the_pods_before_the_sync() {
        let set = shop(3);
        let status = status_of(&see([pod("shop-a", Some(&set))]), &set);
        assert_eq!((status.replicas, status.observed_generation), (1, 2));
    }

    #[test]
    fn a_pod_without_a_controller_is_adopted_and_one_of_another_set_is_left_alone() {
        let set = shop(1);
        let mut other = shop(1);
        other.metadata.uid = "other's".into();
        let view = see([pod("theirs", Some(&other)), pod("bare", None)]);
        let asked = requests(&view, &set);
        assert_eq!(asked[0], Request::AdoptPod("bare".into()));
        assert!(matches!(asked[1..], [Request::UpdateStatus { .. }]), "{asked:?}");
    }

    #[test]
    fn a_pod_that_lost_its_label_is_released_and_replaced() {
        let set = shop(1);
        let mut lost = pod("shop-a", Some(&set));
        lost.metadata.labels = labels("debug");
        let asked = requests(&see([lost]), &set);
        assert_eq!(asked[0], Request::ReleasePod("shop-a".into()));
        assert!(matches!(asked[1], Request::CreatePod { batch: 0, .. }), "{asked:?}");
    }

    #[test]
    fn ended_and_leaving_pods_do_not_count() {
        let set = shop(2);
        let mut ended = pod("shop-a", Some(&set));
        ended.status.phase = Some(PodPhase::Failed);
        let mut leaving = pod("shop-b", Some(&set));
        leaving.metadata.deletion_timestamp = Some(Timestamp::EPOCH);
        let view = see([ended, leaving]);
        let created =
            requests(&view, &set).iter().filter(|r| matches!(r, Request::CreatePod { .. })).count();
        assert_eq!(created, 2);
        let status = status_of(&view, &set);
        assert_eq!((status.replicas, status.terminating_replicas), (0, Some(1)));
        let old = View { release: Release::V1_28, ..view };
        assert_eq!(status_of(&old, &set).terminating_replicas, None);
    }

    #[test]
    fn a_set_that_is_being_deleted_only_counts() {
        let mut set = shop(3);
        set.metadata.deletion_timestamp = Some(Timestamp::EPOCH);
        let asked = requests(&see([pod("bare", None)]), &set);
        assert!(matches!(asked[..], [Request::UpdateStatus { .. }]), "{asked:?}");
    }

    #[test]
    fn a_failure_is_told_once_and_forgotten_when_all_went_well() {
        let mut status = ReplicaSetStatus::default();
        set_failure(&mut status, Some(&"no room".into()), SimTime(0));
        set_failure(&mut status, Some(&"another reason".into()), SimTime(0));
        let told: Vec<&str> = status.conditions.iter().map(|c| c.message.as_str()).collect();
        assert_eq!(told, ["no room"]);
        set_failure(&mut status, None, SimTime(0));
        assert!(status.conditions.is_empty());
    }
}
