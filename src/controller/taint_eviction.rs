//! Deletes Pods that do not tolerate a `NoExecute` taint of their node, or do not tolerate it any longer. Rules P-1009,
//! P-1011.
//! Models kubernetes pkg/controller/tainteviction/taint_eviction.go.
//!
//! [`reconcile`] and [`execute`] are pure functions. They return steps, which [`request::run`] carries out.

use super::request::{self, Request, pod_event};
use super::step::Step;
use crate::api::core::{EventType, Node, Taint};
use crate::api::placement::tolerated_for;
use crate::api::pod::{Pod, TaintEffect};
use crate::base::time::SimTime;
use crate::cluster::recorder::NewEvent;
use crate::cluster::store_event::{StoreEvent, Stored};
use crate::cluster::world::{NodeId, PodId, World};
use crate::rules::Feature;
use crate::rules::release::Release;
use std::rc::Rc;

/// Looks at a Pod that was bound to a node, and at the Pods of a node whose taints changed.
pub(crate) fn observe(world: &mut World, event: &StoreEvent) {
    let steps = if let Stored::Pod { id, write, .. } = &event.object {
        let is_bound = |pod: &Rc<Pod>| !pod.spec.node_name.is_empty();
        let is_news = write.after().is_some_and(is_bound) && !write.before().is_some_and(is_bound);
        if is_news { look(world, *id) } else { Vec::new() }
    } else if let Stored::Node(id, write) = &event.object
        && let Some(new) = write.after()
        && write.before().is_none_or(|old| old.spec.taints != new.spec.taints)
    {
        look_at_node(world, *id)
    } else {
        Vec::new()
    };
    request::run(world, steps);
}

/// Looks at the Pods of a node whose taints changed.
fn look_at_node(world: &World, id: NodeId) -> Vec<Step<Request>> {
    let Some(node) = world.node(id) else { return Vec::new() };
    world.pods_on(&node.metadata.name).flat_map(|(pod, _)| look(world, pod)).collect()
}

fn look(world: &World, id: PodId) -> Vec<Step<Request>> {
    let Some(pod) = world.pod(id) else { return Vec::new() };
    let Some((_, node)) = world.node_object(&pod.spec.node_name) else { return Vec::new() };
    let planned = world.machines.evictions.get(&id).copied();
    let view = View { release: world.release(), id, pod, planned };
    reconcile(&view, &node, world.now)
}

/// Deletes a Pod that tolerated its node's taints for a limited time, if that time is over. Rule P-1011.
pub(crate) fn executed(world: &mut World, id: PodId) {
    let planned = world.machines.evictions.get(&id).copied();
    let Some(pod) = world.pod(id).cloned() else {
        if planned.is_some_and(|(_, due)| due <= world.now) {
            world.machines.evictions.remove(&id);
        }
        return;
    };
    let view = View { release: world.release(), id, pod: &pod, planned };
    let steps = execute(&view, world.now);
    request::run(world, steps);
}

/// What the controller sees of a Pod.
#[derive(Clone, Debug)]
pub(crate) struct View<'a> {
    /// The release whose rules apply.
    pub release: Release,
    /// The number of the Pod.
    pub id: PodId,
    /// The Pod.
    pub pod: &'a Pod,
    /// Since when taints of its node count, and when it is deleted.
    pub planned: Option<(SimTime, SimTime)>,
}

/// Plans or cancels the deletion of a Pod that was bound, or whose node's taints changed. Rule P-1009.
pub(crate) fn reconcile(view: &View<'_>, node: &Node, now: SimTime) -> Vec<Step<Request>> {
    let executes = |taint: &&Taint| taint.effect == Some(TaintEffect::NoExecute);
    let mut taints = node.spec.taints.iter().filter(executes).peekable();
    let id = view.id;
    if taints.peek().is_none() {
        return match view.planned {
            None => Vec::new(),
            Some(_) => vec![
                Step::of_look(Request::ForgetEviction(id)),
                Step::then(record_event(view, "Cancelling deletion of Pod")),
            ],
        };
    }
    let Some(time) = taints.filter_map(|taint| tolerated_for(view.pod, taint)).min() else {
        return Vec::new();
    };
    let since = view.planned.map_or(now, |(since, _)| since);
    let due = (since + time).max(now);
    if view.planned.is_some_and(|(_, before)| before <= due) {
        return Vec::new();
    }
    vec![Step::of_look(Request::PlanEviction { pod: id, since, due })]
}

/// Deletes a Pod whose time is over. Rule P-1011.
pub(crate) fn execute(view: &View<'_>, now: SimTime) -> Vec<Step<Request>> {
    if view.planned.is_none_or(|(_, due)| due > now) {
        return Vec::new();
    }
    let pod = view.id;
    let (reason, message) =
        ("DeletionByTaintManager", "Taint manager: deleting due to NoExecute taint");
    vec![
        Step::of_look(Request::ForgetEviction(pod)),
        Step::then(record_event(view, "Marking for deletion Pod")),
        Step::then(Request::DisruptPod { pod, reason, message }),
        Step::then(Request::DeletePod { pod, grace: None }),
    ]
}

fn record_event(view: &View<'_>, what: &str) -> Request {
    let (namespace, name) = (&view.pod.metadata.namespace, &view.pod.metadata.name);
    let message = format!("{what} {namespace}/{name}").into();
    let from = if view.release.has(Feature::SeparateTaintEvictionController) {
        "taint-eviction-controller"
    } else {
        "taint-controller"
    };
    let event: NewEvent = pod_event(EventType::Normal, "TaintManagerEviction", message, from);
    Request::RecordPodEvent { pod: view.id, event }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::pod::{Toleration, TolerationOperator};

    /// Returns what the controller does about a Pod, in words. Times are seconds.
    fn decided(tolerates: &[i64], tainted: bool, planned: Option<(u64, u64)>, now: u64) -> String {
        let mut pod = Pod::default();
        for seconds in tolerates {
            pod.spec.tolerations.push(Toleration {
                operator: Some(TolerationOperator::Exists),
                toleration_seconds: Some(*seconds),
                ..Toleration::default()
            });
        }
        let mut node = Node::default();
        if tainted {
            let effect = Some(TaintEffect::NoExecute);
            node.spec.taints.push(Taint { key: "lost".into(), effect, ..Taint::default() });
        }
        let time = SimTime::from_seconds;
        let planned = planned.map(|(since, due)| (time(since), time(due)));
        let view = View { release: Release::V1_28, id: 7, pod: &pod, planned };
        let words = reconcile(&view, &node, time(now)).into_iter().map(|step| match step.request {
            Request::PlanEviction { pod: 7, since, due } => {
                format!("delete at {} since {}", due.0 / 1000, since.0 / 1000)
            }
            Request::ForgetEviction(7) => "forget".to_owned(),
            Request::RecordPodEvent { pod: 7, event } => event.message.to_string(),
            other => panic!("{other:?}"),
        });
        words.collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn the_shortest_toleration_decides_when_a_pod_goes() {
        let cases: [(&[i64], _, _, _); 6] = [
            (&[], true, None, "delete at 100 since 100"),
            (&[60], true, None, "delete at 160 since 100"),
            (&[60, 30], true, None, "delete at 130 since 100"),
            (&[60], true, Some((90, 150)), ""),
            (&[30], true, Some((90, 150)), "delete at 120 since 90"),
            (&[60], false, Some((90, 150)), "forget, Cancelling deletion of Pod /"),
        ];
        for (tolerates, tainted, planned, expected) in cases {
            assert_eq!(decided(tolerates, tainted, planned, 100), expected, "{tolerates:?}");
        }
        assert_eq!(decided(&[60], false, None, 100), "");
    }

    #[test]
    fn a_pod_goes_when_its_time_is_over_and_not_before() {
        let pod = Pod::default();
        let due = SimTime::from_seconds(10);
        let view = View { release: Release::V1_28, id: 7, pod: &pod, planned: Some((due, due)) };
        assert_eq!(execute(&view, SimTime::from_seconds(9)), []);
        let steps = execute(&view, due);
        let last = steps.last().map(|step| &step.request);
        assert_eq!(last, Some(&Request::DeletePod { pod: 7, grace: None }));
        assert_eq!(execute(&View { planned: None, ..view }, due), []);
    }
}
