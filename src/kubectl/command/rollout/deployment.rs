//! `kubectl rollout` of Deployments. Rules KC-11, KC-30, KC-31, KC-33, KC-34.

use super::super::asked::Asked;
use super::super::cluster::Cluster;
use super::super::words::Words;
use super::workload::{UNKNOWN_REVISION, not_supported, restart, revision_flag};
use crate::api::deployment::{Deployment, revision};
use crate::api::{ObjectRef, ResourceKind};
use crate::cluster::command::Command;
use crate::kubectl::deployments::{self, owned, undo_target};

/// Reads a command about the revisions of a Deployment.
pub(super) fn dispatch(
    cluster: &Cluster<'_>,
    verb: &str,
    words: &Words,
    deployment: &Deployment,
    asked: &mut Asked,
) -> Result<(), String> {
    let (kind, metadata) = (ResourceKind::Deployment, &deployment.metadata);
    let complaint =
        |what: &str| Err(format!("error: deployments.apps {:?} {what}", &*metadata.name));
    match verb {
        "history" => history(cluster, words, deployment, asked),
        "restart" => {
            deployments::check_restart(deployment).map_err(|why| format!("error: {why}"))?;
            restart(cluster, kind, metadata, asked)
        }
        "status" => {
            let (line, _) =
                deployments::status(deployment).map_err(|why| format!("error: {why}"))?;
            asked.out.extend([&line, "\n"]);
            Ok(())
        }
        "undo" => undo(cluster, words, deployment, asked),
        "pause" if deployment.spec.paused => complaint("is already paused"),
        "resume" if !deployment.spec.paused => complaint("is not paused"),
        "pause" | "resume" => {
            let paused = verb == "pause";
            let done = if paused { "paused" } else { "resumed" };
            let says = format!("deployment.apps/{} {done}", metadata.name);
            let object = reference(deployment);
            asked.ask(Command::RolloutPause { object, paused }, says);
            Ok(())
        }
        _ => Err(not_supported(kind, &metadata.name, verb)),
    }
}

fn reference(deployment: &Deployment) -> ObjectRef {
    let metadata = &deployment.metadata;
    ObjectRef::new(ResourceKind::Deployment, metadata.namespace.clone(), metadata.name.clone())
}

/// Reads `kubectl rollout history`. Rule KC-30.
fn history(
    cluster: &Cluster<'_>,
    words: &Words,
    deployment: &Deployment,
    asked: &mut Asked,
) -> Result<(), String> {
    let sets = owned(cluster.world, deployment);
    let name = &deployment.metadata.name;
    let Some(number) = revision_flag(words)? else {
        asked.out.push_str(&deployments::history(name, &sets));
        return Ok(());
    };
    let Some(set) = sets.iter().find(|set| revision(&set.metadata) == number) else {
        return Err(UNKNOWN_REVISION.into());
    };
    asked.out.push_str(&deployments::history_of(name, set, cluster.world.release()));
    Ok(())
}

/// Asks for an earlier revision. Rule KC-31.
fn undo(
    cluster: &Cluster<'_>,
    words: &Words,
    deployment: &Deployment,
    asked: &mut Asked,
) -> Result<(), String> {
    let name = &deployment.metadata.name;
    let to_revision = words.number("to-revision")?.filter(|number| *number != 0);
    let sets = owned(cluster.world, deployment);
    let target =
        undo_target(deployment, &sets, to_revision).map_err(|why| format!("error: {why}"))?;
    if deployment.has_template_of(target) {
        let number = to_revision.unwrap_or(0);
        asked.out.push_str(&format!(
            "deployment.apps/{name} skipped rollback (current template already matches revision {number})\n"
        ));
        return Ok(());
    }
    let says = format!("deployment.apps/{name} rolled back");
    let object = reference(deployment);
    asked.ask(Command::RolloutUndo { object, to_revision }, says);
    Ok(())
}
