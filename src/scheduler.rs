//! Enough of the scheduler for a small cluster: does a node fit, which one, and why none. Section 9 of the rule book.

pub(crate) mod affinity;
pub(crate) mod load;

use crate::api::core::{Node, Taint};
use crate::api::pod::{
    Pod, PodSpec, PreemptionPolicy, TaintEffect, Toleration, TolerationOperator,
};
use crate::api::status::{ConditionStatus, DISRUPTION_TARGET, POD_SCHEDULED, PodCondition};
use crate::apiserver::store;
use crate::controller::volumes;
use crate::event::SimEvent;
use crate::map::Map;
use crate::recorder::Said;
use crate::release::Release;
use crate::text::Text;
use crate::time::Timestamp;
use crate::world::{PodId, World};
use std::borrow::Cow;
use std::rc::Rc;

/// Milliseconds after which a Pod that fits nowhere is tried again without a reason to. Rule K-31.
const UNSCHEDULABLE_FLUSH: u64 = 300_000;
/// The first wait after an attempt that failed; it doubles up to ten seconds. Rule K-31.
const BACKOFF: u64 = 1000;

/// What a Pod asks for, in thousandths of each resource's unit. Rule P-517.
pub fn requests(spec: &PodSpec) -> Map<Text, i128> {
    let mut sum: Map<Text, i128> = Map::new();
    let mut largest: Map<Text, i128> = Map::new();
    let mut before: Map<Text, i128> = Map::new();
    for container in &spec.init_containers {
        for (resource, quantity) in &container.resources.requests {
            let so_far = before.get(resource).copied().unwrap_or(0) + quantity.milli;
            let most = largest.or_default(resource.clone());
            *most = (*most).max(so_far);
            if container.is_sidecar() {
                before.insert(resource.clone(), so_far);
            }
        }
    }
    let apps = spec.containers.iter().map(|c| &c.resources.requests);
    let sidecars = spec.sidecars().map(|c| &c.resources.requests);
    for list in apps.chain(sidecars) {
        for (resource, quantity) in list {
            *sum.or_default(resource.clone()) += quantity.milli;
        }
    }
    for (resource, most) in largest {
        let total = sum.or_default(resource);
        *total = (*total).max(most);
    }
    for (resource, quantity) in &spec.overhead {
        *sum.or_default(resource.clone()) += quantity.milli;
    }
    sum
}

/// Whether a node has the labels a Pod selects.
pub fn fits_selector(spec: &PodSpec, node: &Node) -> bool {
    let labels = &node.metadata.labels;
    spec.node_selector.iter().all(|(key, value)| labels.get(key) == Some(value))
}

/// Whether a Pod bears a taint.
pub fn tolerates(tolerations: &[Toleration], taint: &Taint) -> bool {
    tolerations.iter().any(|t| {
        let effect = t.effect.is_none() || t.effect == taint.effect;
        let key = t.key.is_empty() || t.key == taint.key;
        let value = t.operator == Some(TolerationOperator::Exists)
            || (!t.key.is_empty() && t.value == taint.value);
        effect && key && value
    })
}

/// Why a node does not fit, in the scheduler's words; none when it fits. Rule P-902.
fn misfit(world: &World, pod: &Pod, node: &Node, gone: &[PodId]) -> Vec<String> {
    let release = world.release();
    if node.spec.unschedulable {
        return vec!["node(s) were unschedulable".to_owned()];
    }
    if !pod.spec.node_name.is_empty() && pod.spec.node_name != node.metadata.name {
        return vec!["node(s) didn't match the requested node name".to_owned()];
    }
    let bears = |t: &&Taint| {
        t.effect == Some(TaintEffect::PreferNoSchedule) || tolerates(&pod.spec.tolerations, t)
    };
    if let Some(taint) = node.spec.taints.iter().find(|t| !bears(t)) {
        let (key, value) = (&taint.key, &taint.value);
        return vec![if release.has(24) {
            format!("node(s) had untolerated taint {{{key}: {value}}}")
        } else {
            format!("node(s) had taint {{{key}: {value}}}, that the pod didn't tolerate")
        }];
    }
    if !fits_selector(&pod.spec, node) || !affinity::fits_node(pod, node) {
        let tail = if release.has(22) { "/selector" } else { "" };
        return vec![format!("node(s) didn't match Pod's node affinity{tail}")];
    }
    let wanted = requests(&pod.spec);
    let mut reasons = Vec::new();
    let name = &node.metadata.name;
    let mut load = Cow::Borrowed(world.load(name));
    for id in gone {
        if let Some(other) = world.pod(*id).filter(|other| other.spec.node_name == *name) {
            load.to_mut().count(other, -1);
        }
    }
    if let Some(most) = node.status.allocatable.get("pods")
        && load.active as i128 >= most.value()
    {
        reasons.push("Too many pods".to_owned());
    }
    for (resource, milli) in &wanted {
        let has = node.status.allocatable.get(resource).map_or(0, |q| q.milli);
        let used = load.requested.get(resource).copied().unwrap_or(0);
        if *milli > 0 && used + milli > has {
            reasons.push(format!("Insufficient {resource}"));
        }
    }
    let on_node = || {
        let pods = world.pods_on(name);
        pods.filter(|(id, p)| !p.status.phase().is_terminal() && !gone.contains(id))
    };
    if host_ports_taken(pod, on_node().map(|(_, p)| p)) {
        reasons.push("node(s) didn't have free ports for the requested pod ports".to_owned());
    }
    if reasons.is_empty()
        && let Some(reason) = volumes::misfit(world, pod, node)
    {
        reasons.push(reason.to_owned());
    }
    if reasons.is_empty()
        && let Some(clash) = affinity::clash(world, pod, node, gone)
    {
        reasons = clash_words(&clash, release);
    }
    reasons
}

/// Why anti-affinity keeps a Pod from a node, in the scheduler's words.
fn clash_words(clash: &affinity::Clash, release: Release) -> Vec<String> {
    let words = match clash {
        affinity::Clash::Own => "node(s) didn't match pod anti-affinity rules",
        affinity::Clash::Existing => "node(s) didn't satisfy existing pods anti-affinity rules",
    };
    let head = (!release.has(22)).then_some("node(s) didn't match pod affinity/anti-affinity");
    head.into_iter().chain([words]).map(str::to_owned).collect()
}

fn host_ports_taken<'a>(pod: &Pod, mut others: impl Iterator<Item = &'a Rc<Pod>>) -> bool {
    let ports = |spec: &PodSpec| -> Vec<i64> {
        let ports = spec.containers.iter().flat_map(|c| c.ports.iter().map(|p| p.host_port));
        ports.filter(|p| *p > 0).collect()
    };
    let mine = ports(&pod.spec);
    !mine.is_empty() && others.any(|other| ports(&other.spec).iter().any(|p| mine.contains(p)))
}

/// One attempt to place a Pod. Rules P-901 to P-904.
pub fn try_pod(world: &mut World, id: PodId, turn: u32) {
    let Some(pod) = world.pod(id).cloned() else { return };
    let gated = !pod.spec.scheduling_gates.is_empty();
    let deleted = pod.metadata.deletion_timestamp.is_some();
    if !pod.spec.node_name.is_empty() || gated || deleted || pod.status.phase().is_terminal() {
        return;
    }
    let nodes: Vec<Rc<Node>> = world.nodes().to_vec();
    if let Some(reason) = volumes::blocked(world, &pod) {
        let message = claim_words(&reason, nodes.len(), world.release());
        return unschedulable(world, id, &pod, message, Text::default());
    }
    let mut fitting: Vec<&Rc<Node>> = Vec::new();
    let mut reasons: Map<String, usize> = Map::new();
    for node in &nodes {
        let misfits = misfit(world, &pod, node, &[]);
        if misfits.is_empty() {
            fitting.push(node);
        }
        for reason in misfits {
            *reasons.or_default(reason) += 1;
        }
    }
    // The node with the fewest Pods; the first of equals.
    let best = fitting.iter().min_by_key(|node| world.load(&node.metadata.name).pods.len());
    if let Some(node) = best {
        let name = node.metadata.name.clone();
        if volumes::are_bound(world, &pod, &name) {
            bind(world, id, &name);
        }
        return;
    }
    let release = world.release();
    let preemption = preempt(world, &pod, &nodes);
    let message = words(&reasons, nodes.len(), &preemption, release);
    let nominated = match &preemption {
        Preemption::Victims(node, _) => node.clone(),
        Preemption::NotEligible => pod.status.nominated_node_name.clone(),
        Preemption::NoHelp | Preemption::NoVictims(_) | Preemption::Never => Text::default(),
    };
    if let Preemption::Victims(node, victims) = &preemption {
        push_out(world, &pod, node, victims);
    }
    unschedulable(world, id, &pod, message, nominated);
    let waits_for_victims = matches!(preemption, Preemption::Victims(..));
    let retry = if waits_for_victims { 1500 } else { UNSCHEDULABLE_FLUSH };
    world.plan(retry, SimEvent::SchedulingTried { pod: id, turn: turn + 1 });
}

/// Tells why a Pod cannot be placed. Rule P-902.
fn unschedulable(world: &mut World, id: PodId, pod: &Pod, message: String, nominated: Text) {
    let condition = PodCondition {
        kind: POD_SCHEDULED.into(),
        status: ConditionStatus::False,
        reason: "Unschedulable".into(),
        message: message.clone().into(),
        ..PodCondition::default()
    };
    let said = Said {
        kind: "Warning",
        reason: "FailedScheduling",
        message: message.into(),
        field: Text::default(),
        from: "default-scheduler",
    };
    store::tell(world, pod, said);
    set_scheduled(world, id, condition, nominated);
}

/// Why the Pod's claims keep it from every node, in the scheduler's words. Rules P-902, V-11.
fn claim_words(reason: &str, nodes: usize, release: Release) -> String {
    if nodes == 0 {
        return "no nodes available to schedule pods".to_owned();
    }
    let is_unbound = reason.starts_with("pod has");
    match (release.has(24), is_unbound) {
        (false, true) => format!("0/{nodes} nodes are available: {nodes} {reason}."),
        (false, false) => reason.to_owned(),
        (true, _) => {
            let tail = if release.has(29) { "." } else { ".." };
            format!(
                "0/{nodes} nodes are available: {reason}. preemption: 0/{nodes} nodes are available: {nodes} Preemption is not helpful for scheduling{tail}"
            )
        }
    }
}

/// Milliseconds until a Pod that failed once is tried again after something changed for it. Rule K-31.
pub(crate) fn wait_after_change(world: &mut World) -> u64 {
    if world.release().has(22) { BACKOFF + world.phase(BACKOFF) } else { 2 * BACKOFF + 500 }
}

fn bind(world: &mut World, id: PodId, node: &Text) {
    let Some(pod) = world.pod(id).cloned() else { return };
    let message =
        format!("Successfully assigned {}/{} to {node}", pod.metadata.namespace, pod.metadata.name);
    let said = Said {
        kind: "Normal",
        reason: "Scheduled",
        message: message.into(),
        field: Text::default(),
        from: "default-scheduler",
    };
    let now = Timestamp::of(world.now);
    store::update_pod(world, id, |pod| {
        pod.spec.node_name = node.clone();
        pod.status.nominated_node_name = Text::default();
        put_condition(
            pod,
            PodCondition {
                kind: POD_SCHEDULED.into(),
                status: ConditionStatus::True,
                last_transition_time: Some(now),
                ..PodCondition::default()
            },
        );
    });
    store::tell(world, &pod, said);
}

fn set_scheduled(world: &mut World, id: PodId, condition: PodCondition, nominated: Text) {
    let now = world.now;
    store::update_pod(world, id, |pod| {
        let mut conditions = vec![condition];
        store::keep_transition_times(&mut conditions, &pod.status.conditions, now);
        for condition in conditions {
            put_condition(pod, condition);
        }
        pod.status.nominated_node_name = nominated;
    });
}

fn put_condition(pod: &mut Pod, condition: PodCondition) {
    let conditions = &mut pod.status.conditions;
    match conditions.iter_mut().find(|c| c.kind == condition.kind) {
        Some(known) => *known = condition,
        None => conditions.push(condition),
    }
}

/// What an attempt to push lower Pods out came to. Rule P-907.
enum Preemption {
    /// The Pod may not push others out.
    Never,
    /// No node would fit even without the lower Pods.
    NoHelp,
    /// On that many nodes room is short, but no lower Pods are there to go.
    NoVictims(usize),
    /// Victims are on their way out already.
    NotEligible,
    /// These Pods of that node go.
    Victims(Text, Vec<PodId>),
}

fn preempt(world: &World, pod: &Pod, nodes: &[Rc<Node>]) -> Preemption {
    if pod.spec.preemption_policy == Some(PreemptionPolicy::Never) {
        return Preemption::Never;
    }
    let rank = |p: &Pod| p.spec.priority.unwrap_or(0);
    let mine = rank(pod);
    let nominated = &pod.status.nominated_node_name;
    if !nominated.is_empty() {
        let leaving =
            |(_, p): (PodId, &Rc<Pod>)| p.metadata.deletion_timestamp.is_some() && rank(p) < mine;
        if world.pods_on(nominated).any(leaving) {
            return Preemption::NotEligible;
        }
    }
    let mut short = 0;
    for node in nodes {
        let room = |m: &String| {
            m.starts_with("Insufficient") || m == "Too many pods" || m.contains("anti-affinity")
        };
        let misfits = misfit(world, pod, node, &[]);
        if !misfits.iter().all(room) {
            continue;
        }
        short += 1;
        let mut lower: Vec<(i64, PodId)> = world
            .pods_on(&node.metadata.name)
            .filter(|(_, p)| rank(p) < mine)
            .map(|(id, p)| (rank(p), id))
            .collect();
        let all: Vec<PodId> = lower.iter().map(|(_, id)| *id).collect();
        if all.is_empty() || !misfit(world, pod, node, &all).is_empty() {
            continue;
        }
        // Keep as many as possible, the highest and the later ones first.
        crate::order::order(&mut lower, |a, b| (b.0, b.1) < (a.0, a.1));
        let mut gone = all;
        for (_, id) in lower {
            let without: Vec<PodId> = gone.iter().copied().filter(|other| *other != id).collect();
            if misfit(world, pod, node, &without).is_empty() {
                gone = without;
            }
        }
        return Preemption::Victims(node.metadata.name.clone(), gone);
    }
    if short > 0 { Preemption::NoVictims(short) } else { Preemption::NoHelp }
}

fn push_out(world: &mut World, pod: &Pod, node: &Text, victims: &[PodId]) {
    let release = world.release();
    for id in victims {
        let Some(victim) = world.pod(*id).cloned() else { continue };
        if release.has(26) {
            let now = Timestamp::of(world.now);
            store::update_pod(world, *id, |victim| {
                let condition = PodCondition {
                    kind: DISRUPTION_TARGET.into(),
                    status: ConditionStatus::True,
                    reason: "PreemptionByScheduler".into(),
                    message: "default-scheduler: preempting to accommodate a higher priority pod"
                        .into(),
                    last_transition_time: Some(now),
                    ..PodCondition::default()
                };
                put_condition(victim, condition);
            });
        }
        store::delete_pod(world, *id, None);
        let message = if release == Release::Current {
            format!("Preempted by pod {} on node {node}", pod.metadata.uid)
        } else if release.has(26) {
            format!("Preempted by a pod on node {node}")
        } else {
            format!("Preempted by {}/{} on node {node}", pod.metadata.namespace, pod.metadata.name)
        };
        let said = Said {
            kind: "Normal",
            reason: "Preempted",
            message: message.into(),
            field: Text::default(),
            from: "default-scheduler",
        };
        store::tell(world, &victim, said);
    }
}

/// Why no node fits, in the scheduler's words. Rule P-902.
fn words(
    reasons: &Map<String, usize>,
    nodes: usize,
    preemption: &Preemption,
    release: Release,
) -> String {
    let mut counted: Vec<String> =
        reasons.iter().map(|(reason, n)| format!("{n} {reason}")).collect();
    crate::order::order(&mut counted, |a, b| a < b);
    let listed = counted.join(", ");
    let mut text = match nodes {
        0 => "no nodes available to schedule pods".to_owned(),
        _ => format!("0/{nodes} nodes are available: {listed}."),
    };
    if !release.has(24) || nodes == 0 {
        return text;
    }
    let tail = if release.has(29) { "." } else { ".." };
    let no_help = |others: usize| format!("{others} Preemption is not helpful for scheduling");
    match preemption {
        Preemption::Never => {
            text.push_str(" preemption: not eligible due to preemptionPolicy=Never.");
            text.push_str(&tail[1..]);
        }
        Preemption::Victims(..) => {}
        Preemption::NotEligible => {
            text.push_str(
                " preemption: not eligible due to a terminating pod on the nominated node.",
            );
            text.push_str(&tail[1..]);
        }
        Preemption::NoHelp => {
            text.push_str(&format!(
                " preemption: 0/{nodes} nodes are available: {}{tail}",
                no_help(nodes)
            ));
        }
        Preemption::NoVictims(short) => {
            let mut parts = vec![format!("{short} No preemption victims found for incoming pod")];
            if *short < nodes {
                parts.push(no_help(nodes - short));
            }
            let parts = parts.join(", ");
            text.push_str(&format!(" preemption: 0/{nodes} nodes are available: {parts}{tail}"));
        }
    }
    text
}

/// A node was added or changed, or a Pod has gone: waiting Pods are tried again soon. Rule K-31.
pub fn room_was_made(world: &mut World) {
    let waits = |pod: &Pod| {
        pod.metadata.deletion_timestamp.is_none()
            && pod.status.condition(POD_SCHEDULED).is_some_and(|c| c.reason == "Unschedulable")
    };
    let waiting: Vec<PodId> =
        world.pods_on("").filter(|(_, p)| waits(p)).map(|(id, _)| id).collect();
    // Before 1.22 Pods wait out a back-off that is looked at every few seconds.
    let wait = if world.release().has(22) { 0 } else { 2 * BACKOFF + 500 };
    for pod in waiting {
        world.plan(wait, SimEvent::SchedulingTried { pod, turn: 0 });
    }
}
