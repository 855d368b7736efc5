//! Numbers of revisions, the annotations of ReplicaSets, and the length of the history. Rules D-05, D-06, D-60.

use super::view::{Request, Sync};
use crate::api::deployment::{
    DESIRED_REPLICAS, MAX_REPLICAS, REVISION, REVISION_HISTORY, age, revision,
};
use crate::api::meta::ObjectMeta;
use crate::api::replica_set::ReplicaSet;
use crate::base::text::Text;
use crate::rules::{Feature, Rule};
use std::rc::Rc;

/// Annotations that a ReplicaSet does not take over from its Deployment. Rule D-06.
const OWN: [&str; 6] = [
    "kubectl.kubernetes.io/last-applied-configuration",
    REVISION,
    REVISION_HISTORY,
    DESIRED_REPLICAS,
    MAX_REPLICAS,
    "deprecated.deployment.rollback.to",
];

/// The longest list of earlier numbers, in characters.
const LONGEST_HISTORY: usize = 2000;

/// Returns whether an annotation belongs to the object that has it, so that it is never copied. Rules D-06, D-41.
pub(crate) fn is_own(annotation: &str) -> bool {
    OWN.contains(&annotation)
}

/// Returns the number of a revision as the annotation has it; empty when there is none.
pub(super) fn stored(metadata: &ObjectMeta) -> Text {
    metadata.annotations.get(REVISION).cloned().unwrap_or_default()
}

/// Returns the number that the new ReplicaSet has to have at least: one more than all old ones. Rule D-05.
pub(super) fn next(old: &[Rc<ReplicaSet>]) -> i64 {
    old.iter().map(|set| revision(&set.metadata)).max().unwrap_or(0) + 1
}

/// Copies annotations of the Deployment to its new ReplicaSet, and gives it its number. The number that it had goes into
/// its history. Rule D-05.
/// Models kubernetes pkg/controller/deployment/util/deployment_util.go SetNewReplicaSetAnnotations.
pub(super) fn annotate(set: &mut ObjectMeta, deployment: &ObjectMeta, next: i64) {
    let copied = deployment.annotations.iter().filter(|(key, _)| !is_own(key));
    set.annotations.extend(copied.map(|(key, value)| (key.clone(), value.clone())));
    let had = set.annotations.get(REVISION).cloned();
    let number = match &had {
        None => 0,
        Some(text) => match text.parse::<i64>() {
            Ok(number) => number,
            Err(_) => return,
        },
    };
    if number >= next {
        return;
    }
    set.annotations.insert(REVISION.into(), next.to_string().into());
    if let Some(had) = had {
        let history = set.annotations.get(REVISION_HISTORY).map_or("", Text::as_str);
        let history = appended(history, &had);
        set.annotations.insert(REVISION_HISTORY.into(), history.into());
    }
}

/// Returns the list with one more number. The oldest numbers go when it gets too long.
fn appended(history: &str, number: &str) -> String {
    let mut numbers: Vec<&str> = history.split(',').filter(|part| !part.is_empty()).collect();
    numbers.push(number);
    let mut list = numbers.join(",");
    while list.len() > LONGEST_HISTORY {
        numbers.remove(0);
        list = numbers.join(",");
    }
    list
}

/// Deletes old ReplicaSets beyond the limit, the lowest number first. Those that still have Pods stay. Rule D-60.
/// Models kubernetes pkg/controller/deployment/sync.go cleanupDeployment.
pub(super) fn clean_up(sync: &mut Sync) {
    let Some(limit) = sync.deployment.spec.history_limit() else { return };
    let is_alive = |set: &&Rc<ReplicaSet>| set.metadata.deletion_timestamp.is_none();
    let mut sets: Vec<Rc<ReplicaSet>> = sync.old.iter().filter(is_alive).cloned().collect();
    let surplus = sets.len().saturating_sub(limit.max(0) as usize);
    if sync.view.release.has(Feature::DeploymentHistoryGoesByRevision) {
        sets.sort_by(|a, b| (revision(&a.metadata), age(a)).cmp(&(revision(&b.metadata), age(b))));
    }
    for set in sets.into_iter().take(surplus).filter(|set| is_empty(set)) {
        sync.ask(Rule::D60, Request::DeleteReplicaSet(set.metadata.name.clone()));
    }
}

/// Returns whether a ReplicaSet has no Pods and should have none, and its controller knows that.
fn is_empty(set: &ReplicaSet) -> bool {
    set.spec.replicas() == 0
        && set.status.replicas == 0
        && set.status.observed_generation >= set.metadata.generation
}

#[cfg(test)]
mod tests {
    use super::*;

    fn annotated(pairs: &[(&'static str, &'static str)]) -> ObjectMeta {
        let annotations = pairs.iter().map(|(key, value)| ((*key).into(), (*value).into()));
        ObjectMeta { annotations: annotations.collect(), ..ObjectMeta::default() }
    }

    #[test]
    fn a_set_that_is_new_again_gets_the_next_number_and_remembers_its_old_one() {
        let mut set = annotated(&[(REVISION, "1")]);
        annotate(&mut set, &ObjectMeta::default(), 3);
        assert_eq!(set, annotated(&[(REVISION, "3"), (REVISION_HISTORY, "1")]));
        annotate(&mut set, &ObjectMeta::default(), 5);
        assert_eq!(set, annotated(&[(REVISION, "5"), (REVISION_HISTORY, "1,3")]));
    }

    #[test]
    fn a_number_never_falls_although_old_sets_are_gone() {
        let mut set = annotated(&[(REVISION, "7")]);
        annotate(&mut set, &ObjectMeta::default(), 2);
        assert_eq!(set, annotated(&[(REVISION, "7")]));
    }

    #[test]
    fn annotations_of_the_deployment_are_copied_except_its_own() {
        let deployment = annotated(&[("kubernetes.io/change-cause", "v2"), (REVISION, "4")]);
        let mut set = ObjectMeta::default();
        annotate(&mut set, &deployment, 1);
        assert_eq!(set, annotated(&[("kubernetes.io/change-cause", "v2"), (REVISION, "1")]));
    }

    #[test]
    fn a_history_that_gets_too_long_loses_its_oldest_numbers() {
        let long = ["123456789"; 200].join(",");
        let list = appended(&long, "77");
        assert!(list.len() <= LONGEST_HISTORY && list.ends_with(",123456789,77"), "{list}");
        assert_eq!(appended("", "1"), "1");
    }
}
