//! `kubectl delete`. Rules KC-24 to KC-27, P-813, G-07.

use super::asked::Asked;
use super::cluster::{Cluster, NAMESPACE};
use super::words::{self, Flag, Takes};
use crate::api::ObjectRef;
use crate::api::meta::Propagation;
use crate::cluster::command::{Command, DeleteOptions};
use crate::rules::Feature;

pub(super) const FLAGS: &[Flag] = &[
    NAMESPACE,
    ("all", ' ', Takes::Nothing),
    ("cascade", ' ', Takes::Nothing),
    ("force", ' ', Takes::Nothing),
    ("grace-period", ' ', Takes::Value),
    ("ignore-not-found", ' ', Takes::Nothing),
    ("now", ' ', Takes::Nothing),
    ("selector", 'l', Takes::Value),
    ("timeout", ' ', Takes::Value),
    ("wait", ' ', Takes::Nothing),
];

/// kubectl's warning before a forced deletion, without its first letter. Rule KC-25.
const FORCED: &str = "arning: Immediate deletion does not wait for confirmation that the running resource has been \
                      terminated. The resource may continue to run on the cluster indefinitely.\n";

/// Asks for deletions. It does not wait until the objects are gone.
pub(super) fn delete(
    cluster: &Cluster<'_>,
    given: &[String],
    asked: &mut Asked,
) -> Result<(), String> {
    let words = words::read(given, "delete", FLAGS)?;
    let release = cluster.world.release();
    let propagation = cascade(words.flag("cascade").unwrap_or("background"), asked)?;
    let (grace, force) = (words.number("grace-period")?, words.is_set("force"));
    let now = words.is_set("now");
    if now && grace.is_some_and(|seconds| seconds >= 0) {
        return Err("error: --now and --grace-period cannot be specified together".into());
    }
    if force && (now || grace.is_some_and(|seconds| seconds > 0)) {
        return Err(
            "error: --force and --grace-period greater than 0 cannot be specified together".into(),
        );
    }
    let grace_period_seconds = match grace.filter(|seconds| *seconds >= 0) {
        _ if force => Some(0),
        _ if now => Some(1),
        // Without `--force`, zero means one second. Rule KC-25.
        Some(0) => Some(1),
        given => given,
    };
    let objects = cluster.objects(&words, "delete", asked)?;
    if force && !objects.is_empty() {
        asked.err.push(if release.has(Feature::DeleteWarningCapitalized) { 'W' } else { 'w' });
        asked.err.push_str(FORCED);
    }
    for (kind, metadata) in objects {
        let (namespace, name) = (metadata.namespace.clone(), metadata.name.clone());
        let forced = if force { "force " } else { "" };
        let place = if release.has(Feature::DeleteNamesNamespace) && kind.is_namespaced() {
            format!(" from {namespace} namespace")
        } else {
            String::new()
        };
        let says = format!("{} \"{name}\" {forced}deleted{place}", kind.singular());
        let options = DeleteOptions { grace_period_seconds, propagation };
        let command = Command::Delete { object: ObjectRef::new(kind, namespace, name), options };
        asked.ask(command, says);
    }
    Ok(())
}

/// Reads the value of `--cascade`. Rule KC-26.
fn cascade(word: &str, asked: &mut Asked) -> Result<Propagation, String> {
    let old = match word {
        "true" => Some(Propagation::Background),
        "false" => Some(Propagation::Orphan),
        _ => None,
    };
    if let Some(propagation) = old {
        let new = propagation.as_str().to_ascii_lowercase();
        asked.err.push_str(&format!(
            "warning: --cascade={word} is deprecated (boolean value) and can be replaced with --cascade={new}.\n"
        ));
        return Ok(propagation);
    }
    let all = [Propagation::Background, Propagation::Foreground, Propagation::Orphan];
    let known = all.into_iter().find(|p| p.as_str().to_ascii_lowercase() == *word);
    known.ok_or_else(|| {
        format!("error: invalid cascade value ({word}). Must be \"background\", \"foreground\", or \"orphan\"")
    })
}
