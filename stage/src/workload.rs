//! The workload on the stage: the object that keeps a number of Pods running.

use crate::lab::Lab;
use podlab::api::deployment::Deployment;
use podlab::api::meta::ObjectMeta;
use podlab::api::pod::Pod;
use podlab::api::replica_set::ReplicaSet;
use podlab::api::selector::LabelSelector;
use podlab::api::stateful_set::StatefulSet;
use podlab::api::{ObjectRef, Resource, ResourceKind};
use podlab::rules::Feature;
use podlab::rules::release::Release;
use std::rc::Rc;

/// A workload.
#[derive(Clone, Debug, PartialEq)]
pub enum Workload {
    /// A StatefulSet.
    StatefulSet(Rc<StatefulSet>),
    /// A Deployment.
    Deployment(Rc<Deployment>),
    /// A ReplicaSet.
    ReplicaSet(Rc<ReplicaSet>),
}

impl Workload {
    /// Returns the kind.
    pub const fn kind(&self) -> ResourceKind {
        match self {
            Workload::StatefulSet(_) => ResourceKind::StatefulSet,
            Workload::Deployment(_) => ResourceKind::Deployment,
            Workload::ReplicaSet(_) => ResourceKind::ReplicaSet,
        }
    }

    /// Returns the name, labels and bookkeeping.
    pub fn metadata(&self) -> &ObjectMeta {
        match self {
            Workload::StatefulSet(set) => &set.metadata,
            Workload::Deployment(deployment) => &deployment.metadata,
            Workload::ReplicaSet(set) => &set.metadata,
        }
    }

    /// Returns how many Pods it should have.
    pub fn replicas(&self) -> i64 {
        match self {
            Workload::StatefulSet(set) => set.spec.replicas(),
            Workload::Deployment(deployment) => deployment.spec.replicas(),
            Workload::ReplicaSet(set) => set.spec.replicas(),
        }
    }

    /// Returns how many of its Pods are ready, as the API says.
    pub fn ready_replicas(&self) -> i64 {
        match self {
            Workload::StatefulSet(set) => set.status.ready_replicas,
            Workload::Deployment(deployment) => deployment.status.ready_replicas,
            Workload::ReplicaSet(set) => set.status.ready_replicas,
        }
    }

    /// Returns the template of its Pods as a Pod, for the fields that both have.
    pub fn template(&self) -> Pod {
        let template = match self {
            Workload::StatefulSet(set) => &set.spec.template,
            Workload::Deployment(deployment) => &deployment.spec.template,
            Workload::ReplicaSet(set) => &set.spec.template,
        };
        let mut pod = Pod { metadata: template.metadata.clone().into(), ..Pod::default() };
        *pod.spec = template.spec.clone();
        pod
    }

    /// Returns the selector of its Pods.
    pub fn selector(&self) -> Option<&LabelSelector> {
        match self {
            Workload::StatefulSet(set) => set.spec.selector.as_ref(),
            Workload::Deployment(deployment) => deployment.spec.selector.as_ref(),
            Workload::ReplicaSet(set) => set.spec.selector.as_ref(),
        }
    }

    /// Returns the object.
    pub fn resource(&self) -> Resource {
        match self {
            Workload::StatefulSet(set) => Resource::StatefulSet((**set).clone()),
            Workload::Deployment(deployment) => Resource::Deployment((**deployment).clone()),
            Workload::ReplicaSet(set) => Resource::ReplicaSet((**set).clone()),
        }
    }

    /// Returns the counters of its status in a release, with their names.
    pub fn counters(&self, release: Release) -> Vec<(&'static str, i64)> {
        match self {
            Workload::StatefulSet(set) => {
                let status = &set.status;
                let available = ("available", status.available_replicas);
                let mut counters =
                    vec![("replicas", status.replicas), ("ready", status.ready_replicas)];
                counters
                    .extend(release.has(Feature::StatefulSetMinReadySeconds).then_some(available));
                counters.extend([
                    ("current", status.current_replicas),
                    ("updated", status.updated_replicas),
                ]);
                counters
            }
            Workload::Deployment(deployment) => vec![
                ("desired", deployment.spec.replicas()),
                ("updated", deployment.status.updated_replicas),
                ("ready", deployment.status.ready_replicas),
                ("available", deployment.status.available_replicas),
                ("unavailable", deployment.status.unavailable_replicas),
            ],
            Workload::ReplicaSet(set) => vec![
                ("desired", set.spec.replicas()),
                ("replicas", set.status.replicas),
                ("ready", set.status.ready_replicas),
                ("available", set.status.available_replicas),
            ],
        }
    }

    /// Returns the manifest from which it can be created again.
    pub fn manifest(&self) -> Resource {
        let old = self.metadata();
        let metadata = ObjectMeta {
            name: old.name.clone(),
            namespace: old.namespace.clone(),
            labels: old.labels.clone(),
            ..ObjectMeta::default()
        };
        match self {
            Workload::StatefulSet(set) => {
                let mut spec = set.spec.clone();
                // The API server filled it in, and an older release does not know it.
                if !spec.deletes_claims_with_set() && !spec.deletes_claims_with_pods() {
                    spec.persistent_volume_claim_retention_policy = None;
                }
                Resource::StatefulSet(StatefulSet { metadata, spec, ..StatefulSet::default() })
            }
            Workload::Deployment(deployment) => {
                let spec = deployment.spec.clone();
                Resource::Deployment(Deployment { metadata, spec, ..Deployment::default() })
            }
            Workload::ReplicaSet(set) => {
                let spec = set.spec.clone();
                Resource::ReplicaSet(ReplicaSet { metadata, spec, ..ReplicaSet::default() })
            }
        }
    }
}

/// The workload that a run is about, as the API has it, or had it last.
#[derive(Clone, Debug, PartialEq)]
pub struct Followed {
    /// The workload.
    pub workload: Workload,
    /// Whether the API still has it.
    pub exists: bool,
}

impl Followed {
    /// Returns whether a controller still acts on the Pods: the workload is there and is to stay.
    pub fn is_ruled(&self) -> bool {
        self.exists && self.workload.metadata().deletion_timestamp.is_none()
    }
}

impl Lab {
    /// Returns the workload that the run is about; `None` when it is about a Pod alone, or the API never had it.
    pub fn followed(&self) -> Option<Followed> {
        let ObjectRef { kind, namespace, name } = self.scene.workload.as_ref()?;
        let tables = &self.sim().world().objects;
        match kind {
            ResourceKind::StatefulSet => {
                let present = tables.sets.named(namespace, name);
                let last = present.or_else(|| self.story().last_set())?;
                let workload = Workload::StatefulSet(Rc::clone(last));
                Some(Followed { workload, exists: present.is_some() })
            }
            ResourceKind::Deployment => {
                let present = tables.deployments.named(namespace, name);
                let last = present.or_else(|| self.story().last_deployment())?;
                let workload = Workload::Deployment(Rc::clone(last));
                Some(Followed { workload, exists: present.is_some() })
            }
            ResourceKind::ReplicaSet => {
                let present = tables.replica_sets.named(namespace, name);
                let last = present.or_else(|| self.story().last_replica_set(name))?;
                let workload = Workload::ReplicaSet(Rc::clone(last));
                Some(Followed { workload, exists: present.is_some() })
            }
            ResourceKind::Pod
            | ResourceKind::Service
            | ResourceKind::Node
            | ResourceKind::ConfigMap
            | ResourceKind::Secret
            | ResourceKind::PriorityClass
            | ResourceKind::Kept(_)
            | ResourceKind::StorageClass
            | ResourceKind::PersistentVolumeClaim
            | ResourceKind::PodDisruptionBudget
            | ResourceKind::PersistentVolume => None,
        }
    }
}
