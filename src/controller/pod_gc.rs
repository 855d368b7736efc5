//! The Pod garbage collector: it deletes Pods of nodes that do not exist, Pods of nodes that are marked as out of
//! service, and Pods that have ended when there are too many of them. Rules P-1013, P-1014, P-1023, P-1024.
//! Models kubernetes pkg/controller/podgc/gc_controller.go.
//!
//! [`reconcile`] and [`reconcile_node`] are pure functions. They return steps, which [`request::run`] carries out.

use super::request::{self, Request, When};
use super::step::Step;
use crate::api::core::Node;
use crate::api::node::is_not_ready;
use crate::api::pod::{EVICTED, Pod};
use crate::api::status::PodPhase;
use crate::base::time::{SimTime, Timestamp};
use crate::cluster::event::{NodeEvent, SimEvent};
use crate::cluster::machines::{COLLECT, QUARANTINE};
use crate::cluster::store_event::{StoreEvent, Stored, Write};
use crate::cluster::world::{NodeId, PodId, World};
use crate::rules::{Feature, Rule};
use std::collections::BTreeSet;

/// The key of the taint by which a person says that a node is switched off. Rule P-1014.
pub(crate) const OUT_OF_SERVICE: &str = "node.kubernetes.io/out-of-service";

/// Returns whether a person has marked a node as out of service. Rule P-1014.
pub(crate) fn is_out_of_service(node: &Node) -> bool {
    node.spec.taints.iter().any(|taint| taint.key == OUT_OF_SERVICE)
}

/// Plans a check after a write that may give the collector work: too many Pods have ended, a Pod without a node is
/// being deleted, or a Pod's node is gone, never existed, or is out of service.
pub(crate) fn observe(world: &mut World, event: &StoreEvent) {
    if let Stored::Pod { write, .. } = &event.object {
        pod_written(world, write);
    } else if let Stored::Node(id, write) = &event.object {
        node_written(world, *id, write);
    }
}

fn node_written(world: &mut World, id: NodeId, write: &Write<Node>) {
    match write {
        Write::Added(_) => {}
        Write::Modified { old, new } => {
            let is_lost = |node: &Node| is_out_of_service(node) && is_not_ready(node);
            if is_lost(new) && !is_lost(old) {
                node_lost(world, id);
            }
        }
        Write::Deleted(_) => node_deleted(world, id),
    }
}

fn pod_written(world: &mut World, write: &Write<Pod>) {
    let Some(pod) = write.after() else { return };
    match write.before() {
        None => pod_bound(world, pod),
        Some(old) => {
            let is_over = |pod: &Pod| pod.status.phase().is_terminal();
            let ended = is_over(pod) && !is_over(old) && are_too_many(world);
            let leaves = pod.metadata.deletion_timestamp.is_some()
                && pod.metadata.deletion_timestamp != old.metadata.deletion_timestamp
                && !pod.metadata.finalizers.is_empty();
            if ended || (leaves && pod.spec.node_name.is_empty()) {
                pod_ended(world);
            }
        }
    }
}

/// Plans a check of all Pods, after a Pod has ended or a Pod without a node is being deleted. Rules P-1023, P-1024.
fn pod_ended(world: &mut World) {
    let next = world.next_collection(world.now + 1);
    if world.queue.time_of(|event| event == SimEvent::PodsCollected) != Some(next) {
        world.schedule_at(next, SimEvent::PodsCollected);
    }
}

/// Plans a check for a Pod that was created with a node name, if there is no such node. The collector first waits.
/// Rules P-905, P-1013.
fn pod_bound(world: &mut World, pod: &Pod) {
    let node = &pod.spec.node_name;
    if !node.is_empty() && world.machine_named(node).is_none() {
        plan_stray(world);
    }
}

fn plan_stray(world: &mut World) {
    let found = world.next_collection(world.now + 1);
    world.schedule_at(found + QUARANTINE, SimEvent::PodsCollected);
}

/// Returns whether more Pods have ended than may stay. Rule P-1023.
fn are_too_many(world: &World) -> bool {
    let most = world.settings.pod_gc_threshold as usize;
    most > 0
        && world.pod_count() > most
        && world.pods().filter(|(_, pod)| pod.status.phase().is_terminal()).count() > most
}

/// Checks all Pods. Rules G-20, S-96.
pub(crate) fn look_at_all(world: &mut World) {
    let steps = reconcile(world);
    request::run(world, steps);
}

/// Deletes Pods without a node that are being deleted, Pods whose node never existed and that are older than the
/// quarantine, and those that have ended and are too many. Rules P-1013, P-1023, P-1024.
fn reconcile(world: &World) -> Vec<Step<Request>> {
    let (mut steps, mut collected) = (Vec::new(), BTreeSet::new());
    let leaves = |pod: &Pod| pod.metadata.deletion_timestamp.is_some();
    for (id, _) in world.pods_on("").filter(|(_, pod)| leaves(pod)) {
        steps.extend(collect(world, id, Rule::P1024));
        collected.insert(id);
    }
    for (id, _) in world.pods().filter(|(_, pod)| is_stray(world, pod)) {
        steps.extend(collect_orphan(world, id));
        collected.insert(id);
    }
    for id in surplus(world, &collected) {
        // Its phase is final already.
        steps.extend(collect(world, id, Rule::P106));
    }
    steps
}

/// Returns whether a Pod has been bound for longer than the quarantine to a node that never existed. Rule P-1013.
fn is_stray(world: &World, pod: &Pod) -> bool {
    let node = &pod.spec.node_name;
    let created = pod.metadata.creation_timestamp;
    let age = created.map_or(0, |at| Timestamp::of(world.now).0 - at.0);
    !node.is_empty() && world.machine_named(node).is_none() && age >= (QUARANTINE / 1000) as i64
}

/// Returns the Pods that have ended and are too many when others are collected before them. Rule P-1023.
fn surplus(world: &World, collected: &BTreeSet<PodId>) -> Vec<PodId> {
    let release = world.release();
    let is_evicted = |pod: &Pod| {
        release.has(Feature::PodGCDeletesEvictedFirst)
            && pod.status.phase() == PodPhase::Failed
            && pod.status.reason == EVICTED
    };
    // Only finalizers keep a Pod that was collected. Its phase is then Failed if the collector sets it.
    let has_ended = |id: PodId, pod: &Pod| {
        let is_terminal = pod.status.phase().is_terminal();
        if collected.contains(&id) {
            let fails = release.has(Feature::PodDisruptionConditions);
            !pod.metadata.finalizers.is_empty() && (is_terminal || fails)
        } else {
            is_terminal
        }
    };
    let ended = world.pods().filter(|(id, pod)| has_ended(*id, pod));
    let mut ended: Vec<_> = ended
        .map(|(id, pod)| {
            (!is_evicted(pod), pod.metadata.creation_timestamp, pod.metadata.name.clone(), id)
        })
        .collect();
    let most = world.settings.pod_gc_threshold as usize;
    if most == 0 || ended.len() <= most {
        return Vec::new();
    }
    ended.sort();
    let surplus = ended.len() - most;
    ended.into_iter().take(surplus).map(|(.., id)| id).collect()
}

fn plan(world: &mut World, node: NodeId, at: SimTime) {
    let token = world.machines.of(node).token;
    world.schedule_at(at, SimEvent::OfNode { node, what: NodeEvent::Collected, token });
}

/// Plans a check of the Pods of a deleted Node object. The collector first waits. Rule P-1013.
fn node_deleted(world: &mut World, node: NodeId) {
    let found = world.next_collection(world.now + 1);
    plan(world, node, found + QUARANTINE);
}

/// Plans a check of the Pods of a node that is out of service and not ready. Rule P-1014.
fn node_lost(world: &mut World, id: NodeId) {
    if world.release().has(Feature::NodeOutOfServiceVolumeDetach) {
        let next = world.next_collection(world.now + 1);
        plan(world, id, next);
    }
}

/// Checks the Pods of a node.
pub(crate) fn look(world: &mut World, id: NodeId) {
    let steps = reconcile_node(world, id);
    request::run(world, steps);
}

/// Deletes the Pods of a node that is gone, and those that are being deleted of a node that is out of service, and looks
/// again. Rules P-1013, P-1014.
fn reconcile_node(world: &World, node: NodeId) -> Vec<Step<Request>> {
    let Some(last) = world.last_node(node) else { return Vec::new() };
    let pods = || world.pods_on(&last.metadata.name);
    let (what, at) = (NodeEvent::Collected, When::At(world.now + COLLECT));
    let again = Step::of_look(Request::LookAgain { node, what, at });
    let mut steps: Vec<Step<Request>> = Vec::new();
    if world.is_deleted(node) {
        steps.extend(pods().flat_map(|(pod, _)| collect_orphan(world, pod)));
        if !steps.is_empty() {
            // Checks again, for Pods that are bound to the node in the meantime.
            steps.push(again);
        }
    } else if is_out_of_service(last) && is_not_ready(last) {
        let leaving = pods().filter(|(_, pod)| pod.metadata.deletion_timestamp.is_some());
        steps.extend(leaving.flat_map(|(pod, _)| collect(world, pod, Rule::P1014)));
        steps.push(again);
    }
    steps
}

/// Ends a Pod of a node that does not exist. Rule P-1013.
fn collect_orphan(world: &World, pod: PodId) -> Vec<Step<Request>> {
    let (reason, message) = ("DeletionByPodGC", "PodGC: node no longer exists");
    let mut steps = vec![Step::of_look(Request::DisruptPod { pod, reason, message })];
    let collects = collect(world, pod, Rule::P1013);
    steps.extend(collects.into_iter().map(|step| Step::then(step.request)));
    steps
}

/// Sets the phase of a Pod to Failed by `rule`, and deletes the Pod without a grace period. No kubelet is there to end it.
fn collect(world: &World, pod: PodId, rule: Rule) -> Vec<Step<Request>> {
    let delete = Request::DeletePod { pod, grace: Some(0) };
    if world.release().has(Feature::PodDisruptionConditions) {
        vec![Step::of_look(Request::FailPod { pod, rule }), Step::then(delete)]
    } else {
        vec![Step::of_look(delete)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::apiserver::record::WriteRules;
    use crate::apiserver::store;
    use crate::cluster::world::Settings;
    use crate::rules::release::Release;

    /// Returns what the collector asks for in a cluster with these Pods, in words. A Pod is its node, its age in seconds, and
    /// how it is.
    fn collected(release: Release, pods: &[(&'static str, u64, &str)]) -> String {
        let settings = Settings { release, pod_gc_threshold: 1, ..Settings::default() };
        let mut world = World::new(settings);
        for (node, age, how) in pods {
            world.now = SimTime::from_seconds(100 - age);
            let mut pod = Pod::default();
            pod.metadata.name = format!("p{}", world.pod_count()).into();
            pod.spec.node_name = (*node).into();
            let id = store::create_pod(&mut world, pod);
            store::update_pod(&mut world, id, WriteRules::new(&|_| Rule::P106), |pod| match *how {
                "runs" => {}
                "failed" => pod.status.phase = Some(PodPhase::Failed),
                "evicted" => {
                    pod.status.phase = Some(PodPhase::Failed);
                    pod.status.reason = EVICTED.into();
                }
                "leaves" => {
                    pod.metadata.finalizers.push("a/b".into());
                    pod.metadata.deletion_timestamp = Some(Timestamp(99));
                }
                other => panic!("{other}"),
            });
        }
        world.now = SimTime::from_seconds(100);
        let words = reconcile(&world).into_iter().map(|step| match step.request {
            Request::DisruptPod { pod, .. } => format!("disrupt p{pod}"),
            Request::FailPod { pod, rule } => format!("fail p{pod} by {}", rule.id()),
            Request::DeletePod { pod, grace: Some(0) } => format!("delete p{pod}"),
            other => panic!("{other:?}"),
        });
        words.collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn each_pod_is_collected_by_its_rule() {
        let cases: [(Release, &[_], &str); 6] = [
            (Release::V1_28, &[("", 50, "runs"), ("", 50, "failed")], ""),
            (Release::V1_28, &[("gone", 39, "runs")], ""),
            (Release::V1_28, &[("gone", 41, "runs")], "disrupt p0, fail p0 by P-1013, delete p0"),
            (Release::V1_28, &[("", 50, "leaves")], "fail p0 by P-1024, delete p0"),
            (Release::V1_20, &[("", 50, "failed"), ("", 60, "failed")], "delete p1"),
            (
                Release::V1_28,
                &[("", 60, "failed"), ("", 50, "evicted")],
                "fail p1 by P-106, delete p1",
            ),
        ];
        for (release, pods, expected) in cases {
            assert_eq!(collected(release, pods), expected, "{pods:?}");
        }
    }

    #[test]
    fn a_pod_that_is_collected_anyway_takes_no_place_of_those_that_have_ended() {
        let pods = [("gone", 60, "failed"), ("", 50, "failed")];
        let only_stray = "disrupt p0, fail p0 by P-1013, delete p0";
        assert_eq!(collected(Release::V1_28, &pods), only_stray);
    }
}
