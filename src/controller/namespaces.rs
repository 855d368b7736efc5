//! The namespace controller: deletes what is in a namespace that is being deleted.
//! Models kubernetes pkg/controller/namespace/deletion/namespaced_resources_deleter.go.
//!
//! [`reconcile`] and [`next`] write nothing; [`sync`] carries out what they return.

use crate::api::meta::Propagation;
use crate::apiserver::registry::namespace;
use crate::apiserver::{registry, store};
use crate::base::text::Text;
use crate::cluster::numbers::Key;
use crate::cluster::syncs::enqueue_after;
use crate::cluster::table_kind::{Item, TableKind};
use crate::cluster::work_queue::Controller;
use crate::cluster::world::{PodId, World};

/// What the controller asks the API server for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Request {
    /// Delete an object that has a table.
    Delete(Item),
    /// Delete all ConfigMaps and Secrets of the namespace.
    DeleteConfiguration,
    /// Delete a Pod.
    DeletePod(PodId),
}

/// What the controller does after its requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// Remove the namespace, and its object if a person created one.
    Remove(Option<Key>),
    /// Look again after this many milliseconds.
    LookAgain(u64),
    /// Look again as after a failure, because finalizers hold what is left.
    Retry,
}

/// Returns what to delete in a namespace. Models deleteAllContent.
fn reconcile(world: &World, name: &Text) -> Vec<Request> {
    let items = namespace::items(world, name).into_iter().map(Request::Delete);
    let pods = of(world, name).map(|(id, _)| Request::DeletePod(id));
    items.chain([Request::DeleteConfiguration]).chain(pods).collect()
}

/// Returns what follows when everything in a namespace was asked to go. The next look comes when about half of the longest grace
/// period of the Pods is over. Models Delete.
fn next(world: &World, name: &Text) -> Next {
    if namespace::is_empty(world, name) {
        return Next::Remove(namespace::object(world, name));
    }
    let longest = of(world, name).map(|(_, grace)| grace).max();
    longest.map_or(Next::Retry, |grace| Next::LookAgain((grace / 2 + 1) * 1000))
}

/// Looks at a namespace that is being deleted. Returns whether the look succeeded.
pub(crate) fn sync(world: &mut World, key: Key) -> bool {
    let leaving = &world.objects.queue.leaving;
    let Some(name) = leaving.get(key as usize).filter(|name| !name.is_empty()).cloned() else {
        return true;
    };
    for request in reconcile(world, &name) {
        match request {
            Request::Delete(Item { kind, key }) => {
                registry::table(kind).delete(world, key, Propagation::Background);
            }
            Request::DeleteConfiguration => world.remove_configuration(&name),
            Request::DeletePod(pod) => {
                store::delete_pod(world, pod, None);
            }
        }
    }
    match next(world, &name) {
        Next::Remove(object) => {
            if let Some(object) = object {
                registry::table(TableKind::Kept).delete(world, object, Propagation::Background);
            }
            world.objects.queue.leaving[key as usize] = Text::default();
            true
        }
        Next::LookAgain(wait) => {
            enqueue_after(world, Controller::Namespace, key, wait);
            true
        }
        Next::Retry => false,
    }
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
