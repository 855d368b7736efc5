//! Runs a sync of a budget: collects what the controller sees, and carries out what it asks for.

use super::{Request, View, reconcile};
use crate::api::ResourceKind;
use crate::api::budget::PodDisruptionBudget;
use crate::api::meta::{OwnerReference, controller};
use crate::api::pod::Pod;
use crate::apiserver::registry;
use crate::base::text::Text;
use crate::base::time::Timestamp;
use crate::cluster::numbers::Key;
use crate::cluster::recorder::{NewEvent, Part};
use crate::cluster::store_event::{StoreEvent, Stored};
use crate::cluster::syncs::{enqueue, enqueue_after};
use crate::cluster::work_queue::Controller;
use crate::cluster::world::World;
use std::rc::Rc;

/// Plans a sync of a budget that was stored or written to, and of the budgets that select a Pod that was stored,
/// written to or removed.
pub(crate) fn observe(world: &mut World, event: &StoreEvent) {
    if let Stored::Pod { write, readiness, .. } = &event.object {
        world.cause = *readiness;
        let old = write.before().map(|pod| &**pod);
        pod_changed(world, old, write.after().map(|pod| &**pod));
    } else if let Some((key, write)) = event.object.of::<PodDisruptionBudget>()
        && write.after().is_some()
    {
        enqueue(world, Controller::Disruption, key);
    }
}

fn pod_changed(world: &mut World, old: Option<&Pod>, new: Option<&Pod>) {
    let release = world.release();
    let Some(pod) = new.or(old) else { return };
    let budgets = world.objects.budgets.prefixed(&pod.metadata.namespace, "");
    let is_about = |budget: &PodDisruptionBudget| {
        let mut versions = old.into_iter().chain(new);
        versions.any(|pod| budget.selects(&pod.metadata.labels, release))
    };
    let about: Vec<Key> =
        budgets.filter(|(_, budget)| is_about(budget)).map(|(key, _)| key).collect();
    for key in about {
        enqueue(world, Controller::Disruption, key);
    }
}

/// Runs one sync of a budget. Returns whether it succeeded.
pub(crate) fn sync(world: &mut World, key: Key) -> bool {
    let Some(budget) = world.objects.budgets.get(key).cloned() else { return true };
    let view = view(world, &budget);
    for request in reconcile(&view, &budget, Timestamp::of(world.now)) {
        match request {
            Request::RecordEvent { kind, reason, message } => {
                let (message, part, from) = (message.into(), Part::Whole, "controllermanager");
                registry::record_event(
                    world,
                    &*budget,
                    NewEvent { kind, reason: reason.into(), message, part, from },
                );
            }
            Request::UpdateStatus { status, rule } => {
                registry::update::<PodDisruptionBudget>(world, key, rule, |budget| {
                    budget.status = *status;
                });
            }
            Request::RequeueAfter(milliseconds) => {
                enqueue_after(world, Controller::Disruption, key, milliseconds);
            }
        }
    }
    true
}

/// Returns what the controller sees of a budget.
fn view(world: &World, budget: &PodDisruptionBudget) -> View {
    let (release, namespace) = (world.release(), &budget.metadata.namespace);
    let is_about = |pod: &Pod| {
        pod.metadata.namespace == *namespace && budget.selects(&pod.metadata.labels, release)
    };
    let pods = world.pods().map(|(_, pod)| pod).filter(|pod| is_about(pod));
    let pods: Vec<Rc<Pod>> = pods.cloned().collect();
    let mut view = View { release, ..View::default() };
    for owner in pods.iter().filter_map(|pod| controller(&pod.metadata)) {
        if !view.wanted.contains_key(&owner.uid)
            && let Some(replicas) = wanted_by(world, namespace, owner)
        {
            view.wanted.insert(owner.uid.clone(), replicas);
        }
    }
    View { pods, ..view }
}

/// Returns how many replicas a controller wants, if it exists.
/// Models kubernetes pkg/controller/disruption/disruption.go finders.
fn wanted_by(world: &World, namespace: &Text, owner: &OwnerReference) -> Option<i64> {
    let kind = ResourceKind::named(&owner.kind)?;
    let workload = world.objects.workload(kind, namespace, &owner.name)?;
    (workload.metadata().uid == owner.uid).then(|| workload.replicas())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{ReadOptions, read};
    use crate::cluster::command::Command;
    use crate::cluster::world::Settings;
    use crate::rules::Rule;
    use crate::sim::Sim;

    #[test]
    fn a_pod_that_nothing_deleted_counts_again_after_two_minutes() {
        let text = "
apiVersion: v1
kind: Pod
metadata: {name: web-0, labels: {app: web}}
spec: {containers: [{name: app, image: app}]}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: pdb}
spec: {minAvailable: 1, selector: {matchLabels: {app: web}}}
";
        let mut sim = Sim::with_nodes(Settings::default(), 1);
        for object in read(text, &ReadOptions::default()).expect("the text is right") {
            sim.apply(Command::Create(Box::new(object))).expect("the object is right");
        }
        sim.run_until(sim.now() + 20_000);
        let status = |sim: &Sim| sim.world.objects.budgets.get(0).expect("there").status.clone();
        assert_eq!(status(&sim).current_healthy, 1);
        // The state after the API server has allowed an eviction and failed before the deletion.
        let mut budget = (**sim.world.objects.budgets.get(0).expect("there")).clone();
        budget.status.disrupted_pods.insert("web-0".into(), Timestamp::of(sim.now()));
        registry::update(&mut sim.world, 0, Rule::B6, |found| *found = budget);
        sim.deliver();
        sim.run_until(sim.now() + 119_000);
        assert_eq!((status(&sim).current_healthy, status(&sim).disrupted_pods.len()), (0, 1));
        sim.run_until(sim.now() + 3000);
        assert_eq!((status(&sim).current_healthy, status(&sim).disrupted_pods.len()), (1, 0));
    }
}
