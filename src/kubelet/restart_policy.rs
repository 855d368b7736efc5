//! Whether a container that has ended starts again: by its policy, or by its restart rules. Rules P-401, P-415.

use super::runtime::{InstanceState, RuntimePod};
use super::worker::{List, PodWorker};
use crate::api::container::{Container, ContainerRestartRule, RestartPolicy};
use crate::api::pod::PodSpec;
use crate::api::status::is_sidecar;
use crate::rules::Feature;
use crate::rules::release::Release;

/// Returns whether the kubelet wants to start this container. Rule P-401.
/// Models kubernetes pkg/kubelet/container/helpers.go ShouldContainerBeRestarted.
pub(crate) fn should_restart(
    worker: &PodWorker,
    view: &RuntimePod,
    container: &Container,
    list: List,
    release: Release,
) -> bool {
    if worker.is_deleted() {
        return false;
    }
    let Some(newest) = view.newest(&container.name) else { return true };
    match newest.state {
        InstanceState::Running => false,
        InstanceState::Created => true,
        InstanceState::Exited if list == List::Init && is_sidecar(container, release) => true,
        InstanceState::Exited => restarts_after(&worker.pod.spec, container, newest.code, release),
    }
}

/// Returns whether policies and restart rules start a container again that ended with `exit_code`. Rules P-401, P-415.
/// Models kubernetes pkg/kubelet/container/helpers.go ShouldContainerBeRestarted.
pub(crate) fn restarts_after(
    spec: &PodSpec,
    container: &Container,
    exit_code: i32,
    release: Release,
) -> bool {
    let mut policy = spec.restart_policy();
    if release.has(Feature::ContainerRestartRules) {
        policy = container.restart_policy.unwrap_or(policy);
        if matching_rule(container, exit_code).is_some() {
            return true;
        }
    }
    match policy {
        RestartPolicy::Always => true,
        RestartPolicy::OnFailure => exit_code != 0,
        RestartPolicy::Never => false,
    }
}

/// Returns the first restart rule of a container that applies to an exit code. Rule P-415.
/// Models kubernetes pkg/api/v1/pod/util.go FindMatchingContainerRestartRule.
pub(crate) fn matching_rule(
    container: &Container,
    exit_code: i32,
) -> Option<&ContainerRestartRule> {
    container.restart_policy_rules.iter().find(|rule| {
        rule.exit_codes.as_ref().is_some_and(|codes| match codes.operator.as_str() {
            "In" => codes.values.contains(&exit_code),
            "NotIn" => !codes.values.contains(&exit_code),
            _ => false,
        })
    })
}
