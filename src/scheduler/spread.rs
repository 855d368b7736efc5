//! Topology spread constraints: how evenly the selected Pods must be spread over domains such as zones. Rules P-902, V-30.
//! Models kubernetes pkg/scheduler/framework/plugins/podtopologyspread.

use super::affinity;
use super::fit::Misfit;
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

/// The values of `whenUnsatisfiable`: what happens when a node does not satisfy a constraint.
const HARD: &str = "DoNotSchedule";
const SOFT: &str = "ScheduleAnyway";

/// One constraint of a Pod.
struct Constraint<'a> {
    given: &'a Node,
    key: &'a Text,
    /// Without a selector the constraint selects no Pod.
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

    /// Returns whether the domain of a node counts for the Pod.
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

/// Returns the constraints of a Pod with this value of `whenUnsatisfiable`.
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

/// Counts the Pods that a constraint selects in each domain. Only nodes that are in a domain of every constraint count.
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

/// Returns why a Pod's constraints keep it from a node, in the scheduler's words.
pub(super) fn misfit(
    world: &World,
    pod: &Pod,
    node: &ClusterNode,
    gone: &[PodId],
) -> Option<Misfit> {
    let all = constraints(pod, HARD);
    for constraint in &all {
        let Some(domain) = node.metadata.labels.get(constraint.key) else {
            return Some(Misfit::NoDomain);
        };
        let domains = domains(world, pod, constraint, &all, gone);
        let is_few = (domains.len() as i64) < constraint.number("minDomains").unwrap_or(1);
        let least = if is_few { 0 } else { domains.values().min().copied().unwrap_or(0) };
        let here = domains.get(domain).copied().unwrap_or(0);
        let with_it = here + i64::from(constraint.selects(pod));
        if with_it - least > constraint.number("maxSkew").unwrap_or(1) {
            return Some(Misfit::Uneven);
        }
    }
    None
}

/// Returns how many Pods are in the domains of a node, for the constraints that should be satisfied but need not be. A
/// node without such a domain comes last.
pub(super) fn crowd(world: &World, pod: &Pod, node: &ClusterNode) -> i64 {
    let all = constraints(pod, SOFT);
    let count = |constraint: &Constraint<'_>| {
        let domain = node.metadata.labels.get(constraint.key)?;
        domains(world, pod, constraint, &all, &[]).get(domain).copied()
    };
    let counts: Option<Vec<i64>> = all.iter().map(count).collect();
    counts.map_or(i64::MAX, |counts| counts.iter().sum())
}

/// Returns whether a waiting Pod may fit somewhere after another Pod was placed.
pub(super) fn waits_for(pod: &Pod, placed: &Pod) -> bool {
    pod.metadata.namespace == placed.metadata.namespace
        && constraints(pod, HARD).iter().any(|constraint| constraint.selects(placed))
}
