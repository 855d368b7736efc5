//! What another release would not know of a run.

use crate::lab::Lab;
use podlab::command::Command;
use podlab::manifest::node::Node;
use podlab::manifest::{newer, write};
use podlab::release::Release;

/// What keeps a release from running the same acts: a field that came after it, in a manifest or in a patch. Its API server
/// would drop the field without a word, and the run would be another one.
pub fn refusal(lab: &Lab, release: Release) -> Option<String> {
    let acts = lab.history().plan().iter().flat_map(|act| &act.commands);
    let mut found = acts.filter_map(|command| match command {
        Command::Create(resource) => newer(&write(resource), release).into_iter().next(),
        Command::PatchStatefulSet { patch, .. } => of_patch("StatefulSet", patch, release),
        Command::PatchPod { patch, .. } => of_patch("Pod", patch, release),
        _ => None,
    });
    let field = found.next()?;
    let came = field.since.to_string();
    let words = [" cannot run this: ", &field.path, " came with 1.", &came, "."].concat();
    Some(["Kubernetes ", release.as_str(), &words].concat())
}

fn of_patch(kind: &'static str, patch: &Node, release: Release) -> Option<podlab::manifest::Newer> {
    let fields = patch.entries().iter().map(|entry| (entry.key.clone(), entry.node.clone()));
    let object = Node::map(fields.chain([("kind".into(), Node::text(kind))]));
    newer(&object, release).into_iter().next()
}
