//! The Deployment controller: decides from a Deployment and its ReplicaSets what is done next. Section D of the rule book.
//! Models kubernetes pkg/controller/deployment.
//!
//! [`reconcile`] is one sync: a pure function. It returns [`Step`]s, which the caller carries out in order.

pub mod bounds;
mod conditions;
pub(crate) mod events;
mod new_replica_set;
pub(crate) mod progress;
mod proportion;
mod recreate;
pub(crate) mod revision;
mod rolling;
pub(crate) mod run;
mod scale;
mod status;
mod view;

pub use new_replica_set::controller_reference;
pub use view::{Request, Step, View};

use crate::api::deployment::{Deployment, DeploymentStrategyType, age, find_new};
use crate::api::meta::controller;
use crate::api::replica_set::ReplicaSet;
use crate::base::time::SimTime;
use crate::rules::Rule;
use bounds::Bounds;
use std::ops::ControlFlow;
use std::rc::Rc;
use view::Sync;

/// Plans one sync of a Deployment. A sync does one thing only. Rule D-07.
/// Models kubernetes pkg/controller/deployment/deployment_controller.go syncDeployment.
pub fn reconcile(view: &View, deployment: &Deployment, now: SimTime) -> Vec<Step> {
    let mut steps = Vec::new();
    let sets = own_replica_sets(view, deployment, &mut steps);
    let new = find_new(deployment, &sets).cloned();
    let is_old = |set: &Rc<ReplicaSet>| new.as_ref().is_none_or(|new| !Rc::ptr_eq(new, set));
    let mut old: Vec<Rc<ReplicaSet>> = sets.into_iter().filter(is_old).collect();
    old.sort_by(|a, b| age(a).cmp(&age(b)));
    let mut sync = Sync {
        view,
        deployment,
        now,
        bounds: Bounds::of(&deployment.spec),
        new,
        old,
        status: deployment.status.clone(),
        revision: revision::stored(&deployment.metadata),
        steps,
    };
    // A sync that ends early has written something that starts the next one.
    let (ControlFlow::Continue(()) | ControlFlow::Break(())) = sync.run();
    sync.steps
}

impl Sync<'_> {
    fn run(&mut self) -> ControlFlow<()> {
        if self.deployment.metadata.deletion_timestamp.is_some() {
            new_replica_set::annotate(self)?;
            status::count(self);
            return ControlFlow::Continue(());
        }
        progress::note_pause(self);
        new_replica_set::annotate(self)?;
        if self.deployment.spec.paused || scale::is_wanted(self) {
            scale::run(self);
            return ControlFlow::Continue(());
        }
        match self.deployment.spec.strategy() {
            DeploymentStrategyType::Recreate => recreate::run(self),
            DeploymentStrategyType::RollingUpdate => rolling::run(self),
        }
    }
}

/// Returns the ReplicaSets of the Deployment, after adoption and release. Rule G-10.
/// Models kubernetes pkg/controller/controller_ref_manager.go ClaimReplicaSets.
fn own_replica_sets(
    view: &View,
    deployment: &Deployment,
    steps: &mut Vec<Step>,
) -> Vec<Rc<ReplicaSet>> {
    let is_leaving = deployment.metadata.deletion_timestamp.is_some();
    let mut own = Vec::new();
    let mut ask = |request| steps.push(Step { request, rule: Rule::D04 });
    for set in &view.replica_sets {
        let matches = deployment.selects(&set.metadata.labels);
        let set_is_leaving = set.metadata.deletion_timestamp.is_some();
        let name = || set.metadata.name.clone();
        match controller(&set.metadata) {
            Some(owner) if owner.uid != deployment.metadata.uid => {}
            Some(_) if matches => own.push(Rc::clone(set)),
            Some(_) if is_leaving => {}
            Some(_) => ask(Request::ReleaseReplicaSet(name())),
            None if is_leaving || set_is_leaving || !matches => {}
            None => {
                ask(Request::AdoptReplicaSet(name()));
                own.push(Rc::clone(set));
            }
        }
    }
    own
}

#[cfg(test)]
mod tests;
