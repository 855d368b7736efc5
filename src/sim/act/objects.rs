//! Changes and deletes objects, each kind in its own way.

use super::pods::{check_room, find};
use super::{nodes, pods, status};
use crate::api::pod_requests::has_same_resources;
use crate::api::workload::Workload;
use crate::api::{ObjectRef, Resource, ResourceKind};
use crate::apiserver::error::ApiError;
use crate::apiserver::registry::{self, namespace};
use crate::apiserver::request::{PatchKind, Server, merged};
use crate::apiserver::{binding, eviction, store, update};
use crate::base::text::Text;
use crate::cluster::command::{CreatedSubresource, DeleteOptions, Subresource, can_patch_part};
use crate::manifest::Wrong;
use crate::manifest::node::Node;
use crate::rules::Rule;
use crate::sim::Sim;

/// Changes an object by a strategic merge patch. `kubectl patch`.
pub(super) fn patch(
    sim: &mut Sim,
    object: &ObjectRef,
    subresource: Option<Subresource>,
    patch: &Node,
) -> Result<(), ApiError> {
    let ObjectRef { kind, namespace, name } = object;
    match (kind, subresource) {
        (ResourceKind::Pod, None) => {
            let (id, old) = find(sim, namespace, name)?;
            let new = update::patched_pod(&old, patch, sim.settings())?;
            let is_resize = !has_same_resources(&old.spec, &new.spec);
            pods::replace(sim, id, new, if is_resize { Rule::P214 } else { Rule::P1361 });
            Ok(())
        }
        (ResourceKind::Pod, Some(Subresource::Resize)) => {
            let (id, old) = find(sim, namespace, name)?;
            let new = Server::of(sim.settings()).resize(&old, patch)?;
            pods::replace(sim, id, new, Rule::P214);
            Ok(())
        }
        (ResourceKind::Pod, Some(Subresource::Status)) => {
            let (id, old) = find(sim, namespace, name)?;
            status::patch(sim, id, &old, patch)
        }
        (ResourceKind::Pod, Some(Subresource::EphemeralContainers)) => {
            let (id, old) = find(sim, namespace, name)?;
            let new = Server::of(sim.settings()).patch_ephemeral_containers(&old, patch)?;
            pods::replace(sim, id, new, Rule::P1361);
            Ok(())
        }
        (ResourceKind::Node, None) => nodes::patch(sim, name, patch),
        (ResourceKind::Node, Some(Subresource::Status)) => nodes::patch_status(sim, name, patch),
        (kind, Some(part)) if !can_patch_part(*kind, part) => {
            Err(ApiError::client(Wrong::CannotDo {
                verb: format!("patch the subresource {} of", part.as_str()).into(),
                kind: kind.as_str().into(),
            }))
        }
        (_, Some(Subresource::Scale)) => patch_scale(sim, object, patch),
        (_, Some(_)) => patch_status(sim, object, patch),
        (_, None) => replace(sim, object, patch),
    }
}

/// Creates a part of a Pod: its eviction or its binding.
pub(super) fn create_part(
    sim: &mut Sim,
    object: &ObjectRef,
    part: &CreatedSubresource,
) -> Result<(), ApiError> {
    if object.kind != ResourceKind::Pod {
        return Err(ApiError::bad_request("the server could not find the requested resource"));
    }
    let (id, _) = find(sim, &object.namespace, &object.name)?;
    match part {
        CreatedSubresource::Eviction => eviction::evict(&mut sim.world, id),
        CreatedSubresource::Binding(node) => binding::bind(&mut sim.world, id, node),
    }
}

/// Creates an object of a kind with a table, which the API server has checked. `kubectl create`.
pub(super) fn create(sim: &mut Sim, checked: Resource) -> Result<(), ApiError> {
    let kind = checked.resource_kind();
    let objects = registry::object(kind).ok_or_else(|| cannot("create", kind))?;
    if let Some(workload) = checked.workload() {
        let (name, replicas) = (&workload.metadata().name, workload.replicas());
        check_room(sim, None, replicas, &asked_for(kind, name, replicas))?;
    }
    objects.create(&mut sim.world, checked)
}

/// Changes an object of a kind with a table by a strategic merge patch.
pub(super) fn replace(sim: &mut Sim, object: &ObjectRef, patch: &Node) -> Result<(), ApiError> {
    let objects = registry::object(object.kind).ok_or_else(|| cannot("patch", object.kind))?;
    let (key, old) = objects.get(&sim.world, object)?;
    let new = Server::of(sim.settings()).patch(&old, patch, PatchKind::Strategic)?;
    let replicas = |resource: &Resource| resource.workload().map_or(0, Workload::replicas);
    let (before, after) = (replicas(&old), replicas(&new));
    if after > before {
        check_room(sim, Some(object), after, &asked_for(object.kind, &object.name, after))?;
    }
    objects.replace(&mut sim.world, key, new)
}

/// Changes the status of an object of a kind with a table by a strategic merge patch.
fn patch_status(sim: &mut Sim, object: &ObjectRef, patch: &Node) -> Result<(), ApiError> {
    let objects = registry::object(object.kind).ok_or_else(|| cannot("patch", object.kind))?;
    let (key, old) = objects.get(&sim.world, object)?;
    let new = Server::of(sim.settings()).patch_status(&old, patch)?;
    objects.replace(&mut sim.world, key, new)
}

/// Sets the number of Pods of a workload by a patch of its scale. A scale has no other field to change. Rule KC-22.
fn patch_scale(sim: &mut Sim, object: &ObjectRef, patch: &Node) -> Result<(), ApiError> {
    let objects = registry::object(object.kind).ok_or_else(|| cannot("patch", object.kind))?;
    let (_, old) = objects.get(&sim.world, object)?;
    let replicas = old.workload().map_or(0, Workload::replicas);
    let asked = merged(&scale(Node::int(replicas)), patch, PatchKind::Strategic)?;
    let replicas = asked.get("spec").and_then(|spec| spec.get("replicas"));
    replace(sim, object, &scale(replicas.cloned().unwrap_or_else(|| Node::int(0))))
}

/// Returns a scale that asks for a number of Pods.
fn scale(replicas: Node) -> Node {
    let spec = Node::map([(Text::Static("replicas"), replicas)]);
    Node::map([(Text::Static("spec"), spec)])
}

/// Returns the number of Pods that an object asks for, in words for a message.
fn asked_for(kind: ResourceKind, name: &Text, replicas: i64) -> String {
    format!("{replicas} replicas of {} {name}", kind.as_str())
}

/// Deletes an object. `kubectl delete`.
pub(super) fn delete(
    sim: &mut Sim,
    object: &ObjectRef,
    options: DeleteOptions,
) -> Result<(), ApiError> {
    let ObjectRef { kind, namespace, name } = object;
    if *kind == ResourceKind::Pod {
        let (id, _) = find(sim, namespace, name)?;
        store::delete_pod(&mut sim.world, id, options.grace_period_seconds);
        Ok(())
    } else if *kind == ResourceKind::Node {
        nodes::delete(sim, name)
    } else if kind.plural() == "namespaces" {
        namespace::delete(&mut sim.world, name)
    } else {
        let objects = registry::object(*kind).ok_or_else(|| cannot("delete", *kind))?;
        objects.delete(&mut sim.world, object, options.propagation)
    }
}

fn cannot(verb: &'static str, kind: ResourceKind) -> ApiError {
    ApiError::client(Wrong::CannotDo { verb: verb.into(), kind: kind.as_str().into() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Settings;

    #[test]
    fn objects_of_all_kinds_can_be_changed_and_deleted() {
        let mut sim = Sim::with_nodes(Settings::default(), 1);
        let is_known = |done: Result<(), ApiError>| {
            done.is_err_and(|error| !error.message.starts_with("Podlab cannot"))
        };
        for kind in ResourceKind::ALL {
            let object = ObjectRef::new(*kind, "default", "nobody");
            let patched = patch(&mut sim, &object, None, &Node::default());
            assert!(is_known(patched), "{kind:?}");
            let deleted = delete(&mut sim, &object, DeleteOptions::default());
            assert!(is_known(deleted), "{kind:?}");
        }
    }
}
