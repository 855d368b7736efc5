//! What the API server answers when it is asked for the log of a container: it asks the kubelet of the Pod's node.
//! Models kubernetes pkg/registry/core/pod/strategy.go LogLocation.

use super::Sim;
use crate::apiserver::error::ApiError;
use crate::cluster::world::PodId;
use crate::kubelet::logs;

impl Sim {
    /// Returns the log of a container of a Pod, or of the instance before the present one; `None` when Podlab does not run its
    /// program.
    ///
    /// # Errors
    ///
    /// Returns what kubectl prints when there is no log.
    pub(super) fn log(
        &self,
        id: PodId,
        container: &str,
        is_previous: bool,
    ) -> Result<Option<String>, String> {
        let Some(pod) = self.world.pod(id) else { return Ok(Some(String::new())) };
        let name = &pod.spec.node_name;
        if name.is_empty() {
            // No kubelet can be asked.
            return Ok(Some(String::new()));
        }
        let missing = || ApiError::not_found("nodes", name).kubectl("");
        let node = self.world.node_named(name).ok_or_else(missing)?;
        let kubelet = self.kubelets.get(node as usize).ok_or_else(missing)?;
        let connectivity = self.world.machines.connectivity(node);
        if !connectivity.is_heard() {
            let at = format!("{}:10250", kubelet.node().ip);
            let why = if connectivity.runs() { "i/o timeout" } else { "connect: no route to host" };
            let (space, pod) = (&pod.metadata.namespace, &pod.metadata.name);
            return Err(format!(
                "Error from server: Get \"https://{at}/containerLogs/{space}/{pod}/{container}\": dial tcp {at}: {why}"
            ));
        }
        let worker = kubelet.worker(id).ok_or_else(|| {
            let name = &pod.metadata.name;
            format!("Error from server (NotFound): the server could not find the requested resource ( pods/log {name})")
        })?;
        logs::read(&self.world, worker, container, is_previous)
            .map_err(|why| format!("Error from server (BadRequest): {why}"))
    }
}
