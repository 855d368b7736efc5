//! Stops containers: preStop hook, signal, grace period, SIGKILL. Rules P-704 to P-706, P-806, P-807.
//!
//! What ends a program returns whether a sync waited for that and goes on.

use super::Context;
use super::actions;
use super::hooks;
use super::process;
use super::runtime::{Hook, Instance, InstanceState, RuntimePod, Stopping};
use super::stop_signal::{self, KILL};
use super::worker::{Blocked, ContainerIndex, PodWorker, PodWorkerState, StartFailure};
use super::{restart_all, termination};
use crate::api::core::EventType;
use crate::api::probe::LifecycleHandler;
use crate::api::reason::TerminatedReason;
use crate::base::text::Text;
use crate::cluster::event::{InstanceId, SimEvent};
use crate::cluster::fact::{Fact, HookKind, ProgramEvent, SignalPurpose};
use crate::cluster::plan::Check;
use crate::cluster::world::About;
use crate::rules::{Feature, Rule};
use std::rc::Rc;

/// The least number of seconds between stop signal and SIGKILL. Rule K-12.
const MINIMUM: u64 = 2;

/// Stops all running containers, then the sandbox. Rules P-514, P-806.
pub(crate) fn kill_pod(cx: &mut Context<'_>, worker: &mut PodWorker, grace: Option<i64>) {
    let release = cx.world.release();
    let grace = grace.or_else(|| worker.end_grace());
    // The kubelet stops the containers that it has seen running. It learns of the others while the Pod ends.
    let ending = worker.stage >= PodWorkerState::Terminating || worker.gone;
    let known = if ending { &worker.runtime } else { &worker.cache };
    let seen = Rc::clone(known);
    let running: Vec<InstanceId> =
        worker.runtime.running().filter(|i| seen.instance(i.id).is_some()).map(|i| i.id).collect();
    let ordered = release.has(Feature::SidecarsStopLast);
    let pod = Rc::clone(&worker.pod);
    let is_sidecar = |i: &Instance| ordered && pod.spec.sidecars().any(|c| c.name == i.container);
    let runtime = Rc::clone(&worker.runtime);
    let (mut sidecars, others): (Vec<InstanceId>, Vec<InstanceId>) =
        running.into_iter().partition(|id| runtime.instance(*id).is_some_and(is_sidecar));
    let position = |id: &InstanceId| {
        let name = runtime.instance(*id).map(|i| i.container.clone()).unwrap_or_default();
        pod.spec.init_containers.iter().position(|c| c.name == name)
    };
    sidecars.sort_by_key(position);
    for id in &others {
        let message = stopping_message(&runtime, *id);
        begin_stop(cx, worker, *id, message, grace);
    }
    wait_for(cx, worker, others, sidecars, true, None);
}

fn stopping_message(runtime: &RuntimePod, id: InstanceId) -> Text {
    let name = runtime.instance(id).map(|i| i.container.clone()).unwrap_or_default();
    format!("Stopping container {name}").into()
}

/// Ends all init and app containers, without hooks and with no grace period except the 2 s of rule K-12. The sandbox stays.
/// Rule P-416.
pub(crate) fn end_containers(cx: &mut Context<'_>, worker: &mut PodWorker) {
    let runtime = Rc::clone(&worker.runtime);
    let running = runtime.running().filter(|i| restart_all::is_of(&worker.pod.spec, i));
    let running: Vec<InstanceId> = running.map(|i| i.id).collect();
    for id in &running {
        begin_stop(cx, worker, *id, stopping_message(&runtime, *id), Some(0));
    }
    wait_for(cx, worker, running, Vec::new(), false, None);
}

/// Stops one container and waits until it has ended.
pub(crate) fn kill_container(
    cx: &mut Context<'_>,
    worker: &mut PodWorker,
    instance: InstanceId,
    message: Text,
    grace: i64,
    failed_start: Option<(Text, StartFailure)>,
) {
    let running =
        worker.runtime.instance(instance).is_some_and(|i| i.state == InstanceState::Running);
    if running {
        begin_stop(cx, worker, instance, message, Some(grace));
    }
    wait_for(cx, worker, vec![instance], Vec::new(), false, failed_start);
}

fn wait_for(
    cx: &mut Context<'_>,
    worker: &mut PodWorker,
    instances: Vec<InstanceId>,
    sidecars: Vec<InstanceId>,
    sandbox: bool,
    failed_start: Option<(Text, StartFailure)>,
) {
    if let Some(task) = &mut worker.task {
        let since = cx.world.now;
        task.blocked = Blocked::Exits { instances, sidecars, since, sandbox, failed_start };
    }
    exits_seen(cx, worker);
}

/// Begins to stop a container: event, preStop hook, then the signal. Rule P-806.
/// Models kubernetes pkg/kubelet/kuberuntime/kuberuntime_container.go killContainer.
fn begin_stop(
    cx: &mut Context<'_>,
    worker: &mut PodWorker,
    id: InstanceId,
    message: Text,
    grace: Option<i64>,
) {
    let Some(instance) = worker.runtime.instance(id).cloned() else { return };
    if instance.stopping.is_some() {
        return;
    }
    let place = ContainerIndex::find(&worker.pod.spec, &instance.container);
    let container = place.map(|place| place.of(&worker.pod.spec).clone()).unwrap_or_default();
    let grace =
        grace.unwrap_or_else(|| actions::grace(worker, &container, None, cx.world.release()));
    let grace = u64::try_from(grace).unwrap_or(1);
    if !worker.silent {
        cx.record_event(worker, place, EventType::Normal, "Killing", message);
    }
    let hook = container.lifecycle.as_ref().and_then(|l| l.pre_stop.as_ref()).filter(|_| grace > 0);
    let since = cx.world.now;
    let Some(hook) = hook else {
        set_stopping(worker, id, Stopping { since, grace, hook: Hook::Over });
        signal(cx, worker, id);
        return;
    };
    let run = hooks::look(cx, worker, &instance, hook, Check::PreStop);
    let limit = grace * 1000;
    let (state, wait) = match run.delay {
        delay if delay > limit => (Hook::Abandoned, limit),
        delay if run.error.is_some() => (Hook::Failing, delay),
        delay => (Hook::Running, delay),
    };
    let fact = Fact::Hook { container: instance.container.clone(), hook: HookKind::PreStop };
    cx.world.record(About::Pod(worker.id), fact, Rule::P704);
    set_stopping(worker, id, Stopping { since, grace, hook: state });
    cx.world.schedule(wait, SimEvent::PreStopEnded { pod: worker.id, instance: id });
}

fn set_stopping(worker: &mut PodWorker, id: InstanceId, stopping: Stopping) {
    if let Some(instance) = Rc::make_mut(&mut worker.runtime).instance_mut(id) {
        instance.stopping = Some(stopping);
    }
}

fn pre_stop(worker: &PodWorker, container: &str) -> Option<(ContainerIndex, LifecycleHandler)> {
    let place = ContainerIndex::find(&worker.pod.spec, container)?;
    let handler = place.of(&worker.pod.spec).lifecycle.as_ref()?.pre_stop.clone()?;
    Some((place, handler))
}

/// Continues when the preStop hook or its time has ended. Rules P-705, P-706.
pub(crate) fn pre_stop_ended(cx: &mut Context<'_>, worker: &mut PodWorker, id: InstanceId) {
    let Some(instance) = worker.runtime.instance(id).cloned() else { return };
    let Some(stopping) = instance.stopping else { return };
    if instance.state != InstanceState::Running {
        return;
    }
    match stopping.hook {
        Hook::Failing => hook_failed(cx, worker, &instance),
        Hook::Running => hook_succeeded(cx, worker, &instance),
        Hook::Abandoned | Hook::Over => {}
    }
    let hook = if stopping.hook == Hook::Abandoned { Hook::Abandoned } else { Hook::Over };
    set_stopping(worker, id, Stopping { hook, ..stopping });
    signal(cx, worker, id);
}

fn hook_succeeded(cx: &mut Context<'_>, worker: &mut PodWorker, instance: &Instance) {
    if let Some((_, handler)) = pre_stop(worker, &instance.container) {
        let run = hooks::look(cx, worker, instance, &handler, Check::PreStop);
        hooks::record_fallback(cx, worker, &run);
    }
}

fn hook_failed(cx: &mut Context<'_>, worker: &mut PodWorker, instance: &Instance) {
    let Some((place, handler)) = pre_stop(worker, &instance.container) else { return };
    let name = &instance.container;
    let error = if instance.stopping.is_some_and(|s| s.hook == Hook::Abandoned) {
        hooks::killed(worker, name, &handler)
    } else {
        let run = hooks::look(cx, worker, instance, &handler, Check::PreStop);
        run.error.or_else(|| hooks::killed(worker, name, &handler))
    };
    let Some(error) = error else { return };
    let release = cx.world.release();
    let message = if release.has(Feature::HookEventsHideOutput) {
        "PreStopHook failed".into()
    } else {
        hooks::message(worker, name, &handler, &error, release)
    };
    cx.record_event(worker, Some(place), EventType::Warning, "FailedPreStopHook", message);
}

/// Sends the stop signal. The rest of the grace period follows, at least 2 s. Rules P-705, P-807, K-12.
fn signal(cx: &mut Context<'_>, worker: &mut PodWorker, id: InstanceId) {
    let Some(instance) = worker.runtime.instance(id).cloned() else { return };
    let Some(stopping) = instance.stopping else { return };
    let used = cx.world.now.since(stopping.since) / 1000;
    let left = stopping.grace.saturating_sub(used).max(MINIMUM) * 1000;
    let signal = stop_signal::of(cx, worker, &instance);
    if signal == KILL {
        cx.world.schedule(0, SimEvent::StopTimedOut { pod: worker.id, instance: id });
        return;
    }
    let (container, purpose) = (instance.container.clone(), SignalPurpose::Stop);
    let fact = Fact::Signal { container, signal: signal.clone(), purpose };
    cx.world.record(About::Pod(worker.id), fact, Rule::P807);
    let reaction = process::stop(cx.world, &worker.pod, &instance, &signal);
    match reaction.after {
        Some(after) if after <= left => {
            cx.world.schedule(after, SimEvent::ProgramStopped { pod: worker.id, instance: id });
        }
        Some(_) | None => {
            cx.world.schedule(left, SimEvent::StopTimedOut { pod: worker.id, instance: id });
        }
    }
}

/// Handles the program's reaction to the stop signal.
#[must_use = "the caller continues the sync that waited"]
pub(crate) fn program_stopped(
    cx: &mut Context<'_>,
    worker: &mut PodWorker,
    id: InstanceId,
) -> bool {
    let Some(instance) = worker.runtime.instance(id) else { return false };
    let signal = stop_signal::of(cx, worker, instance);
    let reaction = process::stop(cx.world, &worker.pod, instance, &signal);
    exit(cx, worker, id, reaction.code, Text::default(), &Text::default(), Rule::P806)
}

/// Sends SIGKILL when the grace period is over. Rule P-806.
#[must_use = "the caller continues the sync that waited"]
pub(crate) fn timed_out(cx: &mut Context<'_>, worker: &mut PodWorker, id: InstanceId) -> bool {
    let running = worker.runtime.instance(id).filter(|i| i.state == InstanceState::Running);
    let Some(instance) = running else { return false };
    let is_stop_signal = stop_signal::of(cx, worker, instance) == KILL;
    let (purpose, rule) = if is_stop_signal {
        (SignalPurpose::Stop, Rule::P807)
    } else {
        (SignalPurpose::Kill, Rule::P806)
    };
    let container = instance.container.clone();
    let fact = Fact::Signal { container, signal: KILL.into(), purpose };
    cx.world.record(About::Pod(worker.id), fact, rule);
    exit(cx, worker, id, 137, Text::default(), &Text::default(), Rule::P310)
}

/// Handles the end of a program that ended by itself.
#[must_use = "the caller continues the sync that waited"]
pub(crate) fn program_ended(cx: &mut Context<'_>, worker: &mut PodWorker, id: InstanceId) -> bool {
    let Some(instance) = worker.runtime.instance(id) else { return false };
    let run =
        cx.world.scripts.run(&worker.pod.metadata.name, &instance.container, instance.attempt);
    exit(cx, worker, id, run.exit, run.reason, &run.message, Rule::P309)
}

/// Continues a program that slept, or that looks again whether servers are there.
#[must_use = "the caller continues the sync that waited"]
pub(crate) fn program_stepped(
    cx: &mut Context<'_>,
    worker: &mut PodWorker,
    id: InstanceId,
) -> bool {
    let Some(code) = process::stepped(cx, worker, id) else { return false };
    exit(cx, worker, id, code, Text::default(), &Text::default(), Rule::P309)
}

/// Handles a process of a container, not its first, that runs out of memory. Rule P-321.
///
/// Either all processes of the container are killed with it, or only this one. In the second case no event follows, but
/// the runtime remembers it and gives it as the reason when the container ends.
#[must_use = "the caller continues the sync that waited"]
pub(crate) fn child_out_of_memory(
    cx: &mut Context<'_>,
    worker: &mut PodWorker,
    id: InstanceId,
) -> bool {
    const REASON: Text = Text::Static(TerminatedReason::OomKilled.as_str());
    if cx.world.settings.oom.kills_all(cx.world.release()) {
        return exit(cx, worker, id, 137, REASON, &Text::default(), Rule::P321);
    }
    let Some(instance) = Rc::make_mut(&mut worker.runtime).instance_mut(id) else { return false };
    instance.reason = REASON;
    let (container, event) = (instance.container.clone(), ProgramEvent::ProcessLost(REASON));
    cx.world.record(About::Pod(worker.id), Fact::Program { container, event }, Rule::P321);
    false
}

/// Ends a program with an exit code. Returns whether a sync waited for that and goes on. Rules P-309, P-310.
#[must_use = "the caller continues the sync that waited"]
pub(crate) fn exit(
    cx: &mut Context<'_>,
    worker: &mut PodWorker,
    id: InstanceId,
    code: i32,
    reason: Text,
    written: &Text,
    rule: Rule,
) -> bool {
    let now = cx.world.now;
    let pod = Rc::clone(&worker.pod);
    let Some(instance) = Rc::make_mut(&mut worker.runtime).instance_mut(id) else { return false };
    if instance.state != InstanceState::Running {
        return false;
    }
    let name = &instance.container;
    let (log, file) = process::left(cx.world, &pod, instance).unwrap_or_else(|| {
        let log = cx.world.scripts.run(&pod.metadata.name, name, instance.attempt).log;
        (log, Text::default())
    });
    let written = if written.is_empty() { &file } else { written };
    let message = termination::message(&pod.spec, name, code, written, &log);
    instance.state = InstanceState::Exited;
    instance.finished = now;
    instance.code = code;
    instance.message = message;
    let usual = if code == 0 { TerminatedReason::Completed } else { TerminatedReason::Error };
    if !reason.is_empty() {
        instance.reason = reason;
    } else if instance.reason.is_empty() {
        instance.reason = usual.as_str().into();
    }
    let instance = instance.clone();
    let event = ProgramEvent::Ended { reason: instance.reason.clone(), code };
    let fact = Fact::Program { container: instance.container.clone(), event };
    cx.program_changed(worker, fact, rule);
    worker.set_cause(id, cx.world.cause);
    if instance.stopping.is_some_and(|s| s.hook == Hook::Abandoned) {
        hook_failed(cx, worker, &instance);
    }
    exits_seen(cx, worker)
}

/// Continues what waits for containers to end: stops the next sidecar, or the sandbox. Returns whether nothing is left to wait
/// for, so that the sync goes on.
fn exits_seen(cx: &mut Context<'_>, worker: &mut PodWorker) -> bool {
    let runtime = Rc::clone(&worker.runtime);
    let runs =
        |id: &InstanceId| runtime.instance(*id).is_some_and(|i| i.state == InstanceState::Running);
    let Some(task) = &mut worker.task else { return false };
    let Blocked::Exits { instances, sidecars, since, .. } = &mut task.blocked else { return false };
    instances.retain(|id| runs(id));
    if !instances.is_empty() {
        return false;
    }
    sidecars.retain(|id| runs(id));
    if let Some(next) = sidecars.pop() {
        // The wait has used up part of the grace period. Rule P-514.
        let used = cx.world.now.since(*since) / 1000;
        instances.push(next);
        let message = stopping_message(&runtime, next);
        let grace = worker.end_grace().or(worker.pod.metadata.deletion_grace_period_seconds);
        let grace = grace.or(worker.pod.spec.termination_grace_period_seconds).unwrap_or(30);
        let left = (grace - used as i64).max(0);
        begin_stop(cx, worker, next, message, Some(left));
        return false;
    }
    let Blocked::Exits { sandbox, failed_start, .. } = std::mem::take(&mut task.blocked) else {
        return false;
    };
    if let Some((name, failure)) = failed_start {
        task.failed = true;
        task.results.push((name, Some(failure)));
    }
    if sandbox && worker.runtime.sandboxes.iter().any(|s| s.ready) {
        for sandbox in &mut Rc::make_mut(&mut worker.runtime).sandboxes {
            sandbox.ready = false;
        }
        cx.plan_relist();
    }
    true
}
