//! Turns the runtime's state into the statuses that the API stores. Section 3 of the rule book.

use super::restart_policy::should_restart;
use super::runtime::{Instance, InstanceState, RuntimePod};
use super::worker::{List, PodWorker, StartFailure};
use super::{resize, restart_all};
use crate::api::container::Container;
use crate::api::reason::{TerminatedReason, WaitingReason};
use crate::api::status::{
    ContainerState, ContainerStateRunning, ContainerStateTerminated, ContainerStateWaiting,
    ContainerStatus, ExitCode, PodStatus, is_sidecar,
};

use crate::base::text::Text;
use crate::base::time::Timestamp;
use crate::manifest::schema::{Field, Raw};
use crate::rules::release::Release;
use crate::rules::{Feature, Rule};

const LOST_AND_DELETED: &str = "The container could not be located when the pod was deleted.  The container used to be Running";
const LOST: &str = "The container could not be located when the pod was terminated";

/// Returns the state of a container that the kubelet could not find at the end. Rule P-307.
pub(crate) fn lost() -> ContainerState {
    ContainerState::Terminated(ContainerStateTerminated {
        exit_code: ExitCode(137),
        reason: TerminatedReason::ContainerStatusUnknown.as_str().into(),
        message: LOST.into(),
        ..ContainerStateTerminated::default()
    })
}

/// Builds the statuses of one list of containers. Rules P-301 to P-307.
/// Models kubernetes pkg/kubelet/kubelet_pods.go convertToAPIContainerStatuses.
pub(crate) fn container_statuses(
    worker: &PodWorker,
    view: &RuntimePod,
    containers: &[Container],
    old: &[ContainerStatus],
    list: List,
    release: Release,
) -> Vec<ContainerStatus> {
    let restarting = list != List::Ephemeral && restart_all::is_due(worker, view, release);
    let has_init = !worker.pod.spec.init_containers.is_empty();
    let start = if has_init && list != List::Ephemeral {
        WaitingReason::PodInitializing
    } else {
        WaitingReason::ContainerCreating
    };
    let mut statuses: Vec<ContainerStatus> = containers
        .iter()
        .map(|container| {
            let before = old.iter().find(|s| s.name == container.name);
            let gone = restarting && view.newest(&container.name).is_none();
            let removed = before.filter(|_| gone).and_then(|b| restart_all::removed(container, b));
            removed.unwrap_or_else(|| {
                container_status(worker, view, container, before, start, list, release)
            })
        })
        .collect();
    if list != List::Init {
        statuses.sort_by(|a, b| a.name.cmp(&b.name));
    }
    statuses
}

fn container_status(
    worker: &PodWorker,
    view: &RuntimePod,
    container: &Container,
    before: Option<&ContainerStatus>,
    start: WaitingReason,
    list: List,
    release: Release,
) -> ContainerStatus {
    let mut instances = view.instances.iter().rev().filter(|i| i.container == container.name);
    let mut status = match (instances.next(), before) {
        (Some(newest), _) => {
            let mut status = from_instance(newest);
            if let Some(second) = instances.next() {
                status.last_state = state_of(second);
            } else if release.has(Feature::LastStateIsKept)
                && let Some(before) = before
            {
                // The status keeps what the runtime has forgotten. Rules P-311, P-416.
                status.last_state = before.last_state.clone();
            }
            status
        }
        (None, Some(before))
            if list == List::Init
                && before.state.terminated().is_some()
                && !is_sidecar(container, release) =>
        {
            before.clone()
        }
        (None, before) => {
            let mut status = ContainerStatus {
                name: container.name.clone(),
                image: container.image.clone(),
                state: waiting(start.as_str(), Text::default()),
                ..ContainerStatus::default()
            };
            if let Some(before) = before {
                status.restart_count = before.restart_count;
                status.last_state = before.last_state.clone();
                if before.state.running().is_some() && status.last_state.terminated().is_none() {
                    status.last_state = ContainerState::Terminated(ContainerStateTerminated {
                        exit_code: ExitCode(137),
                        reason: TerminatedReason::ContainerStatusUnknown.as_str().into(),
                        message: LOST_AND_DELETED.into(),
                        ..ContainerStateTerminated::default()
                    });
                    status.restart_count += i64::from(!worker.is_deleted());
                }
            }
            status
        }
    };
    if release.has(Feature::InPlacePodVerticalScaling)
        && let Some(allocated) = resize::allocated_to(worker, &container.name)
    {
        // A container that does not run shows the resources that it will start with.
        let running = view.newest(&container.name).filter(|i| i.state == InstanceState::Running);
        let has = running.map_or(allocated, |i| &i.resources);
        status.resources = raw(has);
        status.allocated_resources = raw(&allocated.requests);
    }
    let newest = view.newest(&container.name);
    let done = list == List::Init
        && newest.is_some_and(|i| i.state == InstanceState::Exited && i.code == 0)
        && !is_sidecar(container, release);
    if !done && should_restart(worker, view, container, list, release) {
        let failure = worker.start_failures.iter().find(|(name, _)| *name == container.name);
        if let Some((_, StartFailure { reason, message, .. })) = failure {
            if status.state.terminated().is_some() {
                status.last_state = std::mem::take(&mut status.state);
            }
            status.state = ContainerState::Waiting(ContainerStateWaiting {
                reason: reason.clone(),
                message: message.clone(),
            });
        }
    }
    status
}

/// Returns the rules by which containers wait, by the names of the containers.
pub(crate) fn waiting_rules(worker: &PodWorker, status: &PodStatus) -> Vec<(Text, Rule)> {
    let ephemeral = &status.ephemeral_container_statuses;
    let all = status.init_containers().iter().chain(status.containers()).chain(ephemeral);
    let rule = |status: &ContainerStatus| {
        let reason = &status.state.waiting()?.reason;
        let failed = |(name, failure): &&(Text, StartFailure)| {
            *name == status.name && failure.reason == *reason
        };
        Some(match worker.start_failures.iter().find(failed) {
            Some((_, failure)) => failure.step.rule(),
            None if *reason == *restart_all::REASON => Rule::P416,
            // A container that was created and not started waits without a reason.
            None if reason.is_empty() || *reason == *WaitingReason::Blocked.as_str() => Rule::P305,
            None => Rule::P302,
        })
    };
    all.filter_map(|status| Some((status.name.clone(), rule(status)?))).collect()
}

/// Encodes a field as a tree; none when the field is empty.
fn raw<T: Field + Default + PartialEq>(field: &T) -> Raw {
    if *field == T::default() {
        return Raw(None);
    }
    let node = field.encode();
    Raw(Some(node).filter(|node| !node.entries().is_empty()))
}

fn waiting(reason: &'static str, message: Text) -> ContainerState {
    ContainerState::Waiting(ContainerStateWaiting { reason: reason.into(), message })
}

fn from_instance(instance: &Instance) -> ContainerStatus {
    ContainerStatus {
        name: instance.container.clone(),
        image: instance.image.clone(),
        image_id: instance.image.clone(),
        container_id: instance.container_id.clone(),
        restart_count: i64::from(instance.attempt),
        state: state_of(instance),
        ..ContainerStatus::default()
    }
}

/// Returns the state that an instance is shown in. Rules P-304, P-308, P-309.
fn state_of(instance: &Instance) -> ContainerState {
    match instance.state {
        InstanceState::Created => waiting("", Text::default()),
        InstanceState::Running => ContainerState::Running(ContainerStateRunning {
            started_at: Some(Timestamp::of(instance.started)),
        }),
        InstanceState::Exited => ContainerState::Terminated(ContainerStateTerminated {
            container_id: instance.container_id.clone(),
            exit_code: ExitCode(instance.code),
            finished_at: Some(Timestamp::of(instance.finished)),
            message: instance.message.clone(),
            reason: instance.reason.clone(),
            signal: 0,
            started_at: Some(Timestamp::of(instance.started)),
        }),
    }
}
