use super::*;
use crate::api::deployment::{
    DESIRED_REPLICAS, DeploymentStatus, NEW_REPLICA_SET_AVAILABLE, POD_TEMPLATE_HASH,
    PROGRESS_DEADLINE_EXCEEDED, PROGRESSING, REVISION,
};
use crate::api::meta::OwnerReference;
use crate::api::pod::Pod;
use crate::api::selector::LabelSelector;
use crate::api::status::PodPhase;
use crate::base::text::Text;
use crate::base::time::Timestamp;
use std::collections::BTreeMap;

/// A Deployment with the template `v2`.
fn shop(replicas: i64) -> Deployment {
    let mut shop = Deployment::default();
    shop.metadata.name = "shop".into();
    shop.metadata.uid = "shop's".into();
    shop.metadata.generation = 2;
    let labels: BTreeMap<Text, Text> = [("app".into(), "shop".into())].into();
    shop.spec.replicas = Some(replicas);
    shop.spec.selector =
        Some(LabelSelector { match_labels: labels.clone(), ..LabelSelector::default() });
    shop.spec.template.metadata.labels = labels;
    shop.spec.template.spec.node_name = "v2".into();
    shop.spec.progress_deadline_seconds = Some(600);
    shop.spec.revision_history_limit = Some(1);
    shop
}

/// A ReplicaSet of the Deployment: its template, its size, and how many of its Pods are available. The number is revision and age.
fn set(
    shop: &Deployment,
    number: i64,
    template: &'static str,
    size: i64,
    ready: i64,
) -> ReplicaSet {
    let mut set = ReplicaSet::default();
    set.metadata.name = format!("shop-{number}").into();
    set.metadata.uid = format!("uid-{number}").into();
    set.metadata.creation_timestamp = Some(Timestamp(number));
    set.metadata.labels = shop.spec.template.metadata.labels.clone();
    set.metadata.owner_references = vec![controller_reference(shop)];
    set.metadata.annotations.insert(REVISION.into(), number.to_string().into());
    bounds::note_size(&mut set.metadata, Bounds::of(&shop.spec));
    set.spec.replicas = Some(size);
    set.spec.template = shop.spec.template.clone();
    set.spec.template.metadata.labels.insert(POD_TEMPLATE_HASH.into(), "x".into());
    set.spec.template.spec.node_name = template.into();
    set.status.replicas = size;
    set.status.ready_replicas = ready;
    set.status.available_replicas = ready;
    set
}

fn see(sets: impl IntoIterator<Item = ReplicaSet>) -> View {
    View { replica_sets: sets.into_iter().map(Rc::new).collect(), ..View::default() }
}

fn requests(view: &View, shop: &Deployment) -> Vec<Request> {
    let steps = reconcile(view, shop, SimTime(60_000));
    steps.into_iter().map(|step| step.request).collect()
}

/// The requests of a sync in short, without writes of the status.
fn asked(view: &View, shop: &Deployment) -> Vec<String> {
    let short = |request: Request| match request {
        Request::AdoptReplicaSet(name) => Some(format!("adopt {name}")),
        Request::ReleaseReplicaSet(name) => Some(format!("release {name}")),
        Request::CreateReplicaSet(set) => Some(format!("create {}", set.spec.replicas())),
        Request::AnnotateReplicaSet { name, annotations, .. } => {
            Some(format!("annotate {name} {}", annotations[REVISION]))
        }
        Request::ScaleReplicaSet { name, from, to, .. } => Some(format!("{name} {from} to {to}")),
        Request::DeleteReplicaSet(name) => Some(format!("delete {name}")),
        Request::RequeueAfter(after) => Some(format!("again after {after}")),
        Request::UpdateStatus { .. } => None,
    };
    requests(view, shop).into_iter().filter_map(short).collect()
}

/// The last status that a sync writes, and the number of the revision.
fn written(view: &View, shop: &Deployment) -> (DeploymentStatus, Text) {
    let found = requests(view, shop).into_iter().rev().find_map(|request| match request {
        Request::UpdateStatus { status, revision } => Some((*status, revision)),
        _ => None,
    });
    found.expect("the sync writes the status")
}

fn progress(view: &View, shop: &Deployment) -> String {
    let (status, _) = written(view, shop);
    status.condition(PROGRESSING).expect("it is told").reason.to_string()
}

/// Takes over the status and revision that the syncs write, until they write no more.
fn settled(view: &View, shop: &Deployment) -> Deployment {
    let mut shop = shop.clone();
    for _ in 0..5 {
        for request in requests(view, &shop) {
            if let Request::UpdateStatus { status, revision } = request {
                shop.status = *status;
                shop.metadata.annotations.insert(REVISION.into(), revision);
            }
        }
    }
    shop
}

#[test]
fn a_new_template_makes_a_replica_set_within_the_upper_bound_and_old_pods_go_at_once() {
    let shop = shop(4);
    let view = see([set(&shop, 1, "v1", 4, 4)]);
    assert_eq!(asked(&view, &shop), ["create 1", "shop-1 4 to 3"]);
    let (status, revision) = written(&view, &shop);
    assert_eq!(revision, *"2");
    let told = status.condition(PROGRESSING).expect("it is told");
    assert_eq!(told.reason, *"NewReplicaSetCreated");
    assert_eq!(status.observed_generation, 0, "the numbers follow with the next sync");
}

#[test]
fn the_new_replica_set_has_the_hash_in_name_labels_selector_and_template() {
    let shop = shop(1);
    let Request::CreateReplicaSet(set) = &requests(&see([]), &shop)[0] else {
        panic!("a ReplicaSet is missing");
    };
    let hash = set.metadata.labels[POD_TEMPLATE_HASH].clone();
    assert_eq!(set.metadata.name, format!("shop-{hash}").as_str());
    assert_eq!(set.spec.template.metadata.labels[POD_TEMPLATE_HASH], hash);
    assert!(set.selects(&set.spec.template.metadata.labels));
    assert!(!set.selects(&shop.spec.template.metadata.labels));
    assert_eq!(set.metadata.annotations[DESIRED_REPLICAS], *"1");
}

#[test]
fn a_name_that_is_taken_is_counted_and_the_next_sync_makes_another() {
    let mut shop = shop(1);
    let Request::CreateReplicaSet(first) = requests(&see([]), &shop).remove(0) else {
        panic!("a ReplicaSet is missing");
    };
    let view = View { names: [first.metadata.name.clone()].into(), ..View::default() };
    assert!(asked(&view, &shop).is_empty());
    shop.status = written(&view, &shop).0;
    assert_eq!(shop.status.collision_count, Some(1));
    let Request::CreateReplicaSet(second) = requests(&view, &shop).remove(0) else {
        panic!("a ReplicaSet is missing");
    };
    assert_ne!(second.metadata.name, first.metadata.name);
}

#[test]
fn an_old_replica_set_that_is_new_again_gets_its_number_first_and_then_pods() {
    let shop = shop(3);
    let mut view = see([set(&shop, 1, "v2", 0, 0), set(&shop, 2, "v1", 3, 3)]);
    assert_eq!(asked(&view, &shop), ["annotate shop-1 3"]);
    let mut again = set(&shop, 3, "v2", 0, 0);
    again.metadata.name = "shop-1".into();
    view.replica_sets[0] = Rc::new(again);
    assert_eq!(asked(&view, &shop), ["shop-1 0 to 1"]);
    assert_eq!(progress(&view, &shop), "FoundNewReplicaSet");
}

#[test]
fn a_broken_version_stops_the_rollout_and_the_deadline_tells_it() {
    let shop = shop(3);
    let view = see([set(&shop, 1, "v1", 3, 3), set(&shop, 2, "v2", 1, 0)]);
    let shop = settled(&view, &shop);
    let told = reconcile(&view, &shop, SimTime(60_000));
    let again = Request::RequeueAfter(601_000);
    assert_eq!(told.iter().map(|step| &step.request).collect::<Vec<_>>(), [&again]);
    let late = reconcile(&view, &shop, SimTime(661_000));
    let Request::UpdateStatus { status, .. } = &late[0].request else { panic!("{late:?}") };
    let told = status.condition(PROGRESSING).expect("it is told");
    assert_eq!(told.reason, *PROGRESS_DEADLINE_EXCEEDED);
    assert_eq!(told.message, *"ReplicaSet \"shop-2\" has timed out progressing.");
}

#[test]
fn old_pods_that_are_not_available_go_although_nothing_is_available() {
    let shop = shop(4);
    let view = see([set(&shop, 1, "v1", 4, 0), set(&shop, 2, "v2", 1, 0)]);
    assert_eq!(asked(&view, &shop), ["shop-1 4 to 3"]);
}

#[test]
fn a_rollout_in_a_rollout_takes_the_half_grown_set_as_an_old_one() {
    let mut shop = shop(4);
    let view = see([set(&shop, 1, "v1", 3, 3), set(&shop, 2, "v2", 2, 0)]);
    shop.spec.template.spec.node_name = "v3".into();
    assert_eq!(asked(&view, &shop), ["create 0", "shop-2 2 to 0"]);
}

#[test]
fn recreate_waits_for_every_old_pod_even_one_that_is_being_deleted() {
    let mut shop = shop(2);
    shop.spec.strategy.kind = Some(DeploymentStrategyType::Recreate);
    assert_eq!(asked(&see([set(&shop, 1, "v1", 2, 2)]), &shop), ["shop-1 2 to 0"]);
    let mut emptied = set(&shop, 1, "v1", 0, 0);
    emptied.metadata.uid = "old's".into();
    let mut view = see([emptied]);
    let mut leaving = Pod::default();
    leaving.metadata.deletion_timestamp = Some(Timestamp::EPOCH);
    leaving.metadata.owner_references =
        vec![OwnerReference { uid: "old's".into(), controller: Some(true), ..Default::default() }];
    view.pods = vec![Rc::new(leaving.clone())];
    assert!(asked(&view, &shop).is_empty());
    leaving.status.phase = Some(PodPhase::Failed);
    view.pods = vec![Rc::new(leaving)];
    assert_eq!(asked(&view, &shop), ["create 2"]);
}

#[test]
fn a_new_size_comes_before_the_rollout_and_is_shared_out() {
    let mut shop = shop(10);
    let mut view = see([set(&shop, 1, "v1", 8, 8), set(&shop, 2, "v2", 5, 0)]);
    shop.spec.replicas = Some(15);
    assert_eq!(asked(&view, &shop), ["shop-1 8 to 12", "shop-2 5 to 7"]);
    shop.spec.strategy.kind = Some(DeploymentStrategyType::Recreate);
    assert!(asked(&view, &shop).is_empty(), "Recreate shares nothing out");
    view.replica_sets.remove(1);
    assert_eq!(asked(&view, &shop), ["shop-1 8 to 15"]);
}

#[test]
fn an_old_replica_set_that_is_adopted_late_is_emptied_when_the_new_one_has_all_pods() {
    let mut shop = shop(3);
    shop.spec.paused = true;
    let view = see([set(&shop, 1, "v1", 2, 2), set(&shop, 2, "v2", 3, 3)]);
    assert_eq!(asked(&view, &shop), ["shop-1 2 to 0"]);
}

#[test]
fn a_paused_deployment_scales_and_does_not_roll_out() {
    let mut shop = shop(3);
    let view = see([set(&shop, 1, "v1", 3, 3)]);
    shop.spec.paused = true;
    assert!(asked(&view, &shop).is_empty());
    assert_eq!(progress(&view, &shop), "DeploymentPaused");
    shop.spec.replicas = Some(5);
    assert_eq!(asked(&view, &shop), ["shop-1 3 to 5"]);
    let mut shop = settled(&view, &shop);
    shop.spec.paused = false;
    let resumed = requests(&view, &shop).into_iter().find_map(|request| match request {
        Request::UpdateStatus { status, .. } => Some(status),
        _ => None,
    });
    let told = resumed.expect("it is noted").condition(PROGRESSING).cloned();
    assert_eq!(told.expect("it is told").reason, *"DeploymentResumed");
}

#[test]
fn empty_old_sets_beyond_the_limit_go_when_the_rollout_is_complete() {
    let shop = shop(1);
    let sets = || {
        let old = [set(&shop, 1, "v0", 0, 0), set(&shop, 2, "v1", 0, 0)];
        old.into_iter().chain([set(&shop, 3, "v2", 1, 1)])
    };
    let view = see(sets());
    let done = settled(&view, &shop);
    assert_eq!(asked(&view, &done), ["delete shop-1"]);
    let told = done.status.condition(PROGRESSING).expect("it is told");
    assert_eq!(told.reason, *NEW_REPLICA_SET_AVAILABLE);
    let mut unseen = see(sets());
    let mut first = (*unseen.replica_sets[0]).clone();
    first.metadata.generation = 1;
    unseen.replica_sets[0] = Rc::new(first);
    assert!(asked(&unseen, &done).is_empty(), "its controller has not seen its size");
}

#[test]
fn the_numbers_are_sums_and_the_updated_ones_are_those_of_the_new_set() {
    let shop = shop(3);
    let view = see([set(&shop, 1, "v1", 3, 2), set(&shop, 2, "v2", 1, 0)]);
    let status = settled(&view, &shop).status;
    let numbers = (
        status.replicas,
        status.updated_replicas,
        status.available_replicas,
        status.unavailable_replicas,
    );
    assert_eq!(numbers, (4, 1, 2, 2));
}

#[test]
fn the_failure_of_a_replica_set_is_copied() {
    use crate::api::replica_set::REPLICA_FAILURE;
    use crate::api::status::{ConditionStatus, PodCondition};
    let shop = shop(1);
    let mut new = set(&shop, 1, "v2", 1, 0);
    new.status.conditions.push(PodCondition {
        kind: REPLICA_FAILURE.into(),
        status: ConditionStatus::True,
        reason: "FailedCreate".into(),
        ..PodCondition::default()
    });
    let mut view = see([new.clone()]);
    let told = settled(&view, &shop).status;
    assert!(told.condition(REPLICA_FAILURE).is_some());
    new.status.conditions.clear();
    view.replica_sets[0] = Rc::new(new);
    let shop = Deployment { status: told, ..shop };
    assert!(settled(&view, &shop).status.condition(REPLICA_FAILURE).is_none());
}

#[test]
fn replica_sets_without_a_controller_are_adopted_and_those_that_no_longer_match_are_released() {
    let shop = shop(1);
    let mut bare = set(&shop, 1, "v2", 1, 1);
    bare.metadata.owner_references.clear();
    let mut lost = set(&shop, 2, "v1", 1, 1);
    lost.metadata.labels.clear();
    let mut theirs = set(&shop, 3, "v1", 1, 1);
    theirs.metadata.owner_references[0].uid = "another's".into();
    assert_eq!(asked(&see([bare, lost, theirs]), &shop), ["adopt shop-1", "release shop-2"]);
}

#[test]
fn a_deployment_that_is_being_deleted_only_counts() {
    let mut shop = shop(3);
    shop.metadata.deletion_timestamp = Some(Timestamp::EPOCH);
    let view = see([set(&shop, 1, "v1", 3, 3)]);
    assert!(asked(&view, &shop).is_empty());
    assert_eq!(written(&view, &shop).0.replicas, 3);
}
