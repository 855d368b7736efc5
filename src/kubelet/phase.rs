//! The phase of a Pod, computed from its containers, and the rules that freeze it. Section 1 of the rule book.

use super::restart_all;
use super::restart_policy::restarts_after;
use crate::api::container::Container;
use crate::api::pod::PodSpec;
use crate::api::status::{ContainerState, ContainerStatus, PodPhase, is_sidecar, status_of};
use crate::rules::Feature;
use crate::rules::release::Release;

/// What the computation of the phase needs besides spec and statuses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PhasePass {
    /// Whether this is the pass after all containers of an ending Pod were stopped. Rule P-109.
    pub terminal: bool,
    /// Whether the Pod comes from a file on the node. Rule P-110.
    pub static_pod: bool,
    /// Whether an app container of the present sandbox has ever started. If `None`, the statuses show it. Rule P-112.
    pub regular_container_started: Option<bool>,
}

/// Returns the phase of a bound Pod, from its restart policy and container statuses.
/// Rules P-106 to P-112, P-117, P-124, P-518.
/// Models kubernetes pkg/kubelet/kubelet_pods.go getPhase.
pub fn pod_phase(
    spec: &PodSpec,
    init: &[ContainerStatus],
    app: &[ContainerStatus],
    pass: PhasePass,
    release: Release,
) -> PodPhase {
    let mut seen = Seen::default();
    for container in &spec.init_containers {
        let status = status_of(init, &container.name);
        if restart_all::begins_anew(init, &container.name) {
            seen.pending_init += 1;
        } else if is_sidecar(container, release) {
            seen.sidecar(status);
        } else {
            seen.regular_init(status, restarts(spec, container, status, release));
        }
    }
    for container in &spec.containers {
        let status = status_of(app, &container.name);
        if restart_all::begins_anew(app, &container.name) {
            seen.waiting += 1;
            continue;
        }
        seen.app(status, restarts(spec, container, status, release));
    }
    if seen.init_given_up {
        return PodPhase::Failed;
    }
    let started = match pass.regular_container_started {
        Some(started) if release.has(Feature::PendingUntilContainerStarted) => started,
        _ => regular_container_started(spec, app),
    };
    let pending = if release.has(Feature::PendingUntilContainerStarted) {
        seen.pending_init > 0 || (seen.pending_sidecars > 0 && !started)
    } else {
        // Before sidecars existed, an init container that is not done always kept the Pod Pending.
        seen.pending_init + seen.pending_sidecars > 0
            && !(started && release.has(Feature::SidecarContainers))
    };
    if pending || seen.waiting > 0 || seen.unknown > 0 {
        return PodPhase::Pending;
    }
    if seen.running > 0 {
        return PodPhase::Running;
    }
    if seen.stopped == 0 {
        return PodPhase::Pending;
    }
    let all_succeeded = seen.stopped == seen.succeeded;
    let ending = pass.terminal && !pass.static_pod && release.has(Feature::TerminalPhaseOnDeletion);
    if !ending && seen.restartable {
        PodPhase::Running
    } else if all_succeeded {
        PodPhase::Succeeded
    } else {
        PodPhase::Failed
    }
}

/// Applies the rules that freeze a phase: a terminal phase never changes. Rule P-113.
/// `cached` is the phase that the kubelet computed last, `api` the phase that the API server holds.
/// Models kubernetes pkg/kubelet/kubelet_pods.go generateAPIPodStatus.
pub fn frozen_phase(computed: PodPhase, cached: Option<PodPhase>, api: PodPhase) -> PodPhase {
    if api.is_terminal() {
        return api;
    }
    match cached {
        Some(cached) if cached.is_terminal() && !computed.is_terminal() => cached,
        _ => computed,
    }
}

/// Returns the phase that is written when the kubelet is done with a Pod: Failed if the phase is not terminal yet. 1.20
/// leaves the phase as it is. Conditions are not computed again for this write. Rule P-119.
/// Models kubernetes pkg/kubelet/status/status_manager.go TerminatePod.
pub(crate) fn finished_phase(phase: PodPhase, pass: PhasePass, release: Release) -> PodPhase {
    let stays =
        phase.is_terminal() || pass.static_pod || !release.has(Feature::TerminalPhaseOnDeletion);
    if stays { phase } else { PodPhase::Failed }
}

/// Returns whether some app container runs or has run in the present sandbox. Rule P-107.
/// Models kubernetes pkg/kubelet/container/helpers.go HasAnyRegularContainerStarted.
pub(crate) fn regular_container_started(spec: &PodSpec, app: &[ContainerStatus]) -> bool {
    spec.containers.iter().filter_map(|c| status_of(app, &c.name)).any(|status| {
        matches!(status.state, ContainerState::Running(_) | ContainerState::Terminated(_))
    })
}

/// Returns the exit code of the last instance that ended, from the present state or the one before.
fn last_exit_code(status: &ContainerStatus) -> Option<i32> {
    let ended = match &status.state {
        ContainerState::Terminated(ended) => Some(ended),
        ContainerState::Waiting(_) => status.last_state.terminated(),
        ContainerState::Running(_) | ContainerState::Unset => None,
    };
    ended.map(|ended| ended.exit_code.0)
}

/// Returns whether policies start an ended container again. Line 5b to 5e of rule P-106, and rule P-111.
///
/// Up to 1.33 an OnFailure Pod counts as restarting until all its containers have succeeded, and a waiting container
/// never counts as succeeded. So in these releases every waiting container of such a Pod restarts.
fn restarts(
    spec: &PodSpec,
    container: &Container,
    status: Option<&ContainerStatus>,
    release: Release,
) -> bool {
    let Some(code) = status.and_then(last_exit_code) else { return false };
    let waits = status.is_some_and(|s| s.state.waiting().is_some());
    let counts_as_failed = waits && !release.has(Feature::ContainerRestartRules) && code == 0;
    restarts_after(spec, container, if counts_as_failed { 1 } else { code }, release)
}

/// Counts the containers of a Pod by their state. Rules P-103 to P-105.
#[derive(Default)]
struct Seen {
    pending_init: u32,
    pending_sidecars: u32,
    init_given_up: bool,
    running: u32,
    waiting: u32,
    unknown: u32,
    stopped: u32,
    succeeded: u32,
    restartable: bool,
}

impl Seen {
    /// Counts a regular init container. Rule P-103.
    fn regular_init(&mut self, status: Option<&ContainerStatus>, restarts: bool) {
        match status.and_then(last_exit_code) {
            None => self.pending_init += 1,
            Some(0) => {}
            Some(_) => self.init_given_up |= !restarts,
        }
    }

    /// Counts a sidecar. Rule P-104.
    fn sidecar(&mut self, status: Option<&ContainerStatus>) {
        let Some(status) = status else {
            self.unknown += 1;
            return;
        };
        match &status.state {
            ContainerState::Running(_) => {
                self.running += 1;
                self.pending_sidecars += u32::from(status.started != Some(true));
            }
            ContainerState::Terminated(_) => {}
            ContainerState::Waiting(_) if status.last_state.terminated().is_some() => {}
            ContainerState::Waiting(_) => {
                self.waiting += 1;
                self.pending_sidecars += 1;
            }
            ContainerState::Unset => {
                self.unknown += 1;
                self.pending_sidecars += 1;
            }
        }
    }

    /// Counts an app container. Rule P-105.
    fn app(&mut self, status: Option<&ContainerStatus>, restarts: bool) {
        match status.map(|s| (&s.state, s.last_state.terminated().is_some())) {
            None | Some((ContainerState::Unset, _)) => self.unknown += 1,
            Some((ContainerState::Running(_), _)) => self.running += 1,
            Some((ContainerState::Terminated(ended), _)) => {
                self.stopped += 1;
                self.succeeded += u32::from(ended.exit_code.0 == 0);
                self.restartable |= restarts;
            }
            Some((ContainerState::Waiting(_), true)) => {
                self.stopped += 1;
                self.restartable |= restarts;
            }
            Some((ContainerState::Waiting(_), false)) => self.waiting += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::status::ContainerStateRunning;

    fn named(name: &'static str) -> Container {
        Container { name: name.into(), ..Container::default() }
    }

    fn running(name: &'static str) -> ContainerStatus {
        let state = ContainerState::Running(ContainerStateRunning::default());
        ContainerStatus { name: name.into(), state, ..ContainerStatus::default() }
    }

    #[test]
    fn before_1_28_an_init_container_that_runs_again_makes_the_pod_pending() {
        let spec = PodSpec {
            init_containers: vec![named("setup")],
            containers: vec![named("app")],
            ..PodSpec::default()
        };
        let phase = |release| {
            let (init, app) = ([running("setup")], [running("app")]);
            pod_phase(&spec, &init, &app, PhasePass::default(), release)
        };
        assert_eq!(phase(Release::V1_20), PodPhase::Pending);
        assert_eq!(phase(Release::V1_28), PodPhase::Running);
        assert_eq!(phase(Release::Current), PodPhase::Pending);
    }

    #[test]
    fn a_terminal_phase_of_the_api_never_changes() {
        use PodPhase::{Failed, Pending, Running, Succeeded};
        assert_eq!(frozen_phase(Failed, None, Succeeded), Succeeded);
        assert_eq!(frozen_phase(Running, Some(Failed), Succeeded), Succeeded);
        assert_eq!(frozen_phase(Running, Some(Failed), Running), Failed);
        assert_eq!(frozen_phase(Pending, Some(Running), Running), Pending);
    }

    #[test]
    fn a_pod_the_kubelet_is_done_with_has_failed_from_1_27() {
        let finished = |phase, release| finished_phase(phase, PhasePass::default(), release);
        assert_eq!(finished(PodPhase::Pending, Release::V1_20), PodPhase::Pending);
        assert_eq!(finished(PodPhase::Pending, Release::V1_28), PodPhase::Failed);
        assert_eq!(finished(PodPhase::Succeeded, Release::V1_28), PodPhase::Succeeded);
    }
}
