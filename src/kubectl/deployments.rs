//! `kubectl rollout` of Deployments: how far a rollout is, which revisions there are, and which one an undo goes back to. Rules
//! KC-11, KC-30, KC-31, D-41.

use super::describe::pod_template;
use super::rollout::CHANGE_CAUSE;
use crate::api::deployment::{
    Deployment, PROGRESS_DEADLINE_EXCEEDED, PROGRESSING, find_new, revision,
};
use crate::api::replica_set::ReplicaSet;
use crate::cluster::world::World;
use crate::rules::release::Release;
use std::rc::Rc;

/// Returns the ReplicaSets that a Deployment owns, the lowest revision first.
pub fn owned(world: &World, deployment: &Deployment) -> Vec<Rc<ReplicaSet>> {
    let own = world.objects.replica_sets_of(&deployment.metadata.uid);
    let mut own: Vec<Rc<ReplicaSet>> = own.cloned().collect();
    own.sort_by_key(|set| revision(&set.metadata));
    own
}

/// Returns the old ReplicaSets that should have Pods, and the new one. Rule D-04.
pub(crate) fn old_and_new<'a>(
    deployment: &Deployment,
    sets: &'a [Rc<ReplicaSet>],
) -> (Vec<&'a Rc<ReplicaSet>>, Option<&'a Rc<ReplicaSet>>) {
    let new = find_new(deployment, sets);
    let is_old = |set: &&Rc<ReplicaSet>| {
        set.spec.replicas() > 0 && new.is_none_or(|new| !Rc::ptr_eq(new, set))
    };
    (sets.iter().filter(is_old).collect(), new)
}

/// Checks that the Pods of a Deployment can be replaced by a restart. Rule KC-33.
/// Models kubernetes kubectl pkg/polymorphichelpers/objectrestarter.go defaultObjectRestarter.
///
/// # Errors
///
/// Returns kubectl's message when the rollout is paused.
pub(crate) fn check_restart(deployment: &Deployment) -> Result<(), String> {
    if !deployment.spec.paused {
        return Ok(());
    }
    let name = &deployment.metadata.name;
    Err(format!(
        "deployments.apps \"{name}\" can't restart paused deployment (run rollout resume first)"
    ))
}

/// Returns the line that `kubectl rollout status` prints, and whether it is the last one. Rule KC-11.
/// Models kubernetes kubectl pkg/polymorphichelpers/rollout_status.go DeploymentStatusViewer.
///
/// # Errors
///
/// Returns kubectl's message when the rollout has exceeded its deadline.
///
/// ```
/// use podlab::api::deployment::Deployment;
/// use podlab::kubectl::deployments::status;
///
/// let mut shop = Deployment::default();
/// shop.metadata.generation = 1;
/// let unseen = "Waiting for deployment spec update to be observed...".to_owned();
/// assert_eq!(status(&shop), Ok((unseen, false)));
/// ```
pub fn status(deployment: &Deployment) -> Result<(String, bool), String> {
    let (metadata, status) = (&deployment.metadata, &deployment.status);
    let (name, replicas) = (&metadata.name, deployment.spec.replicas());
    if metadata.generation > status.observed_generation {
        return Ok(("Waiting for deployment spec update to be observed...".to_owned(), false));
    }
    let progress = status.condition(PROGRESSING);
    if progress.is_some_and(|found| found.reason == *PROGRESS_DEADLINE_EXCEEDED) {
        return Err(format!("deployment \"{name}\" exceeded its progress deadline"));
    }
    let updated = status.updated_replicas;
    let left = if updated < replicas {
        format!("{updated} out of {replicas} new replicas have been updated...")
    } else if status.replicas > updated {
        format!("{} old replicas are pending termination...", status.replicas - updated)
    } else if status.available_replicas < updated {
        format!("{} of {updated} updated replicas are available...", status.available_replicas)
    } else {
        return Ok((format!("deployment \"{name}\" successfully rolled out"), true));
    };
    Ok((format!("Waiting for deployment \"{name}\" rollout to finish: {left}"), false))
}

/// Writes what `kubectl rollout history deployment/NAME` prints. The ReplicaSets are those of the Deployment. Rule KC-30.
pub(crate) fn history(name: &str, sets: &[Rc<ReplicaSet>]) -> String {
    if sets.is_empty() {
        return format!("deployment.apps/{name} \nNo rollout history found.\n");
    }
    let mut rows = String::from("REVISION\tCHANGE-CAUSE\n");
    for set in sets {
        let cause = set.metadata.annotations.get(CHANGE_CAUSE);
        let cause = cause.map_or("<none>", |cause| cause.as_str());
        rows.extend([&revision(&set.metadata).to_string(), "\t", cause, "\n"]);
    }
    format!("deployment.apps/{name} \n{}\n", crate::apiserver::table::elastic(&rows))
}

/// Writes what `kubectl rollout history deployment/NAME --revision=NUMBER` prints. Rule KC-30.
pub(crate) fn history_of(name: &str, set: &ReplicaSet, release: Release) -> String {
    let mut template = (*set.spec.template).clone();
    if let Some(cause) = set.metadata.annotations.get(CHANGE_CAUSE) {
        template.metadata.annotations.insert(CHANGE_CAUSE.into(), cause.clone());
    }
    let number = revision(&set.metadata);
    let template = pod_template(&template, release);
    format!("deployment.apps/{name} with revision #{number}\n{template}\n")
}

/// Returns the ReplicaSet that an undo goes back to: that of the revision with this number, or else of the second newest.
/// Rules KC-31, D-41.
/// Models kubernetes kubectl pkg/polymorphichelpers/rollback.go deploymentRevision.
///
/// # Errors
///
/// Returns kubectl's message when there is no such revision.
pub(crate) fn undo_target<'a>(
    deployment: &Deployment,
    sets: &'a [Rc<ReplicaSet>],
    to_revision: Option<i64>,
) -> Result<&'a Rc<ReplicaSet>, String> {
    let found = match to_revision.filter(|number| *number != 0) {
        Some(number) => {
            let found = sets.iter().find(|set| revision(&set.metadata) == number);
            found.ok_or_else(|| format!("unable to find specified revision {number} in history"))
        }
        None => sets.iter().rev().nth(1).ok_or_else(|| {
            format!("no rollout history found for deployment \"{}\"", deployment.metadata.name)
        }),
    }?;
    if deployment.spec.paused {
        return Err(
            "you cannot rollback a paused deployment; resume it first with 'kubectl rollout resume' and try again"
                .to_owned(),
        );
    }
    Ok(found)
}
