//! `kubectl drain` and `kubectl taint`. Rules B-10, KC-40, KC-41.

use super::asked::Asked;
use super::cluster::Cluster;
use super::kinds;
use super::words::{self, Flag, Takes};
use crate::api::ResourceKind;
use crate::api::node::read_taint;
use crate::api::status::PodPhase;
use crate::base::duration;
use crate::base::text::Text;
use crate::cluster::command::{Command, DrainOptions};
use crate::kubectl::drain::drain_problems;
use crate::rules::Feature;

pub(super) const DRAIN: &[Flag] = &[
    ("delete-emptydir-data", ' ', Takes::Nothing),
    ("delete-local-data", ' ', Takes::Nothing),
    ("force", ' ', Takes::Nothing),
    ("ignore-daemonsets", ' ', Takes::Nothing),
    ("selector", 'l', Takes::Value),
    ("timeout", ' ', Takes::Value),
];

fn about_nodes(words: &mut words::Words) {
    if words.plain.first().is_none_or(|word| !word.contains('/')) {
        words.plain.insert(0, "node".into());
    }
}

/// Asks for a drain. It does not wait until the Pods are gone. A refused drain leaves the node cordoned.
pub(super) fn drain(
    cluster: &Cluster<'_>,
    given: &[String],
    asked: &mut Asked,
) -> Result<(), String> {
    let mut words = words::read(given, "drain", DRAIN)?;
    about_nodes(&mut words);
    let timeout = match words.flag("timeout") {
        None => None,
        Some(text) => {
            let time = duration::parse(text);
            Some(
                time.ok_or_else(|| {
                    format!("error: invalid argument {text:?} for \"--timeout\" flag")
                })? / 1000,
            )
        }
    };
    let delete_empty_dir_data =
        words.is_set("delete-emptydir-data") || words.is_set("delete-local-data");
    let options = DrainOptions { force: words.is_set("force"), delete_empty_dir_data, timeout };
    for (_, metadata) in cluster.objects(&words, "drain", asked)? {
        let node = metadata.name.clone();
        let world = cluster.world;
        let is_cordoned = world.node_object(&node).is_some_and(|(_, node)| node.spec.unschedulable);
        let cordoned = if is_cordoned { "already cordoned" } else { "cordoned" };
        let says = format!("node/{node} {cordoned}");
        let problems = drain_problems(world, &node, options);
        if problems.is_empty() {
            let pods =
                world.pods_on(&node).filter(|(_, pod)| pod.metadata.deletion_timestamp.is_none());
            let pods = pods.filter(|(_, pod)| pod.status.phase() != PodPhase::Unknown);
            let lines = pods.map(|(_, pod)| {
                format!("\nevicting pod {}/{}", pod.metadata.namespace, pod.metadata.name)
            });
            let says = says + &lines.collect::<String>();
            asked.ask(Command::DrainNode { node, options }, says);
            continue;
        }
        let problems = problems.join("\n");
        let complaint = if world.release().has(Feature::DrainNamesPendingNodes) {
            let problems = problems.replace('\n', ", ");
            format!(
                "error: unable to drain node \"{node}\" due to error:[{problems}], continuing command...\nThere are pending nodes to be drained:\n {node}\n{problems}"
            )
        } else {
            format!(
                "error: unable to drain node \"{node}\", aborting command...\n\nThere are pending nodes to be drained:\n {node}\n{problems}"
            )
        };
        asked.ask(Command::Cordon { node, unschedulable: true }, says);
        asked.complain(&complaint);
    }
    Ok(())
}

pub(super) const TAINT: &[Flag] =
    &[("all", ' ', Takes::Nothing), ("overwrite", ' ', Takes::Nothing)];

/// Asks for taints. `key=value:Effect` puts a taint on nodes, and a `-` at its end removes it.
pub(super) fn taint(
    cluster: &Cluster<'_>,
    given: &[String],
    asked: &mut Asked,
) -> Result<(), String> {
    let mut words = words::read(given, "taint", TAINT)?;
    let is_taint = |word: &String| word.contains(':') || word.contains('=') || word.ends_with('-');
    let (taints, plain) =
        std::mem::take(&mut words.plain).into_iter().partition::<Vec<_>, _>(is_taint);
    words.plain = plain;
    if taints.is_empty() {
        return Err("error: at least one taint update is required".into());
    }
    let is_other = |word: &String| kinds::read(cluster.world, word) != Ok(ResourceKind::Node);
    if words.plain.first().is_some_and(is_other) {
        return Err("error: invalid resource type, only node is supported".into());
    }
    for (_, metadata) in cluster.objects(&words, "taint", asked)? {
        let mut done = "untainted";
        for written in &taints {
            let read = read_taint(written);
            let (taint, present) =
                read.ok_or_else(|| format!("error: invalid taint spec: {written}"))?;
            if present {
                done = "tainted";
            }
            let node: Text = metadata.name.clone();
            asked.ask(
                Command::TaintNode { node, taint, present },
                format!("node/{} {done}", metadata.name),
            );
        }
    }
    Ok(())
}
