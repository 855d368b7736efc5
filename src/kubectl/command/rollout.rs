//! `kubectl rollout`. Rules KC-10, KC-12, KC-30 to KC-34.

use super::words::{self, Flag, Takes};
use super::{Asked, Cluster, NAMESPACE, ROLL_OUT, nested};
use crate::api::meta::RESTARTED_AT;
use crate::api::stateful_set::StatefulSet;
use crate::api::{ObjectRef, ResourceKind};
use crate::base::time::Timestamp;
use crate::cluster::command::Command;
use crate::kubectl::revisions::undo_target;
use crate::kubectl::{revisions, rollout};
use crate::manifest::node::Node;

const FLAGS: &[Flag] = &[
    NAMESPACE,
    ("revision", ' ', Takes::Value),
    ("timeout", ' ', Takes::Value),
    ("to-revision", ' ', Takes::Value),
    ("watch", 'w', Takes::Nothing),
];

const COMMANDS: [&str; 6] = ["history", "pause", "restart", "resume", "status", "undo"];

/// Reads the commands about revisions of sets.
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
        let doing = match verb.as_str() {
            "pause" => "pausing",
            "resume" => "resuming",
            "restart" => "restarting",
            _ => "rollout",
        };
        let refused = format!("error: {} {name:?} {doing} is not supported", kind.plural());
        let sets = &cluster.world.workloads.sets;
        let set = sets.named(namespace, name).filter(|_| kind == ResourceKind::StatefulSet);
        let Some(set) = set else { return Err(refused) };
        match verb.as_str() {
            "history" => history(cluster, &words, set, asked)?,
            "restart" => restart(cluster, set, asked)?,
            "status" => {
                let (line, _) = rollout::status(set).map_err(|why| format!("error: {why}"))?;
                asked.out.extend([&line, "\n"]);
            }
            "undo" => undo(cluster, &words, set, asked)?,
            _ => return Err(refused),
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
    let number = words.number("revision")?;
    if let Some(number) = number.filter(|number| *number < 0) {
        return Err(format!("error: revision must be a positive integer: {number}"));
    }
    let Some(number) = number.filter(|number| *number > 0) else {
        asked.out.push_str(&rollout::history(name, &revisions));
        return Ok(());
    };
    let Some(revision) = revisions.iter().find(|revision| revision.revision == number) else {
        return Err("error: unable to find the specified revision".into());
    };
    let release = cluster.world.release();
    asked.out.push_str(&rollout::history_of(name, revision, release));
    Ok(())
}

/// Asks for a restart of a set. Rule KC-33.
fn restart(cluster: &Cluster<'_>, set: &StatefulSet, asked: &mut Asked) -> Result<(), String> {
    let (namespace, name) = (set.metadata.namespace.clone(), set.metadata.name.clone());
    let now = Node::text(Timestamp::of(cluster.world.now).rfc3339());
    let body = nested(&["spec", "template", "metadata", "annotations", RESTARTED_AT], now);
    if cluster.patch(ResourceKind::StatefulSet, &set.metadata, body)?.is_none() {
        return Err(format!(
            "error: failed to create patch for {name}: if restart has already been triggered within the past second, \
             please wait before attempting to trigger another"
        ));
    }
    let says = format!("statefulset.apps/{name} restarted");
    asked.ask(Command::RolloutRestart { object: ObjectRef::stateful_set(namespace, name) }, says);
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
