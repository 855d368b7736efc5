//! What a link may hold, so that none can keep a page from answering. What is within the limits takes a fraction of a second to
//! read; going to its moment may take longer, and is done in slices.

use crate::{TooMany, View, Wrong};
use podlab::files::run_file::{self, RunFile};
use podlab::manifest::node::{Entry, Node, Value};

/// Most characters of a fragment.
pub const MOST_CHARS: usize = 64 << 10;
/// Most bytes of the text that is packed in a link.
pub const MOST_TEXT: usize = 1 << 20;
/// Most nodes of its cluster.
const MOST_NODES: usize = 200;
/// Most commands on all branches, each with those it shares.
const MOST_COMMANDS: usize = 1000;
/// Most Pods that a set is asked for: all of them may be made in one event.
const MOST_REPLICAS: usize = 1000;
/// Most items of a list or map in an object.
const MOST_ITEMS: usize = 200;
/// Most characters of a text in it.
const MOST_TEXT_CHARS: usize = 16 << 10;

/// The run in the text of a link, and what it shows of it.
pub fn read_run(text: &str) -> Result<(RunFile, View), Wrong> {
    if text.len() > MOST_TEXT {
        return Err(Wrong::TooLarge);
    }
    let tree: Node = run_file::json(text).map_err(Wrong::NoRun)?;
    // The lists of the run itself have limits of their own.
    check(&tree, &["branches", "acts", "commands"])?;
    let run = RunFile::read(text).map_err(Wrong::NoRun)?;
    within(TooMany::Nodes, usize::from(run.nodes), MOST_NODES)?;
    let plans = run.branches.iter().flat_map(|branch| &branch.plan);
    let commands = plans.map(|act| act.commands.len().max(1)).sum();
    within(TooMany::Commands, commands, MOST_COMMANDS)?;
    let view = View::read(&run.view)?;
    Ok((run, view))
}

fn within(what: TooMany, count: usize, most: usize) -> Result<(), Wrong> {
    if count <= most { Ok(()) } else { Err(Wrong::TooMany(what, most)) }
}

/// Checks the lists, maps and texts of a tree. The lists under the first of `own`, in the maps below under the next, are left to
/// others.
fn check(node: &Node, own: &[&str]) -> Result<(), Wrong> {
    match &node.value {
        Value::Text(text) => {
            within(TooMany::Characters, text.chars().count(), MOST_TEXT_CHARS)?;
        }
        Value::List(items) => {
            within(TooMany::Items, items.len(), MOST_ITEMS)?;
            items.iter().try_for_each(|item| check(item, &[]))?;
        }
        Value::Map(entries) => {
            within(TooMany::Items, entries.len(), MOST_ITEMS)?;
            for entry in entries {
                within(TooMany::Characters, entry.key.chars().count(), MOST_TEXT_CHARS)?;
                if asks_for_many(entry) {
                    return Err(Wrong::TooMany(TooMany::Replicas, MOST_REPLICAS));
                }
                match own.split_first() {
                    Some((first, rest)) if entry.key == **first => {
                        entry.node.elements().iter().try_for_each(|item| check(item, rest))?;
                    }
                    _ => check(&entry.node, &[])?,
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) => {}
    }
    Ok(())
}

/// Whether a field asks for more Pods than a link may, or is a line for kubectl that does.
fn asks_for_many(field: &Entry) -> bool {
    let is_many =
        |number: &str| number.parse().map_or(!number.is_empty(), |n: usize| n > MOST_REPLICAS);
    match (field.key.as_str(), &field.node.value) {
        ("replicas", Value::Int(number)) => *number > MOST_REPLICAS as i64,
        ("replicas", Value::Float(_)) => true,
        ("cmd", Value::Text(line)) => {
            let is_meant = ["replicas", "patch"].iter().any(|word| line.contains(word));
            is_meant && line.split(|c: char| !c.is_ascii_digit()).any(is_many)
        }
        _ => false,
    }
}
