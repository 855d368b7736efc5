//! What a kubelet reports about its node. Rules P-1001, P-1002, K-20.
//! Models kubernetes pkg/kubelet/nodestatus/setters.go.

use crate::api::core::{EventType, Node, NodeCondition};
use crate::api::meta::ObjectMeta;
use crate::api::node::{CONDITIONS, HOSTNAME, status_of};
use crate::api::status::{ConditionStatus, READY};
use crate::apiserver::nodes::{record_node_event, record_status_event, update_conditions};
use crate::base::text::Text;
use crate::base::time::{SimTime, Timestamp};
use crate::cluster::event::{NodeEvent, SimEvent};
use crate::cluster::pressure::EvictionSignal;
use crate::cluster::recorder::{NewEvent, Part};
use crate::cluster::world::{NodeId, World};
use crate::rules::Rule;

/// The texts of a condition while all is well, and while it is not: reason, message, and the reason of the Event.
type Words = [(&'static str, &'static str, &'static str); 2];

fn words(kind: &str) -> Words {
    match kind {
        "MemoryPressure" => [
            (
                "KubeletHasSufficientMemory",
                "kubelet has sufficient memory available",
                "NodeHasSufficientMemory",
            ),
            (
                "KubeletHasInsufficientMemory",
                "kubelet has insufficient memory available",
                "NodeHasInsufficientMemory",
            ),
        ],
        "DiskPressure" => [
            ("KubeletHasNoDiskPressure", "kubelet has no disk pressure", "NodeHasNoDiskPressure"),
            ("KubeletHasDiskPressure", "kubelet has disk pressure", "NodeHasDiskPressure"),
        ],
        "PIDPressure" => [
            (
                "KubeletHasSufficientPID",
                "kubelet has sufficient PID available",
                "NodeHasSufficientPID",
            ),
            (
                "KubeletHasInsufficientPID",
                "kubelet has insufficient PID available",
                "NodeHasInsufficientPID",
            ),
        ],
        _ => [
            ("KubeletReady", "kubelet is posting ready status", "NodeReady"),
            ("KubeletNotReady", "", "NodeNotReady"),
        ],
    }
}

/// Sets the labels that every kubelet gives its node and that the node does not have yet. The machines run Linux on amd64.
/// Models kubernetes pkg/kubelet/kubelet_node_status.go initialNode.
pub(crate) fn set_default_labels(metadata: &mut ObjectMeta) {
    let host = metadata.name.clone();
    let labels = [
        ("beta.kubernetes.io/arch", "amd64".into()),
        ("beta.kubernetes.io/os", "linux".into()),
        ("kubernetes.io/arch", "amd64".into()),
        (HOSTNAME, host),
        ("kubernetes.io/os", "linux".into()),
    ];
    for (key, value) in labels {
        metadata.labels.entry(Text::Static(key)).or_insert(value);
    }
}

/// Returns the conditions of a node as its kubelet would report them now.
pub(crate) fn conditions(world: &World, id: NodeId) -> Vec<NodeCondition> {
    let machine = world.machines.get(id);
    let complaint = machine.and_then(|machine| machine.complaint(world.now));
    let now = Timestamp::of(world.now);
    let known = world.node(id).map_or(&[][..], |node| &node.status.conditions);
    // A condition that was never reported has been well since the node joined.
    let joined = world.node(id).and_then(|node| node.metadata.creation_timestamp);
    let joined = joined.filter(|_| known.is_empty()).unwrap_or(now);
    let condition = |kind: &'static str| {
        let is_ready = kind == READY;
        let signal = EvictionSignal::ALL.into_iter().find(|signal| signal.condition() == kind);
        let is_ill = match signal {
            Some(signal) => machine.is_some_and(|machine| machine.is_short_of(signal, world.now)),
            None => complaint.is_some(),
        };
        let (reason, message, _) = words(kind)[usize::from(is_ill)];
        let message = complaint.filter(|_| is_ready).unwrap_or(message);
        let status =
            if is_ready == is_ill { ConditionStatus::False } else { ConditionStatus::True };
        let before = known.iter().find(|c| c.kind == *kind && c.status == status);
        NodeCondition {
            kind: kind.into(),
            status,
            reason: reason.into(),
            message: message.into(),
            last_heartbeat_time: Some(now),
            last_transition_time: match before {
                Some(before) => before.last_transition_time,
                None => Some(if is_ill { now } else { joined }),
            },
        }
    };
    CONDITIONS.into_iter().map(condition).collect()
}

/// Plans that the kubelet reports a change of its node, when it next computes the node's status at `moment` or later.
/// Rule K-20.
pub(crate) fn changed(world: &mut World, node: NodeId, moment: SimTime) {
    let at = world.next_heartbeat(moment);
    let token = world.machines.of(node).token;
    world.schedule_at(at, SimEvent::OfNode { node, what: NodeEvent::Posted, token });
}

/// Reports the conditions of a node, if one has changed.
pub(crate) fn post(world: &mut World, id: NodeId) {
    if !world.machines.connectivity(id).is_heard() {
        return;
    }
    let Some(old) = world.node(id).cloned() else { return };
    let new = conditions(world, id);
    let is_reported = |node: &Node, c: &NodeCondition| {
        let before = node.status.conditions.iter().find(|old| old.kind == c.kind);
        match before {
            Some(before) => before.status == c.status && before.message == c.message,
            None => status_of(node, &c.kind) == c.status,
        }
    };
    let differs: Vec<&NodeCondition> = new.iter().filter(|c| !is_reported(&old, c)).collect();
    if differs.is_empty() {
        return;
    }
    let rule = ready_rule(world, id);
    update_conditions(world, id, rule, |node| {
        let own = |c: &NodeCondition| CONDITIONS.iter().any(|kind| c.kind == **kind);
        let others: Vec<_> = node.status.conditions.extract_if(.., |c| !own(c)).collect();
        node.status.conditions.clone_from(&new);
        node.status.conditions.extend(others);
    });
    let cause = world.cause;
    for condition in differs {
        if status_of(&old, &condition.kind) != condition.status {
            let is_well = status_of(&Node::default(), &condition.kind) == condition.status;
            world.cause = cause;
            record_status_event(
                world,
                id,
                words(&condition.kind)[usize::from(!is_well)].2,
                "kubelet",
            );
        }
    }
    world.cause = cause;
}

/// Returns the rule by which a kubelet says whether its node is Ready.
fn ready_rule(world: &World, id: NodeId) -> Rule {
    match world.machines.get(id) {
        Some(machine) if machine.shutdown.is_some() => Rule::P1018,
        Some(machine) if machine.complaint(world.now).is_some() => Rule::P1002,
        Some(_) | None => Rule::P1015,
    }
}

/// Reports that a kubelet's machine restarted. Rule P-1017.
pub(crate) fn rebooted(world: &mut World, id: NodeId) {
    record_node_event(world, id, |name| {
        let message = format!("Node {name} has been rebooted").into();
        let (kind, reason, from) = (EventType::Warning, "Rebooted", "kubelet");
        NewEvent { kind, reason: reason.into(), message, part: Part::Whole, from }
    });
}
