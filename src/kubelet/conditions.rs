//! The conditions that the kubelet writes. Section 2 of the rule book.
//!
//! Every function reads the container statuses and the phase from an unfinished [`PodStatus`], and returns the
//! condition without times. The code that stores the condition sets `lastTransitionTime` (rule P-209).

use super::phase::regular_container_started;
use super::restart_all;
use super::runtime::{RuntimePod, SandboxInstance};
use super::worker::PodWorker;
use crate::api::pod::PodSpec;
use crate::api::status::{
    ALL_CONTAINERS_RESTARTING, CONTAINERS_READY, ConditionStatus, ContainerStatus, INITIALIZED,
    POD_READY_TO_START_CONTAINERS, POD_SCHEDULED, PodCondition, PodPhase, PodStatus, READY,
    is_sidecar, status_of,
};
use crate::base::text::Text;
use crate::rules::Feature;
use crate::rules::release::Release;

/// Returns whether a Pod needs a new sandbox; `sandboxes` are its present ones, oldest first. Rule P-203.
/// Models kubernetes pkg/kubelet/kuberuntime/util/util.go PodSandboxChanged.
pub(crate) fn needs_new_sandbox(host_network: bool, sandboxes: &[SandboxInstance]) -> bool {
    let Some(newest) = sandboxes.last() else { return true };
    sandboxes.iter().filter(|s| s.ready).count() > 1
        || !newest.ready
        || newest.host_network != host_network
        || (!host_network && newest.ip.is_empty())
}

/// Returns all conditions of the kubelet in the order in which it appends them. Rule P-201.
pub(crate) fn generate(
    spec: &PodSpec,
    status: &PodStatus,
    sandboxes: &[SandboxInstance],
    release: Release,
) -> Vec<PodCondition> {
    let mut conditions = Vec::with_capacity(5);
    conditions.extend(ready_to_start_containers(spec.host_network, sandboxes, release));
    conditions.push(initialized(spec, status, release));
    let unready = unready(spec, status, release);
    conditions.push(readiness(unready.as_ref(), spec, status));
    conditions.push(containers_readiness(unready));
    conditions.push(is_true(POD_SCHEDULED, ""));
    conditions
}

/// Returns the condition PodReadyToStartContainers; 1.20 has none. Rule P-203.
/// Models kubernetes pkg/kubelet/status/generate.go GeneratePodReadyToStartContainersCondition.
pub fn ready_to_start_containers(
    host_network: bool,
    sandboxes: &[SandboxInstance],
    release: Release,
) -> Option<PodCondition> {
    release.has(Feature::PodReadyToStartContainersCondition).then(|| {
        if needs_new_sandbox(host_network, sandboxes) {
            is_false(POD_READY_TO_START_CONTAINERS, "", String::new())
        } else {
            is_true(POD_READY_TO_START_CONTAINERS, "")
        }
    })
}

/// Returns the condition Initialized. Rule P-204.
/// Models kubernetes pkg/kubelet/status/generate.go GeneratePodInitializedCondition.
pub fn initialized(spec: &PodSpec, status: &PodStatus, release: Release) -> PodCondition {
    // 1.20 reads only the statuses of init containers.
    let knows_apps = release.has(Feature::SidecarContainers);
    let absent = status.init_container_statuses.is_none()
        && (!knows_apps || status.container_statuses.is_none());
    if absent && !spec.init_containers.is_empty() {
        return is_false(INITIALIZED, "UnknownContainerStatuses", String::new());
    }
    let mut found = Found::default();
    for container in &spec.init_containers {
        found.add(&container.name, status.init_containers(), |s| {
            if is_sidecar(container, release) { s.started == Some(true) } else { s.ready }
        });
    }
    if status.phase() == PodPhase::Succeeded && found.unknown.is_empty() {
        return is_true(INITIALIZED, "PodCompleted");
    }
    if knows_apps && regular_container_started(spec, status.containers()) {
        return is_true(INITIALIZED, "");
    }
    match found.message("incomplete") {
        Some(message) => is_false(INITIALIZED, "ContainersNotInitialized", message),
        None => is_true(INITIALIZED, ""),
    }
}

/// Returns the condition ContainersReady. Rules P-205, P-512.
/// Models kubernetes pkg/kubelet/status/generate.go GenerateContainersReadyCondition.
pub fn containers_ready(spec: &PodSpec, status: &PodStatus, release: Release) -> PodCondition {
    containers_readiness(unready(spec, status, release))
}

fn containers_readiness(unready: Option<PodCondition>) -> PodCondition {
    unready.unwrap_or_else(|| is_true(CONTAINERS_READY, ""))
}

/// Returns the condition Ready: ContainersReady and every readiness gate. Rules P-206, P-207.
/// Models kubernetes pkg/kubelet/status/generate.go GeneratePodReadyCondition.
pub fn ready(spec: &PodSpec, status: &PodStatus, release: Release) -> PodCondition {
    readiness(unready(spec, status, release).as_ref(), spec, status)
}

fn readiness(unready: Option<&PodCondition>, spec: &PodSpec, status: &PodStatus) -> PodCondition {
    if let Some(condition) = unready {
        return PodCondition { kind: READY.into(), ..condition.clone() };
    }
    let mut message = String::new();
    for gate in &spec.readiness_gates {
        let parts = match status.condition(&gate.condition_type) {
            None => [
                "corresponding condition of pod readiness gate \"",
                &gate.condition_type,
                "\" does not exist.",
                "",
            ],
            Some(condition) if condition.status == ConditionStatus::True => continue,
            Some(condition) => [
                "the status of pod readiness gate \"",
                &gate.condition_type,
                "\" is not \"True\", but ",
                condition.status.as_str(),
            ],
        };
        if !message.is_empty() {
            message.push_str(", ");
        }
        message.extend(parts);
    }
    if message.is_empty() {
        is_true(READY, "")
    } else {
        is_false(READY, "ReadinessGatesNotReady", message)
    }
}

/// Returns the condition `AllContainersRestarting` of a Pod that has such a rule.
/// Models kubernetes pkg/kubelet/status/generate.go GenerateAllContainersRestartingCondition.
pub(super) fn all_containers_restarting(
    worker: &PodWorker,
    view: &RuntimePod,
    phase: PodPhase,
    release: Release,
) -> Option<PodCondition> {
    let spec = &worker.pod.spec;
    if !restart_all::may_happen(spec, release) {
        return None;
    }
    let kind = ALL_CONTAINERS_RESTARTING;
    let left = view.instances.iter().any(|i| restart_all::is_of(spec, i));
    Some(match phase {
        PodPhase::Succeeded => is_false(kind, "PodCompleted", String::new()),
        PodPhase::Failed => is_false(kind, "PodFailed", String::new()),
        _ if left && restart_all::is_due(worker, view, release) => PodCondition {
            message: "container exited with restart policy rule".into(),
            ..is_true(kind, "RestartAllContainersStarted")
        },
        PodPhase::Pending | PodPhase::Running | PodPhase::Unknown => {
            is_false(kind, "", String::new())
        }
    })
}

/// Sets Ready and ContainersReady to False when the phase has become terminal while they were True. Rule P-212.
/// Models kubernetes pkg/kubelet/status/status_manager.go mergePodStatus.
pub(crate) fn end_readiness(conditions: &mut [PodCondition], phase: PodPhase, release: Release) {
    let reason = match phase {
        PodPhase::Succeeded => "PodCompleted",
        PodPhase::Failed => "PodFailed",
        PodPhase::Pending | PodPhase::Running | PodPhase::Unknown => return,
    };
    if !release.has(Feature::FailedPodIsNotReady) {
        return;
    }
    for condition in conditions {
        let readiness = condition.kind == READY || condition.kind == CONTAINERS_READY;
        if readiness && condition.status == ConditionStatus::True {
            condition.status = ConditionStatus::False;
            condition.reason = reason.into();
            condition.message = Text::default();
        }
    }
}

/// Returns the condition ContainersReady if some container is not ready. Rule P-205.
fn unready(spec: &PodSpec, status: &PodStatus, release: Release) -> Option<PodCondition> {
    let kind = CONTAINERS_READY;
    let knows_sidecars = release.has(Feature::SidecarContainers);
    if status.container_statuses.is_none()
        && (!knows_sidecars || status.init_container_statuses.is_none())
    {
        return Some(is_false(kind, "UnknownContainerStatuses", String::new()));
    }
    let mut found = Found::default();
    for container in spec.init_containers.iter().filter(|c| is_sidecar(c, release)) {
        found.add(&container.name, status.init_containers(), |s| s.ready);
    }
    for container in &spec.containers {
        found.add(&container.name, status.containers(), |s| s.ready);
    }
    if status.phase() == PodPhase::Succeeded && found.unknown.is_empty() {
        return Some(is_false(kind, "PodCompleted", String::new()));
    }
    if status.phase() == PodPhase::Failed && release.has(Feature::FailedPodIsNotReady) {
        return Some(is_false(kind, "PodFailed", String::new()));
    }
    found.message("unready").map(|message| is_false(kind, "ContainersNotReady", message))
}

/// Names of the containers that keep a condition False. Rule P-208.
#[derive(Default)]
struct Found<'a> {
    unknown: Vec<&'a str>,
    behind: Vec<&'a str>,
}

impl<'a> Found<'a> {
    fn add(
        &mut self,
        name: &'a str,
        statuses: &[ContainerStatus],
        done: impl Fn(&ContainerStatus) -> bool,
    ) {
        match status_of(statuses, name) {
            None => self.unknown.push(name),
            Some(status) if !done(status) => self.behind.push(name),
            Some(_) => {}
        }
    }

    fn message(&self, behind: &str) -> Option<String> {
        if self.unknown.is_empty() && self.behind.is_empty() {
            return None;
        }
        let mut message = String::with_capacity(64);
        for (word, names) in [("unknown", &self.unknown), (behind, &self.behind)] {
            if !names.is_empty() {
                if !message.is_empty() {
                    message.push_str(", ");
                }
                message.extend(["containers with ", word, " status: ["]);
                for (index, name) in names.iter().enumerate() {
                    message.extend([if index > 0 { " " } else { "" }, name]);
                }
                message.push(']');
            }
        }
        Some(message)
    }
}

pub(super) fn is_true(kind: &'static str, reason: &'static str) -> PodCondition {
    PodCondition {
        kind: kind.into(),
        status: ConditionStatus::True,
        reason: reason.into(),
        ..PodCondition::default()
    }
}

pub(super) fn is_false(kind: &'static str, reason: &'static str, message: String) -> PodCondition {
    let message = if message.is_empty() { Text::default() } else { message.into() };
    let status = ConditionStatus::False;
    PodCondition { kind: kind.into(), status, reason: reason.into(), message, ..Default::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::container::Container;

    /// Returns types, statuses and reasons of the conditions of a Failed Pod, one a line.
    fn of_a_failed_pod(release: Release) -> String {
        let container = Container { name: "app".into(), ..Container::default() };
        let spec = PodSpec { containers: vec![container], ..PodSpec::default() };
        let ended = ContainerStatus { name: "app".into(), ..ContainerStatus::default() };
        let status = PodStatus {
            phase: Some(PodPhase::Failed),
            container_statuses: Some(vec![ended]),
            ..PodStatus::default()
        };
        let conditions = generate(&spec, &status, &[], release);
        let lines =
            conditions.iter().map(|c| format!("{} {} {}", c.kind, c.status.as_str(), c.reason));
        lines.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn releases_differ_in_the_conditions_of_a_failed_pod() {
        let old = "Initialized True \nReady False ContainersNotReady\n\
            ContainersReady False ContainersNotReady\nPodScheduled True ";
        assert_eq!(of_a_failed_pod(Release::V1_20), old);
        let new = "PodReadyToStartContainers False \nInitialized True \nReady False PodFailed\n\
            ContainersReady False PodFailed\nPodScheduled True ";
        assert_eq!(of_a_failed_pod(Release::V1_28), new);
        assert_eq!(of_a_failed_pod(Release::Current), new);
    }

    #[test]
    fn a_phase_that_ends_ends_readiness() {
        let mut conditions = [is_true(READY, ""), is_true(INITIALIZED, "")];
        end_readiness(&mut conditions, PodPhase::Failed, Release::V1_28);
        assert_eq!(conditions[0], is_false(READY, "PodFailed", String::new()));
        assert_eq!(conditions[1], is_true(INITIALIZED, ""));
    }
}
