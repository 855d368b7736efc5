//! `kubectl rollout`. Rules KC-10 to KC-12, KC-30 to KC-34.

mod deployment;
mod workload;

use super::asked::Asked;
use super::cluster::{Cluster, NAMESPACE, ROLL_OUT};
use super::words::{self, Flag, Takes};
use crate::api::stateful_set::StatefulSet;
use crate::api::{ObjectRef, ResourceKind};
use crate::cluster::command::Command;
use crate::kubectl::revisions::undo_target;
use crate::kubectl::{revisions, rollout};
use workload::{UNKNOWN_REVISION, not_supported, restart, revision_flag};

pub(super) const FLAGS: &[Flag] = &[
    NAMESPACE,
    ("revision", ' ', Takes::Value),
    ("timeout", ' ', Takes::Value),
    ("to-revision", ' ', Takes::Value),
    ("watch", 'w', Takes::Nothing),
];

pub(super) const COMMANDS: [&str; 6] = ["history", "pause", "restart", "resume", "status", "undo"];

/// Reads the commands about revisions.
pub(super) fn dispatch(
    cluster: &Cluster<'_>,
    given: &[String],
    asked: &mut Asked,
) -> Result<(), String> {
    let Some((verb, rest)) = given.split_first() else {
        return Err(format!("error: kubectl rollout needs a command: {}", COMMANDS.join(", ")));
    };
    if !COMMANDS.contains(&verb.as_str()) {
        return Err(words::unknown(verb, "kubectl rollout", &COMMANDS));
    }
    let words = words::read(rest, &format!("rollout {verb}"), FLAGS)?;
    for (kind, metadata) in cluster.objects(&words, ROLL_OUT, asked)? {
        let (namespace, name) = (&metadata.namespace, &metadata.name);
        let refused = || not_supported(kind, name, verb);
        let objects = &cluster.world.objects;
        if kind == ResourceKind::StatefulSet {
            let set = objects.sets.named(namespace, name).ok_or_else(refused)?;
            match verb.as_str() {
                "history" => history(cluster, &words, set, asked)?,
                "restart" => restart(cluster, kind, &set.metadata, asked)?,
                "status" => {
                    let (line, _) = rollout::status(set).map_err(|why| format!("error: {why}"))?;
                    asked.out.extend([&line, "\n"]);
                }
                "undo" => undo(cluster, &words, set, asked)?,
                _ => return Err(refused()),
            }
        } else if kind == ResourceKind::Deployment {
            let found = objects.deployments.named(namespace, name).ok_or_else(refused)?;
            deployment::dispatch(cluster, verb, &words, found, asked)?;
        } else {
            return Err(refused());
        }
    }
    Ok(())
}

/// Reads `kubectl rollout history`. Rule KC-30.
fn history(
    cluster: &Cluster<'_>,
    words: &words::Words,
    set: &StatefulSet,
    asked: &mut Asked,
) -> Result<(), String> {
    let revisions = revisions::owned(cluster.world, set);
    let name = &set.metadata.name;
    let Some(number) = revision_flag(words)? else {
        asked.out.push_str(&rollout::history(name, &revisions));
        return Ok(());
    };
    let Some(revision) = revisions.iter().find(|revision| revision.revision == number) else {
        return Err(UNKNOWN_REVISION.into());
    };
    let release = cluster.world.release();
    asked.out.push_str(&rollout::history_of(name, revision, release));
    Ok(())
}

/// Asks for an earlier revision of a set. Rule KC-31.
fn undo(
    cluster: &Cluster<'_>,
    words: &words::Words,
    set: &StatefulSet,
    asked: &mut Asked,
) -> Result<(), String> {
    let (namespace, name) = (set.metadata.namespace.clone(), set.metadata.name.clone());
    let to_revision = words.number("to-revision")?.filter(|number| *number != 0);
    let history = revisions::owned(cluster.world, set);
    let target = undo_target(&history, to_revision);
    let says = match target.map_err(|why| format!("error: {why}"))? {
        target if target.data.0 == set.spec.template => {
            let number = target.revision;
            asked.out.push_str(&format!(
                "statefulset.apps/{name} skipped rollback (current template already matches revision {number})\n"
            ));
            return Ok(());
        }
        _ => format!("statefulset.apps/{name} rolled back"),
    };
    let object = ObjectRef::stateful_set(namespace, name);
    asked.ask(Command::RolloutUndo { object, to_revision }, says);
    Ok(())
}
