//! Runs the probe workers of a Pod: their ticks, the answers of the handlers, and what follows from them. Section 6 of the rule book.

use super::check;
use super::probe::{Activity, Outcome, ProbeKind, ProbeResult, Seen, Step};
use super::status_manager::amend;
use super::worker::{Checked, ContainerIndex, PodWorker};
use super::{Context, conditions, sync};
use crate::api::container::RestartPolicy;
use crate::api::core::EventType;
use crate::api::status::{CONTAINERS_READY, ContainerStatus, PodStatus, READY};
use crate::base::text::Text;
use crate::base::time::{SimTime, Timestamp};
use crate::cluster::event::SimEvent;
use crate::cluster::fact::Fact;
use crate::cluster::world::About;
use crate::rules::{Feature, Rule};
use std::rc::Rc;

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
    let outcome = checked.outcome;
    // A failure that restarts the container sets the worker's count to 0, so this adds to the count before the check.
    let times = if before.1 == outcome { before.0 + 1 } else { 1 };
    let fact = Fact::Probe { container, kind, outcome, message, times, is_news };
    cx.world.cause = checked.cause;
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
