//! The action `RestartAllContainers`: an exit code that restarts all containers of a Pod. Rule P-416.
//!
//! It takes two syncs. The first ends every init and app container and removes them from the runtime. The second finds
//! no containers, and starts the Pod as if for the first time, in the same sandbox. Between the two syncs the condition
//! `AllContainersRestarting` is True.

use super::conditions::{is_false, is_true};
use super::phase::matching_rule;
use super::runtime::{Instance, InstanceState, RuntimePod};
use super::worker::{ContainerIndex, PodWorker};
use super::{Context, stop, sync};
use crate::api::container::Container;
use crate::api::pod::PodSpec;
use crate::api::reason::WaitingReason;
use crate::api::status::{
    ALL_CONTAINERS_RESTARTING, ContainerState, ContainerStateTerminated, ContainerStateWaiting,
    ContainerStatus, ExitCode, PodCondition, PodPhase, status_of,
};
use crate::cluster::event::InstanceId;
use crate::cluster::fact::Fact;
use crate::rules::release::Release;
use crate::rules::{Feature, Rule};
use std::rc::Rc;

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

fn is_of(spec: &PodSpec, instance: &Instance) -> bool {
    !matches!(ContainerIndex::find(spec, &instance.container), Some(ContainerIndex::Ephemeral(_)))
}

/// Returns the condition `AllContainersRestarting` of a Pod that has such a rule.
/// Models kubernetes pkg/kubelet/status/generate.go GenerateAllContainersRestartingCondition.
pub(crate) fn condition(
    worker: &PodWorker,
    view: &RuntimePod,
    phase: PodPhase,
    release: Release,
) -> Option<PodCondition> {
    let spec = &worker.pod.spec;
    if !may_happen(spec, release) {
        return None;
    }
    let kind = ALL_CONTAINERS_RESTARTING;
    let left = view.instances.iter().any(|i| is_of(spec, i));
    Some(match phase {
        PodPhase::Succeeded => is_false(kind, "PodCompleted", String::new()),
        PodPhase::Failed => is_false(kind, "PodFailed", String::new()),
        _ if left && is_due(worker, view, release) => PodCondition {
            message: "container exited with restart policy rule".into(),
            ..is_true(kind, "RestartAllContainersStarted")
        },
        PodPhase::Pending | PodPhase::Running | PodPhase::Unknown => {
            is_false(kind, "", String::new())
        }
    })
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

/// Ends all init and app containers, without hooks and with no grace period except the 2 s of rule K-12.
pub(crate) fn end_containers(cx: &mut Context<'_>, worker: &mut PodWorker) {
    let running: Vec<InstanceId> =
        worker.runtime.running().filter(|i| is_of(&worker.pod.spec, i)).map(|i| i.id).collect();
    stop::kill_at_once(cx, worker, running);
}

/// Removes the ended containers from the runtime, so that earlier ends no longer count.
pub(crate) fn remove_containers(cx: &mut Context<'_>, worker: &mut PodWorker) {
    let pod = Rc::clone(&worker.pod);
    Rc::make_mut(&mut worker.runtime).instances.retain(|i| !is_of(&pod.spec, i));
    sync::runtime_changed(cx, worker, Fact::ContainersRemoved, Rule::P416);
    // The next sync follows as soon as the kubelet has looked at the runtime.
    worker.pending = true;
}
