//! The namespace controller: deletes what is in a namespace that is being deleted.
//! Models kubernetes pkg/controller/namespace/deletion/namespaced_resources_deleter.go.

use crate::api::meta::Propagation;
use crate::apiserver::registry::namespace;
use crate::apiserver::{registry, store};
use crate::base::text::Text;
use crate::cluster::tables::{Item, Key, TableKind};
use crate::cluster::work_queue::{Controller, enqueue_after};
use crate::cluster::world::{PodId, World};

/// Deletes what is in a namespace, and looks again when about half of the longest grace period of its Pods is over. Returns whether
/// the sync succeeded. Models Delete and deleteAllContent.
pub(crate) fn sync(world: &mut World, key: Key) -> bool {
    let leaving = &world.workloads.queue.leaving;
    let Some(name) = leaving.get(key as usize).filter(|name| !name.is_empty()).cloned() else {
        return true;
    };
    for Item { kind, key } in namespace::items(world, &name) {
        registry::table(kind).delete(world, key, Propagation::Background);
    }
    world.remove_configuration(&name);
    let pods: Vec<PodId> = of(world, &name).map(|(id, _)| id).collect();
    for pod in pods {
        store::delete_pod(world, pod, None);
    }
    if namespace::is_empty(world, &name) {
        if let Some(object) = namespace::object(world, &name) {
            registry::table(TableKind::Kept).delete(world, object, Propagation::Background);
        }
        world.workloads.queue.leaving[key as usize] = Text::default();
        return true;
    }
    // What finalizers hold is tried again as after a failure.
    let Some(grace) = of(world, &name).map(|(_, grace)| grace).max() else { return false };
    enqueue_after(world, Controller::Namespace, key, (grace / 2 + 1) * 1000);
    true
}

/// Returns the Pods of a namespace with the seconds that they may take to stop; those that have ended take none.
fn of<'a>(world: &'a World, namespace: &'a Text) -> impl Iterator<Item = (PodId, u64)> + 'a {
    let pods = world.pods().filter(move |(_, pod)| pod.metadata.namespace == *namespace);
    pods.map(|(id, pod)| {
        let has_ended = pod.status.phase().is_terminal();
        let grace = pod.spec.termination_grace_period_seconds.filter(|_| !has_ended);
        (id, u64::try_from(grace.unwrap_or(0)).unwrap_or(0))
    })
}
