//! What a kubelet refuses: Pods that do not fit its node, and containers whose settings are missing. Rules P-122, P-305.

use super::victims::{Shortage, in_units, victims};
use crate::api::core::{EventType, Taint};
use crate::api::placement::{fits_node, host_ports_taken, tolerates};
use crate::api::pod::{Pod, TaintEffect};
use crate::api::pod_requests::requests;
use crate::api::status::{PodPhase, PodStatus};
use crate::apiserver::admission::qos_class;
use crate::base::text::Text;
use crate::cluster::machines::Machine;
use crate::cluster::pressure::EvictionSignal;
use crate::cluster::recorder::{NewEvent, Part};
use crate::cluster::world::{NodeId, PodId, World};
use crate::kubelet::priority::is_critical;
use crate::kubelet::refusal::{Refusal, RefusalReason, app_armor};
use crate::kubelet::resize::allocated;
use crate::kubelet::worker::{PodWorker, PodWorkerState};
use crate::kubelet::{Context, KubeletState, status_manager};
use crate::manifest::node::Node;
use crate::rules::{Feature, Rule};
use std::collections::BTreeMap;
use std::collections::VecDeque;
use std::rc::Rc;

/// What a kubelet decides about a new Pod.
pub(crate) enum Verdict {
    /// The kubelet works on the Pod.
    Admitted,
    /// The kubelet refuses the Pod.
    Refused(Refusal),
    /// The Pod is critical, and these Pods must end first. Rule P-120.
    NeedsRoom(VecDeque<PodId>),
}

/// Decides whether the node accepts a Pod that is bound to it. Rules P-120, P-122.
///
/// The checks run in the kubelet's order, and the first that fails gives the reason: whether the machine is short of a
/// resource, the operating system, free resources, then the node selector and the host ports. If a critical Pod lacks
/// only resources, other Pods may end for it. The last checks run when there is room.
/// Models the order of the handlers in kubernetes pkg/kubelet/kubelet.go NewMainKubelet.
pub(crate) fn judge(
    world: &World,
    node: &KubeletState,
    pods: &BTreeMap<PodId, Rc<PodWorker>>,
    pod: &Pod,
    id: PodId,
) -> Verdict {
    let Some(machine) = world.node(node.id) else { return Verdict::Admitted };
    if let Some(refusal) = refused_for_want(world, node.id, pod).or_else(|| wrong_os(world, pod)) {
        return Verdict::Refused(refusal);
    }
    // From 1.22 on a failed Pod counts as long as its containers are being stopped.
    let is_active = |w: &&Rc<PodWorker>| {
        let is_stopping = w.stage == PodWorkerState::Terminating
            && world.release().has(Feature::PodWorkerLifecycle);
        w.id != id && w.is_admitted && (is_stopping || !w.known_status().phase().is_terminal())
    };
    let active = || pods.values().filter(is_active).map(Rc::as_ref);
    let mine = requests(&pod.spec);
    let lacks = lacks(machine, &mine, active);
    let misfit = if !fits_node(&pod.spec, machine) {
        Some(RefusalReason::NodeAffinity)
    } else if host_ports_taken(pod, active().map(|w| &w.pod)) {
        Some(RefusalReason::NodePorts)
    } else {
        None
    };
    let misfit = misfit.map(|reason| Refusal {
        rule: Rule::P122,
        message: format!("Predicate {} failed", reason.text()),
        reason,
    });
    match (lacks, misfit) {
        ((None, _), None) => match refused_at_last(world, node.id, pod) {
            Some(refusal) => Verdict::Refused(refusal),
            None => Verdict::Admitted,
        },
        // For a critical Pod the kubelet can make room, unless another check fails too.
        ((Some(_), missing), None) if is_critical(pod) => match victims(pod, active(), &missing) {
            Ok(victims) => Verdict::NeedsRoom(victims),
            Err(refusal) => Verdict::Refused(refusal),
        },
        ((Some(_), _), Some(misfit)) if is_critical(pod) => Verdict::Refused(misfit),
        ((Some(refusal), _), _) | ((None, _), Some(refusal)) => Verdict::Refused(refusal),
    }
}

fn wrong_os(world: &World, pod: &Pod) -> Option<Refusal> {
    let os = pod.spec.os.0.as_ref().and_then(|os| os.get("name")).and_then(Node::as_text);
    let is_wrong =
        world.release().has(Feature::IdentifyPodOS) && os.is_some_and(|name| *name != "linux");
    is_wrong.then(|| Refusal {
        rule: Rule::P122,
        reason: RefusalReason::PodOsNotSupported,
        message: "Failed to admit pod as the OS field doesn't match node OS".to_owned(),
    })
}

/// Compares what a Pod requests with what the node has left. Returns the refusal for the first resource that is too
/// small, and how much of each resource is missing.
fn lacks<'a, 'w, I: Iterator<Item = &'w PodWorker>>(
    machine: &crate::api::core::Node,
    mine: &'a BTreeMap<Text, i128>,
    active: impl Fn() -> I,
) -> (Option<Refusal>, Vec<Shortage<'a>>) {
    let mut first = None;
    let mut missing = Vec::new();
    let of_pods = ("pods", active().count() as i128 * 1000, 1000);
    let of_others = mine.iter().map(|(resource, wanted)| {
        let used = active().filter_map(|w| requests(allocated(w)).get(resource).copied()).sum();
        (resource.as_str(), used, *wanted)
    });
    for (resource, used, wanted) in [of_pods].into_iter().chain(of_others) {
        let Some(has) = machine.status.allocatable.get(resource) else { continue };
        if used + wanted <= has.milli {
            continue;
        }
        missing.push((resource, used + wanted - has.milli));
        let [wanted, used, has] = [wanted, used, has.milli].map(|milli| in_units(resource, milli));
        first.get_or_insert_with(|| Refusal {
            rule: Rule::P122,
            reason: RefusalReason::OutOf(resource.to_owned().into()),
            message: format!(
                "Node didn't have enough resource: {resource}, requested: {wanted}, used: {used}, capacity: {has}"
            ),
        });
    }
    (first, missing)
}

/// Runs the last checks, when the Pod has room or other Pods have ended for it: from 1.31 on whether its AppArmor
/// profile is available, and whether the machine is shutting down. Rules P-122, P-305, P-1018.
pub(super) fn refused_at_last(world: &World, node: NodeId, pod: &Pod) -> Option<Refusal> {
    let profile = if world.release().has(Feature::AppArmorProfileIsAdmitted) {
        app_armor(world, node, pod)
    } else {
        None
    };
    let is_ending = world.machines.get(node).is_some_and(|machine| machine.shutdown.is_some());
    profile.or_else(|| {
        let message = "Pod was rejected as the node is shutting down.".to_owned();
        is_ending.then_some(Refusal {
            rule: Rule::P1018,
            reason: RefusalReason::NodeShutdown,
            message,
        })
    })
}

/// Refuses a Pod because the machine is short of a resource. Rule P-1022.
/// Models kubernetes pkg/kubelet/eviction/eviction_manager.go Admit.
fn refused_for_want(world: &World, node: NodeId, pod: &Pod) -> Option<Refusal> {
    let machine = world.machines.get(node)?;
    refused_now(world, machine, pod)
}

fn refused_now(world: &World, machine: &Machine, pod: &Pod) -> Option<Refusal> {
    let short = EvictionSignal::ALL.into_iter().filter(|s| machine.is_short_of(*s, world.now));
    let short: Vec<EvictionSignal> = short.collect();
    if short.is_empty() || is_critical(pod) {
        return None;
    }
    if short == [EvictionSignal::Memory] {
        let taint = Taint {
            effect: Some(TaintEffect::NoSchedule),
            key: EvictionSignal::Memory.taint().into(),
            ..Taint::default()
        };
        let is_best_effort = qos_class(&pod.spec) == "BestEffort";
        if !is_best_effort || tolerates(&pod.spec.tolerations, &taint) {
            return None;
        }
    }
    let names: Vec<&str> = short.into_iter().map(EvictionSignal::condition).collect();
    let message = format!("The node had condition: [{}]. ", names.join(" "));
    Some(Refusal { rule: Rule::P1022, reason: RefusalReason::Evicted, message })
}

/// Refuses a Pod: its phase becomes Failed at once, and the kubelet does not try it again. Rule P-122.
pub(crate) fn reject(cx: &mut Context<'_>, worker: &mut PodWorker, refusal: &Refusal) {
    let release = cx.world.release();
    let event = NewEvent {
        kind: EventType::Warning,
        reason: refusal.reason.text(),
        message: refusal.message.clone().into(),
        part: Part::Whole,
        from: "kubelet",
    };
    let pod = Rc::clone(&worker.pod);
    cx.record_pod_event(&pod, event);
    let prefix =
        if release.has(Feature::PodRejectedMessage) { "Pod was rejected: " } else { "Pod " };
    worker.stage = PodWorkerState::Finished;
    worker.refused = Some(refusal.rule);
    worker.status = Some(Rc::new(PodStatus {
        phase: Some(PodPhase::Failed),
        reason: refusal.reason.text(),
        message: format!("{prefix}{}", refusal.message).into(),
        start_time: Some(crate::base::time::Timestamp::of(cx.world.now)),
        qos_class: pod.status.qos_class.clone(),
        ..PodStatus::default()
    }));
    status_manager::write(cx, worker);
}
