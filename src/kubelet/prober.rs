//! Runs the probe workers: their ticks, the answers of the handlers, and what follows from them. Section 6 of the rule book.

use super::check;
use super::probe::{Activity, Outcome, ProbeKind, ProbeResult, ProbeState, Seen, Step};
use super::runtime::{Instance, InstanceState};
use super::status_manager::amend;
use super::worker::{Checked, ContainerIndex, PodWorker, ProbeWorker};
use super::{Context, conditions, sync};
use crate::api::container::{Container, RestartPolicy};
use crate::api::core::EventType;
use crate::api::probe::Probe;
use crate::api::status::{CONTAINERS_READY, ContainerStatus, PodStatus, READY, is_sidecar};
use crate::base::text::Text;
use crate::base::time::{SimTime, Timestamp};
use crate::cluster::event::SimEvent;
use crate::cluster::fact::Fact;
use crate::cluster::world::About;
use crate::rules::{Feature, Rule};
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

/// Handles a tick of a worker's period. Rules P-609, P-623.
pub(crate) fn ticked(cx: &mut Context<'_>, worker: &mut PodWorker, index: u16, token: u32) {
    let id = worker.id;
    let Some(probe) = worker.probes.get_mut(index as usize).filter(|p| p.alive && p.token == token)
    else {
        return;
    };
    let period = probe.probe.period_seconds() * 1000;
    probe.next_tick = cx.world.now + period;
    cx.world.schedule(period, SimEvent::ProbeTicked { pod: id, worker: index, token });
    iterate(cx, worker, index as usize);
}

/// Handles the request of a sync that the worker check at once. Rule P-619.
pub(crate) fn triggered(cx: &mut Context<'_>, worker: &mut PodWorker, index: u16, token: u32) {
    if worker.probes.get(index as usize).is_some_and(|p| p.alive && p.token == token) {
        iterate(cx, worker, index as usize);
    }
}

/// Runs one iteration. Rule P-610. Models kubernetes pkg/kubelet/prober/worker.go doProbe.
fn iterate(cx: &mut Context<'_>, worker: &mut PodWorker, index: usize) {
    let release = cx.world.release();
    let Some(status) = worker.status.clone() else { return };
    let PodWorker { probes, pod, .. } = &mut *worker;
    let probe = &mut probes[index];
    if probe.in_flight.is_some() {
        probe.missed = true;
        return;
    }
    if status.phase().is_terminal() {
        probe.alive = false;
        return;
    }
    let Some(container) = status_of(&status, probe.container_index, &probe.container) else {
        return;
    };
    let sidecar = matches!(probe.container_index, ContainerIndex::Init(_));
    let activity = match &container.state {
        crate::api::status::ContainerState::Running(running) => {
            let since = running.started_at.map_or(0, |at| at.0 - Timestamp::EPOCH.0).max(0) as u64;
            Activity::Running(cx.world.now.since(SimTime::from_seconds(since)) / 1000)
        }
        crate::api::status::ContainerState::Terminated(_)
            if pod.spec.restart_policy() == RestartPolicy::Never && !sidecar =>
        {
            Activity::EndedForGood
        }
        crate::api::status::ContainerState::Terminated(_) => Activity::Ended,
        crate::api::status::ContainerState::Waiting(_)
        | crate::api::status::ContainerState::Unset => Activity::Waiting,
    };
    let seen = Seen {
        container: Some(&container.container_id).filter(|id| !id.is_empty()),
        activity,
        started: container.started == Some(true),
        deleting: pod.metadata.deletion_timestamp.is_some()
            && release.has(Feature::ProbesStopOnDeletion),
    };
    let step = probe.state.begin(seen, &probe.probe);
    match step {
        Step::Rest => publish(cx, worker, index),
        Step::End => {
            probe.alive = false;
            publish(cx, worker, index);
        }
        Step::Run => {
            publish(cx, worker, index);
            let checked = check::run(cx, worker, index);
            if checked.delay == 0 {
                finish(cx, worker, index, checked);
            } else {
                let delay = checked.delay;
                let token = worker.probes[index].token;
                worker.probes[index].in_flight = Some(checked);
                let event = SimEvent::ProbeAnswered { pod: worker.id, worker: index as u16, token };
                cx.world.schedule(delay, event);
            }
        }
    }
}

/// Handles the answer of a check that took time.
pub(crate) fn answered(cx: &mut Context<'_>, worker: &mut PodWorker, index: u16, token: u32) {
    let index = index as usize;
    let Some(probe) = worker.probes.get_mut(index).filter(|p| p.token == token) else { return };
    let Some(checked) = probe.in_flight.take() else { return };
    let missed = std::mem::take(&mut probe.missed);
    if !probe.alive {
        return;
    }
    finish(cx, worker, index, checked);
    if missed && worker.probes[index].alive {
        iterate(cx, worker, index);
    }
}

fn finish(cx: &mut Context<'_>, worker: &mut PodWorker, index: usize, checked: Checked) {
    let probe = &mut worker.probes[index];
    let (kind, place) = (probe.kind, probe.container_index);
    let before = probe.state.run_length();
    probe.state.finish(checked.outcome, &probe.probe);
    let after = probe.state.run_length();
    let (container, message) = (probe.container.clone(), checked.message.clone());
    // A success after a success changes nothing, but the run is recorded so that it can be shown.
    let is_news = checked.outcome != Outcome::Success || before.1 != after.1 || before.0 == 0;
    let fact = Fact::Probe { container, kind, outcome: checked.outcome, message, is_news };
    cx.world.record(About::Pod(worker.id), fact, Rule::P611);
    if let Some((reason, message)) = checked.event {
        cx.record_event(worker, Some(place), EventType::Warning, reason, message);
    }
    publish(cx, worker, index);
}

/// Publishes a stored result when it is new. Rules P-616 to P-618.
/// Models kubernetes pkg/kubelet/prober/results/results_manager.go Set.
fn publish(cx: &mut Context<'_>, worker: &mut PodWorker, index: usize) {
    let release = cx.world.release();
    let probe = &mut worker.probes[index];
    let Some(container) = probe.state.container() else { return };
    let stored = probe.state.stored;
    if probe.published.as_ref().is_some_and(|(id, result)| id == container && *result == stored) {
        return;
    }
    let container = container.clone();
    probe.published = Some((container.clone(), stored));
    let kind = probe.kind;
    match kind {
        ProbeKind::Liveness => {
            if stored == ProbeResult::Failure {
                sync::trigger(cx, worker);
            }
        }
        ProbeKind::Readiness => {
            set_readiness(cx, worker, &container, stored == ProbeResult::Success);
            if release.has(Feature::ProbeResultStartsSync) {
                sync::trigger(cx, worker);
            }
        }
        ProbeKind::Startup => {
            let started = stored == ProbeResult::Success;
            amend(cx, worker, |status| {
                if let Some(found) = by_id(status, &container) {
                    found.started = Some(started);
                }
            });
            if release.has(Feature::ProbeResultStartsSync) {
                sync::trigger(cx, worker);
            }
        }
    }
}

/// Rewrites a container's readiness, and the conditions that follow from it, at once. Rule P-618.
/// Models kubernetes pkg/kubelet/status/status_manager.go SetContainerReadiness.
fn set_readiness(cx: &mut Context<'_>, worker: &mut PodWorker, container: &Text, ready: bool) {
    let release = cx.world.release();
    let pod = Rc::clone(&worker.pod);
    amend(cx, worker, |status| {
        let Some(found) = by_id(status, container) else { return };
        if found.ready == ready {
            return;
        }
        found.ready = ready;
        for fresh in [
            conditions::ready(&pod.spec, status, release),
            conditions::containers_ready(&pod.spec, status, release),
        ] {
            debug_assert!(fresh.kind == READY || fresh.kind == CONTAINERS_READY);
            if let Some(known) = status.conditions.iter_mut().find(|c| c.kind == fresh.kind) {
                let generation = known.observed_generation;
                *known = fresh;
                known.observed_generation = generation;
            }
        }
    });
}

fn by_id<'a>(status: &'a mut PodStatus, container: &Text) -> Option<&'a mut ContainerStatus> {
    let apps = status.container_statuses.iter_mut().flatten();
    let init = status.init_container_statuses.iter_mut().flatten();
    apps.chain(init).find(|s| s.container_id == *container)
}

fn status_of<'a>(
    status: &'a PodStatus,
    place: ContainerIndex,
    name: &str,
) -> Option<&'a ContainerStatus> {
    let list = match place {
        ContainerIndex::Init(_) => status.init_containers(),
        ContainerIndex::App(_) => status.containers(),
        ContainerIndex::Ephemeral(_) => &status.ephemeral_container_statuses,
    };
    list.iter().find(|s| s.name == *name)
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
