//! The action `RestartAllContainers`: an exit code that restarts all containers of a Pod. Rule P-416.
//!
//! It takes two syncs. The first ends every init and app container and removes them from the runtime. The second finds
//! no containers, and starts the Pod as if for the first time, in the same sandbox. Between the two syncs the condition
//! `AllContainersRestarting` is True.

use super::restart_policy::matching_rule;
use super::runtime::{Instance, InstanceState, RuntimePod};
use super::worker::{ContainerIndex, PodWorker};
use crate::api::container::Container;
use crate::api::pod::PodSpec;
use crate::api::reason::WaitingReason;
use crate::api::status::{
    ALL_CONTAINERS_RESTARTING, ContainerState, ContainerStateTerminated, ContainerStateWaiting,
    ContainerStatus, ExitCode, status_of,
};
use crate::rules::Feature;
use crate::rules::release::Release;

/// The action of a container's restart rule.
const ACTION: &str = "RestartAllContainers";
/// The reason why a removed container waits, and why it ended.
pub(crate) const REASON: &str = WaitingReason::RestartingAllContainers.as_str();
const MESSAGE: &str = "The container is removed because RestartAllContainers in place";

fn containers(spec: &PodSpec) -> impl Iterator<Item = &Container> {
    spec.init_containers.iter().chain(&spec.containers)
}

/// Returns whether some container of the Pod has a rule with this action. Before 1.36 the feature is off.
pub(crate) fn may_happen(spec: &PodSpec, release: Release) -> bool {
    release.has(Feature::RestartAllContainersOnContainerExits)
        && containers(spec).any(|c| c.restart_policy_rules.iter().any(|rule| rule.action == ACTION))
}

/// Returns whether all containers of the Pod must restart: the condition says so, or a container has ended with an exit
/// code that asks for it.
/// Models kubernetes pkg/kubelet/container/helpers.go ShouldAllContainersRestart.
pub(crate) fn is_due(worker: &PodWorker, view: &RuntimePod, release: Release) -> bool {
    let spec = &worker.pod.spec;
    if worker.is_deleted() || !may_happen(spec, release) {
        return false;
    }
    worker.known_status().is_true(ALL_CONTAINERS_RESTARTING)
        || containers(spec).any(|container| {
            view.newest(&container.name)
                .is_some_and(|i| i.state == InstanceState::Exited && asks(container, i.code))
        })
}

fn asks(container: &Container, code: i32) -> bool {
    matching_rule(container, code).is_some_and(|rule| rule.action == ACTION)
}

/// Returns whether an instance is one of an init or app container, which the action restarts.
pub(crate) fn is_of(spec: &PodSpec, instance: &Instance) -> bool {
    !matches!(ContainerIndex::find(spec, &instance.container), Some(ContainerIndex::Ephemeral(_)))
}

/// Returns the status of a container that has been removed; none if it waited before, and so goes on waiting.
pub(crate) fn removed(container: &Container, before: &ContainerStatus) -> Option<ContainerStatus> {
    if before.state.waiting().is_some() {
        return None;
    }
    Some(ContainerStatus {
        name: container.name.clone(),
        image: container.image.clone(),
        restart_count: before.restart_count + 1,
        state: ContainerState::Waiting(ContainerStateWaiting {
            reason: REASON.into(),
            message: MESSAGE.into(),
        }),
        last_state: ContainerState::Terminated(ContainerStateTerminated {
            exit_code: ExitCode(137),
            reason: REASON.into(),
            message: MESSAGE.into(),
            ..ContainerStateTerminated::default()
        }),
        ..ContainerStatus::default()
    })
}

/// Returns whether a container waits for its first start after all were removed. Its earlier exit code no longer counts.
pub(crate) fn begins_anew(statuses: &[ContainerStatus], name: &str) -> bool {
    status_of(statuses, name).is_some_and(|status| {
        status.state.waiting().is_some()
            && status.last_state.terminated().is_some_and(|end| end.reason == REASON)
    })
}
