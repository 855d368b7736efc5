//! `kubectl set env`: `KEY=VALUE` sets a variable of containers, `KEY-` removes it.

use super::asked::Asked;
use super::change::{pod_spec, put, within};
use super::cluster::{Cluster, NAMESPACE};
use super::words::{self, Flag, Takes};
use crate::api::container::{Container, EnvVar};
use crate::base::text::Text;
use crate::cluster::plan::matches;
use crate::manifest::node::{Node, Value};

pub(super) const FLAGS: &[Flag] = &[
    NAMESPACE,
    ("all", ' ', Takes::Nothing),
    ("containers", 'c', Takes::Value),
    ("list", ' ', Takes::Nothing),
    ("overwrite", ' ', Takes::Nothing),
    ("selector", 'l', Takes::Value),
];

/// The variables that a line sets, with their values, and those that it removes.
struct Changes<'a> {
    set: Vec<(&'a str, &'a str)>,
    removed: Vec<&'a str>,
}

/// Reads `kubectl set env`.
pub(super) fn set_env(
    cluster: &Cluster<'_>,
    given: &[String],
    asked: &mut Asked,
) -> Result<(), String> {
    let mut words = words::read(given, "set env", FLAGS)?;
    if words.is_set("list") {
        return Err("error: Podlab does not know --list of kubectl set env yet".into());
    }
    let is_change = |word: &String| word.contains('=') || word.ends_with('-');
    let first = words.plain.iter().position(is_change).unwrap_or(words.plain.len());
    let written = words.plain.split_off(first);
    if !written.iter().all(is_change) {
        return Err(format!(
            "error: all resources must be specified before environment changes: {}",
            [words.plain.join(" "), written.join(" ")].join(" ").trim()
        ));
    }
    if written.iter().any(|word| word == "-") {
        return Err("error: `-` reads from a file, which Podlab does not".into());
    }
    if written.is_empty() {
        return Err("error: at least one environment variable must be provided".into());
    }
    let changes = Changes {
        set: written.iter().filter_map(|word| word.split_once('=')).collect(),
        removed: written
            .iter()
            .filter(|word| !word.contains('='))
            .filter_map(|word| word.strip_suffix('-'))
            .collect(),
    };
    if changes.set.iter().any(|(name, _)| changes.removed.contains(name)) {
        return Err(
            "error: can not both modify and remove the same environment variable in the same command"
                .into(),
        );
    }
    let pattern = words.flag("containers").unwrap_or("*");
    let keeps = words.flag("overwrite") == Some("false");
    for (kind, metadata) in cluster.objects(&words, "set the environment of", asked)? {
        let Some(spec) = pod_spec(cluster, kind, &metadata) else {
            return Err(format!("error: {} {:?} has no containers", kind.plural(), metadata.name));
        };
        let mut fields = Vec::new();
        for (field, containers) in
            [("initContainers", &spec.init_containers), ("containers", &spec.containers)]
        {
            let meant = containers.iter().filter(|container| matches(pattern, &container.name));
            let changed = meant.map(|container| changed(container, &changes, keeps));
            let changed: Vec<Node> = changed.collect::<Result<_, _>>()?;
            if !changed.is_empty() {
                fields.push((Text::Static(field), Value::List(changed).into()));
            }
        }
        if fields.is_empty() {
            asked.err.push_str(&format!(
                "warning: {}/{} does not have any containers matching {pattern:?}\n",
                kind.as_str(),
                metadata.name
            ));
            continue;
        }
        let body = within(kind, Node::map(fields));
        put(cluster, kind, &metadata, body, ["env updated", ""], asked);
    }
    Ok(())
}

/// Returns the patch of a container. Variables that it already has keep their places; new ones come last.
fn changed(container: &Container, changes: &Changes<'_>, keeps: bool) -> Result<Node, String> {
    let old = |name: &str| container.env.iter().find(|old| old.name == *name);
    let is_removed = |name: &str| changes.removed.contains(&name);
    let text = |text: &str| Node::text(text.to_owned());
    let (mut list, mut order): (Vec<Node>, Vec<&str>) =
        (Vec::new(), container.env.iter().map(|old| old.name.as_str()).collect());
    for (index, (name, value)) in changes.set.iter().enumerate() {
        // When a line sets a variable twice, the first value counts.
        if changes.set[..index].iter().any(|(before, _)| before == name) {
            continue;
        }
        let mut fields =
            vec![(Text::Static("name"), text(name)), (Text::Static("value"), text(value))];
        match old(name) {
            // Setting a variable to the value that it already has overwrites nothing.
            Some(EnvVar { value: before, .. }) if keeps && before.as_str() != *value => {
                return Err(format!(
                    "error: '{name}' already has a value ({before}), and --overwrite is false"
                ));
            }
            Some(old) if old.value_from.is_some() => {
                fields.push((Text::Static("valueFrom"), Node::default()));
            }
            Some(_) => {}
            None => order.push(name),
        }
        list.push(Node::map(fields));
    }
    order.retain(|name| !is_removed(name));
    let removed = changes.removed.iter().filter(|name| old(name).is_some());
    list.extend(removed.map(|name| {
        let delete = (Text::Static("$patch"), Node::text("delete"));
        Node::map([(Text::Static("name"), text(name)), delete])
    }));
    let named = |name: &&str| Node::map([(Text::Static("name"), text(name))]);
    let order: Vec<Node> = order.iter().map(named).collect();
    Ok(Node::map([
        (Text::Static("name"), Node::text(container.name.clone())),
        (Text::Static("env"), Value::List(list).into()),
        (Text::Static("$setElementOrder/env"), Value::List(order).into()),
    ]))
}
