//! Commands that make an object from nothing but their words: `create`, `run`.

use super::asked::Asked;
use super::cluster::{Cluster, NAMESPACE};
use super::made::{labels, text};
use super::words::{self, Flag, Takes, Words};
use crate::api::Resource;
use crate::api::container::{Container, ContainerPort, EnvVar, RestartPolicy};
use crate::api::core::{ConfigMap, Secret};
use crate::api::deployment::{Deployment, DeploymentSpec};
use crate::api::pod::{Pod, PodSpec};
use crate::api::selector::LabelSelector;
use crate::api::stateful_set::PodTemplateSpec;
use crate::base::text::Text;
use crate::cluster::command::Command;
use std::collections::BTreeMap;

/// The flags of `create` and of all its commands.
pub(super) const CREATE: &[Flag] =
    &[FILENAME, FROM_LITERAL, IMAGE, NAMESPACE, PORT, ("replicas", 'r', Takes::Value)];

const FILENAME: Flag = ("filename", 'f', Takes::Value);
const FROM_LITERAL: Flag = ("from-literal", ' ', Takes::Value);
const IMAGE: Flag = ("image", ' ', Takes::Value);
const PORT: Flag = ("port", ' ', Takes::Value);

pub(super) const RUN: &[Flag] = &[
    ("command", ' ', Takes::Nothing),
    ("env", ' ', Takes::Value),
    IMAGE,
    ("labels", 'l', Takes::Value),
    NAMESPACE,
    PORT,
    ("restart", ' ', Takes::Value),
];

/// What `kubectl create` makes from its words alone.
pub(super) const CREATED: [&str; 3] = ["configmap", "deployment", "secret"];

/// The commands of `kubectl create` that Podlab does not know.
const OTHERS: [&str; 14] = [
    "clusterrole",
    "clusterrolebinding",
    "cronjob",
    "ingress",
    "job",
    "namespace",
    "poddisruptionbudget",
    "priorityclass",
    "quota",
    "role",
    "rolebinding",
    "service",
    "serviceaccount",
    "token",
];

/// Makes a ConfigMap, a Secret or a Deployment.
/// Models kubernetes kubectl pkg/cmd/create/create.go.
pub(super) fn create(
    cluster: &Cluster<'_>,
    given: &[String],
    asked: &mut Asked,
) -> Result<(), String> {
    let Some((what, rest)) = given.split_first().filter(|(what, _)| !what.starts_with('-')) else {
        let (words, _) = read(given, "create", CREATE)?;
        return Err(match words.flag("filename") {
            Some(_) => words::needs_files("create"),
            None => format!("error: Podlab needs what to create: {}", CREATED.join(", ")),
        });
    };
    match what.as_str() {
        "configmap" | "cm" => config_map(cluster, rest, asked),
        "secret" => secret(cluster, rest, asked),
        "deployment" | "deploy" => deployment(cluster, rest, asked),
        other if OTHERS.contains(&other) => Err(format!(
            "error: Podlab does not know kubectl create {other} yet; it knows {}",
            CREATED.join(", ")
        )),
        "pod" | "pods" | "po" => {
            Err("error: kubectl create makes no Pods: use kubectl run NAME --image=IMAGE".into())
        }
        other => Err(format!(
            "error: kubectl create has no command {other:?}; Podlab knows {}",
            CREATED.join(", ")
        )),
    }
}

/// Models kubernetes kubectl pkg/cmd/create/create_configmap.go.
fn config_map(cluster: &Cluster<'_>, given: &[String], asked: &mut Asked) -> Result<(), String> {
    let (words, _) = read(given, "create configmap", &[FROM_LITERAL, NAMESPACE])?;
    let mut map = ConfigMap::default();
    map.metadata.name = only_name(&words.plain)?;
    map.metadata.namespace = words.namespace(cluster.namespace);
    let name = &map.metadata.name;
    map.data = literals(&words, |key| {
        format!(
            "cannot add key {key:?}, another key by that name already exists in Data for ConfigMap {name:?}"
        )
    })?;
    let says = format!("configmap/{name} created");
    asked.failure = Some("failed to create configmap");
    asked.ask(Command::Create(Box::new(Resource::ConfigMap(map))), says);
    Ok(())
}

/// Models kubernetes kubectl pkg/cmd/create/create_secret.go.
fn secret(cluster: &Cluster<'_>, given: &[String], asked: &mut Asked) -> Result<(), String> {
    let Some(rest) = given.split_first().filter(|(kind, _)| *kind == "generic") else {
        return Err("error: Podlab knows kubectl create secret generic only".into());
    };
    let (words, _) = read(rest.1, "create secret generic", &[FROM_LITERAL, NAMESPACE])?;
    let mut secret = Secret::default();
    secret.metadata.name = only_name(&words.plain)?;
    secret.metadata.namespace = words.namespace(cluster.namespace);
    secret.kind = Text::Static("Opaque");
    secret.string_data = literals(&words, |key| {
        format!("cannot add key {key}, another key by that name already exists")
    })?;
    let says = format!("secret/{} created", secret.metadata.name);
    asked.failure = Some("failed to create secret");
    asked.ask(Command::Create(Box::new(Resource::Secret(secret))), says);
    Ok(())
}

/// Models kubernetes kubectl pkg/cmd/create/create_deployment.go.
fn deployment(cluster: &Cluster<'_>, given: &[String], asked: &mut Asked) -> Result<(), String> {
    let known = [IMAGE, NAMESPACE, PORT, ("replicas", 'r', Takes::Value)];
    let (words, program) = read(given, "create deployment", &known)?;
    let images = images(&words)?;
    let mut deployment = Deployment::default();
    deployment.metadata.name = only_name(&words.plain)?;
    deployment.metadata.namespace = words.namespace(cluster.namespace);
    if images.len() > 1 && !program.is_empty() {
        return Err("error: cannot specify multiple --image options and command".into());
    }
    let labels = label("app", &deployment.metadata.name);
    deployment.metadata.labels = labels.clone();
    let container = |image: Text| Container {
        name: container_name(&image),
        image,
        command: program.clone(),
        ..Container::default()
    };
    let mut template = PodTemplateSpec::default();
    template.metadata.labels = labels.clone();
    template.spec.containers = images.into_iter().map(container).collect();
    if let Some(first) = template.spec.containers.first_mut() {
        first.ports = port(&words)?;
    }
    let selector = LabelSelector { match_labels: labels, ..LabelSelector::default() };
    deployment.spec = DeploymentSpec {
        replicas: Some(words.number("replicas")?.unwrap_or(1)),
        selector: Some(selector),
        template: template.into(),
        ..DeploymentSpec::default()
    }
    .into();
    let says = format!("deployment.apps/{} created", deployment.metadata.name);
    asked.failure = Some("failed to create deployment");
    asked.ask(Command::Create(Box::new(Resource::Deployment(deployment))), says);
    Ok(())
}

/// Makes a Pod of one container.
/// Models kubernetes kubectl pkg/cmd/run/run.go.
pub(super) fn run(
    cluster: &Cluster<'_>,
    given: &[String],
    asked: &mut Asked,
) -> Result<(), String> {
    let (words, program) = read(given, "run", RUN)?;
    let image = images(&words)?.pop().filter(|image| !image.is_empty());
    let image = image.ok_or("error: --image is required")?;
    let Some((name, others)) = words.plain.split_first() else {
        return Err("error: NAME is required for run".into());
    };
    let name = text(name);
    let program = others.iter().map(|word| text(word)).chain(program).collect();
    let mut container = Container { name: name.clone(), image, ..Container::default() };
    if words.is_set("command") {
        container.command = program;
    } else {
        container.args = program;
    }
    container.ports = port(&words)?;
    container.env = words
        .all("env")
        .map(|pair| {
            let pair_of = pair.split_once('=').filter(|(name, _)| !name.is_empty());
            let (name, value) = pair_of.ok_or_else(|| format!("error: invalid env: {pair}"))?;
            Ok(EnvVar { name: text(name), value: text(value), ..EnvVar::default() })
        })
        .collect::<Result<_, String>>()?;
    let restart_policy = match words.flag("restart") {
        None => Some(RestartPolicy::Always),
        Some(policy) => Some(
            RestartPolicy::parse(policy)
                .ok_or_else(|| format!("error: invalid restart policy: {policy}"))?,
        ),
    };
    let mut pod = Pod::default();
    pod.metadata.name = name.clone();
    pod.metadata.namespace = words.namespace(cluster.namespace);
    pod.metadata.labels = match words.flag("labels") {
        Some(given) => labels(given)?,
        None => label("run", &name),
    };
    pod.spec = PodSpec { containers: vec![container], restart_policy, ..PodSpec::default() }.into();
    asked.ask(Command::Create(Box::new(Resource::Pod(pod))), format!("pod/{name} created"));
    Ok(())
}

/// Reads the words before `--`, and returns those after it: a program and its arguments.
fn read(given: &[String], command: &str, known: &[Flag]) -> Result<(Words, Vec<Text>), String> {
    let end = given.iter().position(|word| word == "--").unwrap_or(given.len());
    let program = given[end..].iter().skip(1).map(|word| text(word)).collect();
    Ok((words::read(&given[..end], command, known)?, program))
}

/// Returns the name that kubectl gives the container of an image: the last part of its path, without tag and digest. kubectl puts random
/// letters behind a name in which it replaces something.
fn container_name(image: &str) -> Text {
    let last = image.rsplit('/').next().unwrap_or_default();
    let name = last.split(['@', ':']).next().unwrap_or_default();
    text(&name.replace(['_', '.'], "-"))
}

/// # Errors
///
/// Returns a complaint when there is not exactly one name.
fn only_name(names: &[String]) -> Result<Text, String> {
    match names {
        [name] => Ok(text(name)),
        _ => Err(format!("error: exactly one NAME is required, got {}", names.len())),
    }
}

/// Returns the images that the flags name: one for each container.
fn images(words: &Words) -> Result<Vec<Text>, String> {
    let images: Vec<Text> = words.all("image").flat_map(|all| all.split(',')).map(text).collect();
    if images.is_empty() {
        Err("error: required flag(s) \"image\" not set".into())
    } else {
        Ok(images)
    }
}

fn port(words: &Words) -> Result<Vec<ContainerPort>, String> {
    let port = words.number("port")?;
    Ok(port
        .map(|port| ContainerPort { container_port: port, ..ContainerPort::default() })
        .into_iter()
        .collect())
}

/// Reads `key=value` of each `--from-literal`. `twice` is the complaint about a key that is there already.
fn literals(words: &Words, twice: impl Fn(&str) -> String) -> Result<BTreeMap<Text, Text>, String> {
    let mut read = BTreeMap::new();
    for literal in words.all("from-literal") {
        let pair = literal.split_once('=').filter(|(key, _)| !key.is_empty());
        let (key, value) = pair.ok_or_else(|| {
            format!("error: invalid literal source {literal}, expected key=value")
        })?;
        if read.insert(text(key), text(value)).is_some() {
            return Err(format!("error: {}", twice(key)));
        }
    }
    Ok(read)
}

fn label(key: &'static str, value: &Text) -> BTreeMap<Text, Text> {
    BTreeMap::from([(Text::Static(key), value.clone())])
}
