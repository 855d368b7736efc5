//! Plans the steps that bring a Pod's containers to their desired state. Rules P-318, P-401, P-402, P-419, P-501.

use super::probe::{ProbeKind, ProbeResult};
use super::resize;
use super::restart_policy::{restarts_after, should_restart};
use super::runtime::{Instance, InstanceState, RuntimePod};
use super::worker::{ContainerIndex, List, PodWorker, Step};
use crate::api::container::{Container, RestartPolicy};
use crate::api::status::{ALL_CONTAINERS_RESTARTING, is_sidecar};
use crate::base::text::Text;
use crate::rules::Feature;
use crate::rules::release::Release;
use std::collections::VecDeque;

/// Plans the steps of a sync. Models kubernetes pkg/kubelet/kuberuntime/kuberuntime_manager.go computePodActions.
pub(crate) fn compute(worker: &PodWorker, view: &RuntimePod, release: Release) -> PodActions {
    let spec = &worker.pod.spec;
    if worker.known_status().is_true(ALL_CONTAINERS_RESTARTING) {
        let steps = [Step::EndContainers, Step::RemoveContainers].into();
        return PodActions { steps, sandbox_changed: false };
    }
    let mut plan = Plan::new(worker, view, release);
    let ready = view.sandboxes.iter().filter(|s| s.ready).count();
    let newest_is_ready = view.sandboxes.last().is_some_and(|s| s.ready);
    if !newest_is_ready || ready > 1 {
        plan.without_sandbox();
        return plan.finish();
    }
    for (index, container) in spec.ephemeral_containers.iter().enumerate() {
        if view.newest(&container.name).is_none() {
            plan.starts.push(ContainerIndex::Ephemeral(index as u16));
        }
    }
    let initialized = if release.has(Feature::SidecarContainers) {
        plan.init_with_sidecars()
    } else {
        plan.init_before_sidecars()
    };
    if plan.kill_pod || !initialized {
        return plan.finish();
    }
    plan.apps();
    plan.finish()
}

/// The steps of a sync, and whether a lost sandbox is created again.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct PodActions {
    /// The steps, in order.
    pub steps: VecDeque<Step>,
    /// Whether the Pod had a sandbox before and gets another one. Rule P-418.
    pub sandbox_changed: bool,
}

struct Plan<'a> {
    worker: &'a PodWorker,
    view: &'a RuntimePod,
    release: Release,
    kill_pod: bool,
    create_sandbox: bool,
    kills: Vec<Step>,
    init_starts: Vec<ContainerIndex>,
    starts: Vec<ContainerIndex>,
}

impl<'a> Plan<'a> {
    fn new(worker: &'a PodWorker, view: &'a RuntimePod, release: Release) -> Self {
        Plan {
            worker,
            view,
            release,
            kill_pod: false,
            create_sandbox: false,
            kills: Vec::new(),
            init_starts: Vec::new(),
            starts: Vec::new(),
        }
    }

    fn policy(&self) -> RestartPolicy {
        self.worker.pod.spec.restart_policy()
    }

    fn restarts_on_failure(&self) -> bool {
        self.policy() != RestartPolicy::Never
    }

    fn finish(self) -> PodActions {
        let mut steps = if self.kill_pod { vec![Step::KillPod] } else { self.kills };
        if self.create_sandbox {
            if self.kill_pod {
                steps.push(Step::PurgeInitContainers);
            }
            steps.push(Step::CreateSandbox);
        }
        if !self.kill_pod || self.create_sandbox {
            steps.extend(self.init_starts.into_iter().chain(self.starts).map(Step::Start));
        }
        let sandbox_changed = self.create_sandbox && !self.view.sandboxes.is_empty();
        PodActions { steps: steps.into(), sandbox_changed }
    }

    /// Plans for a Pod without a ready sandbox: stops everything that still runs, and begins again in a new sandbox.
    /// Rule P-418.
    fn without_sandbox(&mut self) {
        let spec = &self.worker.pod.spec;
        self.kill_pod = true;
        let had_sandbox = !self.view.sandboxes.is_empty();
        if !self.restarts_on_failure() && had_sandbox && !self.view.instances.is_empty() {
            return;
        }
        let succeeded = |c: &Container| {
            let newest = self.view.newest(&c.name);
            newest.is_some_and(|i| i.state == InstanceState::Exited && i.code == 0)
        };
        let on_failure = self.policy() == RestartPolicy::OnFailure;
        let due: Vec<ContainerIndex> = (0..spec.containers.len())
            .filter(|i| !(on_failure && succeeded(&spec.containers[*i])))
            .map(|i| ContainerIndex::App(i as u16))
            .collect();
        if due.is_empty() {
            return;
        }
        self.create_sandbox = true;
        if spec.init_containers.is_empty() {
            self.starts = due;
        } else {
            self.init_starts.push(ContainerIndex::Init(0));
        }
    }

    /// Plans the init containers as releases without sidecars run them. Returns true when all are done.
    /// Rules P-501 to P-503, P-519.
    /// Models kubernetes pkg/kubelet/kuberuntime/kuberuntime_container.go findNextInitContainerToRun.
    fn init_before_sidecars(&mut self) -> bool {
        let spec = &self.worker.pod.spec;
        if spec.init_containers.is_empty() {
            return true;
        }
        let runs = |c: &Container| {
            self.view.newest(&c.name).is_some_and(|i| i.state == InstanceState::Running)
        };
        if spec.containers.iter().any(runs) {
            return true;
        }
        let newest = |i: usize| self.view.newest(&spec.init_containers[i].name);
        let failed = |i: &Instance| i.state == InstanceState::Exited && i.code != 0;
        for index in (0..spec.init_containers.len()).rev() {
            if newest(index).is_some_and(failed) {
                if self.restarts_on_failure() {
                    self.init_starts.push(ContainerIndex::Init(index as u16));
                } else {
                    self.kill_pod = true;
                }
                return false;
            }
        }
        for index in (0..spec.init_containers.len()).rev() {
            match newest(index).map(|i| i.state) {
                None => {}
                Some(InstanceState::Running) => return false,
                Some(InstanceState::Created) => {
                    self.init_starts.push(ContainerIndex::Init(index as u16));
                    return false;
                }
                Some(InstanceState::Exited) if index + 1 == spec.init_containers.len() => {
                    return true;
                }
                Some(InstanceState::Exited) => {
                    self.init_starts.push(ContainerIndex::Init(index as u16 + 1));
                    return false;
                }
            }
        }
        self.init_starts.push(ContainerIndex::Init(0));
        false
    }

    /// Plans the init containers and sidecars. Returns true when app containers may start. Rules P-501 to P-510, P-519.
    /// Models kubernetes pkg/kubelet/kuberuntime/kuberuntime_container.go computeInitContainerActions.
    fn init_with_sidecars(&mut self) -> bool {
        let spec = &self.worker.pod.spec;
        let count = spec.init_containers.len();
        if count == 0 {
            return true;
        }
        // From 1.29 on an app container that has ended does not prove that the init containers are done: it may have
        // run in a sandbox that was lost. 1.28 does not see the difference, and starts app containers beside the init
        // containers of a new sandbox (kubernetes issue 120247).
        let ends_count = !self.release.has(Feature::InitProvedByRunningContainers);
        let begun = |c: &Container| {
            let newest = self.view.newest(&c.name);
            newest.is_some_and(|i| ends_count || i.state != InstanceState::Exited)
        };
        let mut initialized = spec.containers.iter().any(begun);
        let mut earlier_done = initialized;
        for index in (0..count).rev() {
            let place = ContainerIndex::Init(index as u16);
            let container = &spec.init_containers[index];
            let sidecar = is_sidecar(container, self.release);
            let Some(instance) = self.view.newest(&container.name) else {
                if earlier_done && sidecar {
                    self.init_starts.push(place);
                }
                continue;
            };
            if earlier_done && !sidecar {
                continue;
            }
            let next = ContainerIndex::Init(index as u16 + 1);
            match instance.state {
                InstanceState::Created => {}
                InstanceState::Running if !sidecar => {}
                InstanceState::Running => {
                    self.running_sidecar(
                        place,
                        container,
                        instance,
                        index + 1 == count,
                        &mut initialized,
                        earlier_done,
                    );
                }
                InstanceState::Exited if sidecar => self.init_starts.push(place),
                InstanceState::Exited if instance.code != 0 => {
                    let again = restarts_after(spec, container, instance.code, self.release);
                    if !again {
                        self.kill_pod = true;
                        self.init_starts.clear();
                        return false;
                    }
                    self.init_starts.push(place);
                }
                InstanceState::Exited if index + 1 == count => initialized = true,
                InstanceState::Exited => self.init_starts.push(next),
            }
            earlier_done = true;
        }
        if !earlier_done {
            self.init_starts.push(ContainerIndex::Init(0));
        }
        self.init_starts.reverse();
        initialized
    }

    fn running_sidecar(
        &mut self,
        place: ContainerIndex,
        container: &Container,
        instance: &Instance,
        last: bool,
        initialized: &mut bool,
        later_begun: bool,
    ) {
        if container.startup_probe.is_some() {
            match self.stored(container, ProbeKind::Startup, instance) {
                Some(ProbeResult::Success) => {}
                Some(ProbeResult::Failure) => {
                    let message = format!("Init container {} failed startup probe", container.name);
                    self.kill(container, instance, message.into(), Some(ProbeKind::Startup));
                    self.init_starts.push(place);
                    return;
                }
                Some(ProbeResult::Unknown) | None => return,
            }
        }
        if let Some(again) = resize::restarts(self.worker, container, instance, self.release) {
            if again {
                let message = format!("Container {} resize requires restart", container.name);
                self.kill(container, instance, message.into(), None);
                self.init_starts.push(place);
                return;
            }
            self.kills.push(Step::Resize(instance.id));
        }
        if last {
            *initialized = true;
        } else if !later_begun {
            let ContainerIndex::Init(index) = place else { return };
            self.init_starts.push(ContainerIndex::Init(index + 1));
        }
        if self.stored(container, ProbeKind::Liveness, instance) == Some(ProbeResult::Failure) {
            let message = format!("Init container {} failed liveness probe", container.name);
            self.kill(container, instance, message.into(), Some(ProbeKind::Liveness));
            self.init_starts.push(place);
        }
    }

    /// Plans the app containers. Starts those that do not run, if their policies allow it. Rules P-401, P-402, P-412, P-413.
    ///
    /// A container that fails a probe is killed and started in the same sync, whatever its exit code will be. The next
    /// sync reads the exit code only if the back-off refuses that start.
    fn apps(&mut self) {
        let spec = &self.worker.pod.spec;
        let mut kept = 0;
        for (index, container) in spec.containers.iter().enumerate() {
            let place = ContainerIndex::App(index as u16);
            let running =
                self.view.newest(&container.name).filter(|i| i.state == InstanceState::Running);
            let Some(instance) = running else {
                if should_restart(self.worker, self.view, container, List::App, self.release) {
                    self.starts.push(place);
                }
                continue;
            };
            let mut restart = self.restarts_on_failure();
            let failed =
                |kind| self.stored(container, kind, instance) == Some(ProbeResult::Failure);
            let (mut message, probe) = if instance.image != container.image {
                // The definition changed, so the container restarts whatever its policy is. Rule P-402.
                restart = true;
                (format!("Container {} definition changed", container.name), None)
            } else if failed(ProbeKind::Liveness) {
                (
                    format!("Container {} failed liveness probe", container.name),
                    Some(ProbeKind::Liveness),
                )
            } else if failed(ProbeKind::Startup) {
                (
                    format!("Container {} failed startup probe", container.name),
                    Some(ProbeKind::Startup),
                )
            } else if let Some(again) =
                resize::restarts(self.worker, container, instance, self.release)
            {
                if !again {
                    self.kills.push(Step::Resize(instance.id));
                    kept += 1;
                    continue;
                }
                let message = format!("Container {} resize requires restart", container.name);
                self.starts.push(place);
                self.kill(container, instance, message.into(), None);
                continue;
            } else {
                kept += 1;
                continue;
            };
            if restart {
                message.push_str(", will be restarted");
                self.starts.push(place);
            }
            self.kill(container, instance, message.into(), probe);
        }
        let apps = self.starts.iter().filter(|p| matches!(p, ContainerIndex::App(_))).count();
        if kept == 0 && apps == 0 {
            self.kill_pod = true;
            self.init_starts.clear();
        }
    }

    fn kill(
        &mut self,
        container: &Container,
        instance: &Instance,
        message: Text,
        probe: Option<ProbeKind>,
    ) {
        let grace = grace(self.worker, container, probe, self.release);
        self.kills.push(Step::KillContainer { instance: instance.id, message, grace });
    }

    fn stored(
        &self,
        container: &Container,
        kind: ProbeKind,
        instance: &Instance,
    ) -> Option<ProbeResult> {
        super::prober_manager::stored(self.worker, &container.name, kind, &instance.container_id)
    }
}

/// Returns the grace period of a kill, in seconds. Rules P-621, P-806.
/// Models kubernetes pkg/kubelet/kuberuntime/kuberuntime_container.go setTerminationGracePeriod.
pub(crate) fn grace(
    worker: &PodWorker,
    container: &Container,
    probe: Option<ProbeKind>,
    release: Release,
) -> i64 {
    let spec = &worker.pod.spec;
    if let Some(seconds) = worker.pod.metadata.deletion_grace_period_seconds {
        return seconds;
    }
    let own = match probe {
        Some(ProbeKind::Liveness) => container.liveness_probe.as_ref(),
        Some(ProbeKind::Startup) => container.startup_probe.as_ref(),
        Some(ProbeKind::Readiness) | None => None,
    };
    let own = own.and_then(|probe| probe.termination_grace_period_seconds);
    own.filter(|_| release.has(Feature::ProbeTerminationGracePeriod))
        .or(spec.termination_grace_period_seconds)
        .unwrap_or(30)
}
