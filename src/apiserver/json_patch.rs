//! JSON patches: lists of operations, as RFC 6902 describes them.

use super::error::ApiError;
use crate::base::text::Text;
use crate::manifest::node::{Entry, Node, Value};

/// Applies the operations of a patch, in order.
///
/// # Errors
///
/// Returns a refusal when an operation is malformed, names a place that is not there, or tests a value that is another one.
pub(crate) fn json_patch(original: &Node, operations: &[Node]) -> Result<Node, ApiError> {
    let mut tree = original.clone();
    for operation in operations {
        apply(&mut tree, operation).ok_or_else(ApiError::unprocessable)?;
    }
    Ok(tree)
}

/// Applies an operation, or returns `None` when that is not possible.
fn apply(tree: &mut Node, operation: &Node) -> Option<()> {
    let text = |field: &str| operation.get(field).and_then(Node::as_text);
    let path = read(text("path")?)?;
    let value = || operation.get("value").cloned();
    match text("op")?.as_str() {
        "add" => put(tree, &path, value()?, Put::Add),
        "replace" => put(tree, &path, value()?, Put::Replace),
        "remove" => remove(tree, &path).map(drop),
        "test" => (is_same(find(tree, &path)?, &value()?)).then_some(()),
        "copy" => {
            let copied = find(tree, &read(text("from")?)?)?.clone();
            put(tree, &path, copied, Put::Add)
        }
        "move" => {
            let moved = remove(tree, &read(text("from")?)?)?;
            put(tree, &path, moved, Put::Add)
        }
        _ => None,
    }
}

/// Reads a JSON pointer, such as `/metadata/labels/example.com~1app`.
fn read(pointer: &str) -> Option<Vec<String>> {
    if pointer.is_empty() {
        return Some(Vec::new());
    }
    let parts = pointer.strip_prefix('/')?.split('/');
    Some(parts.map(|part| part.replace("~1", "/").replace("~0", "~")).collect())
}

/// Whether a value may be new.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Put {
    Add,
    Replace,
}

fn find<'a>(tree: &'a Node, path: &[String]) -> Option<&'a Node> {
    path.iter().try_fold(tree, |node, part| match &node.value {
        Value::Map(_) => node.get(part),
        Value::List(elements) => elements.get(part.parse::<usize>().ok()?),
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Text(_) => None,
    })
}

fn find_mut<'a>(tree: &'a mut Node, path: &[String]) -> Option<&'a mut Node> {
    path.iter().try_fold(tree, |node, part| match &mut node.value {
        Value::Map(entries) => {
            entries.iter_mut().find(|entry| entry.key == **part).map(|entry| &mut entry.node)
        }
        Value::List(elements) => elements.get_mut(part.parse::<usize>().ok()?),
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Text(_) => None,
    })
}

fn put(tree: &mut Node, path: &[String], value: Node, how: Put) -> Option<()> {
    let Some((last, outer)) = path.split_last() else {
        *tree = value;
        return Some(());
    };
    match &mut find_mut(tree, outer)?.value {
        Value::Map(entries) => match entries.iter_mut().find(|entry| entry.key == **last) {
            Some(entry) => entry.node = value,
            None if how == Put::Replace => return None,
            None => {
                let key = Text::from(last.clone());
                entries.push(Entry { key, span: value.span, node: value });
            }
        },
        Value::List(elements) if how == Put::Replace => {
            *elements.get_mut(last.parse::<usize>().ok()?)? = value;
        }
        Value::List(elements) => {
            let at = if last == "-" { elements.len() } else { last.parse().ok()? };
            if at > elements.len() {
                return None;
            }
            elements.insert(at, value);
        }
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Text(_) => {
            return None;
        }
    }
    Some(())
}

fn remove(tree: &mut Node, path: &[String]) -> Option<Node> {
    let (last, outer) = path.split_last()?;
    match &mut find_mut(tree, outer)?.value {
        Value::Map(entries) => {
            let at = entries.iter().position(|entry| entry.key == **last)?;
            Some(entries.remove(at).node)
        }
        Value::List(elements) => {
            let at = last.parse::<usize>().ok().filter(|at| *at < elements.len())?;
            Some(elements.remove(at))
        }
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Text(_) => None,
    }
}

/// Returns whether two trees are equal, whatever the order of the keys in their maps.
fn is_same(one: &Node, other: &Node) -> bool {
    match (&one.value, &other.value) {
        (Value::Map(entries), Value::Map(others)) => {
            entries.len() == others.len()
                && entries.iter().all(|entry| {
                    other.get(&entry.key).is_some_and(|found| is_same(&entry.node, found))
                })
        }
        (Value::List(elements), Value::List(others)) => {
            elements.len() == others.len()
                && elements.iter().zip(others).all(|(one, other)| is_same(one, other))
        }
        (one, other) => one == other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifest::{emit, yaml};

    fn node(text: &str) -> Node {
        yaml::parse(text).unwrap().remove(0)
    }

    fn patched(original: &str, operations: &str) -> Option<String> {
        let patched = json_patch(&node(original), node(operations).elements());
        patched.ok().map(|node| emit::json(&node))
    }

    fn check(original: &str, operations: &str, expected: &str) {
        let expected = emit::json(&node(expected));
        assert_eq!(patched(original, operations).as_ref(), Some(&expected), "{operations}");
    }

    #[test]
    fn operations_change_a_tree_in_their_order() {
        check("{a: {b: 1}}", "[{op: replace, path: /a/b, value: 2}]", "{a: {b: 2}}");
        check(
            "{a: [1, 2]}",
            "[{op: add, path: /a/1, value: 9}, {op: add, path: /a/-, value: 3}]",
            "{a: [1, 9, 2, 3]}",
        );
        check("{a: [1, 2]}", "[{op: replace, path: /a/0, value: 5}]", "{a: [5, 2]}");
        check(
            "{a: [1, 2], b: 3}",
            "[{op: remove, path: /a/0}, {op: remove, path: /b}]",
            "{a: [2]}",
        );
        check("{a: {b: 1}}", "[{op: move, from: /a/b, path: /c}]", "{a: {}, c: 1}");
        check("{a: {b: 1}}", "[{op: copy, from: /a, path: /c}]", "{a: {b: 1}, c: {b: 1}}");
        check(
            "{labels: {x/y: 1}}",
            "[{op: replace, path: /labels/x~1y, value: 2}]",
            "{labels: {x/y: 2}}",
        );
        check(
            "{a: {b: 1, c: [2]}}",
            "[{op: test, path: /a, value: {c: [2], b: 1}}]",
            "{a: {b: 1, c: [2]}}",
        );
    }

    #[test]
    fn an_operation_that_is_not_possible_refuses_the_whole_patch() {
        for operations in [
            "[{op: replace, path: /b, value: 2}]",
            "[{op: remove, path: /b}]",
            "[{op: add, path: /x/y, value: 2}]",
            "[{op: add, path: /l/7, value: 2}]",
            "[{op: test, path: /a, value: 2}]",
            "[{op: add, path: b, value: 2}]",
            "[{op: add, path: /b}]",
            "[{op: put, path: /b, value: 2}]",
            "[{path: /b, value: 2}]",
        ] {
            assert_eq!(patched("{a: 1, l: []}", operations), None, "{operations}");
        }
    }
}
