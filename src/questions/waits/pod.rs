//! What a Pod waits for.

use super::container;
use super::found::{Found, has_unseen_sandbox};
use super::wait::{Wait, WaitKind};
use crate::api::pod::Pod;
use crate::api::reason::ResizeReason;
use crate::api::status::{PodPhase, READY};
use crate::apiserver::budgets;
use crate::base::text::Text;
use crate::cluster::event::SimEvent;
use crate::cluster::tables::claims_of;
use crate::cluster::world::PodId;
use crate::kubelet::runtime::{Hook, InstanceState};
use crate::kubelet::worker::{Blocked, PodWorkerState};
use crate::rules::Rule;
use crate::scheduler::is_responsible;
use crate::scheduler::resource_claims::{self, Named};
use crate::sim::Sim;
use std::rc::Rc;

/// Returns whether a Pod waits until its kubelet has ended other Pods, for this Pod or for a critical one that came
/// before. Rule P-120.
fn room(found: &mut Found<'_>) -> bool {
    let Some(kubelet) = found.sim.kubelet_of(found.id) else { return false };
    let admissions = kubelet.admissions();
    let Some((critical, victims)) = &admissions.room else { return false };
    let waits = *critical == found.id || admissions.held.contains(&found.id);
    let victim = victims.front().and_then(|victim| kubelet.worker(*victim));
    if let Some(victim) = victim.filter(|_| waits) {
        found.wait(WaitKind::Room(victim.pod.metadata.name.clone()), None, Rule::P120);
    }
    waits
}

/// Adds what the Pod with that number waits for.
pub(super) fn collect(sim: &Sim, id: PodId, waits: &mut Vec<Wait>) {
    let worker = sim.worker(id);
    let api = sim.world().pod(id);
    let Some(pod) = api.or(worker.map(|worker| &worker.pod)) else { return };
    let mut found = Found { sim, id, pod, worker, waits };
    if api.is_none() && worker.is_some_and(|worker| worker.is_static && !worker.gone) {
        let worker = worker.filter(|worker| worker.stage != PodWorkerState::Finished);
        if !room(&mut found) && worker.is_some() {
            // The mirror Pod comes with the next sync.
            let until = found.next_sync();
            found.wait(WaitKind::Sync, until, Rule::P815);
        }
        return;
    }
    if api.is_none() {
        if super::node::collect(&mut found) {
            let machine = found.pod.spec.node_name.clone();
            if worker.is_some_and(|worker| worker.runtime.running().next().is_some()) {
                found.wait(WaitKind::StillRunsOn(machine), None, Rule::S95);
            }
            return;
        }
        stopping(&mut found);
        let runs = worker.is_some_and(|worker| worker.runtime.running().next().is_some());
        if runs || found.worker.is_some_and(|worker| !worker.gone) {
            found.wait(WaitKind::StillRuns, None, Rule::P806);
        }
        return;
    }
    if pod.spec.node_name.is_empty() {
        unbound(&mut found);
        return;
    }
    if let Some(budget) = budgets::refusal(sim.world(), id) {
        let (needs, has) = (budget.status.desired_healthy, budget.status.current_healthy);
        let budget = budget.metadata.name.clone();
        found.wait(WaitKind::Budget { budget, needs, has }, None, Rule::B6);
    }
    let silent = super::node::collect(&mut found);
    if silent && worker.is_none_or(|worker| worker.runtime.running().next().is_none()) {
        return;
    }
    let before = found.waits.len();
    let notice = found.time_of(|event| event == SimEvent::PodNoticed { pod: id });
    if room(&mut found) {
        return;
    }
    if !silent && (notice.is_some() || worker.is_none() && !pod.status.phase().is_terminal()) {
        found.wait(WaitKind::Notice, notice, Rule::P904);
    }
    if let Some(waiting) = worker.and_then(|worker| worker.resize.as_ref()) {
        // A resize that is not possible is not looked at again.
        let until = match waiting.reason {
            ResizeReason::Deferred => found.next_sync(),
            ResizeReason::Infeasible => None,
        };
        found.wait(WaitKind::Resize(waiting.message.clone()), until, Rule::P214);
    }
    if worker.is_some() {
        unseen(&mut found);
        stopping(&mut found);
        let deleted = pod.metadata.deletion_timestamp.is_some();
        if !deleted && !pod.status.phase().is_terminal() {
            container::collect(&mut found);
            readiness(&mut found);
        }
    }
    if pod.metadata.deletion_timestamp.is_some() && !pod.metadata.finalizers.is_empty() {
        found.wait(WaitKind::Finalizers(pod.metadata.finalizers.clone()), None, Rule::P802);
    }
    // The next look finds out what else is missing.
    let is_over = pod.status.phase().is_terminal();
    let is_well = !is_over && pod.status.is_true(READY);
    let is_busy =
        worker.is_some_and(|worker| worker.stage != PodWorkerState::Syncing || worker.waiting);
    let is_done = worker.is_none_or(|worker| worker.stage == PodWorkerState::Finished);
    let is_finished = is_over && (!is_busy || is_done);
    let leaves = pod.metadata.deletion_timestamp.is_some();
    if found.waits.len() == before && !silent && (leaves || !is_well && !is_finished) {
        let next = found.next_look();
        // What a sync that still goes on did shows in the one after it.
        let rule = next.map_or(Rule::P319, |(_, rule)| rule);
        found.wait(WaitKind::Sync, next.map(|(time, _)| time), rule);
    }
}

/// Adds what a Pod without a node waits for.
fn unbound(found: &mut Found<'_>) {
    let (pod, id) = (found.pod, found.id);
    for gate in &pod.spec.scheduling_gates {
        found.wait(WaitKind::SchedulingGate(gate.name.clone()), None, Rule::P903);
    }
    if !is_responsible(pod) {
        let other = pod.spec.scheduler_name.clone();
        return found.wait(WaitKind::OtherScheduler(other), None, Rule::P909);
    }
    let world = found.sim.world();
    if let Some(Named { kind, name }) = resource_claims::missing(world, pod) {
        return found.wait(WaitKind::ResourceClaim { kind, name }, None, Rule::P910);
    }
    for name in claims_of(pod) {
        let claim = world.objects.claims.named(&pod.metadata.namespace, &name);
        if claim.is_none_or(|claim| !super::claims::is_bound(claim)) {
            found.wait(WaitKind::Claim(name), None, Rule::V11);
        }
    }
    let next =
        found.time_of(|event| matches!(event, SimEvent::SchedulingTried { pod, .. } if pod == id));
    match world.refusal(id) {
        Some(refusal) => {
            found.wait(WaitKind::Unschedulable(Rc::clone(refusal)), next, Rule::P901);
        }
        None if next.is_some() => found.wait(WaitKind::Scheduler, next, Rule::P904),
        None => {}
    }
}

/// Adds the changes in the runtime that the kubelet has not looked at yet.
fn unseen(found: &mut Found<'_>) {
    let Some(worker) = found.worker else { return };
    let look = found.next_relist();
    for instance in &worker.runtime.instances {
        let seen = worker.cache.instance(instance.id).map(|seen| seen.state);
        let name = instance.container.clone();
        if seen == Some(instance.state) {
            let is_newest =
                worker.runtime.newest(&name).is_some_and(|newest| newest.id == instance.id);
            if is_newest
                && instance.state == InstanceState::Exited
                && is_shown_running(found.pod, &name)
            {
                let until = found.next_sync();
                found.wait(WaitKind::Look(super::Seen::Ended(name)), until, Rule::K2);
            }
            continue;
        }
        let what = match instance.state {
            InstanceState::Running => super::Seen::Started(name),
            InstanceState::Exited => super::Seen::Ended(name),
            InstanceState::Created => continue,
        };
        found.wait(WaitKind::Look(what), look, Rule::K2);
    }
    if has_unseen_sandbox(worker) {
        found.wait(WaitKind::Look(super::Seen::Sandbox), look, Rule::K2);
    }
}

/// Returns whether the API still shows that a container runs.
fn is_shown_running(pod: &Pod, container: &str) -> bool {
    let status = &pod.status;
    let ephemeral = &status.ephemeral_container_statuses;
    let mut all = status.init_containers().iter().chain(status.containers()).chain(ephemeral);
    all.any(|status| status.name == *container && status.state.running().is_some())
}

/// Adds the containers that are being stopped, and those that are stopped after them.
fn stopping(found: &mut Found<'_>) {
    let Some(worker) = found.worker else { return };
    let id = found.id;
    for instance in worker.runtime.running() {
        let Some(stopping) = instance.stopping else { continue };
        let (number, container, grace) = (instance.id, instance.container.clone(), stopping.grace);
        if stopping.hook == Hook::Over {
            let kill = found
                .time_of(|event| event == SimEvent::StopTimedOut { pod: id, instance: number });
            let until = kill.unwrap_or(stopping.since + grace * 1000);
            found.wait(WaitKind::Grace { container, grace }, Some(until), Rule::P806);
        } else {
            let end = found
                .time_of(|event| event == SimEvent::PreStopEnded { pod: id, instance: number });
            found.wait(WaitKind::PreStop { container, grace }, end, Rule::P704);
        }
    }
    let blocked = worker.task.as_ref().map(|task| &task.blocked);
    if let Some(Blocked::Exits { sidecars, .. }) = blocked {
        for instance in sidecars.iter().filter_map(|id| worker.runtime.instance(*id)) {
            let name: Text = instance.container.clone();
            found.wait(WaitKind::LastToStop(name), None, Rule::P514);
        }
    }
}

/// Adds what the condition Ready waits for, apart from probes. Rule P-207.
fn readiness(found: &mut Found<'_>) {
    let pod = found.pod;
    if pod.status.phase() != PodPhase::Running || pod.status.is_true(READY) {
        return;
    }
    for gate in &pod.spec.readiness_gates {
        if !pod.status.is_true(&gate.condition_type) {
            found.wait(WaitKind::ReadinessGate(gate.condition_type.clone()), None, Rule::P207);
        }
    }
}
