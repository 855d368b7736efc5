//! The Pods of the world, by number, name and node.

use super::{PodId, World, unnamed};
use crate::api::ObjectRef;
use crate::api::meta::ObjectMeta;
use crate::api::placement::has_pod_affinity;
use crate::api::pod::Pod;
use crate::api::pod_requests::resize_reason;
use crate::api::reason::UNSCHEDULABLE;
use crate::api::status::POD_SCHEDULED;
use crate::base::text::Text;
use crate::cluster::load::Load;
use crate::cluster::refusal::Refusal;
use std::rc::Rc;

impl World {
    /// Returns the Pod with this number, while it exists.
    pub fn pod(&self, id: PodId) -> Option<&Rc<Pod>> {
        self.pods.get(id as usize)?.as_ref()
    }

    /// Returns the number of the Pod with this name.
    pub(crate) fn pod_named(&self, namespace: &str, name: &str) -> Option<PodId> {
        self.by_name.get(&(Text::from(namespace.to_owned()), Text::from(name.to_owned()))).copied()
    }

    /// Returns all Pods that exist, oldest first.
    pub fn pods(&self) -> impl Iterator<Item = (PodId, &Rc<Pod>)> {
        self.pods.iter().enumerate().filter_map(|(id, pod)| Some((id as PodId, pod.as_ref()?)))
    }

    /// Returns how many Pods were ever created.
    pub fn pod_count(&self) -> usize {
        self.pods.len()
    }

    /// Returns a number for a Pod of this name, which may or may not be created later.
    pub(crate) fn reserve_pod(&mut self, namespace: &Text, name: &Text) -> PodId {
        let id = self.pods.len() as PodId;
        self.pods.push(None);
        self.references.push(Rc::new(ObjectRef::pod(namespace.clone(), name.clone())));
        id
    }

    /// Stores a Pod, or removes it, and updates the indexes.
    pub(crate) fn put_pod(&mut self, id: PodId, pod: Option<Rc<Pod>>) {
        let index = id as usize;
        if self.pods.len() <= index {
            self.pods.resize(index + 1, None);
            self.references.resize(index + 1, unnamed());
        }
        if let (None, Some(new)) = (&self.pods[index], &pod) {
            let ObjectMeta { namespace, name, .. } = &*new.metadata;
            self.references[index] = Rc::new(ObjectRef::pod(namespace.clone(), name.clone()));
        }
        let reference = |pod: &Rc<Pod>| (pod.metadata.namespace.clone(), pod.metadata.name.clone());
        match (&self.pods[index], &pod) {
            (Some(old), None) => drop(self.by_name.remove(&reference(old))),
            (None, Some(new)) => drop(self.by_name.insert(reference(new), id)),
            (Some(_), Some(_)) | (None, None) => {}
        }
        match (&self.pods[index], &pod) {
            (None, Some(new)) => self.objects.pod_added(id, new),
            (Some(old), Some(new)) => self.objects.pod_written(id, old, new),
            (Some(old), None) => self.objects.pod_removed(id, old),
            (None, None) => {}
        }
        if pod.as_ref().is_none_or(|pod| !pod.spec.node_name.is_empty()) {
            self.refusals.remove(&id);
        }
        self.weigh(id, pod.as_deref());
        self.pods[index] = pod;
    }

    /// Returns why the scheduler placed a Pod on no node, as long as the Pod's conditions say that it did not.
    pub fn refusal(&self, id: PodId) -> Option<&Rc<Refusal>> {
        let scheduled = self.pod(id)?.status.condition(POD_SCHEDULED)?;
        self.refusals.get(&id).filter(|_| scheduled.reason == UNSCHEDULABLE)
    }

    /// Keeps why the scheduler placed a Pod on no node, until the Pod has one.
    pub(crate) fn put_refusal(&mut self, id: PodId, refusal: Refusal) {
        self.refusals.insert(id, Rc::new(refusal));
    }

    /// Updates the loads of nodes for a Pod that is about to be replaced by `new`.
    fn weigh(&mut self, id: PodId, new: Option<&Pod>) {
        let old = self.pods[id as usize].take();
        let is_over = |pod: &Pod| pod.status.phase().is_terminal();
        let same = |old: &Pod, new: &Pod| {
            old.spec.is_same(&new.spec)
                && is_over(old) == is_over(new)
                && resize_reason(old) == resize_reason(new)
        };
        if old.as_deref().zip(new).is_some_and(|(old, new)| same(old, new)) {
            return;
        }
        if let Some(old) = old
            && let Some(load) = self.loads.get_mut(&old.spec.node_name)
        {
            load.remove(id, &old);
            self.with_pod_affinity.remove(&id);
        }
        if let Some(new) = new {
            self.loads.entry(new.spec.node_name.clone()).or_default().add(id, new);
            if has_pod_affinity(new) {
                self.with_pod_affinity.insert(id);
            }
        }
    }

    /// Returns the Pods that are bound to a node, oldest first. An empty name stands for the Pods that are bound to no node.
    pub(crate) fn pods_on(&self, node: &str) -> impl Iterator<Item = (PodId, &Rc<Pod>)> {
        let pods = self.loads.get(node).into_iter().flat_map(|load| load.pods.iter());
        pods.filter_map(|id| Some((*id, self.pod(*id)?)))
    }

    /// Returns the load of a node.
    pub(crate) fn load(&self, node: &str) -> &Load {
        const NOTHING: &Load = &Load::new();
        self.loads.get(node).unwrap_or(NOTHING)
    }

    /// Returns the Pods on nodes that have affinity or anti-affinity to other Pods, oldest first.
    pub(crate) fn with_pod_affinity(&self) -> impl Iterator<Item = (PodId, &Rc<Pod>)> {
        self.with_pod_affinity.iter().filter_map(|id| Some((*id, self.pod(*id)?)))
    }
}
