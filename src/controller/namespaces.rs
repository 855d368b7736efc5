//! The namespace controller: deletes what is in a namespace that is being deleted.
//! Models kubernetes pkg/controller/namespace/deletion/namespaced_resources_deleter.go.

use crate::api::ObjectRef;
use crate::api::meta::Propagation;
use crate::apiserver::{namespaces, registry, store};
use crate::base::text::Text;
use crate::cluster::tables::{Key, TableKind};
use crate::cluster::work_queue::{Controller, enqueue_after};
use crate::cluster::world::{PodId, World};

/// Deletes what is in a namespace, and looks again when about half of the longest grace period of its Pods is over. Returns whether
/// the sync succeeded. Models Delete and deleteAllContent.
pub(crate) fn sync(world: &mut World, key: Key) -> bool {
    let leaving = &world.workloads.queue.leaving;
    let Some(namespace) = leaving.get(key as usize).filter(|name| !name.is_empty()).cloned() else {
        return true;
    };
    delete_objects(world, &namespace);
    world.remove_configuration(&namespace);
    let pods: Vec<PodId> = of(world, &namespace).map(|(id, _)| id).collect();
    for pod in pods {
        store::delete_pod(world, pod, None);
    }
    if namespaces::is_empty(world, &namespace) {
        if let Some(object) = namespaces::object(world, &namespace) {
            registry::table(TableKind::Kept).collect(world, object, Propagation::Background);
        }
        world.workloads.queue.leaving[key as usize] = Text::default();
        return true;
    }
    // What finalizers hold is tried again as after a failure.
    let Some(grace) = of(world, &namespace).map(|(_, grace)| grace).max() else { return false };
    enqueue_after(world, Controller::Namespace, key, (grace / 2 + 1) * 1000);
    true
}

/// Deletes the objects in tables: owners without waiting for what they own.
fn delete_objects(world: &mut World, namespace: &Text) {
    for kind in namespaces::kinds(world, namespace) {
        let Some(objects) = registry::object(kind) else { continue };
        let all = objects.all(world, kind, namespace).into_iter();
        for name in all.map(|metadata| metadata.name.clone()).collect::<Vec<_>>() {
            let object = ObjectRef::new(kind, namespace.clone(), name);
            // It may have gone together with the one before.
            let _ = objects.delete(world, &object, Propagation::Background);
        }
    }
}

/// Returns the Pods of a namespace with the seconds that they may take to stop.
fn of<'a>(world: &'a World, namespace: &'a Text) -> impl Iterator<Item = (PodId, u64)> + 'a {
    let pods = world.pods().filter(move |(_, pod)| pod.metadata.namespace == *namespace);
    pods.map(|(id, pod)| {
        let grace = pod.spec.termination_grace_period_seconds.unwrap_or(0);
        (id, u64::try_from(grace).unwrap_or(0))
    })
}
