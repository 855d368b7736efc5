//! Computes the status of a Pod, and writes it to the API. Sections 1.3 and 2 of the rule book.

use super::conditions;
use super::phase::{PhasePass, frozen_phase, pod_phase};
use super::runtime::{InstanceState, RuntimePod};
use super::status_rules::rule_of;
use super::statuses::{container_statuses, lost, waiting_rules};
use super::worker::{List, PodWorker, PodWorkerState, Written};
use super::{Context, held, prober_manager, resize, stop_signal};
use crate::api::container::RestartPolicy;
use crate::api::core::EventType;
use crate::api::pod::Pod;
use crate::api::status::{
    ALL_CONTAINERS_RESTARTING, CONTAINERS_READY, ConditionStatus, ContainerState, ContainerStatus,
    DISRUPTION_TARGET, INITIALIZED, IpAddress, POD_READY_TO_START_CONTAINERS, POD_SCHEDULED,
    PodCondition, PodPhase, PodStatus, READY, RESIZE_IN_PROGRESS, RESIZE_PENDING,
};
use crate::apiserver::record::{PodPart, WriteRules};
use crate::apiserver::store;
use crate::base::text::Text;
use crate::base::time::{SimTime, Timestamp};
use crate::cluster::recorder::{NewEvent, Part};
use crate::rules::Feature;
use crate::rules::release::Release;
use std::rc::Rc;

/// `status.reason` of a Pod whose active deadline has passed. Rule P-816.
const DEADLINE_EXCEEDED: &str = "DeadlineExceeded";
const DEADLINE_MESSAGE: &str = "Pod was active on the node longer than the specified deadline";

/// Returns whether the kubelet owns a condition type. Rule P-215.
fn is_kubelets(kind: &str) -> bool {
    [
        POD_READY_TO_START_CONTAINERS,
        INITIALIZED,
        READY,
        CONTAINERS_READY,
        POD_SCHEDULED,
        ALL_CONTAINERS_RESTARTING,
        RESIZE_PENDING,
        RESIZE_IN_PROGRESS,
    ]
    .contains(&kind)
}

/// Returns when the active deadline of a Pod passes. 1.20 counts from the start time that the API stores. Rule P-816.
pub(crate) fn deadline(worker: &PodWorker, release: Release) -> Option<SimTime> {
    let seconds = u64::try_from(worker.pod.spec.active_deadline_seconds?).ok()?;
    worker.status.as_ref()?;
    let start = worker.accepted;
    let start =
        if release.has(Feature::DeadlineFromAcceptance) { start } else { start - start.0 % 1000 };
    Some(start + seconds.saturating_mul(1000))
}

fn is_past_deadline(cx: &Context<'_>, worker: &PodWorker) -> bool {
    deadline(worker, cx.world.release()).is_some_and(|deadline| cx.world.now >= deadline)
}

/// Computes the status of a Pod from the runtime's state in `view`. `terminal` is true in the pass after all containers
/// of an ending Pod were stopped. Rules P-102, P-109, P-115, P-218.
/// Models kubernetes pkg/kubelet/kubelet_pods.go generateAPIPodStatus.
pub(crate) fn generate(
    cx: &mut Context<'_>,
    worker: &mut PodWorker,
    view: &RuntimePod,
    terminal: bool,
) -> PodStatus {
    let release = cx.world.release();
    // A kubelet that is cut off uses the last Pod that it knew.
    let known = || worker.written.as_ref().map_or(&worker.pod, |written| &written.pod);
    let api = cx.world.pod(worker.id).filter(|_| cx.hears()).unwrap_or_else(known).clone();
    let old = worker.status.clone().unwrap_or_else(|| Rc::new(api.status.clone()));
    let spec = &worker.pod.spec;
    let lists = |list, containers: &[_], old: &[ContainerStatus]| {
        let mut made = container_statuses(worker, view, containers, old, list, release);
        stop_signal::show(cx, worker, view, &mut made);
        made
    };
    let apps = lists(List::App, &spec.containers, old.containers());
    let init = lists(List::Init, &spec.init_containers, old.init_containers());
    let started: Vec<_> = spec
        .ephemeral_containers
        .iter()
        .filter(|c| view.newest(&c.name).is_some() || has_failure(worker, &c.name))
        .cloned()
        .collect();
    let ephemeral = lists(List::Ephemeral, &started, &old.ephemeral_container_statuses);
    let mut status = PodStatus {
        container_statuses: Some(apps),
        init_container_statuses: (!spec.init_containers.is_empty()).then_some(init),
        ephemeral_container_statuses: ephemeral,
        host_ip: cx.node.ip.clone(),
        pod_ip: view.address().unwrap_or(&old.pod_ip).clone(),
        qos_class: api.status.qos_class.clone(),
        nominated_node_name: api.status.nominated_node_name.clone(),
        start_time: old.start_time,
        ..PodStatus::default()
    };
    if spec.host_network {
        status.pod_ip = cx.node.ip.clone();
    }
    if !status.pod_ip.is_empty() {
        status.pod_ips = vec![IpAddress { ip: status.pod_ip.clone() }];
    }
    // In 1.28 a gate must be on for these addresses. Podlab shows them without it.
    if release.knows(Feature::PodHostIPs) {
        status.host_ips = vec![IpAddress { ip: cx.node.ip.clone() }];
    }
    let past_deadline = is_past_deadline(cx, worker);
    if past_deadline && (release.has(Feature::DeadlineKeepsStatus) || !old.phase().is_terminal()) {
        let pod = Rc::clone(&worker.pod);
        let reason = DEADLINE_EXCEEDED;
        let message = DEADLINE_MESSAGE.into();
        let event = NewEvent {
            kind: EventType::Normal,
            reason: reason.into(),
            message,
            part: Part::Whole,
            from: "kubelet",
        };
        cx.record_pod_event(&pod, event);
    }
    if past_deadline && !release.has(Feature::DeadlineKeepsStatus) {
        // 1.20 returns here, without conditions and flags.
        status.phase = Some(PodPhase::Failed);
        status.reason = DEADLINE_EXCEEDED.into();
        status.message = DEADLINE_MESSAGE.into();
        return status;
    }
    let present = view.sandbox_count.saturating_sub(1);
    let in_sandbox = |c: &crate::api::container::Container| {
        view.newest(&c.name)
            .is_some_and(|i| i.sandbox == present && i.state != InstanceState::Created)
    };
    let pass = PhasePass {
        terminal,
        static_pod: worker.is_static,
        regular_container_started: Some(spec.containers.iter().any(in_sandbox)),
    };
    let computed = pod_phase(spec, status.init_containers(), status.containers(), pass, release);
    let phase = frozen_phase(computed, Some(old.phase()), api.status.phase());
    status.phase = Some(phase);
    if phase == old.phase() {
        let kept = |old: &Text, api: &Text| if old.is_empty() { api.clone() } else { old.clone() };
        status.reason = kept(&old.reason, &api.status.reason);
        status.message = kept(&old.message, &api.status.message);
    }
    if past_deadline && !api.status.phase().is_terminal() {
        status.phase = Some(PodPhase::Failed);
        status.reason = DEADLINE_EXCEEDED.into();
        status.message = DEADLINE_MESSAGE.into();
    }
    prober_manager::update_pod_status(cx, worker, &mut status);
    status.conditions.reserve(8);
    let others = api.status.conditions.iter().filter(|c| !is_kubelets(&c.kind)).cloned();
    status.conditions.extend(others);
    if let Some(target) = old.condition(DISRUPTION_TARGET).filter(|_| worker.end.is_some()) {
        put_condition(&mut status.conditions, target.clone());
    }
    status.conditions.extend(resize::conditions(worker, view, release));
    let generated = conditions::generate(&worker.pod.spec, &status, &view.sandboxes, release);
    status.conditions.extend(generated);
    status.conditions.extend(conditions::all_containers_restarting(
        worker,
        view,
        status.phase(),
        release,
    ));
    if release.has(Feature::PodObservedGenerationTracking) {
        let generation = worker.pod.metadata.generation;
        status.observed_generation = generation;
        for condition in &mut status.conditions {
            if is_kubelets(&condition.kind) {
                condition.observed_generation = generation;
            }
        }
    }
    status
}

fn put_condition(conditions: &mut Vec<PodCondition>, condition: PodCondition) {
    conditions.retain(|c| c.kind != condition.kind);
    conditions.push(condition);
}

/// Writes into a status why the kubelet ends the Pod by itself. The phase stays Succeeded if the containers succeed.
/// Rules P-113, P-120, P-213.
pub(crate) fn put_end(cx: &Context<'_>, worker: &PodWorker, status: &mut PodStatus) {
    if worker.end.is_some() {
        put_reason(cx, worker, status);
    }
}

fn put_reason(cx: &Context<'_>, worker: &PodWorker, status: &mut PodStatus) {
    let Some(end) = &worker.end else { return };
    if status.phase() != PodPhase::Succeeded {
        status.phase = Some(PodPhase::Failed);
    }
    status.reason = end.reason.into();
    status.message.clone_from(&end.message);
    if cx.world.release().has(Feature::PodDisruptionConditions) && !end.disruption.is_empty() {
        let target = PodCondition {
            kind: DISRUPTION_TARGET.into(),
            status: ConditionStatus::True,
            reason: "TerminationByKubelet".into(),
            message: end.disruption.clone(),
            ..PodCondition::default()
        };
        status.conditions.retain(|c| c.kind != target.kind);
        let place = status.conditions.iter().position(|c| is_kubelets(&c.kind));
        status.conditions.insert(place.unwrap_or(status.conditions.len()), target);
    }
}

fn has_failure(worker: &PodWorker, name: &str) -> bool {
    worker.start_failures.iter().any(|(container, _)| *container == *name)
}

/// Stores a status and writes it to the API, unless it changes nothing or makes an ended container run again.
/// Rules P-116, P-209, P-320, M-4.
/// Models kubernetes pkg/kubelet/status/status_manager.go updateStatusInternal.
pub(crate) fn set_status(cx: &mut Context<'_>, worker: &mut PodWorker, mut status: PodStatus) {
    let release = cx.world.release();
    let old = worker.status.clone().unwrap_or_else(|| Rc::new(worker.pod.status.clone()));
    if leaves_an_end(worker, &old, &status, release) {
        return;
    }
    store::keep_transition_times(&mut status.conditions, &old.conditions, cx.world.now);
    if status.start_time.is_none() {
        status.start_time = Some(old.start_time.unwrap_or(Timestamp::of(worker.accepted)));
    }
    let first = worker.status.is_none();
    if first || *old != status {
        worker.waiting_rules = waiting_rules(worker, &status);
        worker.status = Some(Rc::new(status));
    }
    write(cx, worker);
    if first && let Some(deadline) = deadline(worker, release) {
        let at = cx.node.next_sync_tick(deadline - 1);
        cx.world
            .schedule_at(at, crate::cluster::event::SimEvent::DeadlinePassed { pod: worker.id });
    }
}

/// Returns whether a status would revive a container whose end is final by its policy. Rule P-320.
fn leaves_an_end(worker: &PodWorker, old: &PodStatus, new: &PodStatus, release: Release) -> bool {
    let policy = worker.pod.spec.restart_policy();
    if policy == RestartPolicy::Always || release.has(Feature::ContainerRestartRules) {
        return false;
    }
    let lists =
        [(old.containers(), new.containers()), (old.init_containers(), new.init_containers())];
    lists.iter().any(|(before, after)| {
        before.iter().any(|was| {
            let Some(end) = was.state.terminated() else { return false };
            let sidecar = worker.pod.spec.sidecars().any(|c| c.name == was.name)
                && release.has(Feature::SidecarContainers);
            if sidecar || (policy == RestartPolicy::OnFailure && end.exit_code.0 != 0) {
                return false;
            }
            after.iter().any(|now| now.name == was.name && now.state.terminated().is_none())
        })
    })
}

/// Writes the stored status to the API object. A terminal phase waits while containers may still run.
/// Rules P-116, P-212, P-215.
/// Models kubernetes pkg/kubelet/status/status_manager.go mergePodStatus.
pub(crate) fn write(cx: &mut Context<'_>, worker: &mut PodWorker) {
    let Some(status) = worker.status.clone() else { return };
    if worker.gone || !cx.can_write() {
        return;
    }
    let release = cx.world.release();
    let may_run =
        worker.stage < PodWorkerState::Terminated && release.has(Feature::PodWorkerLifecycle);
    if let (Some(last), Some(pod)) = (&worker.written, cx.world.pod(worker.id))
        && Rc::ptr_eq(&last.status, &status)
        && Rc::ptr_eq(&last.pod, pod)
        && last.may_run == may_run
    {
        // Neither side has changed since the last write, so the same merge would change nothing.
        return;
    }
    let kept = Rc::clone(&status);
    let merge = |old: &PodStatus| {
        let ends = !old.phase().is_terminal() && status.phase().is_terminal();
        let mut new = (*status).clone();
        let disruption = |c: &&PodCondition| c.kind == DISRUPTION_TARGET;
        let disruption = new.conditions.iter().find(disruption).filter(|_| ends && !may_run);
        let disruption = disruption.cloned();
        new.conditions.retain(|c| is_kubelets(&c.kind));
        let mut others: Vec<PodCondition> =
            old.conditions.iter().filter(|c| !is_kubelets(&c.kind)).cloned().collect();
        if let Some(condition) = disruption {
            put_condition(&mut others, condition);
        }
        new.conditions.splice(..0, others);
        if ends && may_run {
            new.phase = old.phase;
            new.reason.clone_from(&old.reason);
            new.message.clone_from(&old.message);
        }
        let phase = new.phase();
        conditions::end_readiness(&mut new.conditions, phase, release);
        new.nominated_node_name.clone_from(&old.nominated_node_name);
        new.resize.clone_from(&old.resize);
        new
    };
    let rule = |part: PodPart<'_>| rule_of(worker, part);
    let back_offs = held::lengths(worker, &cx.world.settings, cx.world.now);
    let rules = WriteRules { back_offs: &back_offs, ..WriteRules::new(&rule) };
    store::update_status(cx.world, worker.id, rules, merge);
    let pod = cx.world.pod(worker.id).cloned();
    worker.written = pod.map(|pod| Written { status: kept, pod, may_run });
}

/// Changes the stored status in place and writes it. Rules P-617, P-618.
pub(crate) fn amend(
    cx: &mut Context<'_>,
    worker: &mut PodWorker,
    change: impl FnOnce(&mut PodStatus),
) {
    let Some(status) = &worker.status else { return };
    let mut new = (**status).clone();
    change(&mut new);
    if new == **status {
        return;
    }
    store::keep_transition_times(&mut new.conditions, &status.conditions, cx.world.now);
    worker.status = Some(Rc::new(new));
    write(cx, worker);
}

/// Writes the last status of a Pod whose containers are down: every container gets an end, and the phase is terminal.
/// Rules P-118, P-119, P-307, P-811, M-3b.
/// Models kubernetes pkg/kubelet/status/status_manager.go TerminatePod.
pub(crate) fn terminate(cx: &mut Context<'_>, worker: &mut PodWorker) {
    let release = cx.world.release();
    let api = Rc::clone(&worker.pod);
    let lost_app = |status: &mut ContainerStatus| {
        let ended = status.state.terminated().is_some();
        let waits = matches!(status.state, ContainerState::Waiting(_) | ContainerState::Unset);
        if !ended && (release.has(Feature::PodWorkerLifecycle) || !waits) {
            status.state = lost();
        }
    };
    let mut status = worker.known_status().clone();
    if release.has(Feature::PodWorkerLifecycle) {
        if has_initialized(&api) {
            status.container_statuses.iter_mut().flatten().for_each(lost_app);
        }
        let init = status.init_container_statuses.as_deref_mut().unwrap_or_default();
        let begun = |s: &ContainerStatus| {
            s.state.waiting().is_none() || s.last_state.terminated().is_some()
        };
        let last = init.iter().rposition(begun).map_or(0, |i| i + 1);
        init[..last].iter_mut().for_each(lost_app);
        let pass = PhasePass { static_pod: worker.is_static, ..PhasePass::default() };
        let phase = super::phase::finished_phase(status.phase(), pass, release);
        status.phase = Some(phase);
    } else {
        for list in [&mut status.container_statuses, &mut status.init_container_statuses] {
            list.iter_mut().flatten().for_each(lost_app);
        }
    }
    let old = worker.known_status().conditions.clone();
    store::keep_transition_times(&mut status.conditions, &old, cx.world.now);
    worker.status = Some(Rc::new(status));
    write(cx, worker);
}

/// Asks the API server to remove the object of a deleted Pod. If the API server cannot be reached, the kubelet asks
/// when it can reach it again.
pub(crate) fn finish_deletion(cx: &mut Context<'_>, worker: &PodWorker) {
    if cx.can_write() {
        store::finish_deletion(cx.world, worker.id);
    }
}

/// Returns whether the Pod has ever got past its init containers. Rule P-307.
/// Models kubernetes pkg/kubelet/status/status_manager.go hasPodInitialized.
fn has_initialized(pod: &Pod) -> bool {
    if pod.spec.init_containers.is_empty() {
        return true;
    }
    let moved =
        |s: &ContainerStatus| s.last_state.terminated().is_some() || s.state.running().is_some();
    let succeeded =
        |state: &ContainerState| state.terminated().is_some_and(|end| end.exit_code.0 == 0);
    pod.status.containers().iter().any(moved)
        || pod
            .status
            .init_containers()
            .last()
            .is_some_and(|last| succeeded(&last.last_state) || succeeded(&last.state))
}
