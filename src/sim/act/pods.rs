//! Acts on Pods, and how many of them there may be.

use crate::api::ObjectRef;
use crate::api::meta::controller;
use crate::api::pod::Pod;
use crate::api::workload::Workload;
use crate::apiserver::error::ApiError;
use crate::apiserver::record::WriteRules;
use crate::apiserver::{admit, store};
use crate::cluster::world::PodId;
use crate::manifest::Wrong;
use crate::rules::Rule;
use crate::sim::Sim;
use std::rc::Rc;

/// The most Pods that may exist or be wanted by sets. More Pods would teach nothing new and make the page slow.
pub(crate) const MAX_PODS: i64 = 5000;

/// Refuses a command that would lead to more than [`MAX_PODS`].
///
/// The replicas of all workloads count that no other one owns, and all Pods without an owner. `wanted` is the number of Pods
/// after the command: of the object that changes, or of Pods without an owner.
pub(super) fn check_room(
    sim: &Sim,
    changed: Option<&ObjectRef>,
    wanted: i64,
    what: &str,
) -> Result<(), ApiError> {
    let mut total = wanted;
    let is_other = |workload: &&dyn Workload| {
        let metadata = workload.metadata();
        changed.is_none_or(|changed| {
            changed.kind != workload.kind()
                || changed.namespace != metadata.namespace
                || changed.name != metadata.name
        })
    };
    let counts =
        |workload: &&dyn Workload| is_other(workload) && controller(workload.metadata()).is_none();
    total += sim.world.objects.all().filter(counts).map(Workload::replicas).sum::<i64>();
    let is_free = |pod: &Pod| pod.metadata.owner_references.is_empty();
    total += sim.world.pods().filter(|(_, pod)| is_free(pod)).count() as i64;
    if total <= MAX_PODS {
        return Ok(());
    }
    let what = what.to_owned().into();
    Err(ApiError::client(Wrong::Pods { most: MAX_PODS, what, count: total }))
}

/// Returns the Pod of that name, or the API server's refusal.
pub(super) fn find(sim: &Sim, namespace: &str, name: &str) -> Result<(PodId, Rc<Pod>), ApiError> {
    match sim.pod(namespace, name) {
        Some((id, pod)) => Ok((id, Rc::clone(pod))),
        None => Err(ApiError::not_found("pods", name)),
    }
}

/// Creates a Pod, if there is room for one more.
pub(super) fn create(sim: &mut Sim, mut pod: Pod) -> Result<(), ApiError> {
    admit::pod(&sim.world, &mut pod)?;
    let metadata = &pod.metadata;
    if sim.pod(&metadata.namespace, &metadata.name).is_some() {
        return Err(ApiError::already_exists("pods", &metadata.name));
    }
    check_room(sim, None, 1, &format!("Pod {}", pod.metadata.name))?;
    store::create_pod(&mut sim.world, pod);
    Ok(())
}

/// Stores what a patch by this rule makes of a Pod. Its status stays.
pub(super) fn replace(sim: &mut Sim, id: PodId, new: Pod, rule: Rule) {
    store::update_pod(&mut sim.world, id, WriteRules::new(&|_| rule), |pod| {
        let status = std::mem::take(&mut pod.status);
        *pod = new;
        pod.status = status;
    });
}
