//! `kubectl logs`.
//! Models kubectl pkg/cmd/logs/logs.go and pkg/polymorphichelpers/logsforobject.go.

use super::asked::Asked;
use super::cluster::{Cluster, NAMESPACE};
use super::kinds;
use super::words::{self, Flag, Takes, Words};
use crate::api::ResourceKind;
use crate::api::pod::Pod;
use crate::apiserver::error::ApiError;
use crate::base::text::Text;

pub(super) const FLAGS: &[Flag] = &[
    ("all-containers", ' ', Takes::Nothing),
    ("container", 'c', Takes::Value),
    ("follow", 'f', Takes::Nothing),
    NAMESPACE,
    ("previous", 'p', Takes::Nothing),
    ("tail", ' ', Takes::Value),
];

/// The annotation that names the container which is meant when a line names none.
const DEFAULT: &str = "kubectl.kubernetes.io/default-container";

/// Prints what containers have printed. What is to come is not waited for.
pub(super) fn logs(
    cluster: &Cluster<'_>,
    given: &[String],
    asked: &mut Asked,
) -> Result<(), String> {
    let words = words::read(given, "logs", FLAGS)?;
    let tail = words.number("tail")?.unwrap_or(-1);
    let container = container(&words)?;
    let (kind, name) = named(cluster, &words)?;
    if tail < -1 {
        return Err("error: --tail must be greater than or equal to -1".into());
    }
    if kind != ResourceKind::Pod {
        let word = kinds::word(kind);
        return Err(format!("error: Podlab reads logs of Pods only, not of {word}; name the Pod"));
    }
    let id = cluster.world.pod_named(&words.namespace(cluster.namespace), &name);
    let pod = id.and_then(|id| Some((id, cluster.world.pod(id)?)));
    let (id, pod) = pod.ok_or_else(|| ApiError::not_found(kind.plural(), &name).kubectl(""))?;
    let chosen = if words.is_set("all-containers") {
        names(pod).into_iter().map(|(name, _)| name.clone()).collect()
    } else {
        vec![chosen(pod, container, asked)?]
    };
    for container in chosen {
        let log = cluster.view.log(id, &container, words.is_set("previous"))?;
        asked.is_output_unknown |= log.is_none();
        asked.out.push_str(last_lines(&log.unwrap_or_default(), tail));
    }
    Ok(())
}

/// Returns the container that the words name.
fn container(words: &Words) -> Result<Option<&str>, String> {
    let (flag, inline) = (words.flag("container"), words.plain.get(1).map(String::as_str));
    if flag.is_some() && inline.is_some() {
        return Err("error: only one of -c or an inline [CONTAINER] arg is allowed".into());
    }
    let container = flag.or(inline).filter(|name| !name.is_empty());
    match container {
        Some(name) if words.is_set("all-containers") => Err(format!(
            "error: --all-containers=true should not be specified with container name {name}"
        )),
        Some(_) | None => Ok(container),
    }
}

/// Returns the object that the words name.
fn named(cluster: &Cluster<'_>, words: &Words) -> Result<(ResourceKind, Text), String> {
    let ([first] | [first, _]) = &words.plain[..] else {
        return Err("error: expected 'logs [-f] [-p] (POD | TYPE/NAME) [-c CONTAINER]'.\nPOD or TYPE/NAME is a required argument \
                    for the logs command\nSee 'kubectl logs -h' for help and examples"
            .into());
    };
    match first.split_once('/') {
        Some((kind, name)) => Ok((kinds::read(cluster.world, kind)?, name.to_owned().into())),
        None => Ok((ResourceKind::Pod, first.clone().into())),
    }
}

/// Returns the names of the containers of a Pod in the order in which kubectl prints their logs, with what it calls their list.
pub(super) fn names(pod: &Pod) -> Vec<(&Text, &'static str)> {
    let spec = &pod.spec;
    let init = spec.init_containers.iter().map(|container| (&container.name, " (init)"));
    let app = spec.containers.iter().map(|container| (&container.name, ""));
    let ephemeral = spec.ephemeral_containers.iter().map(|container| (&container.name, " (ephem)"));
    init.chain(app).chain(ephemeral).collect()
}

/// Returns the container whose log is printed. Says which it is when others could be meant.
fn chosen(pod: &Pod, named: Option<&str>, asked: &mut Asked) -> Result<Text, String> {
    let mut all = names(pod);
    let is_one = |name: &str| all.iter().any(|(known, _)| **known == *name);
    if let Some(name) = named {
        let refusal =
            || format!("error: container {name} is not valid for pod {}", pod.metadata.name);
        return is_one(name).then(|| name.to_owned().into()).ok_or_else(refusal);
    }
    if let Some(name) = pod.metadata.annotations.get(DEFAULT).filter(|name| !name.is_empty()) {
        if is_one(name) {
            return Ok(name.clone());
        }
        let pod = &pod.metadata.name;
        asked.err.push_str(&format!(
            "Default container name {:?} not found in pod {pod}\n",
            name.as_str()
        ));
    }
    let first = pod.spec.containers.first().map(|first| first.name.clone()).unwrap_or_default();
    if all.len() > 1 {
        all.sort_by_key(|(_, list)| ["", " (ephem)", " (init)"].iter().position(|one| one == list));
        let list: Vec<String> = all.iter().map(|(name, list)| format!("{name}{list}")).collect();
        let list = list.join(", ");
        let name = first.as_str();
        asked.err.push_str(&format!("Defaulted container {name:?} out of: {list}\n"));
    }
    Ok(first)
}

/// Returns the last lines of a text; all of them when their number is negative.
fn last_lines(text: &str, count: i64) -> &str {
    let Ok(count) = usize::try_from(count) else { return text };
    let Some(others) = count.checked_sub(1) else { return "" };
    let body = text.strip_suffix('\n').unwrap_or(text);
    body.rmatch_indices('\n').nth(others).map_or(text, |(at, _)| &text[at + 1..])
}
