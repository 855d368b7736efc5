//! The workload that a Pod belongs to.

use crate::api::meta::controller;
use crate::api::pod::Pod;
use crate::api::{ObjectRef, ResourceKind};
use crate::sim::Sim;

/// Returns the workload that a person made and that has this Pod.
pub(super) fn workload_of(sim: &Sim, pod: &Pod) -> Option<ObjectRef> {
    let namespace = &pod.metadata.namespace;
    let mut owner = controller(&pod.metadata)?.clone();
    let objects = &sim.world().objects;
    loop {
        let kind = *ResourceKind::ALL.iter().find(|kind| kind.as_str() == &*owner.kind)?;
        let workload = objects.workload(kind, namespace, &owner.name)?;
        match controller(workload.metadata()) {
            Some(above) => owner = above.clone(),
            None => return Some(ObjectRef::new(kind, namespace.clone(), owner.name)),
        }
    }
}
