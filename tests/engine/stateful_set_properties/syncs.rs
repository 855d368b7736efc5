//! What holds for every single sync: the controller, asked what it would do in the world as it is. Invariants I-3, I-10
//! and I-13.

use crate::common::NAMESPACE;
use podlab::api::pod::Pod;
use podlab::api::stateful_set::{StatefulSet, ordinal, parent_and_ordinal};
use podlab::api::status::{ConditionStatus, PodPhase, READY};
use podlab::base::time::SimTime;
use podlab::cluster::settled::Settled;
use podlab::controller::stateful_set::{Request, Step, View, reconcile};
use podlab::rules::Feature;
use podlab::sim::Sim;
use std::rc::Rc;

/// Asks the controller of `web` and judges its answer.
pub fn check(sim: &Sim) {
    let objects = &sim.world().objects;
    let Some(set) = objects.sets.named(&NAMESPACE, &"web".into()) else { return };
    let now = sim.now();
    let view = view(sim, set);
    let steps = reconcile(&view, set, now);
    if !set.spec.is_parallel() {
        one_at_a_time(&view, set, &steps);
    }
    nothing_follows_nothing(&view, set, &steps, now);
    if set.spec.is_parallel() {
        readiness_is_no_matter(&view, set, &steps, now);
    }
}

/// Everything the controller may look at.
fn view(sim: &Sim, set: &StatefulSet) -> View {
    let world = sim.world();
    let members = world.objects.members(&NAMESPACE, &set.metadata.name);
    let claims = world.objects.claims.iter();
    View {
        release: world.release(),
        gates: world.settings.gates,
        pods: members.filter_map(|id| world.pod(id).cloned()).collect(),
        settled: Settled::default(),
        claims: claims.map(|(_, claim)| (claim.metadata.name.clone(), Rc::clone(claim))).collect(),
        revisions: world.objects.revisions.iter().map(|(_, r)| Rc::clone(r)).collect(),
    }
}

/// What a sync does to Pods: the ordinal, and whether its Pod is created or deleted.
fn actions(steps: &[Step]) -> Vec<(i64, bool)> {
    let action = |step: &Step| match &step.request {
        Request::CreatePod(pod) => Some((ordinal(pod), true)),
        Request::DeletePod(name) | Request::ReplacePod(name) => {
            parent_and_ordinal(name).map(|(_, ordinal)| (ordinal, false))
        }
        _ => None,
    };
    steps.iter().filter_map(action).collect()
}

/// I-3: in order, a sync creates one Pod or deletes one because the set is to have fewer; before 1.31 the deletion of a
/// failed Pod comes before the creation of its successor.
fn one_at_a_time(view: &View, set: &StatefulSet, steps: &[Step]) {
    let actions = actions(steps);
    let failed = |of: i64| {
        let is_it = |pod: &&Rc<Pod>| ordinal(pod) == of;
        view.pods.iter().find(is_it).is_some_and(|pod| pod.status.phase == Some(PodPhase::Failed))
    };
    let created: Vec<i64> = actions.iter().filter(|(_, new)| *new).map(|(of, _)| *of).collect();
    let gone: Vec<i64> = actions.iter().filter(|(_, new)| !new).map(|(of, _)| *of).collect();
    let fewer = gone.iter().filter(|of| !set.spec.has_ordinal(**of)).count();
    assert!(created.len() + fewer <= 1, "{actions:?}");
    for of in gone.iter().filter(|of| created.contains(of)) {
        assert!(
            failed(*of) && !view.release.has(Feature::StatefulSetReplacesEndedPods),
            "web-{of} is replaced at once"
        );
    }
    if let [of] = created[..] {
        let others = gone.iter().filter(|other| **other != of).count();
        assert_eq!(others, 0, "web-{of} is created, and others are deleted: {actions:?}");
    }
}

/// I-10: what a sync without an act leaves behind is a world in which the next one does nothing.
fn nothing_follows_nothing(view: &View, set: &StatefulSet, steps: &[Step], now: SimTime) {
    let mut after = set.clone();
    for step in steps {
        match &step.request {
            Request::UpdateStatus { done: Some(status), .. } => after.status = (**status).clone(),
            Request::UpdateStatus { done: None, .. } | Request::RequeueAfter(_) => {}
            _ => return,
        }
    }
    let next = reconcile(view, &after, now);
    let idle = |step: &Step| matches!(step.request, Request::RequeueAfter(_));
    assert!(next.iter().all(idle), "after {steps:?} follows {next:?}");
}

/// I-13: a parallel set creates Pods and deletes those it is to have no more whether others are ready or not.
fn readiness_is_no_matter(view: &View, set: &StatefulSet, steps: &[Step], now: SimTime) {
    let about_number = |steps: &[Step]| {
        let mut actions = actions(steps);
        actions.retain(|(of, new)| *new || !set.spec.has_ordinal(*of));
        actions
    };
    let mut other = view.clone();
    for pod in &mut other.pods {
        if set.spec.has_ordinal(ordinal(pod)) {
            let conditions = &mut Rc::make_mut(pod).status.conditions;
            for ready in conditions.iter_mut().filter(|condition| condition.kind == READY) {
                let is_ready = ready.status == ConditionStatus::True;
                ready.status =
                    if is_ready { ConditionStatus::False } else { ConditionStatus::True };
            }
        }
    }
    let turned = reconcile(&other, set, now);
    assert_eq!(about_number(steps), about_number(&turned), "readiness changes what is done");
}
