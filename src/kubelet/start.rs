//! The second half of a container's start: sandbox, creation, start, postStart hook. Rules P-316, P-318, P-702, P-703.

use super::Context;
use super::hooks::{self, HookError};
use super::images::{fail, report_failure};
use super::process;
use super::program;
use super::runtime::{Instance, InstanceState, SandboxInstance};
use super::stop;
use super::worker::{Blocked, ContainerIndex, FailedStep, PodWorker, StartFailure};
use crate::api::container::Container;
use crate::api::core::EventType;
use crate::api::reason::{TerminatedReason, WaitingReason};
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::event::{InstanceId, SimEvent};
use crate::cluster::fact::{Fact, HookKind, ProgramEvent};
use crate::cluster::plan::Check;
use crate::rules::{Feature, Rule};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Creates a sandbox with a new address. Rules P-203, P-418.
pub(crate) fn create_sandbox(cx: &mut Context<'_>, worker: &mut PodWorker) {
    if let Some(error) = cx.world.scripts.sandbox_error(&worker.pod.metadata.name) {
        let message =
            format!("Failed to create pod sandbox: rpc error: code = Unknown desc = {error}");
        cx.record_event(worker, None, EventType::Warning, "FailedCreatePodSandBox", message.into());
        if let Some(task) = &mut worker.task {
            task.failed = true;
            task.steps.clear();
        }
        return;
    }
    let host_network = worker.pod.spec.host_network;
    let ip = if host_network { cx.node.ip.clone() } else { cx.world.new_address() };
    let runtime = Rc::make_mut(&mut worker.runtime);
    // Old sandboxes are removed; one dead sandbox may stay. Rule P-303.
    let surplus = runtime.sandboxes.len().saturating_sub(1);
    runtime.sandboxes.drain(..surplus);
    runtime.sandbox_count += 1;
    runtime.sandboxes.push(SandboxInstance { ready: true, ip, host_network });
    cx.plan_relist();
}

/// Creates and starts a container whose image is on the node.
/// Models kubernetes pkg/kubelet/kuberuntime/kuberuntime_container.go startContainer.
pub(crate) fn start_container(cx: &mut Context<'_>, worker: &mut PodWorker, place: ContainerIndex) {
    let pod = Rc::clone(&worker.pod);
    let container = place.of(&pod.spec);
    let name = &container.name;
    let pod_name = &pod.metadata.name;
    let refusals = [
        (
            super::configuration::error(cx.world, &pod, container),
            WaitingReason::CreateContainerConfigError,
        ),
        (
            cx.world
                .scripts
                .create_error(pod_name, name)
                .map(|e| format!("rpc error: code = Unknown desc = {e}")),
            WaitingReason::CreateContainerError,
        ),
    ];
    for (refusal, reason) in refusals {
        if let Some(message) = refusal {
            report_failure(cx, worker, place, &message);
            fail(worker, name, FailedStep::Start, reason, message, place);
            return;
        }
    }
    let created = match cx.world.release() {
        release if release.has(Feature::CreatedEventIsShort) => "Container created".into(),
        release if release.has(Feature::CreatedEventHasColon) => {
            Text::of(format_args!("Created container: {name}"))
        }
        _ => Text::of(format_args!("Created container {name}")),
    };
    let id = create(cx, worker, container);
    cx.record_event(worker, Some(place), EventType::Normal, "Created", created);
    if let Some(error) = program::start_error(cx.world, &pod, container) {
        let message = error.to_string();
        report_failure(cx, worker, place, &message);
        let now = cx.world.now;
        if let Some(instance) = Rc::make_mut(&mut worker.runtime).instance_mut(id) {
            instance.state = InstanceState::Exited;
            (instance.started, instance.finished) = (now, now);
            (instance.code, instance.reason) = (128, TerminatedReason::StartError.as_str().into());
            instance.message = message.clone().into();
        }
        let event = ProgramEvent::StartFailed(TerminatedReason::StartError.as_str().into());
        let fact = Fact::Program { container: name.clone(), event };
        cx.runtime_changed(worker, fact, Rule::P309);
        worker.set_cause(id, cx.world.cause);
        fail(worker, name, FailedStep::Start, WaitingReason::RunContainerError, message, place);
        return;
    }
    run(cx, worker, id, container);
    let started = if cx.world.release().has(Feature::CreatedEventIsShort) {
        "Container started".into()
    } else {
        Text::of(format_args!("Started container {name}"))
    };
    cx.record_event(worker, Some(place), EventType::Normal, "Started", started);
    let hook = container.lifecycle.as_ref().and_then(|l| l.post_start.as_ref());
    let Some(hook) = hook else { return succeeded(worker, name) };
    let Some(instance) = worker.runtime.instance(id).cloned() else { return };
    let result = hooks::look(cx, worker, &instance, hook, Check::PostStart);
    if result.delay == 0 {
        hooks::record_fallback(cx, worker, &result);
        post_start_over(cx, worker, place, id, result.error);
    } else {
        let about = crate::cluster::world::About::Pod(worker.id);
        let fact = Fact::Hook { container: name.clone(), hook: HookKind::PostStart };
        cx.world.record(about, fact, Rule::P702);
        if let Some(task) = &mut worker.task {
            task.blocked = Blocked::PostStart(place, id);
        }
        cx.world.schedule(result.delay, SimEvent::PostStartEnded { pod: worker.id, instance: id });
    }
}

fn succeeded(worker: &mut PodWorker, name: &Text) {
    if let Some(task) = &mut worker.task {
        task.results.push((name.clone(), None));
    }
}

fn create(cx: &mut Context<'_>, worker: &mut PodWorker, container: &Container) -> InstanceId {
    let known = worker.attempts.iter_mut().find(|(name, _)| *name == container.name);
    let attempt = match known {
        Some((_, next)) => {
            *next += 1;
            *next - 1
        }
        None => {
            worker.attempts.push((container.name.clone(), 1));
            0
        }
    };
    let id = worker.next_instance;
    worker.next_instance += 1;
    let container_id = container_id(&worker.pod.metadata.uid, id);
    let sandbox = worker.runtime.sandbox_count.saturating_sub(1);
    let resources =
        super::resize::allocated_to(worker, &container.name).cloned().unwrap_or_default();
    Rc::make_mut(&mut worker.runtime).add(Instance {
        id,
        sandbox,
        container: container.name.clone(),
        attempt,
        image: container.image.clone(),
        container_id,
        state: InstanceState::Created,
        started: cx.world.now,
        finished: cx.world.now,
        code: 0,
        resources,
        reason: Text::default(),
        message: Text::default(),
        stopping: None,
        post_start: false,
        program: None,
        loops_since: None,
        cause: cx.world.cause,
        file_causes: BTreeMap::new(),
    });
    id
}

/// Returns the runtime and the identity of an instance, as statuses show them: 64 hexadecimal digits.
fn container_id(uid: &str, id: InstanceId) -> Text {
    const ZEROS: &str = "00000000000000000000000000000000";
    let mut text = String::with_capacity(80);
    text.push_str("containerd://");
    text.extend(uid.split('-'));
    let number = format!("{:x}", u64::from(id) + 1);
    text.push_str(&ZEROS[number.len()..]);
    text.push_str(&number);
    text.into()
}

fn run(cx: &mut Context<'_>, worker: &mut PodWorker, id: InstanceId, container: &Container) {
    let now = cx.world.now;
    let Some(instance) = Rc::make_mut(&mut worker.runtime).instance_mut(id) else { return };
    instance.state = InstanceState::Running;
    instance.started = now;
    let attempt = instance.attempt;
    let name = &container.name;
    let fact = Fact::Program { container: name.clone(), event: ProgramEvent::Started };
    cx.runtime_changed(worker, fact, Rule::P308);
    worker.set_cause(id, cx.world.cause);
    let Some(plan) = cx.world.scripts.scripted_run(&worker.pod.metadata.name, name, attempt) else {
        return process::begin(cx, worker, id, container);
    };
    if let Some(after) = plan.run {
        cx.world.schedule(after, SimEvent::ProgramEnded { pod: worker.id, instance: id });
    }
}

/// Handles the end of a postStart hook that took time. Returns whether the sync that waited for it goes on.
#[must_use = "the caller continues the sync that waited"]
pub(crate) fn post_start_ended(
    cx: &mut Context<'_>,
    worker: &mut PodWorker,
    id: InstanceId,
) -> bool {
    let Some(task) = &mut worker.task else { return false };
    let Blocked::PostStart(place, instance) = task.blocked else { return false };
    if instance != id {
        return false;
    }
    task.blocked = Blocked::No;
    let pod = Rc::clone(&worker.pod);
    let hook = place.of(&pod.spec).lifecycle.as_ref().and_then(|l| l.post_start.as_ref());
    let (Some(hook), Some(instance)) = (hook, worker.runtime.instance(id).cloned()) else {
        return false;
    };
    let result = hooks::look(cx, worker, &instance, hook, Check::PostStart);
    hooks::record_fallback(cx, worker, &result);
    post_start_over(cx, worker, place, id, result.error);
    true
}

/// Continues after a postStart hook. Rules P-702, P-703.
fn post_start_over(
    cx: &mut Context<'_>,
    worker: &mut PodWorker,
    place: ContainerIndex,
    id: InstanceId,
    error: Option<HookError>,
) {
    let pod = Rc::clone(&worker.pod);
    let container = place.of(&pod.spec);
    let Some(error) = error else { return succeeded(worker, &container.name) };
    let Some(hook) = container.lifecycle.as_ref().and_then(|l| l.post_start.as_ref()) else {
        return;
    };
    let release = cx.world.release();
    let message = hooks::message(worker, &container.name, hook, &error, release);
    let text = if release.has(Feature::HookEventsHideOutput) {
        "PostStartHook failed".into()
    } else {
        message.clone()
    };
    cx.record_event(worker, Some(place), EventType::Warning, "FailedPostStartHook", text);
    let word = WaitingReason::PostStartHookError.as_str();
    let reason: Text = if release.has(Feature::HookEventsHideOutput) {
        word.into()
    } else {
        format!("{word}: {}", error.error).into()
    };
    let grace = super::actions::grace(worker, container, None, release);
    let failure = StartFailure { reason, message, step: FailedStep::Start };
    let failed = Some((container.name.clone(), failure));
    stop::kill_container(cx, worker, id, "FailedPostStartHook".into(), grace, failed);
    let regular = matches!(place, ContainerIndex::Init(_)) && !container.is_sidecar();
    if regular && let Some(task) = &mut worker.task {
        task.steps.clear();
    }
}

/// Returns when the first container in back-off may start again. Rule P-410.
pub(crate) fn earliest_restart(worker: &PodWorker, now: SimTime) -> Option<SimTime> {
    let is_backing_off =
        |(_, failure): &&(Text, StartFailure)| failure.step == FailedStep::RestartBackoff;
    let waits = worker.start_failures.iter().filter(is_backing_off);
    let until = waits.filter_map(|(name, _)| {
        let entry = worker.backoffs.iter().rev().find(|known| known.container == *name)?.entry?;
        let finished =
            worker.runtime.newest(name).filter(|i| i.state == InstanceState::Exited)?.finished;
        Some(finished + entry.delay)
    });
    until.filter(|until| *until > now).min()
}
