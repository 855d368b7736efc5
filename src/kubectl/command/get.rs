//! `kubectl get`. Rules C-7, KC-01 to KC-07.

use super::asked::Asked;
use super::cluster::{Cluster, NAMESPACE};
use super::kinds;
use super::shown::{self, Shown};
use super::words::{self, Flag, Takes, Words};
use crate::api::ResourceKind;
use crate::apiserver::error::ApiError;
use crate::apiserver::table::Table;
use crate::base::text::Text;
use crate::base::time::Timestamp;
use crate::kubectl::get::{Get, labels};
use crate::manifest::emit;
use crate::manifest::node::{Node, Value};
use std::collections::BTreeMap;

pub(super) const FLAGS: &[Flag] = &[
    ALL_NAMESPACES,
    ("ignore-not-found", ' ', Takes::Nothing),
    ("label-columns", 'L', Takes::Value),
    NAMESPACE,
    ("no-headers", ' ', Takes::Nothing),
    ("output", 'o', Takes::Value),
    SELECTOR,
    ("show-kind", ' ', Takes::Nothing),
    ("show-labels", ' ', Takes::Nothing),
];

pub(super) const ALL_NAMESPACES: Flag = ("all-namespaces", 'A', Takes::Nothing);
pub(super) const SELECTOR: Flag = ("selector", 'l', Takes::Value);

/// The values of `--output` that Podlab knows.
pub(super) const OUTPUTS: [&str; 4] = ["json", "name", "wide", "yaml"];

/// How objects are printed.
enum Output {
    Table { wide: bool },
    Name,
    Yaml,
    Json,
}

/// The objects of one kind.
pub(super) type Found<'a> = (ResourceKind, Vec<Shown<'a>>);

/// Prints objects as tables, as YAML or JSON, or their names.
pub(super) fn get(
    cluster: &Cluster<'_>,
    given: &[String],
    asked: &mut Asked,
) -> Result<(), String> {
    let words = words::read(given, "get", FLAGS)?;
    let output = output(&words)?;
    if words.plain.is_empty() {
        return Err(
            "You must specify the type of resource to get. Use \"kubectl api-resources\" for a complete list of \
             supported resources.\n\nerror: Required resource not specified."
                .into(),
        );
    }
    let found = find(cluster, &words, "get", asked)?;
    let text = match output {
        Output::Table { wide } => tables(cluster, &words, &found, wide, asked),
        Output::Name => found.iter().flat_map(|(kind, all)| names(*kind, all)).collect(),
        Output::Yaml => emit::yaml(&tree(cluster, &words, &found)?),
        Output::Json => emit::json_pretty(&tree(cluster, &words, &found)?, 4),
    };
    asked.out.push_str(&text);
    Ok(())
}

fn output(words: &Words) -> Result<Output, String> {
    match words.flag("output") {
        None => Ok(Output::Table { wide: false }),
        Some("wide") => Ok(Output::Table { wide: true }),
        Some("name") => Ok(Output::Name),
        Some("yaml") => Ok(Output::Yaml),
        Some("json") => Ok(Output::Json),
        Some(other) => Err(format!(
            "error: unable to match a printer suitable for the output format {other:?}, allowed formats are: {}",
            OUTPUTS.join(",")
        )),
    }
}

/// Returns the objects that a line names or selects, by kind. Complains about those that do not exist.
pub(super) fn find<'a>(
    cluster: &Cluster<'a>,
    words: &Words,
    verb: &str,
    asked: &mut Asked,
) -> Result<Vec<Found<'a>>, String> {
    let namespace = words.namespace(cluster.namespace);
    let namespace = (!words.is_set("all-namespaces")).then_some(&namespace);
    let selector = words.flag("selector").map(words::selector).transpose()?;
    let mut found: Vec<Found<'a>> = Vec::new();
    for (kind, name) in words.targets(cluster.world)? {
        let mut all = shown::list(cluster, kind, namespace);
        if let Some(name) = &name {
            if namespace.is_none() {
                return Err(
                    "error: a resource cannot be retrieved by name across all namespaces".into()
                );
            }
            if selector.is_some() {
                return Err("error: name cannot be provided when a selector is specified".into());
            }
            retain_named(&mut all, name, verb);
            if all.is_empty() && !words.is_set("ignore-not-found") {
                asked.complain(&ApiError::not_found(kind.plural(), name).kubectl(""));
            }
        }
        if let Some(selector) = &selector {
            let nothing = BTreeMap::new();
            all.retain(|shown| selector.matches(shown.labels().unwrap_or(&nothing)));
        }
        match found.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, known)) => known.extend(all),
            None => found.push((kind, all)),
        }
    }
    Ok(found)
}

/// Keeps the object with a name. `describe` takes those whose names begin with it when there is no such object.
fn retain_named(all: &mut Vec<Shown<'_>>, name: &Text, verb: &str) {
    if verb == "describe" && !all.iter().any(|shown| shown.name() == *name) {
        all.retain(|shown| shown.name().starts_with(name.as_str()));
    } else {
        all.retain(|shown| shown.name() == *name);
    }
}

/// Returns the tables, one for each kind, with an empty line between them.
fn tables(
    cluster: &Cluster<'_>,
    words: &Words,
    found: &[Found<'_>],
    wide: bool,
    asked: &mut Asked,
) -> String {
    let found: Vec<&Found<'_>> = found.iter().filter(|(_, all)| !all.is_empty()).collect();
    if found.is_empty() && asked.err.is_empty() && !words.is_set("ignore-not-found") {
        asked.err.extend([&nothing(cluster, words), "\n"]);
    }
    let many = words.is_set("show-kind") || found.len() > 1 || is_all(words);
    let now = Timestamp::of(cluster.world.now);
    let get = Get { wide, now, release: cluster.world.release() };
    let table = |(kind, all): &&Found<'_>| {
        let mut rows: Vec<Vec<String>> = all
            .iter()
            .map(|shown| row(shown, words, shown.cells(get, cluster), many.then_some(*kind)))
            .collect();
        if !words.is_set("no-headers") {
            rows.insert(0, header(*kind, words, get));
        }
        Table::default().print(&rows)
    };
    found.iter().map(table).collect::<Vec<_>>().join("\n")
}

/// Returns whether the line is about the kinds of `kubectl get all`.
fn is_all(words: &Words) -> bool {
    words.plain.first().is_some_and(|word| word.split(',').any(|kind| kind == "all"))
}

/// Returns what kubectl says when nothing is found.
pub(super) fn nothing(cluster: &Cluster<'_>, words: &Words) -> String {
    let kinds = words.targets(cluster.world).unwrap_or_default();
    let is_namespaced = kinds.iter().any(|(kind, _)| kind.is_namespaced());
    if is_namespaced && !words.is_set("all-namespaces") {
        format!("No resources found in {} namespace.", words.namespace(cluster.namespace))
    } else {
        "No resources found".to_owned()
    }
}

fn header(kind: ResourceKind, words: &Words, get: Get) -> Vec<String> {
    let mut header = shown::columns(kind, get);
    if words.is_set("all-namespaces") && kind.is_namespaced() {
        header.insert(0, "NAMESPACE".into());
    }
    let title = |label: &str| label.rsplit('/').next().unwrap_or(label).to_ascii_uppercase();
    header.extend(label_columns(words).map(title));
    if words.is_set("show-labels") {
        header.push("LABELS".into());
    }
    header
}

/// Returns the labels that get columns of their own.
fn label_columns(words: &Words) -> impl Iterator<Item = &str> {
    words.flag("label-columns").into_iter().flat_map(|list| list.split(','))
}

fn row(
    shown: &Shown<'_>,
    words: &Words,
    mut cells: Vec<String>,
    kind: Option<ResourceKind>,
) -> Vec<String> {
    // Events have no column with their names.
    if let (Some(kind), Some(name)) = (kind, cells.first_mut())
        && !matches!(shown, Shown::Event(_))
    {
        *name = format!("{}/{name}", kind.singular());
    }
    if words.is_set("all-namespaces") && !shown.namespace().is_empty() {
        cells.insert(0, shown.namespace().to_string());
    }
    let nothing = BTreeMap::new();
    let own = shown.labels().unwrap_or(&nothing);
    let value = |label: &str| own.get(label).map_or(String::new(), Text::to_string);
    cells.extend(label_columns(words).map(value));
    if words.is_set("show-labels") {
        cells.push(labels(own));
    }
    cells
}

fn names(kind: ResourceKind, all: &[Shown<'_>]) -> Vec<String> {
    all.iter().map(|shown| format!("{}/{}\n", kind.singular(), shown.name())).collect()
}

/// Returns the object that a line names, or a list of those that it selects.
fn tree(cluster: &Cluster<'_>, words: &Words, found: &[Found<'_>]) -> Result<Node, String> {
    let mut trees = Vec::new();
    for (kind, all) in found {
        for shown in all {
            trees.push(shown.tree(cluster).ok_or_else(|| {
                format!("error: Podlab prints {} as a table only", kinds::word(*kind))
            })?);
        }
    }
    let named = words.targets(cluster.world)?;
    if let ([(_, Some(_))], [_]) = (&named[..], &trees[..]) {
        return Ok(trees.remove(0));
    }
    Ok(Node::map([
        (Text::Static("apiVersion"), Node::text("v1")),
        (Text::Static("items"), Value::List(trees).into()),
        (Text::Static("kind"), Node::text("List")),
        (Text::Static("metadata"), Node::map([(Text::Static("resourceVersion"), Node::text(""))])),
    ]))
}
