//! `kubectl rollout` of StatefulSets. Rules KC-12, KC-30.

use super::describe::pod_template;
use crate::api::stateful_set::{ControllerRevision, StatefulSet};
use crate::rules::release::Release;
use std::rc::Rc;

/// The annotation that `kubectl rollout history` prints.
pub(super) const CHANGE_CAUSE: &str = "kubernetes.io/change-cause";

/// Returns the line that `kubectl rollout status` prints, and whether it is the last one. Rule KC-12.
/// Models kubernetes kubectl pkg/polymorphichelpers/rollout_status.go StatefulSetStatusViewer.
///
/// # Errors
///
/// Returns kubectl's message when the update strategy is not `RollingUpdate`.
///
/// ```
/// use podlab::api::stateful_set::{StatefulSet, StatefulSetStatus};
/// use podlab::kubectl::rollout::status;
///
/// # fn main() -> Result<(), &'static str> {
/// let seen = StatefulSetStatus { observed_generation: 1, ..StatefulSetStatus::default() };
/// let set = StatefulSet { status: seen, ..StatefulSet::default() };
/// assert_eq!(status(&set)?, ("Waiting for 1 pods to be ready...".to_owned(), false));
/// # Ok(())
/// # }
/// ```
pub fn status(set: &StatefulSet) -> Result<(String, bool), &'static str> {
    let (spec, status) = (&set.spec, &set.status);
    let replicas = spec.replicas();
    if !spec.is_rolling() {
        return Err("rollout status is only available for RollingUpdate strategy type");
    }
    if status.observed_generation == 0 || set.metadata.generation > status.observed_generation {
        return Ok(("Waiting for statefulset spec update to be observed...".to_owned(), false));
    }
    if status.ready_replicas < replicas {
        let missing = replicas - status.ready_replicas;
        return Ok((format!("Waiting for {missing} pods to be ready..."), false));
    }
    let updated = status.updated_replicas;
    if let Some(rolling) = &spec.update_strategy.rolling_update {
        if let Some(partition) = rolling.partition
            && updated < replicas - partition
        {
            let all = replicas - partition;
            let line = format!(
                "Waiting for partitioned roll out to finish: {updated} out of {all} new pods have been updated..."
            );
            return Ok((line, false));
        }
        let line =
            format!("partitioned roll out complete: {updated} new pods have been updated...");
        return Ok((line, true));
    }
    if status.update_revision != status.current_revision {
        let line = format!(
            "waiting for statefulset rolling update to complete {updated} pods at revision {}...",
            status.update_revision
        );
        return Ok((line, false));
    }
    let line = format!(
        "statefulset rolling update complete {} pods at revision {}...",
        status.current_replicas, status.current_revision
    );
    Ok((line, true))
}

/// Writes what `kubectl rollout history statefulset/NAME` prints. The revisions are the set's own, oldest first. Rule
/// KC-30.
pub fn history(set: &str, revisions: &[Rc<ControllerRevision>]) -> String {
    let mut rows = String::from("REVISION\tCHANGE-CAUSE\n");
    for revision in revisions {
        let cause = revision.metadata.annotations.get(CHANGE_CAUSE);
        let cause = cause.map_or("<none>", |cause| cause.as_str());
        rows.extend([&revision.revision.to_string(), "\t", cause, "\n"]);
    }
    let rows = crate::apiserver::table::elastic(&rows);
    format!("statefulset.apps/{set} \n{rows}\n")
}

/// Writes what `kubectl rollout history statefulset/NAME --revision=NUMBER` prints: the template, with tabs as kubectl
/// leaves them. Rule KC-30.
pub fn history_of(set: &str, revision: &ControllerRevision, release: Release) -> String {
    let template = pod_template(&revision.data.0, release);
    let number = revision.revision.to_string();
    format!("statefulset.apps/{set} with revision #{number}\n{template}\n")
}
