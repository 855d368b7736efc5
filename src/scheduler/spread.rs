//! Topology spread constraints: how evenly the Pods that a selector chooses are to lie over domains such as zones. Rules P-902, V-30.
//! Models kubernetes pkg/scheduler/framework/plugins/podtopologyspread.

use super::affinity;
use crate::api::core::Node as ClusterNode;
use crate::api::placement::{fits_selector, is_placed, tolerates};
use crate::api::pod::{Pod, TaintEffect};
use crate::api::selector::LabelSelector;
use crate::base::text::Text;
use crate::cluster::world::{PodId, World};
use crate::manifest::node::Node;
use crate::manifest::schema::{Decoder, Field};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Of a node where the Pod would make the domains too uneven.
pub(super) const UNEVEN: &str = "node(s) didn't match pod topology spread constraints";
/// Of a node that is in no domain of a constraint.
const NO_DOMAIN: &str =
    "node(s) didn't match pod topology spread constraints (missing required label)";

/// What a constraint does with a node that does not satisfy it, as manifests name it.
const HARD: &str = "DoNotSchedule";
const SOFT: &str = "ScheduleAnyway";

/// One constraint of a Pod.
struct Constraint<'a> {
    given: &'a Node,
    key: &'a Text,
    /// None selects no Pod.
    selector: Option<LabelSelector>,
}

impl Constraint<'_> {
    fn number(&self, field: &str) -> Option<i64> {
        self.given.get(field).and_then(Node::as_int)
    }

    fn is(&self, field: &str, value: &str) -> bool {
        self.given.get(field).and_then(Node::as_text).is_some_and(|text| *text == value)
    }

    fn selects(&self, pod: &Pod) -> bool {
        self.selector.as_ref().is_some_and(|selector| selector.matches(&pod.metadata.labels))
    }

    /// Whether the domain of a node counts for the Pod.
    fn counts(&self, pod: &Pod, node: &ClusterNode) -> bool {
        let fits = fits_selector(&pod.spec, node) && affinity::fits_node(pod, node);
        let is_tolerated = node.spec.taints.iter().all(|taint| {
            taint.effect == Some(TaintEffect::PreferNoSchedule)
                || tolerates(&pod.spec.tolerations, taint)
        });
        (fits || self.is("nodeAffinityPolicy", "Ignore"))
            && (is_tolerated || !self.is("nodeTaintsPolicy", "Honor"))
    }
}

/// The constraints of a Pod that do so when they are not satisfied.
fn constraints<'a>(pod: &'a Pod, unsatisfiable: &str) -> Vec<Constraint<'a>> {
    let all = pod.spec.topology_spread_constraints.0.as_ref().map_or(&[][..], Node::elements);
    let read = |given: &'a Node| {
        let key = given.get("topologyKey").and_then(Node::as_text)?;
        let selector = given.get("labelSelector").map(|selector| {
            let mut read = LabelSelector::default();
            read.decode(selector, &mut Decoder::default());
            for key in given.get("matchLabelKeys").map_or(&[][..], Node::elements) {
                if let Some((key, value)) =
                    key.as_text().and_then(|key| pod.metadata.labels.get_key_value(key))
                {
                    read.match_labels.insert(key.clone(), value.clone());
                }
            }
            read
        });
        Some(Constraint { given, key, selector })
    };
    let constraints = all.iter().filter_map(read);
    constraints.filter(|constraint| constraint.is("whenUnsatisfiable", unsatisfiable)).collect()
}

/// How many of the Pods that a constraint selects lie in each domain, of the nodes that are in a domain of each constraint.
fn domains<'a>(
    world: &'a World,
    pod: &Pod,
    constraint: &Constraint<'_>,
    all: &[Constraint<'_>],
    gone: &[PodId],
) -> BTreeMap<&'a Text, i64> {
    let mut domains = BTreeMap::new();
    let is_selected = |(id, other): &(PodId, &Rc<Pod>)| {
        is_placed(other)
            && other.metadata.deletion_timestamp.is_none()
            && other.metadata.namespace == pod.metadata.namespace
            && !gone.contains(id)
            && constraint.selects(other)
    };
    for node in world.nodes() {
        let labels = &node.metadata.labels;
        let is_in_all = all.iter().all(|constraint| labels.contains_key(constraint.key));
        if let Some(domain) = labels.get(constraint.key)
            && is_in_all
            && constraint.counts(pod, node)
        {
            let here = world.pods_on(&node.metadata.name).filter(is_selected).count();
            *domains.entry(domain).or_default() += here as i64;
        }
    }
    domains
}

/// Why a Pod's constraints keep it from a node, in the scheduler's words.
pub(super) fn misfit(
    world: &World,
    pod: &Pod,
    node: &ClusterNode,
    gone: &[PodId],
) -> Option<&'static str> {
    let all = constraints(pod, HARD);
    for constraint in &all {
        let Some(domain) = node.metadata.labels.get(constraint.key) else {
            return Some(NO_DOMAIN);
        };
        let domains = domains(world, pod, constraint, &all, gone);
        let is_few = (domains.len() as i64) < constraint.number("minDomains").unwrap_or(1);
        let least = if is_few { 0 } else { domains.values().min().copied().unwrap_or(0) };
        let here = domains.get(domain).copied().unwrap_or(0);
        let with_it = here + i64::from(constraint.selects(pod));
        if with_it - least > constraint.number("maxSkew").unwrap_or(1) {
            return Some(UNEVEN);
        }
    }
    None
}

/// How many Pods lie in the domains of a node, for the constraints that a Pod would like to be satisfied; a node without such a
/// domain comes last.
pub(super) fn crowd(world: &World, pod: &Pod, node: &ClusterNode) -> i64 {
    let all = constraints(pod, SOFT);
    let count = |constraint: &Constraint<'_>| {
        let domain = node.metadata.labels.get(constraint.key)?;
        domains(world, pod, constraint, &all, &[]).get(domain).copied()
    };
    let counts: Option<Vec<i64>> = all.iter().map(count).collect();
    counts.map_or(i64::MAX, |counts| counts.iter().sum())
}

/// Whether a Pod that waits may fit somewhere once another was placed.
pub(super) fn waits_for(pod: &Pod, placed: &Pod) -> bool {
    pod.metadata.namespace == placed.metadata.namespace
        && constraints(pod, HARD).iter().any(|constraint| constraint.selects(placed))
}
