//! `kubectl rollout`. Rules KC-10 to KC-12, KC-30 to KC-34.

mod deployment;

use super::words::{self, Flag, Takes};
use super::{Asked, Cluster, NAMESPACE, ROLL_OUT, nested};
use crate::api::meta::{ObjectMeta, RESTARTED_AT};
use crate::api::stateful_set::StatefulSet;
use crate::api::{ObjectRef, ResourceKind};
use crate::base::time::Timestamp;
use crate::cluster::command::Command;
use crate::kubectl::revisions::undo_target;
use crate::kubectl::{revisions, rollout};
use crate::manifest::node::Node;

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

/// Returns the message about a kind that the command is not for.
fn not_supported(kind: ResourceKind, name: &str, verb: &str) -> String {
    let doing = match verb {
        "pause" => "pausing",
        "resume" => "resuming",
        "restart" => "restarting",
        _ => "rollout",
    };
    format!("error: {} {name:?} {doing} is not supported", kind.plural())
}

/// Returns the number that `--revision` gives, if it names a revision.
///
/// # Errors
///
/// Returns kubectl's complaint about a negative number.
fn revision_flag(words: &words::Words) -> Result<Option<i64>, String> {
    let number = words.number("revision")?;
    if let Some(number) = number.filter(|number| *number < 0) {
        return Err(format!("error: revision must be a positive integer: {number}"));
    }
    Ok(number.filter(|number| *number > 0))
}

/// The complaint about a number that no revision has.
const UNKNOWN_REVISION: &str = "error: unable to find the specified revision";

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

/// Asks for a restart of a workload. Rule KC-33.
fn restart(
    cluster: &Cluster<'_>,
    kind: ResourceKind,
    metadata: &ObjectMeta,
    asked: &mut Asked,
) -> Result<(), String> {
    let name = &metadata.name;
    let now = Node::text(Timestamp::of(cluster.world.now).rfc3339());
    let body = nested(&["spec", "template", "metadata", "annotations", RESTARTED_AT], now);
    if cluster.patch(kind, metadata, body).is_none() {
        return Err(format!(
            "error: failed to create patch for {name}: if restart has already been triggered within the past second, \
             please wait before attempting to trigger another"
        ));
    }
    let says = format!("{}/{name} restarted", kind.singular());
    let object = ObjectRef::new(kind, metadata.namespace.clone(), name.clone());
    asked.ask(Command::RolloutRestart { object }, says);
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
