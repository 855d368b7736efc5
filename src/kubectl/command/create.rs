//! Commands that make an object from nothing but their words: `create`, `run`.

use super::asked::Asked;
use super::cluster::{Cluster, NAMESPACE};
use super::made::{pairs, text};
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

pub(super) const CREATE: &[Flag] = &[
    ("filename", 'f', Takes::Value),
    ("from-literal", ' ', Takes::Value),
    ("image", ' ', Takes::Value),
    NAMESPACE,
    ("port", ' ', Takes::Value),
    ("replicas", 'r', Takes::Value),
];

pub(super) const RUN: &[Flag] = &[
    ("command", ' ', Takes::Nothing),
    ("env", ' ', Takes::Value),
    ("image", ' ', Takes::Value),
    ("labels", 'l', Takes::Value),
    NAMESPACE,
    ("port", ' ', Takes::Value),
    ("restart", ' ', Takes::Value),
];

/// What `kubectl create` makes from its words alone.
pub(super) const CREATED: [&str; 3] = ["configmap", "deployment", "secret"];

/// Makes a ConfigMap, a Secret or a Deployment.
/// Models kubernetes kubectl pkg/cmd/create/create.go.
pub(super) fn create(
    cluster: &Cluster<'_>,
    given: &[String],
    asked: &mut Asked,
) -> Result<(), String> {
    let (words, program) = read(given, "create", CREATE)?;
    if words.flag("filename").is_some() || words.plain.is_empty() {
        return Err(super::help::needs_files("create"));
    }
    let namespace = words.namespace(cluster.namespace);
    let (object, says) = match words.plain[0].as_str() {
        "configmap" | "cm" => {
            let mut map = ConfigMap::default();
            map.metadata.name = only_name(&words.plain[1..])?;
            map.metadata.namespace = namespace;
            map.data = literals(&words)?;
            let says = format!("configmap/{} created", map.metadata.name);
            (Resource::ConfigMap(map), says)
        }
        "secret" => {
            if words.plain.get(1).is_none_or(|kind| kind != "generic") {
                return Err("error: Podlab knows kubectl create secret generic only".into());
            }
            let mut secret = Secret::default();
            secret.metadata.name = only_name(&words.plain[2..])?;
            secret.metadata.namespace = namespace;
            secret.kind = Text::Static("Opaque");
            secret.string_data = literals(&words)?;
            let says = format!("secret/{} created", secret.metadata.name);
            (Resource::Secret(secret), says)
        }
        "deployment" | "deploy" => {
            let mut deployment = Deployment::default();
            deployment.metadata.name = only_name(&words.plain[1..])?;
            deployment.metadata.namespace = namespace;
            let labels = label("app", &deployment.metadata.name);
            deployment.metadata.labels = labels.clone();
            deployment.spec = deployment_spec(&words, labels, program)?.into();
            let says = format!("deployment.apps/{} created", deployment.metadata.name);
            (Resource::Deployment(deployment), says)
        }
        other => {
            return Err(format!(
                "error: Podlab does not know kubectl create {other} yet; it knows {}",
                CREATED.join(", ")
            ));
        }
    };
    asked.ask(Command::Create(Box::new(object)), says);
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
    let Some((name, others)) = words.plain.split_first() else {
        return Err("error: NAME is required for run".into());
    };
    let name = text(name);
    let program = others.iter().map(|word| text(word)).chain(program).collect();
    let mut container =
        Container { name: name.clone(), image: image(&words)?, ..Container::default() };
    if words.is_set("command") {
        container.command = program;
    } else {
        container.args = program;
    }
    container.ports = port(&words)?;
    container.env = words
        .all("env")
        .map(|pair| {
            let (name, value) =
                pair.split_once('=').ok_or_else(|| format!("error: invalid env: {pair}"))?;
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
    pod.metadata.labels = words.flag("labels").map_or_else(|| label("run", &name), pairs);
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

fn deployment_spec(
    words: &Words,
    labels: BTreeMap<Text, Text>,
    program: Vec<Text>,
) -> Result<DeploymentSpec, String> {
    let image = image(words)?;
    let container = Container {
        name: container_name(&image),
        image,
        command: program,
        ports: port(words)?,
        ..Container::default()
    };
    let mut template = PodTemplateSpec::default();
    template.metadata.labels = labels.clone();
    template.spec.containers = vec![container];
    let selector = LabelSelector { match_labels: labels, ..LabelSelector::default() };
    Ok(DeploymentSpec {
        replicas: Some(words.number("replicas")?.unwrap_or(1)),
        selector: Some(selector),
        template: template.into(),
        ..DeploymentSpec::default()
    })
}

/// Returns the name that kubectl gives the container of an image: the last part of its path, without tag and digest.
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

fn image(words: &Words) -> Result<Text, String> {
    words.flag("image").map(text).ok_or_else(|| "error: required flag(s) \"image\" not set".into())
}

fn port(words: &Words) -> Result<Vec<ContainerPort>, String> {
    let port = words.number("port")?;
    Ok(port
        .map(|port| ContainerPort { container_port: port, ..ContainerPort::default() })
        .into_iter()
        .collect())
}

fn literals(words: &Words) -> Result<BTreeMap<Text, Text>, String> {
    let read = |literal: &str| match literal.split_once('=') {
        Some((key, value)) if !key.is_empty() => Ok((text(key), text(value))),
        Some(_) | None => {
            Err(format!("error: invalid literal source {literal}, expected key=value"))
        }
    };
    words.all("from-literal").map(read).collect()
}

fn label(key: &'static str, value: &Text) -> BTreeMap<Text, Text> {
    BTreeMap::from([(Text::Static(key), value.clone())])
}
