//! Files in which one text after the other is replaced by another, as somebody does who means harm.

use podlab::manifest::node::{Node, Value};

/// The file once for each of its texts, with `text` in its place.
pub fn with_each_text(tree: &Node, text: &str) -> Vec<Node> {
    let mut paths = Vec::new();
    texts(tree, &[], &mut paths);
    let with = |path: Vec<usize>| {
        let mut changed = tree.clone();
        put(&mut changed, &path, text);
        changed
    };
    paths.into_iter().map(with).collect()
}

/// The file once for each of its keys, with `text` in its place.
pub fn with_each_key(tree: &Node, text: &str) -> Vec<Node> {
    match &tree.value {
        Value::List(items) => {
            let inner = |index: usize| with_each_key(&items[index], text).into_iter();
            let put_back = |(index, inner)| within(tree, index, inner);
            (0..items.len())
                .flat_map(|index| inner(index).map(move |each| (index, each)))
                .map(put_back)
                .collect()
        }
        Value::Map(entries) => {
            let mut all = Vec::new();
            for (index, entry) in entries.iter().enumerate() {
                let mut changed = tree.clone();
                if let Value::Map(entries) = &mut changed.value {
                    entries[index].key = text.to_owned().into();
                }
                all.push(changed);
                let inner = with_each_key(&entry.node, text).into_iter();
                all.extend(inner.map(|inner| within(tree, index, inner)));
            }
            all
        }
        _ => Vec::new(),
    }
}

/// The tree with another node at that place in it.
fn within(tree: &Node, index: usize, inner: Node) -> Node {
    let mut changed = tree.clone();
    match &mut changed.value {
        Value::List(items) => items[index] = inner,
        Value::Map(entries) => entries[index].node = inner,
        _ => unreachable!("only lists and maps hold others"),
    }
    changed
}

/// The paths to all texts in a tree.
fn texts(node: &Node, path: &[usize], found: &mut Vec<Vec<usize>>) {
    let inner = |index: usize| [path, &[index]].concat();
    match &node.value {
        Value::Text(_) => found.push(path.to_vec()),
        Value::List(items) => {
            items.iter().enumerate().for_each(|(index, item)| texts(item, &inner(index), found));
        }
        Value::Map(entries) => {
            let nodes = entries.iter().enumerate();
            nodes.for_each(|(index, entry)| texts(&entry.node, &inner(index), found));
        }
        _ => {}
    }
}

fn put(node: &mut Node, path: &[usize], text: &str) {
    match (&mut node.value, path) {
        (value, []) => *value = Value::Text(text.to_owned().into()),
        (Value::List(items), [first, rest @ ..]) => put(&mut items[*first], rest, text),
        (Value::Map(entries), [first, rest @ ..]) => put(&mut entries[*first].node, rest, text),
        _ => unreachable!("the path was found in this tree"),
    }
}
