//! Topology spread constraints: how evenly the selected Pods must be spread over domains such as zones. Rules P-902, V-30.
//! Models kubernetes pkg/scheduler/framework/plugins/podtopologyspread.

use super::misfit::Misfit;
use crate::api::ResourceKind;
use crate::api::affinity::{
    NodeInclusionPolicy, TopologySpreadConstraint, UnsatisfiableConstraintAction,
};
use crate::api::core::Node;
use crate::api::meta::controller;
use crate::api::node::{HOSTNAME, ZONE};
use crate::api::placement::{fits_node, is_placed, tolerates};
use crate::api::pod::{Pod, TaintEffect};
use crate::api::selector::LabelSelector;
use crate::api::service::selects;
use crate::api::workload::Workload;
use crate::base::text::Text;
use crate::cluster::world::{PodId, World};
use crate::rules::Feature;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;

/// One constraint of a Pod.
struct Constraint<'a> {
    given: Cow<'a, TopologySpreadConstraint>,
    /// The Pod whose constraint this is.
    pod: &'a Pod,
}

impl Constraint<'_> {
    fn key(&self) -> &Text {
        &self.given.topology_key
    }

    /// Returns whether the constraint selects a Pod by its labels.
    fn matches(&self, other: &Pod) -> bool {
        let (mine, labels) = (&self.pod.metadata.labels, &other.metadata.labels);
        let is_same = |key: &Text| mine.get(key).is_none_or(|value| labels.get(key) == Some(value));
        let selector = self.given.label_selector.as_ref();
        selector.is_some_and(|selector| selector.matches(labels))
            && self.given.match_label_keys.iter().all(is_same)
    }

    /// Returns whether a Pod is counted.
    fn counts_pod(&self, world: &World, other: &Pod) -> bool {
        let has_requirements =
            self.given.label_selector.as_ref().is_some_and(|selector| !selector.is_empty());
        is_placed(other)
            && other.metadata.deletion_timestamp.is_none()
            && other.metadata.namespace == self.pod.metadata.namespace
            && (has_requirements || !world.release().has(Feature::EmptySpreadSelectorCountsNothing))
            && self.matches(other)
    }

    /// Returns how many Pods on a node are counted.
    fn count(&self, world: &World, node: &Node, gone: &[PodId]) -> i64 {
        let is_counted =
            |(id, other): &(PodId, &Rc<Pod>)| !gone.contains(id) && self.counts_pod(world, other);
        world.pods_on(&node.metadata.name).filter(is_counted).count() as i64
    }

    /// Returns whether the domain of a node counts for the Pod.
    fn counts_node(&self, node: &Node) -> bool {
        let spec = &self.pod.spec;
        let is_tolerated = node.spec.taints.iter().all(|taint| {
            taint.effect == Some(TaintEffect::PreferNoSchedule)
                || tolerates(&spec.tolerations, taint)
        });
        let honors = |policy| policy == Some(NodeInclusionPolicy::Honor);
        let affinity = self.given.node_affinity_policy.or(Some(NodeInclusionPolicy::Honor));
        (!honors(affinity) || fits_node(spec, node))
            && (!honors(self.given.node_taints_policy) || is_tolerated)
    }
}

/// Returns the constraints of a Pod with this value of `whenUnsatisfiable`.
fn constraints(pod: &Pod, action: UnsatisfiableConstraintAction) -> Vec<Constraint<'_>> {
    let all = pod.spec.topology_spread_constraints.iter();
    all.filter(|given| given.when_unsatisfiable == Some(action))
        .map(|given| Constraint { given: Cow::Borrowed(given), pod })
        .collect()
}

fn hard(pod: &Pod) -> Vec<Constraint<'_>> {
    constraints(pod, UnsatisfiableConstraintAction::DoNotSchedule)
}

/// Counts the Pods that a constraint selects in each domain. Only nodes that are in a domain of every constraint count.
fn domains<'a>(
    world: &'a World,
    constraint: &Constraint<'_>,
    all: &[Constraint<'_>],
    gone: &[PodId],
) -> BTreeMap<&'a Text, i64> {
    let mut domains = BTreeMap::new();
    for node in world.nodes() {
        let labels = &node.metadata.labels;
        let is_in_all = all.iter().all(|constraint| labels.contains_key(constraint.key()));
        if let Some(domain) = labels.get(constraint.key())
            && is_in_all
            && constraint.counts_node(node)
        {
            *domains.entry(domain).or_default() += constraint.count(world, node, gone);
        }
    }
    domains
}

/// Returns why a Pod's constraints keep it from a node, in the scheduler's words.
pub(super) fn misfit(world: &World, pod: &Pod, node: &Node, gone: &[PodId]) -> Option<Misfit> {
    let all = hard(pod);
    for constraint in &all {
        let Some(domain) = node.metadata.labels.get(constraint.key()) else {
            return Some(Misfit::NoDomain);
        };
        let domains = domains(world, constraint, &all, gone);
        let is_few = (domains.len() as i64) < constraint.given.min_domains.unwrap_or(1);
        let least = if is_few { 0 } else { domains.values().min().copied().unwrap_or(0) };
        let here = domains.get(domain).copied().unwrap_or(0);
        let with_it = here + i64::from(constraint.matches(pod));
        if with_it - least > constraint.given.max_skew {
            return Some(Misfit::Uneven);
        }
    }
    None
}

/// Returns whether a waiting Pod may fit somewhere after another Pod was placed, has changed or is gone.
pub(super) fn is_about(pod: &Pod, other: &Pod) -> bool {
    pod.metadata.namespace == other.metadata.namespace
        && hard(pod).iter().any(|constraint| constraint.matches(other))
}

/// Returns whether a waiting Pod may fit somewhere after the labels of a placed Pod have changed.
/// Models `isSchedulableAfterPodChange`.
pub(super) fn is_freed(pod: &Pod, old: &Pod, new: &Pod) -> bool {
    pod.metadata.namespace == new.metadata.namespace
        && hard(pod).iter().any(|constraint| constraint.matches(old) != constraint.matches(new))
}

/// Returns the constraints that a Pod should satisfy but need not: its own, or, when it has no constraint at all, those
/// that hold for the Pods of a Service or a workload. The second value says whether they are its own.
/// Models `buildDefaultConstraints` and kubernetes pkg/scheduler/framework/plugins/helper/spread.go DefaultSelector.
fn soft<'a>(world: &World, pod: &'a Pod) -> (Vec<Constraint<'a>>, bool) {
    if !pod.spec.topology_spread_constraints.is_empty() {
        return (constraints(pod, UnsatisfiableConstraintAction::ScheduleAnyway), true);
    }
    let mut selector = LabelSelector::default();
    for (service, _) in world.services().filter(|(service, _)| selects(service, pod)) {
        selector.match_labels.extend(service.spec.selector.clone());
    }
    let owner = controller(&pod.metadata);
    let workload = owner.and_then(|owner| {
        let kind = ResourceKind::named(&owner.kind)?;
        world.objects.workload(kind, &pod.metadata.namespace, &owner.name)
    });
    if let Some(own) = workload.and_then(Workload::selector) {
        selector.match_labels.extend(own.match_labels.clone());
        selector.match_expressions.extend(own.match_expressions.clone());
    }
    if selector.is_empty() {
        return (Vec::new(), false);
    }
    let default = |(topology_key, max_skew): (&'static str, i64)| Constraint {
        given: Cow::Owned(TopologySpreadConstraint {
            label_selector: Some(selector.clone()),
            max_skew,
            topology_key: topology_key.into(),
            ..TopologySpreadConstraint::default()
        }),
        pod,
    };
    ([(HOSTNAME, 3), (ZONE, 5)].map(default).into(), false)
}

/// Returns how well each of the nodes satisfies the constraints that should be satisfied but need not be, from 0 to 100.
/// Models `Score` and `NormalizeScore`.
pub(super) fn scores(world: &World, pod: &Pod, nodes: &[&Rc<Node>]) -> Vec<i64> {
    let (all, is_own) = soft(world, pod);
    let needs_all = is_own || !world.release().has(Feature::DefaultSpreadWithoutZones);
    // A node that needs all domains and is outside of one comes last.
    let counts = |node: &&Rc<Node>| {
        !needs_all
            || all.iter().all(|constraint| node.metadata.labels.contains_key(constraint.key()))
    };
    let mut sums = vec![0; nodes.len()];
    for constraint in &all {
        let key = constraint.key();
        let has_domain = |node: &&Rc<Node>| node.metadata.labels.get(key).cloned();
        let by_host = *key == HOSTNAME;
        let domains = if by_host {
            BTreeMap::new()
        } else {
            domains(world, constraint, if needs_all { &all } else { &[] }, &[])
        };
        let mut values: Vec<Text> =
            nodes.iter().filter(|node| counts(node)).filter_map(has_domain).collect();
        values.sort();
        values.dedup();
        let size =
            if by_host { nodes.iter().filter(|node| counts(node)).count() } else { values.len() };
        for (sum, node) in sums.iter_mut().zip(nodes) {
            let Some(domain) = node.metadata.labels.get(key) else { continue };
            let pods = if by_host {
                constraint.count(world, node, &[])
            } else {
                domains.get(domain).copied().unwrap_or(0)
            };
            *sum += pods * logarithm(size as i64 + 2) + (constraint.given.max_skew - 1) * 1000;
        }
    }
    let rounded: Vec<i64> = sums.iter().map(|sum| (sum + 500) / 1000).collect();
    let considered =
        || rounded.iter().zip(nodes).filter(|(_, node)| counts(node)).map(|(sum, _)| *sum);
    let (least, most) = (considered().min().unwrap_or(0), considered().max().unwrap_or(0));
    let score = |(sum, node): (&i64, &&Rc<Node>)| match most {
        _ if !counts(node) => 0,
        0 => 100,
        most => 100 * (most + least - sum) / most,
    };
    rounded.iter().zip(nodes).map(score).collect()
}

/// Returns about a thousand times the natural logarithm of a number. Constraints with many domains weigh more.
fn logarithm(number: i64) -> i64 {
    let power = i64::from(number.max(1).ilog2());
    let below = 1 << power;
    // Between two powers of two the curve is nearly a straight line.
    (power * 1000 + (number - below) * 1000 / below) * 693 / 1000
}
