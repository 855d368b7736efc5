//! Whether a node fits a Pod, and why not. Rules P-517, P-902.

use super::words::clash_words;
use super::{affinity, spread};
use crate::api::container::Container;
use crate::api::core::{Node, Taint};
use crate::api::pod::{Pod, PodSpec, TaintEffect, Toleration, TolerationOperator};
use crate::api::quantity::{Quantity, ResourceList};
use crate::api::status::RESIZE_PENDING;
use crate::apiserver::admission::UNSCHEDULABLE;
use crate::base::text::Text;
use crate::cluster::world::{PodId, World};
use crate::controller::volumes;
use crate::rules::Feature;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What a Pod asks for, in thousandths of each resource's unit. Rule P-517.
pub fn requests(spec: &PodSpec) -> BTreeMap<Text, i128> {
    totals(spec, |container| &container.resources.requests)
}

/// What its kubelet has granted a bound Pod, which while a resize waits is less than it asks for. Rule P-214.
pub fn granted_requests(pod: &Pod) -> BTreeMap<Text, i128> {
    if !pod.status.is_true(RESIZE_PENDING) {
        return requests(&pod.spec);
    }
    let mut spec = (*pod.spec).clone();
    let statuses = || pod.status.containers().iter().chain(pod.status.init_containers());
    for container in spec.containers.iter_mut().chain(&mut spec.init_containers) {
        let status = statuses().find(|status| status.name == container.name);
        let granted = status.and_then(|status| status.allocated_resources.0.as_ref());
        let Some(granted) = granted else { continue };
        container.resources.requests = ResourceList::default();
        for entry in granted.entries() {
            if let Some(amount) = entry.node.as_text().and_then(|text| Quantity::parse(text)) {
                container.resources.requests.insert(entry.key.clone(), amount);
            }
        }
    }
    requests(&spec)
}

/// What a bound Pod counts for on its node: of a resize that has to wait the larger, of one that cannot be what was granted.
/// Rule P-214.
pub fn counted_requests(pod: &Pod) -> BTreeMap<Text, i128> {
    let mut counted = granted_requests(pod);
    if resize_reason(pod).is_some_and(|reason| reason != "Infeasible") {
        for (resource, wanted) in requests(&pod.spec) {
            let most = counted.entry(resource).or_default();
            *most = (*most).max(wanted);
        }
    }
    counted
}

/// Why a Pod's resize waits, if it does.
pub fn resize_reason(pod: &Pod) -> Option<&Text> {
    pod.status.condition(RESIZE_PENDING).map(|condition| &condition.reason)
}

/// An amount of a resource, to be printed in the unit of the first container that names it.
pub fn with_unit_of(
    spec: &PodSpec,
    resource: &str,
    pick: fn(&Container) -> &ResourceList,
    milli: i128,
) -> Quantity {
    let mut all = spec.containers.iter().chain(&spec.init_containers);
    let text = all.find_map(|c| pick(c).get(resource)).map(|q| q.text.clone());
    Quantity { text: text.unwrap_or_default(), milli }
}

/// What a Pod asks for, or may use at most, in thousandths of each resource's unit. Rule P-517.
pub fn totals(spec: &PodSpec, pick: fn(&Container) -> &ResourceList) -> BTreeMap<Text, i128> {
    let mut sum: BTreeMap<Text, i128> = BTreeMap::new();
    let mut largest: BTreeMap<Text, i128> = BTreeMap::new();
    let mut before: BTreeMap<Text, i128> = BTreeMap::new();
    for container in &spec.init_containers {
        for (resource, quantity) in pick(container) {
            let so_far = before.get(resource).copied().unwrap_or(0) + quantity.milli;
            let most = largest.entry(resource.clone()).or_default();
            *most = (*most).max(so_far);
            if container.is_sidecar() {
                before.insert(resource.clone(), so_far);
            }
        }
    }
    for container in spec.containers.iter().chain(spec.sidecars()) {
        for (resource, quantity) in pick(container) {
            *sum.entry(resource.clone()).or_default() += quantity.milli;
        }
    }
    for (resource, most) in largest {
        let total = sum.entry(resource).or_default();
        *total = (*total).max(most);
    }
    for (resource, quantity) in &spec.overhead {
        *sum.entry(resource.clone()).or_default() += quantity.milli;
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
pub(super) fn misfit(world: &World, pod: &Pod, node: &Node, gone: &[PodId]) -> Vec<String> {
    let release = world.release();
    let cordoned = Taint {
        effect: Some(TaintEffect::NoSchedule),
        key: UNSCHEDULABLE.into(),
        ..Taint::default()
    };
    if node.spec.unschedulable && !tolerates(&pod.spec.tolerations, &cordoned) {
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
        return vec![if release.has(Feature::UntoleratedTaintMessage) {
            format!("node(s) had untolerated taint {{{key}: {value}}}")
        } else {
            format!("node(s) had taint {{{key}: {value}}}, that the pod didn't tolerate")
        }];
    }
    if !fits_selector(&pod.spec, node) || !affinity::fits_node(pod, node) {
        let tail =
            if release.has(Feature::NodeAffinityMessageNamesSelector) { "/selector" } else { "" };
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
        && let Some(reason) = volumes::misfit(world, pod, node, gone)
    {
        reasons.push(reason.to_owned());
    }
    if reasons.is_empty()
        && let Some(reason) = spread::misfit(world, pod, node, gone)
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

/// Whether a port of the node that a Pod wants is taken by another.
pub fn host_ports_taken<'a>(pod: &Pod, mut others: impl Iterator<Item = &'a Rc<Pod>>) -> bool {
    let ports = |spec: &PodSpec| -> Vec<i64> {
        let ports = spec.containers.iter().flat_map(|c| c.ports.iter().map(|p| p.host_port));
        ports.filter(|p| *p > 0).collect()
    };
    let mine = ports(&pod.spec);
    !mine.is_empty() && others.any(|other| ports(&other.spec).iter().any(|p| mine.contains(p)))
}
