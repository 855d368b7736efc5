//! What the controllers of nodes, and of Pods on nodes, ask of the API server and of the clock.

use super::step::{Step, carry_out};
use crate::api::core::{EventType, Node, Taint};
use crate::api::pod::TaintEffect;
use crate::api::status::{ConditionStatus, PodPhase, READY};
use crate::apiserver::record::{PodPart, WriteRules};
use crate::apiserver::{eviction, nodes, store};
use crate::base::text::Text;
use crate::base::time::{SimTime, Timestamp};
use crate::cluster::event::{NodeEvent, SimEvent};
use crate::cluster::fact::ConditionSource;
use crate::cluster::recorder::{NewEvent, Part};
use crate::cluster::world::{NodeId, PodId, World};
use crate::rules::Rule;

/// A taint, by its key and its effect.
pub(crate) type TaintName = (&'static str, TaintEffect);

/// A request.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Request {
    /// Record an Event about a Pod.
    RecordPodEvent { pod: PodId, event: NewEvent },
    /// Say in the Pod's conditions why it is about to end. Rule P-213.
    DisruptPod { pod: PodId, reason: &'static str, message: &'static str },
    /// Set the phase of a Pod that has not ended to Failed, by a rule.
    FailPod { pod: PodId, rule: Rule },
    /// Set the condition Ready of a Pod on a lost node to False. Rule P-1007.
    UnreadyPod(PodId),
    /// Delete a Pod, with this grace period in seconds or with its own.
    DeletePod { pod: PodId, grace: Option<i64> },
    /// Plan the deletion of a Pod by the taints of its node, and remember since when they count. Rule P-1009.
    PlanEviction { pod: PodId, since: SimTime, due: SimTime },
    /// Forget the planned deletion of a Pod.
    ForgetEviction(PodId),
    /// Remove taints of a node, then add others.
    ChangeTaints { node: NodeId, drop: Vec<TaintName>, put: Vec<TaintName> },
    /// Store other conditions of a node that is lost, without some taints. Rule P-1005.
    LoseNode { node: NodeId, lost: Box<Node> },
    /// Record the Event that a node has a new status.
    RecordNodeStatus { node: NodeId, reason: &'static str, from: &'static str },
    /// Taint no other node of a zone before a moment. Rule K-24.
    HoldZone { zone: Text, until: SimTime },
    /// Look at a node again.
    LookAgain { node: NodeId, what: NodeEvent, at: When },
}

/// When a controller looks again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum When {
    /// At a moment.
    At(SimTime),
    /// Some milliseconds after the node controller's first check at or after a moment. Rule P-1004.
    Monitor { from: SimTime, plus: u64 },
}

/// Carries out the steps of a look.
pub(crate) fn run(world: &mut World, steps: Vec<Step<Request>>) {
    carry_out(world, steps, act);
}

fn act(world: &mut World, request: Request) {
    match request {
        Request::RecordPodEvent { pod, event } => {
            if let Some(pod) = world.pod(pod).cloned() {
                store::record_pod_event(world, &pod, event);
            }
        }
        Request::DisruptPod { pod, reason, message } => {
            eviction::disrupt(world, pod, reason, message);
        }
        Request::FailPod { pod, rule } => {
            store::update_pod(world, pod, WriteRules::new(&|_| rule), |pod| {
                if !pod.status.phase().is_terminal() {
                    pod.status.phase = Some(PodPhase::Failed);
                }
            });
        }
        Request::UnreadyPod(pod) => unready(world, pod),
        Request::DeletePod { pod, grace } => store::delete_pod(world, pod, grace),
        Request::PlanEviction { pod, since, due } => {
            world.machines.evictions.insert(pod, (since, due));
            world.schedule_at(due, SimEvent::TaintExecuted { pod });
        }
        Request::ForgetEviction(pod) => drop(world.machines.evictions.remove(&pod)),
        Request::ChangeTaints { node, drop, put } => {
            let now = Timestamp::of(world.now);
            nodes::update(world, node, |node| {
                for (key, effect) in drop {
                    drop_taint(node, key, effect);
                }
                for (key, effect) in put {
                    put_taint(node, key, effect, now);
                }
            });
        }
        Request::LoseNode { node, lost } => {
            nodes::update_conditions(world, node, Rule::P1005, |node| *node = *lost);
        }
        Request::RecordNodeStatus { node, reason, from } => {
            nodes::record_status_event(world, node, reason, from);
        }
        Request::HoldZone { zone, until } => drop(world.machines.next_taint.insert(zone, until)),
        Request::LookAgain { node, what, at } => {
            let at = match at {
                When::At(at) => at,
                When::Monitor { from, plus } => world.next_monitor(from) + plus,
            };
            let token = world.machines.of(node).token;
            world.schedule_at(at, SimEvent::OfNode { node, what, token });
        }
    }
}

fn unready(world: &mut World, id: PodId) {
    let now = Timestamp::of(world.now);
    let rule = |_: PodPart<'_>| Rule::P1007;
    let rules = WriteRules { ready: ConditionSource::SilentNode, ..WriteRules::new(&rule) };
    store::update_pod(world, id, rules, |pod| {
        for condition in pod.status.conditions.iter_mut().filter(|c| c.kind == READY) {
            condition.status = ConditionStatus::False;
            condition.last_transition_time = Some(now);
        }
    });
}

/// Returns whether a node has a taint.
pub(crate) fn has_taint(node: &Node, key: &str, effect: TaintEffect) -> bool {
    node.spec.taints.iter().any(|taint| taint.key == *key && taint.effect == Some(effect))
}

fn put_taint(node: &mut Node, key: &'static str, effect: TaintEffect, now: Timestamp) {
    if !has_taint(node, key, effect) {
        let (key, value, time_added) = (key.into(), Text::default(), Some(now));
        node.spec.taints.push(Taint { effect: Some(effect), key, time_added, value });
    }
}

/// Removes a taint of a node.
pub(crate) fn drop_taint(node: &mut Node, key: &str, effect: TaintEffect) {
    node.spec.taints.retain(|taint| taint.key != *key || taint.effect != Some(effect));
}

/// Returns an Event about a whole Pod.
pub(crate) fn pod_event(
    kind: EventType,
    reason: &'static str,
    message: Text,
    from: &'static str,
) -> NewEvent {
    NewEvent { kind, reason: reason.into(), message, part: Part::Whole, from }
}
