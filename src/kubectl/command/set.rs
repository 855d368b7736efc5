//! `kubectl set`: the image, the variables and the resources of containers, and the selector of a Service. Rule KC-35.

use super::asked::Asked;
use super::change::{MARK, pod_spec, put, within};
use super::cluster::{Cluster, NAMESPACE, nested};
use super::env;
use super::words::{self, Flag, Takes};
use crate::api::ResourceKind;
use crate::api::container::Container;
use crate::api::quantity::Quantity;
use crate::base::text::Text;
use crate::cluster::plan::matches;
use crate::manifest::node::{Node, Value};

/// The commands below `kubectl set`.
pub(super) const COMMANDS: [&str; 4] = ["env", "image", "resources", "selector"];

/// The flags of all of them.
pub(super) const FLAGS: &[Flag] = &[
    NAMESPACE,
    ("all", ' ', Takes::Nothing),
    ("containers", 'c', Takes::Value),
    ("limits", ' ', Takes::Value),
    ("list", ' ', Takes::Nothing),
    ("overwrite", ' ', Takes::Nothing),
    ("requests", ' ', Takes::Value),
    ("selector", 'l', Takes::Value),
];

const RESOURCES: &[Flag] = &[
    NAMESPACE,
    ("all", ' ', Takes::Nothing),
    ("containers", 'c', Takes::Value),
    ("limits", ' ', Takes::Value),
    ("requests", ' ', Takes::Value),
    ("selector", 'l', Takes::Value),
];

/// Reads `kubectl set`. Rule KC-35.
pub(super) fn set(
    cluster: &Cluster<'_>,
    given: &[String],
    asked: &mut Asked,
) -> Result<(), String> {
    match given.split_first() {
        Some((first, rest)) if first == "image" => set_image(cluster, rest, asked),
        Some((first, rest)) if first == "resources" => set_resources(cluster, rest, asked),
        Some((first, rest)) if first == "selector" => set_selector(cluster, rest, asked),
        Some((first, rest)) if first == "env" => env::set_env(cluster, rest, asked),
        Some((other, _)) => Err(words::unknown(other, "kubectl set", &COMMANDS)),
        None => Err(format!("error: kubectl set needs a command: {}", COMMANDS.join(", "))),
    }
}

fn set_image(cluster: &Cluster<'_>, given: &[String], asked: &mut Asked) -> Result<(), String> {
    let mut words = words::read(given, "set image", MARK)?;
    let (images, objects): (Vec<String>, Vec<String>) =
        words.plain.drain(..).partition(|word| word.contains('='));
    words.plain = objects;
    if images.is_empty() {
        return Err("error: at least one image update is required".into());
    }
    for (kind, metadata) in cluster.objects(&words, "set the image of", asked)? {
        let Some(spec) = pod_spec(cluster, kind, &metadata) else {
            return Err(format!("error: {} {:?} has no containers", kind.plural(), metadata.name));
        };
        let mut fields = Vec::new();
        for (field, containers) in
            [("containers", &spec.containers), ("initContainers", &spec.init_containers)]
        {
            let changed: Vec<Node> =
                containers.iter().filter_map(|container| new_image(container, &images)).collect();
            if !changed.is_empty() {
                fields.push((Text::Static(field), Value::List(changed).into()));
            }
        }
        for written in &images {
            let container = written.split_once('=').map_or("", |(container, _)| container);
            let known = spec.containers.iter().chain(&spec.init_containers);
            if container != "*" && !known.into_iter().any(|known| known.name == *container) {
                return Err(format!("error: unable to find container named {container:?}"));
            }
        }
        let body = within(kind, Node::map(fields));
        put(cluster, kind, &metadata, body, ["image updated", ""], asked);
    }
    Ok(())
}

/// Returns the patch of a container's image, when one is given. The last one given counts.
fn new_image(container: &Container, images: &[String]) -> Option<Node> {
    let mut split = images.iter().rev().filter_map(|written| written.split_once('='));
    let (_, image) = split.find(|(name, _)| *name == "*" || container.name == **name)?;
    Some(Node::map([
        (Text::Static("name"), Node::text(container.name.clone())),
        (Text::Static("image"), Node::text(image.to_owned())),
    ]))
}

/// Models kubernetes kubectl pkg/cmd/set/set_resources.go.
fn set_resources(cluster: &Cluster<'_>, given: &[String], asked: &mut Asked) -> Result<(), String> {
    let words = words::read(given, "set resources", RESOURCES)?;
    let mut resources = Vec::new();
    for field in ["limits", "requests"] {
        if let Some(written) = words.flag(field) {
            resources.push((Text::Static(field), amounts(written)?));
        }
    }
    if resources.is_empty() {
        return Err("error: you must specify an update to requests or limits (in the form of --requests/--limits)".into());
    }
    let pattern = words.flag("containers").unwrap_or("*");
    for (kind, metadata) in cluster.objects(&words, "set the resources of", asked)? {
        let Some(spec) = pod_spec(cluster, kind, &metadata) else {
            return Err(format!("error: {} {:?} has no containers", kind.plural(), metadata.name));
        };
        let meant = spec.containers.iter().filter(|container| matches(pattern, &container.name));
        let patch = |container: &Container| {
            Node::map([
                (Text::Static("name"), Node::text(container.name.clone())),
                (Text::Static("resources"), Node::map(resources.clone())),
            ])
        };
        let changed: Vec<Node> = meant.map(patch).collect();
        if changed.is_empty() {
            return Err(format!("error: unable to find container named {pattern}"));
        }
        let list = Node::map([(Text::Static("containers"), Value::List(changed).into())]);
        let says = ["resource requirements updated", ""];
        put(cluster, kind, &metadata, within(kind, list), says, asked);
    }
    Ok(())
}

/// Reads amounts such as `cpu=200m,memory=512Mi`.
fn amounts(written: &str) -> Result<Node, String> {
    let amount = |part: &str| {
        let wrong =
            || format!("error: Invalid argument syntax {part}, expected <resource>=<value>");
        let (name, amount) = part.split_once('=').ok_or_else(wrong)?;
        Quantity::parse(amount).ok_or_else(wrong)?;
        Ok((Text::from(name.to_owned()), Node::text(amount.to_owned())))
    };
    let amounts: Result<Vec<_>, String> = written.split(',').map(amount).collect();
    Ok(Node::map(amounts?))
}

/// Models kubernetes kubectl pkg/cmd/set/set_selector.go.
fn set_selector(cluster: &Cluster<'_>, given: &[String], asked: &mut Asked) -> Result<(), String> {
    let mut words = words::read(given, "set selector", MARK)?;
    let Some(written) = words.plain.pop().filter(|word| word.contains('=')) else {
        return Err("error: one or more resources must be specified as <resource> <name> or <resource>/<name>, with a selector".into());
    };
    let selector = words::selector(&written)?;
    let labels = |requirement: &crate::api::selector::LabelSelectorRequirement| {
        let value = requirement.values.first().filter(|_| requirement.values.len() == 1)?;
        Some((requirement.key.clone(), Node::text(value.clone())))
    };
    let labels: Option<Vec<_>> = selector.match_expressions.iter().map(labels).collect();
    let labels = labels.ok_or("error: a selector of a Service has labels with one value each")?;
    for (kind, metadata) in cluster.objects(&words, "set the selector of", asked)? {
        if kind != ResourceKind::Service {
            return Err("error: setting a selector is only supported for Services".into());
        }
        let replace = [(Text::Static("$patch"), Node::text("replace"))];
        let body =
            nested(&["spec", "selector"], Node::map(replace.into_iter().chain(labels.clone())));
        put(cluster, kind, &metadata, body, ["selector updated", ""], asked);
    }
    Ok(())
}
