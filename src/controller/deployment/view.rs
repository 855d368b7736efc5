//! What the Deployment controller sees, what it asks for, and what one sync has decided so far.

use super::bounds::{Bounds, note_size};
use crate::api::deployment::{Deployment, DeploymentStatus};
use crate::api::pod::Pod;
use crate::api::replica_set::ReplicaSet;
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::rules::release::Release;
use crate::rules::{Gates, Rule};
use std::collections::{BTreeMap, BTreeSet};
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
pub(super) struct Sync<'a> {
    pub(super) view: &'a View,
    pub(super) deployment: &'a Deployment,
    pub(super) now: SimTime,
    pub(super) bounds: Bounds,
    /// The ReplicaSet with the Deployment's template.
    pub(super) new: Option<Rc<ReplicaSet>>,
    /// The other ReplicaSets, the oldest first.
    pub(super) old: Vec<Rc<ReplicaSet>>,
    /// The status, as the sync has written it.
    pub(super) status: DeploymentStatus,
    /// The number of the revision, as the sync has written it.
    pub(super) revision: Text,
    pub(super) steps: Vec<Step>,
}

impl Sync<'_> {
    pub(super) fn ask(&mut self, rule: Rule, request: Request) {
        self.steps.push(Step { request, rule });
    }

    /// Stores status and revision as the sync has changed them.
    pub(super) fn write(&mut self, rule: Rule) {
        let (status, revision) = (Box::new(self.status.clone()), self.revision.clone());
        self.ask(rule, Request::UpdateStatus { status, revision });
    }

    /// Returns whether the sync has written the Deployment, so that the API server would refuse a further write: that
    /// comes with the next sync.
    pub(super) fn is_outdated(&self) -> bool {
        let writes = |step: &Step| matches!(step.request, Request::UpdateStatus { .. });
        self.steps.iter().any(writes)
    }

    /// Returns all ReplicaSets, the new one last.
    pub(super) fn sets(&self) -> impl Iterator<Item = &Rc<ReplicaSet>> {
        self.old.iter().chain(&self.new)
    }

    /// Returns how many Pods all ReplicaSets should have.
    pub(super) fn total(&self) -> i64 {
        self.sets().map(|set| set.spec.replicas()).sum()
    }

    /// Sets the size of a ReplicaSet, and notes that of the Deployment. Rule D-06. Returns the ReplicaSet as it will be.
    /// Models kubernetes pkg/controller/deployment/sync.go scaleReplicaSet.
    pub(super) fn resize(&mut self, set: &Rc<ReplicaSet>, to: i64, rule: Rule) -> Rc<ReplicaSet> {
        let from = set.spec.replicas();
        let mut resized = (**set).clone();
        resized.spec.replicas = Some(to);
        note_size(&mut resized.metadata, self.bounds);
        if from != to || resized.metadata.annotations != set.metadata.annotations {
            let (name, annotations) =
                (set.metadata.name.clone(), resized.metadata.annotations.clone());
            self.ask(rule, Request::ScaleReplicaSet { name, from, to, annotations });
        }
        Rc::new(resized)
    }
}
