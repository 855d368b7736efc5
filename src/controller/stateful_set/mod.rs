//! The StatefulSet controller: decides from a set, its Pods, claims and revisions what is done next.
//! Section 1 of the rule book. Models kubernetes pkg/controller/statefulset.
//!
//! [`reconcile`] is one sync: a pure function. It returns [`Step`]s, which the caller carries out in order.

pub mod claims;
pub mod events;
pub mod health;
mod held_back;
pub mod identity;
mod order;
pub mod outlook;
pub mod revision;
pub mod run;
pub(crate) mod settled;
pub(crate) mod status;
mod update;
mod view;
mod waits;

pub use view::{RecordEvent, Request, Step, Unless, View};

use crate::api::meta::controller;
use crate::api::pod::Pod;
use crate::api::stateful_set::{StatefulSet, StatefulSetStatus, selects};
use crate::base::time::SimTime;
use crate::rules::{Feature, Rule};
use std::rc::Rc;
use view::Sync;

/// Carries out the steps of a sync in order. Returns whether all went well. Otherwise the sync must be repeated. Rule C-2.
pub fn carry_out(steps: &[Step], mut act: impl FnMut(&Step, bool) -> Result<(), ()>) -> bool {
    let mut refused: Vec<(u32, i64)> = Vec::new();
    let mut all_well = true;
    for step in steps {
        let (batch, ordinal) = match step.unless {
            Unless::Never => (u32::MAX, -1),
            Unless::Refused if all_well => (0, -1),
            Unless::RefusedBefore { batch, ordinal }
                if refused.iter().all(|(b, o)| *b == batch && *o != ordinal) =>
            {
                (batch, ordinal)
            }
            Unless::Refused | Unless::RefusedBefore { .. } => continue,
        };
        if act(step, all_well).is_err() {
            refused.push((batch, ordinal));
            all_well = false;
        }
    }
    all_well
}

/// Plans one sync of a set. Rules S-38, S-80, S-90.
/// Models kubernetes pkg/controller/statefulset/stateful_set.go sync and stateful_set_control.go UpdateStatefulSet.
pub fn reconcile(view: &View, set: &StatefulSet, now: SimTime) -> Vec<Step> {
    sync(view, set, now).steps
}

fn sync<'a>(view: &'a View, set: &'a StatefulSet, now: SimTime) -> Sync<'a> {
    let mut steps = Vec::new();
    let pods = own_pods(view, set, &mut steps);
    let (current, update, collision_count) = revision::choose(view, set, &mut steps);
    let (unless, waits) = (Unless::Refused, Vec::new());
    let mut sync = Sync { view, set, now, current, update, steps, unless, waits };
    let (done, refused) = order::run(&mut sync, &pods, collision_count);
    let stored = |status: StatefulSetStatus| {
        let status = status::completed(set, status, view.release);
        status::differs(set, &status).then(|| Box::new(status))
    };
    sync.unless = Unless::Never;
    let available = done.available_replicas;
    let (done, refused) = (stored(done), refused.and_then(stored));
    if done.is_some() || refused.is_some() {
        sync.ask(Rule::S63, Request::UpdateStatus { done, refused });
    }
    for name in revision::surplus(view, set, &pods, &sync.current, &sync.update) {
        sync.ask(Rule::S67, Request::DeleteRevision(name));
    }
    let seconds = set.spec.min_ready_seconds;
    if seconds > 0
        && available != set.spec.replicas()
        && view.release.has(Feature::StatefulSetMinReadySeconds)
    {
        sync.ask(Rule::S29, Request::RequeueAfter(seconds as u64 * 1000));
    }
    sync
}

/// Returns the Pods of the set, after adoption and release. Rules S-82, S-83, G-10.
/// Models kubernetes pkg/controller/controller_ref_manager.go ClaimPods.
fn own_pods(view: &View, set: &StatefulSet, steps: &mut Vec<Step>) -> Vec<Rc<Pod>> {
    let leaving = set.metadata.deletion_timestamp.is_some();
    let mut own = Vec::new();
    let mut ask = |rule, request| steps.push(Step { request, rule, unless: Unless::Refused });
    for revision in &view.revisions {
        if controller(&revision.metadata).is_none() && !leaving {
            ask(Rule::S82, Request::AdoptRevision(revision.metadata.name.clone()));
        }
    }
    for pod in &view.pods {
        let matches = selects(set, &pod.metadata.labels);
        let name = || pod.metadata.name.clone();
        match controller(&pod.metadata) {
            Some(owner) if owner.uid != set.metadata.uid => {}
            Some(_) if matches => own.push(Rc::clone(pod)),
            Some(_) if leaving => {}
            Some(_) => ask(Rule::S83, Request::ReleasePod(name())),
            None if leaving || !matches || health::is_terminating(pod) => {}
            None => {
                ask(Rule::S82, Request::AdoptPod(name()));
                own.push(Rc::clone(pod));
            }
        }
    }
    own
}
