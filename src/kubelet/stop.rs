//! Stops containers: preStop hook, signal, grace period, SIGKILL. Rules P-704 to P-706, P-806, P-807.

use super::Context;
use super::actions;
use super::hooks;
use super::program;
use super::runtime::{Hook, Instance, InstanceState, RuntimePod, Stopping};
use super::worker::{Blocked, ContainerIndex, PodWorker, PodWorkerState, StartFailure};
use super::{sync, termination};
use crate::api::core::EventType;
use crate::api::probe::LifecycleHandler;
use crate::api::reason::TerminatedReason;
use crate::api::status::ContainerStatus;
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

/// Stops these containers without a grace period and waits until they have ended; the sandbox stays. Rule P-416.
pub(crate) fn kill_at_once(cx: &mut Context<'_>, worker: &mut PodWorker, running: Vec<InstanceId>) {
    let runtime = Rc::clone(&worker.runtime);
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
    exits_seen(cx, worker, false);
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
    let signal = stop_signal(cx, worker, &instance);
    if signal == KILL {
        cx.world.schedule(0, SimEvent::StopTimedOut { pod: worker.id, instance: id });
        return;
    }
    let (container, purpose) = (instance.container.clone(), SignalPurpose::Stop);
    let fact = Fact::Signal { container, signal: signal.clone(), purpose };
    cx.world.record(About::Pod(worker.id), fact, Rule::P807);
    let reaction = program::stop(cx.world, &worker.pod, &instance, &signal);
    match reaction.after {
        Some(after) if after <= left => {
            cx.world.schedule(after, SimEvent::ProgramStopped { pod: worker.id, instance: id });
        }
        Some(_) | None => {
            cx.world.schedule(left, SimEvent::StopTimedOut { pod: worker.id, instance: id });
        }
    }
}

/// The signal that no program can ignore.
const KILL: &str = "SIGKILL";

/// Returns whether containers may set their stop signal. Rule P-807.
fn has_stop_signals(cx: &Context<'_>) -> bool {
    cx.world.settings.has(Feature::ContainerStopSignals)
}

/// Returns the signal that stops an instance: its container's, else its image's, else SIGTERM. Rule P-807.
fn stop_signal(cx: &Context<'_>, worker: &PodWorker, instance: &Instance) -> Text {
    let place = ContainerIndex::find(&worker.pod.spec, &instance.container);
    let lifecycle = place.and_then(|place| place.of(&worker.pod.spec).lifecycle.as_ref());
    let own = lifecycle.map(|lifecycle| &lifecycle.stop_signal);
    let own = own.filter(|signal| !signal.is_empty() && has_stop_signals(cx));
    let signal = own.or_else(|| cx.world.scripts.stop_signal(&instance.image));
    signal.cloned().unwrap_or(Text::Static("SIGTERM"))
}

/// Adds the stop signals of created containers to their statuses, if the feature is on. Rule P-807.
pub(crate) fn show_signals(
    cx: &Context<'_>,
    worker: &PodWorker,
    view: &RuntimePod,
    statuses: &mut [ContainerStatus],
) {
    for status in statuses.iter_mut().filter(|_| has_stop_signals(cx)) {
        if let Some(instance) = view.newest(&status.name) {
            status.stop_signal = stop_signal(cx, worker, instance);
        }
    }
}

/// Handles the program's reaction to the stop signal.
pub(crate) fn program_stopped(cx: &mut Context<'_>, worker: &mut PodWorker, id: InstanceId) {
    let Some(instance) = worker.runtime.instance(id) else { return };
    let signal = stop_signal(cx, worker, instance);
    let reaction = program::stop(cx.world, &worker.pod, instance, &signal);
    exit(cx, worker, id, reaction.code, Text::default(), &Text::default(), Rule::P806);
}

/// Sends SIGKILL when the grace period is over. Rule P-806.
pub(crate) fn timed_out(cx: &mut Context<'_>, worker: &mut PodWorker, id: InstanceId) {
    let running = worker.runtime.instance(id).filter(|i| i.state == InstanceState::Running);
    let Some(instance) = running else { return };
    let is_stop_signal = stop_signal(cx, worker, instance) == KILL;
    let (purpose, rule) = if is_stop_signal {
        (SignalPurpose::Stop, Rule::P807)
    } else {
        (SignalPurpose::Kill, Rule::P806)
    };
    let container = instance.container.clone();
    let fact = Fact::Signal { container, signal: KILL.into(), purpose };
    cx.world.record(About::Pod(worker.id), fact, rule);
    exit(cx, worker, id, 137, Text::default(), &Text::default(), Rule::P310);
}

/// Handles the end of a program that ended by itself.
pub(crate) fn program_ended(cx: &mut Context<'_>, worker: &mut PodWorker, id: InstanceId) {
    let Some(instance) = worker.runtime.instance(id) else { return };
    let run =
        cx.world.scripts.run(&worker.pod.metadata.name, &instance.container, instance.attempt);
    exit(cx, worker, id, run.exit, run.reason, &run.message, Rule::P309);
}

/// Handles a process of a container, not its first, that runs out of memory. Rule P-321.
///
/// Either all processes of the container are killed with it, or only this one. In the second case no event follows, but
/// the runtime remembers it and gives it as the reason when the container ends.
pub(crate) fn child_out_of_memory(cx: &mut Context<'_>, worker: &mut PodWorker, id: InstanceId) {
    const REASON: Text = Text::Static(TerminatedReason::OomKilled.as_str());
    if cx.world.settings.oom.kills_all(cx.world.release()) {
        return exit(cx, worker, id, 137, REASON, &Text::default(), Rule::P321);
    }
    let Some(instance) = Rc::make_mut(&mut worker.runtime).instance_mut(id) else { return };
    instance.reason = REASON;
    let (container, event) = (instance.container.clone(), ProgramEvent::ProcessLost(REASON));
    cx.world.record(About::Pod(worker.id), Fact::Program { container, event }, Rule::P321);
}

/// Ends a program with an exit code. Rules P-309, P-310.
pub(crate) fn exit(
    cx: &mut Context<'_>,
    worker: &mut PodWorker,
    id: InstanceId,
    code: i32,
    reason: Text,
    written: &Text,
    rule: Rule,
) {
    let now = cx.world.now;
    let pod = Rc::clone(&worker.pod);
    let Some(instance) = Rc::make_mut(&mut worker.runtime).instance_mut(id) else { return };
    if instance.state != InstanceState::Running {
        return;
    }
    let name = &instance.container;
    let (log, file) = program::left(cx.world, &pod, instance).unwrap_or_else(|| {
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
    sync::program_changed(cx, worker, fact, rule);
    if instance.stopping.is_some_and(|s| s.hook == Hook::Abandoned) {
        hook_failed(cx, worker, &instance);
    }
    exits_seen(cx, worker, true);
}

/// Continues a task that waited for containers to end.
fn exits_seen(cx: &mut Context<'_>, worker: &mut PodWorker, resume: bool) {
    let runtime = Rc::clone(&worker.runtime);
    let runs =
        |id: &InstanceId| runtime.instance(*id).is_some_and(|i| i.state == InstanceState::Running);
    let Some(task) = &mut worker.task else { return };
    let Blocked::Exits { instances, sidecars, since, .. } = &mut task.blocked else { return };
    instances.retain(|id| runs(id));
    if !instances.is_empty() {
        return;
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
        return;
    }
    let Blocked::Exits { sandbox, failed_start, .. } = std::mem::take(&mut task.blocked) else {
        return;
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
    if resume {
        sync::advance(cx, worker);
    }
}
