//! What `kubectl rollout` does with workloads of any kind. Rules KC-12, KC-33.

use super::super::asked::Asked;
use super::super::cluster::{Cluster, nested};
use super::super::words::Words;
use crate::api::meta::{ObjectMeta, RESTARTED_AT};
use crate::api::{ObjectRef, ResourceKind};
use crate::base::time::Timestamp;
use crate::cluster::command::Command;
use crate::manifest::node::Node;

/// Returns the message about a kind that the command is not for.
pub(super) fn not_supported(kind: ResourceKind, name: &str, verb: &str) -> String {
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
pub(super) fn revision_flag(words: &Words) -> Result<Option<i64>, String> {
    let number = words.number("revision")?;
    if let Some(number) = number.filter(|number| *number < 0) {
        return Err(format!("error: revision must be a positive integer: {number}"));
    }
    Ok(number.filter(|number| *number > 0))
}

/// The complaint about a number that no revision has.
pub(super) const UNKNOWN_REVISION: &str = "error: unable to find the specified revision";

/// Asks for a restart of a workload. Rule KC-33.
pub(super) fn restart(
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
