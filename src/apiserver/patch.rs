//! Patches: JSON merge patch, and Kubernetes' strategic merge patch.

use crate::base::text::Text;
use crate::manifest::node::{Entry, Node, Value};

/// Merges as RFC 7386 says: maps are merged, `null` deletes, and everything else is replaced.
pub fn merge_patch(original: &Node, patch: &Node) -> Node {
    let Value::Map(changes) = &patch.value else { return patch.clone() };
    let mut entries = original.entries().to_vec();
    for change in changes {
        let before = entries.iter().position(|entry| entry.key == change.key);
        if change.node.is_null() {
            entries.retain(|entry| entry.key != change.key);
            continue;
        }
        let empty = Node::map([]);
        let node = merge_patch(before.map_or(&empty, |at| &entries[at].node), &change.node);
        put(&mut entries, before, &change.key, node);
    }
    Value::Map(entries).into()
}

fn put(entries: &mut Vec<Entry>, at: Option<usize>, key: &Text, node: Node) {
    if let Some(at) = at {
        entries[at].node = node;
    } else {
        entries.push(Entry { key: key.clone(), span: node.span, node });
    }
}

/// How a list is merged.
#[derive(Clone, Copy, PartialEq)]
enum ListMerge {
    /// The patch's list replaces the old list.
    Replace,
    /// Elements with the same value under this key are merged.
    ByKey(&'static str),
    /// The list is a set of plain values.
    Set,
}

/// Returns how a list of the API is merged, by the name of its field.
fn list_merge(field: &str, elements: &[Node]) -> ListMerge {
    match field {
        "containers"
        | "initContainers"
        | "ephemeralContainers"
        | "volumes"
        | "env"
        | "imagePullSecrets"
        | "schedulingGates"
        | "resourceClaims"
        | "secrets" => ListMerge::ByKey("name"),
        // The key is `containerPort` in containers and `port` in Services.
        "ports" if elements.iter().any(|port| port.get("port").is_some()) => {
            ListMerge::ByKey("port")
        }
        "ports" => ListMerge::ByKey("containerPort"),
        "volumeMounts" => ListMerge::ByKey("mountPath"),
        "volumeDevices" => ListMerge::ByKey("devicePath"),
        "conditions" | "addresses" => ListMerge::ByKey("type"),
        "ownerReferences" => ListMerge::ByKey("uid"),
        "hostAliases" | "podIPs" | "hostIPs" => ListMerge::ByKey("ip"),
        "topologySpreadConstraints" => ListMerge::ByKey("topologyKey"),
        "taints" => ListMerge::ByKey("key"),
        "finalizers" | "podCIDRs" => ListMerge::Set,
        _ => ListMerge::Replace,
    }
}

/// Returns the value of `$patch`.
fn directive(node: &Node) -> Option<&str> {
    node.get("$patch").and_then(Node::as_text).map(Text::as_str)
}

/// Merges as Kubernetes does: lists by their keys, with `$patch: delete` and `$patch: replace`,
/// `$deleteFromPrimitiveList/…` and `$setElementOrder/…`.
/// Models kubernetes staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go.
pub fn strategic_merge_patch(original: &Node, patch: &Node) -> Node {
    let Value::Map(changes) = &patch.value else { return patch.clone() };
    if directive(patch) == Some("delete") {
        return Node::map([]);
    }
    if directive(patch) == Some("replace") {
        let kept = changes.iter().filter(|entry| entry.key != *"$patch").cloned().collect();
        return Value::Map(kept).into();
    }
    let mut entries = original.entries().to_vec();
    if let Some(kept) = patch.get("$retainKeys") {
        let kept: Vec<&Text> = kept.elements().iter().filter_map(Node::as_text).collect();
        entries.retain(|entry| kept.contains(&&entry.key));
    }
    for change in changes {
        if let Some(field) = change.key.strip_prefix("$deleteFromPrimitiveList/") {
            if let Some(entry) = entries.iter_mut().find(|entry| entry.key == *field)
                && let Value::List(elements) = &mut entry.node.value
            {
                elements.retain(|element| !change.node.elements().contains(element));
            }
            continue;
        }
        if change.key.starts_with('$') {
            continue;
        }
        let before = entries.iter().position(|entry| entry.key == change.key);
        if change.node.is_null() {
            entries.retain(|entry| entry.key != change.key);
            continue;
        }
        let empty = Node::default();
        let old = before.map_or(&empty, |at| &entries[at].node);
        let node = match &change.node.value {
            Value::Map(_) => strategic_merge_patch(old, &change.node),
            Value::List(elements) => merge_list(&change.key, old, elements),
            Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Text(_) => {
                change.node.clone()
            }
        };
        put(&mut entries, before, &change.key, node);
    }
    for change in changes {
        if let Some(field) = change.key.strip_prefix("$setElementOrder/")
            && let Some(entry) = entries.iter_mut().find(|entry| entry.key == *field)
        {
            set_order(field, &mut entry.node, change.node.elements());
        }
    }
    Value::Map(entries).into()
}

fn merge_list(field: &str, original: &Node, patch: &[Node]) -> Node {
    let is_directive = |node: &Node| directive(node).is_some() && node.entries().len() == 1;
    let replaces =
        patch.iter().any(|node| is_directive(node) && directive(node) == Some("replace"));
    let changes: Vec<&Node> = patch.iter().filter(|node| !is_directive(node)).collect();
    let old = original.elements();
    let merge = if replaces { ListMerge::Replace } else { list_merge(field, patch) };
    let elements = match merge {
        ListMerge::Replace => changes.into_iter().cloned().collect(),
        ListMerge::Set => {
            let mut elements = old.to_vec();
            elements.extend(changes.into_iter().filter(|node| !old.contains(node)).cloned());
            elements
        }
        ListMerge::ByKey(key) => merge_by_key(key, old, &changes),
    };
    Value::List(elements).into()
}

/// Merges lists by a key. Elements that the patch adds stand before the old elements that follow, as the server orders them.
fn merge_by_key(key: &str, old: &[Node], changes: &[&Node]) -> Vec<Node> {
    let is_same = |a: &Node, b: &Node| a.get(key).is_some() && a.get(key) == b.get(key);
    let deletes = |change: &Node| directive(change) == Some("delete");
    let is_gone = |node: &Node| changes.iter().any(|c| deletes(c) && is_same(c, node));
    // The index in the old list, and the merged element.
    let patched: Vec<(Option<usize>, Node)> = changes
        .iter()
        .filter(|change| !deletes(change))
        .map(|change| {
            let at = old.iter().position(|node| is_same(node, change));
            let empty = Node::map([]);
            (at, strategic_merge_patch(at.map_or(&empty, |at| &old[at]), change))
        })
        .collect();
    let mut untouched = old
        .iter()
        .enumerate()
        .filter(|(index, node)| {
            !is_gone(node) && !patched.iter().any(|(at, _)| *at == Some(*index))
        })
        .peekable();
    let mut merged = Vec::new();
    for (at, node) in &patched {
        while let Some((index, _)) = untouched.peek()
            && at.is_some_and(|at| *index < at)
        {
            merged.extend(untouched.next().map(|(_, node)| node.clone()));
        }
        merged.push(node.clone());
    }
    merged.extend(untouched.map(|(_, node)| node.clone()));
    merged
}

/// Orders the elements as the patch says. The other elements keep their order at the end.
fn set_order(field: &str, list: &mut Node, order: &[Node]) {
    let Value::List(elements) = &mut list.value else { return };
    let merge = list_merge(field, elements);
    let rank = |element: &Node| {
        let is_it = |wished: &Node| match merge {
            ListMerge::ByKey(key) => wished.get(key) == element.get(key),
            ListMerge::Set | ListMerge::Replace => wished == element,
        };
        order.iter().position(is_it).unwrap_or(usize::MAX)
    };
    elements.sort_by_key(rank);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifest::{emit, yaml};

    fn check(patch: fn(&Node, &Node) -> Node, original: &str, change: &str, merged: &str) {
        let node = |text: &str| yaml::parse(text).unwrap().remove(0);
        let result = patch(&node(original), &node(change));
        assert_eq!(emit::json(&result), emit::json(&node(merged)), "{original} + {change}");
    }

    #[test]
    fn a_merge_patch_replaces_lists_and_deletes_nulls() {
        check(
            merge_patch,
            "{a: {b: 1, c: [1]}}",
            "{a: {b: null, c: [2], d: {e: null}}}",
            "{a: {c: [2], d: {}}}",
        );
        check(merge_patch, "{a: 1}", "[1]", "[1]");
    }

    #[test]
    fn a_strategic_merge_patch_merges_lists_by_key() {
        let containers =
            "{containers: [{name: a, image: x, env: [{name: E, value: '1'}]}, {name: b}]}";
        let smp = strategic_merge_patch;
        check(
            smp,
            containers,
            "{containers: [{name: a, image: y, env: [{name: F}]}]}",
            "{containers: [{name: a, image: y, env: [{name: F}, {name: E, value: '1'}]}, {name: b}]}",
        );
        check(
            smp,
            containers,
            "{containers: [{name: a, $patch: delete}]}",
            "{containers: [{name: b}]}",
        );
        check(
            smp,
            containers,
            "{containers: [{$patch: replace}, {name: c}]}",
            "{containers: [{name: c}]}",
        );
        check(
            smp,
            "{containers: [{name: a}]}",
            "{containers: [{name: c}], $setElementOrder/containers: [{name: a}, {name: c}]}",
            "{containers: [{name: a}, {name: c}]}",
        );
        check(
            smp,
            "{metadata: {finalizers: [a, b]}}",
            "{metadata: {finalizers: [b, c]}}",
            "{metadata: {finalizers: [a, b, c]}}",
        );
        check(
            smp,
            "{metadata: {finalizers: [a]}}",
            "{metadata: {finalizers: null}}",
            "{metadata: {}}",
        );
        check(
            smp,
            "{finalizers: [a, b]}",
            "{$deleteFromPrimitiveList/finalizers: [a]}",
            "{finalizers: [b]}",
        );
        check(
            smp,
            "{tolerations: [{key: a}]}",
            "{tolerations: [{key: b}]}",
            "{tolerations: [{key: b}]}",
        );
        check(smp, "{a: {b: 1}}", "{a: {$patch: replace, c: 2}}", "{a: {c: 2}}");
        check(
            smp,
            "{ports: [{port: 80, name: x}]}",
            "{ports: [{port: 80, name: y}]}",
            "{ports: [{port: 80, name: y}]}",
        );
    }
}
