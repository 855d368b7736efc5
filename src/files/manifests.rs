//! Actions that hold the object they create, under `manifest`.

use crate::api::{Resource, decode};
use crate::cluster::command::Command;
use crate::manifest::node::Node;
use crate::manifest::wrong::{Wanted, Wrong};
use crate::manifest::{Code, Diagnostic};
use crate::rules::release::Release;

/// Reads an action that holds the object it creates: `create` or `static-pod` with `manifest`. Returns `None` for every other action.
///
/// # Errors
///
/// Returns what is wrong with the object under the release.
pub fn with_manifest(node: &Node, release: Release) -> Option<Result<Command, Vec<Diagnostic>>> {
    let word = node.get("do").and_then(Node::as_text)?;
    let manifest = node.get("manifest")?;
    let read = |manifest: &Node| {
        decode(manifest.clone(), release).map_err(|found| within("manifest", found))
    };
    match word.as_str() {
        "create" => Some(read(manifest).map(|object| Command::Create(Box::new(object)))),
        "static-pod" => Some(read(manifest).and_then(|object| static_pod(node, object))),
        _ => None,
    }
}

fn static_pod(node: &Node, object: Resource) -> Result<Command, Vec<Diagnostic>> {
    let fail = |path: &'static str, wanted| {
        let message = Wrong::MustBe { wanted };
        Err(vec![Diagnostic::new(Code::Invalid, node.locate(path), message).at(path)])
    };
    let Resource::Pod(pod) = object else {
        return fail("manifest", Wanted::Words { words: "a Pod" });
    };
    let Some(name) = node.get("node").and_then(Node::as_text) else {
        return fail("node", Wanted::String);
    };
    Ok(Command::PutManifest { node: name.clone(), manifest: Box::new(pod) })
}

/// Puts a path in front of the paths of diagnostics about a part.
pub(super) fn within(outer: &str, mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    for diagnostic in &mut found {
        let dot = if diagnostic.path.is_empty() { "" } else { "." };
        diagnostic.path = format!("{outer}{dot}{}", diagnostic.path).into();
    }
    found
}
