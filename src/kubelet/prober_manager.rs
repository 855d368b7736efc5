//! Creates and stops the probe workers of a Pod, and reads their results. Section 6 of the rule book.
//! Models kubernetes pkg/kubelet/prober/prober_manager.go.

use super::Context;
use super::probe::{ProbeKind, ProbeResult, ProbeState};
use super::runtime::{Instance, InstanceState};
use super::worker::{ContainerIndex, PodWorker, ProbeWorker};
use crate::api::container::Container;
use crate::api::probe::Probe;
use crate::api::status::{ContainerStatus, PodStatus, is_sidecar};
use crate::base::text::Text;
use crate::cluster::event::SimEvent;
use crate::rules::Feature;
use std::rc::Rc;

/// Creates the probe workers of a Pod that has none yet. Rules P-608, P-609.
pub(crate) fn add_workers(cx: &mut Context<'_>, worker: &mut PodWorker) {
    let pod = Rc::clone(&worker.pod);
    let release = cx.world.release();
    let sidecars =
        pod.spec.init_containers.iter().enumerate().filter(|(_, c)| is_sidecar(c, release));
    let places = sidecars.map(|(i, c)| (ContainerIndex::Init(i as u16), c));
    let apps =
        pod.spec.containers.iter().enumerate().map(|(i, c)| (ContainerIndex::App(i as u16), c));
    for (place, container) in places.chain(apps) {
        for kind in [ProbeKind::Startup, ProbeKind::Readiness, ProbeKind::Liveness] {
            let Some(probe) = probe_of(container, kind) else { continue };
            if let Some(known) = index(worker, &container.name, kind) {
                let runs = |i: &Instance| i.state == InstanceState::Running;
                let is_needed = worker.cache.newest(&container.name).is_some_and(runs);
                if !worker.probes[known].alive
                    && is_needed
                    && release.has(Feature::ContainerRestartRules)
                {
                    revive(cx, worker, known);
                }
                continue;
            }
            let token = worker.probes.len() as u32;
            let period = probe.period_seconds() * 1000;
            // 1.20 lets every worker sleep a random part of its period first. Later releases do so only when the
            // kubelet itself has just started. Rule P-609.
            let is_new = cx.node.started.is_some_and(|at| cx.world.now.since(at) < period);
            let offset = if release.has(Feature::ProbeDelayAfterKubeletStart) && !is_new {
                0
            } else {
                cx.world.random_offset(period)
            };
            let (state, published) = beginning(cx, worker, container, kind);
            worker.probes.push(ProbeWorker {
                container_index: place,
                container: container.name.clone(),
                kind,
                probe: Rc::new(probe.clone()),
                state,
                alive: true,
                next_tick: cx.world.now + offset,
                published,
                in_flight: None,
                missed: false,
                token,
            });
            let event = SimEvent::ProbeTicked { pod: worker.id, worker: token as u16, token };
            cx.world.schedule(offset, event);
        }
    }
}

/// Returns the state that a worker begins with: empty, or the result that the API has for a container that ran before
/// the kubelet started. From 1.35 on the restart of a kubelet alone does not change the results.
fn beginning(
    cx: &Context<'_>,
    worker: &PodWorker,
    container: &Container,
    kind: ProbeKind,
) -> (ProbeState, Option<(Text, ProbeResult)>) {
    let known = known_before(cx, worker, &container.name);
    let has_passed = |known: &&ContainerStatus| match kind {
        ProbeKind::Readiness => known.ready,
        ProbeKind::Startup => known.started == Some(true),
        ProbeKind::Liveness => false,
    };
    let Some(known) = known.filter(has_passed) else { return (ProbeState::new(kind), None) };
    let (id, result) = (known.container_id.clone(), ProbeResult::Success);
    (ProbeState::resumed(kind, id.clone(), result), Some((id, result)))
}

/// Returns the status of a running container from before the kubelet started, if the API's status still counts.
fn known_before<'a>(
    cx: &Context<'_>,
    worker: &'a PodWorker,
    name: &str,
) -> Option<&'a ContainerStatus> {
    if cx.world.release().has(Feature::ChangeContainerStatusOnKubeletRestart) {
        return None;
    }
    let began = cx.node.started?;
    let status = worker.known_status();
    let known =
        status.containers().iter().chain(status.init_containers()).find(|s| s.name == *name)?;
    let runs = worker.cache.newest(name)?;
    (runs.started < began && runs.container_id == known.container_id).then_some(known)
}

/// Restarts the worker of a container that runs again. The worker had ended because the container was not expected to
/// start again. Rules P-608, P-610.
fn revive(cx: &mut Context<'_>, worker: &mut PodWorker, index: usize) {
    let lives = worker.probes.len() as u32;
    let probe = &mut worker.probes[index];
    probe.state = ProbeState::new(probe.kind);
    probe.alive = true;
    probe.published = None;
    probe.in_flight = None;
    probe.missed = false;
    probe.next_tick = cx.world.now;
    probe.token += lives;
    let token = probe.token;
    cx.world.schedule(0, SimEvent::ProbeTicked { pod: worker.id, worker: index as u16, token });
}

/// Returns the probe of a container, if it has it.
pub fn probe_of(container: &Container, kind: ProbeKind) -> Option<&Probe> {
    match kind {
        ProbeKind::Liveness => container.liveness_probe.as_ref(),
        ProbeKind::Readiness => container.readiness_probe.as_ref(),
        ProbeKind::Startup => container.startup_probe.as_ref(),
    }
}

fn index(worker: &PodWorker, container: &str, kind: ProbeKind) -> Option<usize> {
    worker.probes.iter().position(|w| w.kind == kind && w.container == *container)
}

/// Returns the stored result of a probe for an instance; none when there is no such worker or when the worker has not
/// seen the instance yet. Rule P-615.
pub(crate) fn stored(
    worker: &PodWorker,
    container: &str,
    kind: ProbeKind,
    instance: &str,
) -> Option<ProbeResult> {
    let found = &worker.probes[index(worker, container, kind)?];
    let (published, result) = found.published.as_ref()?;
    (*published == *instance).then_some(*result)
}

fn has_worker(worker: &PodWorker, container: &str, kind: ProbeKind) -> bool {
    index(worker, container, kind).is_some_and(|i| worker.probes[i].alive)
}

/// Stops the liveness and startup workers of a Pod that is ending. Rule P-620.
pub(crate) fn stop_liveness_and_startup(worker: &mut PodWorker) {
    for probe in &mut worker.probes {
        if probe.kind != ProbeKind::Readiness {
            probe.alive = false;
        }
    }
}

/// Stops all workers of a Pod. Rule P-608.
pub(crate) fn remove_all(worker: &mut PodWorker) {
    for probe in &mut worker.probes {
        probe.alive = false;
    }
}

/// Sets `started` and `ready` of every container from the stored results, and asks the readiness workers of containers
/// that are not ready to check at once. Rules P-313, P-314, P-619.
/// Models kubernetes pkg/kubelet/prober/prober_manager.go UpdatePodStatus.
pub(crate) fn update_pod_status(cx: &mut Context<'_>, worker: &PodWorker, status: &mut PodStatus) {
    let release = cx.world.release();
    for app in status.container_statuses.iter_mut().flatten() {
        set_flags(cx, worker, app);
    }
    for init in status.init_container_statuses.iter_mut().flatten() {
        let mut sidecars = worker.pod.spec.sidecars();
        if release.has(Feature::SidecarContainers) && sidecars.any(|c| c.name == init.name) {
            set_flags(cx, worker, init);
            continue;
        }
        init.ready = init.state.terminated().is_some_and(|end| end.exit_code.0 == 0);
        init.started =
            release.has(Feature::SidecarContainers).then_some(init.state.running().is_some());
    }
}

fn set_flags(cx: &mut Context<'_>, worker: &PodWorker, status: &mut ContainerStatus) {
    let running = status.state.running().is_some();
    let result = |kind| stored(worker, &status.name, kind, &status.container_id);
    let started = running
        && match result(ProbeKind::Startup) {
            Some(result) => result == ProbeResult::Success,
            None => match known_before(cx, worker, &status.name) {
                Some(known) => known.started == Some(true),
                None => !has_worker(worker, &status.name, ProbeKind::Startup),
            },
        };
    status.started = Some(started);
    status.ready = false;
    if !started {
        return;
    }
    let ready = result(ProbeKind::Readiness) == Some(ProbeResult::Success);
    let probed = has_worker(worker, &status.name, ProbeKind::Readiness);
    let found = result(ProbeKind::Readiness).is_some();
    if !found && let Some(known) = known_before(cx, worker, &status.name) {
        status.ready = known.ready;
        return;
    }
    status.ready = ready || !probed;
    if !status.ready
        && cx.world.release().has(Feature::ReadinessProbeOnSync)
        && let Some(index) = index(worker, &status.name, ProbeKind::Readiness)
    {
        let token = worker.probes[index].token;
        let event = SimEvent::ProbeTriggered { pod: worker.id, worker: index as u16, token };
        cx.world.schedule(0, event);
    }
}
