//! Manifests of static Pods, which are files on machines. Rule P-815.

use super::machines::machine;
use super::pods::check_room;
use crate::api::pod::Pod;
use crate::apiserver::admit;
use crate::apiserver::error::ApiError;
use crate::base::text::Text;
use crate::kubelet::static_pod::of_manifest;
use crate::manifest::Wrong;
use crate::sim::Sim;

/// Puts a manifest on a machine. Its kubelet runs the Pod without the API server. Rule P-815.
pub(super) fn put_manifest(sim: &mut Sim, name: &Text, manifest: &Pod) -> Result<(), ApiError> {
    let id = machine(sim, name)?;
    if !sim.world.machines.connectivity(id).runs() {
        return Err(ApiError::client(Wrong::NodeOff { node: name.clone() }));
    }
    let release = sim.settings().release;
    let pod = of_manifest(manifest, name, sim.now(), release);
    let metadata = &pod.metadata;
    if sim.pod(&metadata.namespace, &metadata.name).is_some()
        || sim.kubelets[id as usize].static_pod(&metadata.namespace, &metadata.name).is_some()
    {
        return Err(ApiError::already_exists("pods", &metadata.name));
    }
    let mut checked = pod.clone();
    admit::pod(&sim.world, &mut checked)?;
    check_room(sim, None, 1, &format!("Pod {}", metadata.name))?;
    sim.put_manifest(id, manifest, &metadata.name);
    Ok(())
}

/// Removes a manifest from a machine. Rule P-815.
pub(super) fn remove_manifest(
    sim: &mut Sim,
    name: &Text,
    namespace: &Text,
    manifest: &Text,
) -> Result<(), ApiError> {
    let id = machine(sim, name)?;
    let Some(pod) = sim.manifest(name, namespace, manifest) else {
        let told = format!("machine {name} has no manifest of a Pod {manifest}");
        return Err(ApiError::client(told));
    };
    sim.remove_manifest(id, pod, manifest);
    Ok(())
}
