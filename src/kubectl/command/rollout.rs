//! `kubectl rollout`. Rules K-10, K-12, K-30 to K-34.

use super::words::{self, Flag, Takes};
use super::{Asked, Cluster, Kind, NAMESPACE, nested};
use crate::act::sets::{self, RESTARTED_AT};
use crate::api::stateful_set::StatefulSet;
use crate::command::Command;
use crate::manifest::node::Node;
use crate::time::Timestamp;

const FLAGS: &[Flag] = &[
    NAMESPACE,
    ("revision", ' ', Takes::Value),
    ("timeout", ' ', Takes::Value),
    ("to-revision", ' ', Takes::Value),
    ("watch", 'w', Takes::Nothing),
];

const COMMANDS: [&str; 6] = ["history", "pause", "restart", "resume", "status", "undo"];

/// Annotation with the reason of a change. Rule K-30.
const CHANGE_CAUSE: &str = "kubernetes.io/change-cause";

/// Asks for something about the revisions of sets.
pub(super) fn rollout(
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
    for (kind, metadata) in cluster.objects(&words, "roll out", asked)? {
        let (namespace, name) = (&metadata.namespace, &metadata.name);
        let doing = match verb.as_str() {
            "pause" => "pausing",
            "resume" => "resuming",
            "restart" => "restarting",
            _ => "rollout",
        };
        let refused = format!("error: {} {name:?} {doing} is not supported", kind.plural());
        let sets = &cluster.sim.world().workloads.sets;
        let set = sets.named(namespace, name).filter(|_| kind == Kind::StatefulSet);
        let Some(set) = set else { return Err(refused) };
        match verb.as_str() {
            "history" => history(cluster, &words, set, asked)?,
            "restart" => restart(cluster, set, asked)?,
            "status" => {
                let (line, _) = status(set)?;
                asked.out.extend([&line, "\n"]);
            }
            "undo" => undo(cluster, &words, set, asked)?,
            _ => return Err(refused),
        }
    }
    Ok(())
}

/// The line of `kubectl rollout status` about a set as it is, and whether the rollout is over. Rule K-12.
/// Models kubernetes staging/src/k8s.io/kubectl/pkg/polymorphichelpers/rollout_status.go.
///
/// # Errors
/// What kubectl says when the set does not roll by itself.
pub fn status(set: &StatefulSet) -> Result<(String, bool), String> {
    if !set.spec.is_rolling() {
        return Err(
            "error: rollout status is only available for RollingUpdate strategy type".into()
        );
    }
    let (status, replicas) = (&set.status, set.spec.replicas());
    let observed = status.observed_generation;
    if observed == 0 || observed < set.metadata.generation {
        return Ok(("Waiting for statefulset spec update to be observed...".into(), false));
    }
    if status.ready_replicas < replicas {
        let missing = replicas - status.ready_replicas;
        return Ok((format!("Waiting for {missing} pods to be ready..."), false));
    }
    let updated = status.updated_replicas;
    if set.spec.update_strategy.rolling_update.is_some() {
        let wanted = replicas - set.spec.partition();
        if updated < wanted {
            let line = format!(
                "Waiting for partitioned roll out to finish: {updated} out of {wanted} new pods have been updated..."
            );
            return Ok((line, false));
        }
        return Ok((
            format!("partitioned roll out complete: {updated} new pods have been updated..."),
            true,
        ));
    }
    let revision = &status.update_revision;
    if *revision != status.current_revision {
        let line = format!(
            "waiting for statefulset rolling update to complete {updated} pods at revision {revision}..."
        );
        return Ok((line, false));
    }
    let current = status.current_replicas;
    Ok((
        format!("statefulset rolling update complete {current} pods at revision {revision}..."),
        true,
    ))
}

/// Rule K-30.
fn history(
    cluster: &Cluster<'_>,
    words: &words::Words,
    set: &StatefulSet,
    asked: &mut Asked,
) -> Result<(), String> {
    let revisions = sets::history(cluster.sim, set);
    let head = format!("statefulset.apps/{}", set.metadata.name);
    if let Some(number) = words.number("revision")?.filter(|number| *number > 0) {
        if !revisions.iter().any(|revision| revision.revision == number) {
            return Err("error: unable to find the specified revision".into());
        }
        return Err(format!("error: Podlab cannot print the template of revision {number} yet"));
    }
    asked.out.push_str(&head);
    asked.out.push_str(" \nREVISION  CHANGE-CAUSE\n");
    for revision in revisions {
        let cause = revision.metadata.annotations.get(CHANGE_CAUSE);
        let cause = cause.map_or("<none>", |cause| cause.as_str());
        asked.out.push_str(&format!("{:<8}  {cause}\n", revision.revision));
    }
    asked.out.push('\n');
    Ok(())
}

/// Rule K-33.
fn restart(cluster: &Cluster<'_>, set: &StatefulSet, asked: &mut Asked) -> Result<(), String> {
    let (namespace, name) = (set.metadata.namespace.clone(), set.metadata.name.clone());
    let now = Node::text(Timestamp::of(cluster.sim.now()).rfc3339());
    let body = nested(&["spec", "template", "metadata", "annotations", RESTARTED_AT], now);
    if cluster.patch(Kind::StatefulSet, &set.metadata, body)?.is_none() {
        return Err(format!(
            "error: failed to create patch for {name}: if restart has already been triggered within the past second, \
             please wait before attempting to trigger another"
        ));
    }
    let says = format!("statefulset.apps/{name} restarted");
    asked.ask(Command::RestartStatefulSet { namespace, name }, says);
    Ok(())
}

/// Rule K-31.
fn undo(
    cluster: &Cluster<'_>,
    words: &words::Words,
    set: &StatefulSet,
    asked: &mut Asked,
) -> Result<(), String> {
    let (namespace, name) = (set.metadata.namespace.clone(), set.metadata.name.clone());
    let to_revision = words.number("to-revision")?.filter(|number| *number != 0);
    let history = sets::history(cluster.sim, set);
    let target = sets::undo_target(&history, to_revision);
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
    asked.ask(Command::UndoStatefulSet { namespace, name, to_revision }, says);
    Ok(())
}
