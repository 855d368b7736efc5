//! The history of a workload's template: which revisions there are, which Pods run them, and how they differ.
//! Rules S-66, S-67, D-05, KC-30.

use crate::api::deployment::{Deployment, find_new, revision, template_of};
use crate::api::meta::controller;
use crate::api::pod::Pod;
use crate::api::replica_set::ReplicaSet;
use crate::api::stateful_set::{ControllerRevision, PodTemplateSpec, StatefulSet, revision_of};
use crate::base::text::Text;
use crate::cluster::world::World;
use crate::kubectl::deployments;
use crate::kubectl::describe::scalar;
use crate::manifest::node::{Node, Value};
use crate::manifest::schema::{Field, Shared};
use std::rc::Rc;

/// Returns the revisions that a set owns, the oldest number first.
pub fn owned(world: &World, set: &StatefulSet) -> Vec<Rc<ControllerRevision>> {
    let prefix = format!("{}-", set.metadata.name);
    let all = world.objects.revisions.prefixed(&set.metadata.namespace, &prefix);
    let own = all.map(|(_, revision)| revision).filter(|revision| {
        revision.metadata.owner_references.iter().any(|owner| owner.uid == set.metadata.uid)
    });
    let mut history: Vec<Rc<ControllerRevision>> = own.cloned().collect();
    history.sort_by_key(|revision| revision.revision);
    history
}

/// A revision and its role in the workload.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The number of the revision.
    pub number: i64,
    /// The name of the object that keeps the template: a ControllerRevision, or a ReplicaSet of a Deployment.
    pub name: Text,
    /// The template.
    pub template: Shared<PodTemplateSpec>,
    /// Whether it is the current revision of a StatefulSet, which all Pods below the partition have. Rule S-64.
    pub is_current: bool,
    /// Whether it is the newest template, which the Pods are changing to. Rules S-66, D-04.
    pub is_update: bool,
    /// The Pods that run it: those of a StatefulSet by ordinal, others oldest first.
    pub pods: Vec<Text>,
}

/// Returns the revisions of a Deployment with the Pods that run them, the oldest number first.
pub fn history_of_deployment(world: &World, deployment: &Deployment) -> Vec<Entry> {
    let sets = deployments::owned(world, deployment);
    let new = find_new(deployment, &sets).map(|set| set.metadata.uid.clone());
    let entry = |set: &Rc<ReplicaSet>| {
        let is_own = |pod: &&Rc<Pod>| {
            controller(&pod.metadata).is_some_and(|owner| owner.uid == set.metadata.uid)
        };
        let pods = world.pods().map(|(_, pod)| pod).filter(is_own);
        Entry {
            number: revision(&set.metadata),
            name: set.metadata.name.clone(),
            template: template_of(set).into(),
            is_current: false,
            is_update: new.as_ref() == Some(&set.metadata.uid),
            pods: pods.map(|pod| pod.metadata.name.clone()).collect(),
        }
    };
    sets.iter().map(entry).collect()
}

/// Returns the revisions of a set with the Pods that run them, the oldest number first.
pub fn history(world: &World, set: &StatefulSet) -> Vec<Entry> {
    let metadata = &set.metadata;
    let entry = |revision: Rc<ControllerRevision>| {
        let name = &revision.metadata.name;
        let members = world.objects.members(&metadata.namespace, &metadata.name);
        let pods =
            members.filter_map(|id| world.pod(id)).filter(|pod| revision_of(pod) == name.as_str());
        Entry {
            is_current: *name == set.status.current_revision,
            is_update: *name == set.status.update_revision,
            pods: pods.map(|pod| pod.metadata.name.clone()).collect(),
            number: revision.revision,
            name: name.clone(),
            template: revision.data.0.clone(),
        }
    };
    owned(world, set).into_iter().map(entry).collect()
}

/// A field in which two templates differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldChange {
    /// The path of the field, such as `spec.containers[nginx].image`.
    pub path: String,
    /// The old value; `None` when the field did not exist.
    pub old: Option<String>,
    /// The new value; `None` when the field does not exist any more.
    pub new: Option<String>,
}

/// Returns the fields in which two templates differ, in the order of the template's fields.
///
/// ```
/// use podlab::api::container::Container;
/// use podlab::api::pod::PodSpec;
/// use podlab::api::stateful_set::PodTemplateSpec;
/// use podlab::kubectl::revisions::diff;
///
/// let template = |image: &'static str| {
///     let app = Container { name: "app".into(), image: image.into(), ..Container::default() };
///     let spec = PodSpec { containers: vec![app], ..PodSpec::default() };
///     PodTemplateSpec { spec, ..PodTemplateSpec::default() }
/// };
/// let changes = diff(&template("nginx:1.27"), &template("nginx:1.28"));
/// assert_eq!(changes[0].path, "spec.containers[app].image");
/// assert_eq!((changes.len(), changes[0].new.as_deref()), (1, Some("nginx:1.28")));
/// ```
pub fn diff(old: &PodTemplateSpec, new: &PodTemplateSpec) -> Vec<FieldChange> {
    let mut changes = Vec::new();
    compare(String::new(), Some(&old.encode()), Some(&new.encode()), &mut changes);
    for change in &mut changes {
        change.path.remove(0);
    }
    changes
}

fn compare(path: String, old: Option<&Node>, new: Option<&Node>, changes: &mut Vec<FieldChange>) {
    if old == new {
        return;
    }
    let parts = |node: Option<&Node>| node.map(parts).unwrap_or_default();
    let (before, after) = (parts(old), parts(new));
    if before.is_empty() && after.is_empty() {
        let written = |node: Option<&Node>| node.map(|node| scalar(Some(node)));
        return changes.push(FieldChange { path, old: written(old), new: written(new) });
    }
    let find = |parts: &[(String, Node)], key: &str| {
        parts.iter().find(|(known, _)| known == key).map(|(_, node)| node.clone())
    };
    for (key, node) in &before {
        compare(format!("{path}{key}"), Some(node), find(&after, key).as_ref(), changes);
    }
    for (key, node) in &after {
        if find(&before, key).is_none() {
            compare(format!("{path}{key}"), None, Some(node), changes);
        }
    }
}

/// Returns the parts of a map or list, each with the end of its path. The path of an element that has a name uses the
/// name.
fn parts(node: &Node) -> Vec<(String, Node)> {
    match &node.value {
        Value::Map(entries) => {
            let part = |entry: &crate::manifest::node::Entry| {
                (format!(".{}", entry.key), entry.node.clone())
            };
            entries.iter().map(part).collect()
        }
        Value::List(elements) => {
            let part = |(index, element): (usize, &Node)| {
                let name = element.get("name").and_then(Node::as_text);
                let name = name.map_or_else(|| index.to_string(), ToString::to_string);
                (format!("[{name}]"), element.clone())
            };
            elements.iter().enumerate().map(part).collect()
        }
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Text(_) => {
            Vec::new()
        }
    }
}

/// Returns the revision that an undo goes back to: the one with that number, or else the second newest. Rule KC-31.
/// Models kubernetes staging/src/k8s.io/kubectl/pkg/polymorphichelpers/rollback.go StatefulSetRollbacker.
pub(crate) fn undo_target(
    history: &[Rc<ControllerRevision>],
    to_revision: Option<i64>,
) -> Result<&Rc<ControllerRevision>, String> {
    match to_revision.filter(|number| *number != 0) {
        Some(number) => history
            .iter()
            .find(|revision| revision.revision == number)
            .ok_or_else(|| format!("unable to find specified revision {number} in history")),
        None => history
            .len()
            .checked_sub(2)
            .and_then(|index| history.get(index))
            .ok_or_else(|| "no last revision to roll back to".to_owned()),
    }
}
