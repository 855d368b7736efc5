//! What a kubelet answers when it is asked for the log of a container.
//! Models kubernetes pkg/kubelet/kubelet_pods.go validateContainerLogStatus and GetKubeletContainerLogs.

use super::process;
use super::runtime::{Instance, InstanceState};
use super::worker::PodWorker;
use crate::api::reason::{TerminatedReason, WaitingReason};
use crate::api::status::{ContainerState, ContainerStateTerminated, ContainerStatus};
use crate::base::text::Text;
use crate::cluster::world::World;

/// Returns the log of a container, or of its instance before the present one; `None` when Podlab does not run the program.
///
/// # Errors
///
/// Returns why the kubelet has no log.
pub(crate) fn read(
    world: &World,
    worker: &PodWorker,
    container: &str,
    is_previous: bool,
) -> Result<Option<String>, String> {
    let status = worker.status.as_deref().unwrap_or(&worker.pod.status);
    let all = status.containers().iter().chain(status.init_containers());
    let mut all = all.chain(&status.ephemeral_container_statuses);
    let of = format!("container {container:?} in pod {:?}", worker.pod.metadata.name.as_str());
    let status = all.find(|status| status.name == *container);
    let status = status.ok_or_else(|| format!("{of} is not available"))?;
    let id = instance(status, &of, is_previous)?;
    let instance = worker.runtime.instances.iter().find(|instance| instance.container_id == *id);
    match instance {
        None => Err(format!("unable to retrieve container logs for {id}")),
        Some(instance) if has_not_run(instance) => Ok(Some(String::new())),
        Some(instance) => Ok(process::log(world, &worker.pod, instance)),
    }
}

/// Returns the ID of the instance whose log is meant.
fn instance<'a>(
    status: &'a ContainerStatus,
    of: &str,
    is_previous: bool,
) -> Result<&'a Text, String> {
    let has_run = |ended: &&ContainerStateTerminated| !ended.container_id.is_empty();
    let last = status.last_state.terminated();
    let last_run = last.filter(has_run).map(|ended| &ended.container_id);
    if is_previous {
        return last_run.ok_or_else(|| format!("previous terminated {of} not found"));
    }
    match &status.state {
        ContainerState::Running(_) => Ok(&status.container_id),
        ContainerState::Terminated(ended) => {
            let id = Some(ended).filter(has_run).map(|ended| &ended.container_id);
            id.or(last_run).ok_or_else(|| format!("{of} is terminated"))
        }
        ContainerState::Waiting(_) | ContainerState::Unset if last.is_some() => {
            last_run.ok_or_else(|| format!("{of} is terminated"))
        }
        ContainerState::Waiting(waiting) => {
            let why = match waiting.reason.as_str() {
                reason if reason == WaitingReason::ErrImagePull.as_str() => "image can't be pulled",
                reason if reason == WaitingReason::ImagePullBackOff.as_str() => {
                    "trying and failing to pull image"
                }
                reason => reason,
            };
            Err(format!("{of} is waiting to start: {why}"))
        }
        ContainerState::Unset => Err(format!("{of} is waiting to start - no logs yet")),
    }
}

/// Returns whether the program of an instance has never run.
fn has_not_run(instance: &Instance) -> bool {
    instance.state == InstanceState::Created
        || *instance.reason == *TerminatedReason::StartError.as_str()
}
