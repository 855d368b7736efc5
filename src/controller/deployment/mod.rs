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

use crate::api::deployment::{Deployment, DeploymentStatus, DeploymentStrategyType, age, find_new};
use crate::api::meta::{OwnerReference, controller};
use crate::api::pod::Pod;
use crate::api::replica_set::ReplicaSet;
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::rules::release::Release;
use crate::rules::{Gates, Rule};
use bounds::Bounds;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::rc::Rc;

/// What the controller sees beside the Deployment.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// The release whose rules apply.
    pub release: Release,
    /// The feature gates that a person has switched.
    pub gates: Gates,
    /// The ReplicaSets of the namespace that the Deployment owns, and those without a controller that it selects.
    pub replica_sets: Vec<Rc<ReplicaSet>>,
    /// The names of all ReplicaSets of the namespace that a new one could have. Rule D-02.
    pub names: BTreeSet<Text>,
    /// The Pods of its ReplicaSets. Only the strategy `Recreate` looks at them. Rule D-25.
    pub pods: Vec<Rc<Pod>>,
}

/// A request of the controller.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Become the owner of the ReplicaSet with this name. Rule G-10.
    AdoptReplicaSet(Text),
    /// Stop being the owner of the ReplicaSet with this name. Rule G-10.
    ReleaseReplicaSet(Text),
    /// Store a ReplicaSet. Rule D-02.
    CreateReplicaSet(Rc<ReplicaSet>),
    /// Write annotations and `minReadySeconds` of the new ReplicaSet. Rule D-05.
    AnnotateReplicaSet {
        /// Its name.
        name: Text,
        /// All its annotations.
        annotations: BTreeMap<Text, Text>,
        /// Its `minReadySeconds`.
        min_ready_seconds: i64,
    },
    /// Write size and annotations of a ReplicaSet. Rules D-20, D-30.
    ScaleReplicaSet {
        /// Its name.
        name: Text,
        /// Its size now.
        from: i64,
        /// Its new size.
        to: i64,
        /// All its annotations.
        annotations: BTreeMap<Text, Text>,
    },
    /// Delete the old ReplicaSet with this name. Rule D-60.
    DeleteReplicaSet(Text),
    /// Store the status.
    UpdateStatus {
        /// The status.
        status: Box<DeploymentStatus>,
        /// The number of the new ReplicaSet's revision, which the Deployment has in an annotation too. Rule D-05.
        revision: Text,
    },
    /// Sync again after so many milliseconds. Rule D-51.
    RequeueAfter(u64),
}

/// One step of a sync.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The request.
    pub request: Request,
    /// The rule that it follows.
    pub rule: Rule,
}

/// What one sync looks at, and what it has decided so far.
struct Sync<'a> {
    view: &'a View,
    deployment: &'a Deployment,
    now: SimTime,
    bounds: Bounds,
    /// The ReplicaSet with the Deployment's template.
    new: Option<Rc<ReplicaSet>>,
    /// The other ReplicaSets, the oldest first.
    old: Vec<Rc<ReplicaSet>>,
    /// The status, as the sync has written it.
    status: DeploymentStatus,
    /// The number of the revision, as the sync has written it.
    revision: Text,
    steps: Vec<Step>,
}

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

    fn ask(&mut self, rule: Rule, request: Request) {
        self.steps.push(Step { request, rule });
    }

    /// Stores status and revision as the sync has changed them.
    fn write(&mut self, rule: Rule) {
        let (status, revision) = (Box::new(self.status.clone()), self.revision.clone());
        self.ask(rule, Request::UpdateStatus { status, revision });
    }

    /// Returns whether the sync has written the Deployment, so that the API server would refuse a further write: that
    /// comes with the next sync.
    fn is_outdated(&self) -> bool {
        let writes = |step: &Step| matches!(step.request, Request::UpdateStatus { .. });
        self.steps.iter().any(writes)
    }

    /// Returns all ReplicaSets, the new one last.
    fn sets(&self) -> impl Iterator<Item = &Rc<ReplicaSet>> {
        self.old.iter().chain(&self.new)
    }

    /// Returns how many Pods all ReplicaSets should have.
    fn total(&self) -> i64 {
        self.sets().map(|set| set.spec.replicas()).sum()
    }

    /// Sets the size of a ReplicaSet, and notes that of the Deployment. Rule D-06. Returns the ReplicaSet as it will be.
    /// Models kubernetes pkg/controller/deployment/sync.go scaleReplicaSet.
    fn resize(&mut self, set: &Rc<ReplicaSet>, to: i64, rule: Rule) -> Rc<ReplicaSet> {
        let from = set.spec.replicas();
        let mut resized = (**set).clone();
        resized.spec.replicas = Some(to);
        revision::note_size(&mut resized.metadata, self.bounds);
        if from != to || resized.metadata.annotations != set.metadata.annotations {
            let (name, annotations) =
                (set.metadata.name.clone(), resized.metadata.annotations.clone());
            self.ask(rule, Request::ScaleReplicaSet { name, from, to, annotations });
        }
        Rc::new(resized)
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

/// Returns the reference by which a Deployment owns its ReplicaSets. Rules D-01, G-02.
pub fn controller_reference(deployment: &Deployment) -> OwnerReference {
    OwnerReference {
        api_version: "apps/v1".into(),
        block_owner_deletion: Some(true),
        controller: Some(true),
        kind: "Deployment".into(),
        name: deployment.metadata.name.clone(),
        uid: deployment.metadata.uid.clone(),
    }
}

#[cfg(test)]
mod tests;
