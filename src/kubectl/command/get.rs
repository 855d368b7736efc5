//! `kubectl get` and `kubectl describe` of objects that Podlab does not run. Rules C-7, KC-07.

use super::words::{self, Flag, Takes, Words};
use super::{Asked, Cluster, NAMESPACE, only_reads};
use crate::api::{KeptObject, ObjectRef, Resource, ResourceKind, write};
use crate::apiserver::registry;
use crate::base::text::Text;
use crate::base::time::Timestamp;
use crate::kubectl::describe::describe_kept;
use crate::kubectl::get::Get;
use crate::manifest::emit;
use crate::manifest::node::{Node, Value};
use std::rc::Rc;

const FLAGS: &[Flag] = &[NAMESPACE, ("output", 'o', Takes::Value), ("selector", 'l', Takes::Value)];

/// Prints objects as a table, as YAML or JSON, or their names.
pub(super) fn get(
    cluster: &Cluster<'_>,
    given: &[String],
    asked: &mut Asked,
) -> Result<(), String> {
    let (words, found) = found(cluster, given, "get", asked)?;
    let (now, release) = (Timestamp::of(cluster.world.now), cluster.world.release());
    let text = match words.flag("output") {
        None | Some("wide") if found.is_empty() => String::new(),
        None | Some("wide") => Get { wide: false, now, release }.objects(&found),
        Some("name") => found.iter().map(|object| name(object) + "\n").collect(),
        Some("yaml") => emit::yaml(&tree(&found, &words)),
        Some("json") => emit::json_pretty(&tree(&found, &words), 4),
        Some(other) => {
            return Err(format!(
                "error: unable to match a printer suitable for the output format {other:?}"
            ));
        }
    };
    asked.out.push_str(&text);
    Ok(())
}

/// Prints all fields of objects.
pub(super) fn describe(
    cluster: &Cluster<'_>,
    given: &[String],
    asked: &mut Asked,
) -> Result<(), String> {
    let (_, found) = found(cluster, given, "describe", asked)?;
    let text = |object: &Rc<KeptObject>| {
        let events: Vec<_> = cluster.world.recorder.about(&object.metadata.uid).cloned().collect();
        describe_kept(object, &events, cluster.world.now)
    };
    asked.out.push_str(&found.iter().map(text).collect::<Vec<_>>().join("\n\n"));
    Ok(())
}

fn name(object: &KeptObject) -> String {
    format!("{}/{}", ResourceKind::Kept(object.kind).singular(), object.metadata.name)
}

/// Returns the object that a line names, or a list of those that it selects.
fn tree(found: &[Rc<KeptObject>], words: &Words) -> Node {
    let mut trees = found.iter().map(|object| write(&Resource::Kept((**object).clone())));
    let is_one = words.plain.len() == 2 || words.plain.iter().any(|word| word.contains('/'));
    if found.len() == 1
        && is_one
        && let Some(tree) = trees.next()
    {
        return tree;
    }
    Node::map([
        (Text::Static("apiVersion"), Node::text("v1")),
        (Text::Static("items"), Value::List(trees.collect()).into()),
        (Text::Static("kind"), Node::text("List")),
        (Text::Static("metadata"), Node::map([(Text::Static("resourceVersion"), Node::text(""))])),
    ])
}

/// Returns the words of a line, and the objects that it names or selects. Complains about those that do not exist.
fn found(
    cluster: &Cluster<'_>,
    given: &[String],
    verb: &str,
    asked: &mut Asked,
) -> Result<(Words, Vec<Rc<KeptObject>>), String> {
    let words = words::read(given, verb, FLAGS).map_err(|_| only_reads(verb))?;
    let named = words.objects(cluster.world, verb).map_err(|_| only_reads(verb))?;
    if named.iter().any(|(kind, _)| !matches!(kind, ResourceKind::Kept(_))) {
        return Err(only_reads(verb));
    }
    let found = cluster.objects(&words, verb, asked)?;
    let objects = found.into_iter().filter_map(|(kind, metadata)| {
        let (namespace, name) = (metadata.namespace.clone(), metadata.name.clone());
        registry::kept(cluster.world, &ObjectRef::new(kind, namespace, name))
    });
    Ok((words, objects.collect()))
}
