//! The objects that `get` and `describe` print.

use super::cluster::Cluster;
use crate::api::budget::PodDisruptionBudget;
use crate::api::core::{ConfigMap, Event, Node as ClusterNode, PriorityClass, Secret, Service};
use crate::api::deployment::Deployment;
use crate::api::meta::ObjectMeta;
use crate::api::persistent_volume::PersistentVolume;
use crate::api::persistent_volume_claim::PersistentVolumeClaim;
use crate::api::pod::Pod;
use crate::api::replica_set::ReplicaSet;
use crate::api::stateful_set::{ControllerRevision, StatefulSet};
use crate::api::storage::StorageClass;
use crate::api::{KeptKind, KeptObject, Resource, ResourceKind, write};
use crate::apiserver::admission::system_priority_classes;
use crate::apiserver::age::event_age;
use crate::apiserver::columns::Columns;
use crate::apiserver::printed::Printed;
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::world::World;
use crate::kubectl::describe::revision_tree;
use crate::kubectl::get::{ENDPOINTS, Get, SLICES, slice_name};
use crate::manifest::node::Node;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;

/// An object that `get` prints.
pub(super) enum Shown<'a> {
    Pod(&'a Rc<Pod>),
    Object(Box<Resource>),
    Revision(&'a Rc<ControllerRevision>),
    /// The Endpoints of a Service.
    Endpoints(&'a Rc<Service>),
    /// The EndpointSlice of a Service.
    Slice(&'a Rc<Service>),
    Event(&'a Event),
}

/// The kinds whose objects no manifest holds.
const REVISIONS: &str = "controllerrevisions.apps";
const ENDPOINTS_KIND: &str = "endpoints";
const SLICES_KIND: &str = "endpointslices.discovery.k8s.io";
const EVENTS: &str = "events";

/// Returns the objects of a kind in a namespace, or in all, in the order in which the server lists them.
pub(super) fn list<'a>(
    cluster: &Cluster<'a>,
    kind: ResourceKind,
    namespace: Option<&Text>,
) -> Vec<Shown<'a>> {
    let world = cluster.world;
    let mut all: Vec<Shown<'a>> = match kind {
        ResourceKind::Pod => world.pods().map(|(_, pod)| Shown::Pod(pod)).collect(),
        ResourceKind::Node => objects(cluster.view.nodes().into_iter().map(Resource::Node)),
        ResourceKind::Kept(kind) => kept(world, kind),
        ResourceKind::ConfigMap => {
            objects(world.config_maps().map(|map| Resource::ConfigMap((**map).clone())))
        }
        ResourceKind::Secret => {
            objects(world.secrets().map(|secret| Resource::Secret((**secret).clone())))
        }
        ResourceKind::PriorityClass => {
            let known = world.priority_classes().map(|class| (**class).clone());
            objects(known.chain(system_priority_classes()).map(Resource::PriorityClass))
        }
        ResourceKind::StorageClass => {
            let classes = world.objects.classes.values();
            objects(classes.map(|class| Resource::StorageClass((**class).clone())))
        }
        ResourceKind::StatefulSet
        | ResourceKind::Deployment
        | ResourceKind::ReplicaSet
        | ResourceKind::Service
        | ResourceKind::PersistentVolumeClaim
        | ResourceKind::PodDisruptionBudget
        | ResourceKind::PersistentVolume => objects(world.objects.resources(kind).into_iter()),
    };
    if let Some(namespace) = namespace.filter(|_| kind.is_namespaced()) {
        all.retain(|shown| *shown.namespace() == **namespace);
    }
    all.sort_by_cached_key(|shown| (shown.namespace().to_owned(), shown.name()));
    all
}

fn objects<'a>(all: impl Iterator<Item = Resource>) -> Vec<Shown<'a>> {
    all.map(|resource| Shown::Object(Box::new(resource))).collect()
}

fn kept(world: &World, kind: KeptKind) -> Vec<Shown<'_>> {
    let services = || world.objects.services.iter().map(|(_, service)| service);
    match kind.plural() {
        REVISIONS => {
            world.objects.revisions.iter().map(|(_, found)| Shown::Revision(found)).collect()
        }
        ENDPOINTS_KIND => services().map(Shown::Endpoints).collect(),
        SLICES_KIND => services().map(Shown::Slice).collect(),
        EVENTS => world.recorder.events().iter().map(Shown::Event).collect(),
        _ => objects(world.objects.resources(ResourceKind::Kept(kind)).into_iter()),
    }
}

impl Shown<'_> {
    fn metadata(&self) -> Option<&ObjectMeta> {
        match self {
            Shown::Pod(pod) => Some(&pod.metadata),
            Shown::Object(resource) => Some(resource.metadata()),
            Shown::Revision(revision) => Some(&revision.metadata),
            Shown::Endpoints(service) | Shown::Slice(service) => Some(&service.metadata),
            Shown::Event(_) => None,
        }
    }

    /// Returns the namespace; empty for an object that lives in none.
    pub(super) fn namespace(&self) -> &str {
        if let Shown::Event(event) = self {
            &event.namespace
        } else {
            self.metadata().map_or("", |metadata| &metadata.namespace)
        }
    }

    /// Returns the name. That of an Event begins with the name of the object that it is about.
    pub(super) fn name(&self) -> Text {
        match self {
            Shown::Event(event) => {
                let object = event.about.split_once('/').map_or("", |(_, name)| name);
                format!("{object}.{:016x}", event.first.0).into()
            }
            Shown::Slice(service) => slice_name(service).into(),
            other @ (Shown::Pod(_)
            | Shown::Object(_)
            | Shown::Revision(_)
            | Shown::Endpoints(_)) => {
                other.metadata().map_or(Text::default(), |metadata| metadata.name.clone())
            }
        }
    }

    /// Returns the labels, where Podlab keeps them.
    pub(super) fn labels(&self) -> Option<&BTreeMap<Text, Text>> {
        match self {
            // The labels of these are those of the Service and some more, which Podlab does not keep.
            Shown::Endpoints(_) | Shown::Slice(_) | Shown::Event(_) => None,
            other @ (Shown::Pod(_) | Shown::Object(_) | Shown::Revision(_)) => {
                other.metadata().map(|metadata| &metadata.labels)
            }
        }
    }

    /// Returns the object as a tree; `None` for one of which Podlab does not keep all fields.
    pub(super) fn tree(&self, cluster: &Cluster<'_>) -> Option<Node> {
        match self {
            Shown::Pod(pod) => Some(write(&Resource::Pod((***pod).clone()))),
            Shown::Object(resource) => Some(write(resource)),
            Shown::Revision(revision) => Some(revision_tree(revision, cluster.world.release())),
            Shown::Endpoints(_) | Shown::Slice(_) | Shown::Event(_) => None,
        }
    }

    /// Returns the cells of the object.
    pub(super) fn cells(&self, get: Get, cluster: &Cluster<'_>) -> Vec<String> {
        match self {
            Shown::Pod(pod) => {
                let columns = Columns { namespace: false, wide: get.wide };
                columns.cells(pod, get.now, get.release)
            }
            Shown::Object(resource) => resource_cells(resource, get),
            Shown::Revision(revision) => get.object(&***revision),
            Shown::Endpoints(service) => {
                let (ready, others) = pods_behind(cluster.world, service);
                get.endpoints_of(service, &ready, others)
            }
            Shown::Slice(service) => get.slice_of(service, pods_in_slice(cluster.world, service)),
            Shown::Event(event) => event_cells(event, cluster.world.now),
        }
    }
}

fn resource_cells(resource: &Resource, get: Get) -> Vec<String> {
    match resource {
        Resource::Node(node) => get.object(node),
        Resource::StatefulSet(set) => get.object(set),
        Resource::Deployment(deployment) => get.object(deployment),
        Resource::ReplicaSet(set) => get.object(set),
        Resource::Service(service) => get.object(service),
        Resource::PersistentVolumeClaim(claim) => get.object(claim),
        Resource::PodDisruptionBudget(budget) => get.object(budget),
        Resource::PersistentVolume(volume) => get.object(volume),
        Resource::Kept(kept) => get.object(kept),
        Resource::ConfigMap(map) => get.object(map),
        Resource::Secret(secret) => get.object(secret),
        Resource::PriorityClass(class) => get.object(class),
        Resource::StorageClass(class) => get.object(class),
        // Pods are shown as themselves.
        Resource::Pod(_) => Vec::new(),
    }
}

/// Returns the names of the columns of a kind.
pub(super) fn columns(kind: ResourceKind, get: Get) -> Vec<String> {
    let text: Cow<'static, str> = match kind {
        ResourceKind::Pod => {
            return Columns { namespace: false, wide: get.wide }.header();
        }
        ResourceKind::Node => get.columns::<ClusterNode>().into(),
        ResourceKind::StatefulSet => get.columns::<StatefulSet>().into(),
        ResourceKind::Deployment => get.columns::<Deployment>().into(),
        ResourceKind::ReplicaSet => get.columns::<ReplicaSet>().into(),
        ResourceKind::Service => get.columns::<Service>().into(),
        ResourceKind::PersistentVolumeClaim => get.columns::<PersistentVolumeClaim>().into(),
        ResourceKind::PodDisruptionBudget => get.columns::<PodDisruptionBudget>().into(),
        ResourceKind::PersistentVolume => get.columns::<PersistentVolume>().into(),
        ResourceKind::ConfigMap => get.columns::<ConfigMap>().into(),
        ResourceKind::Secret => get.columns::<Secret>().into(),
        ResourceKind::PriorityClass => get.columns::<PriorityClass>().into(),
        ResourceKind::StorageClass => get.columns::<StorageClass>().into(),
        ResourceKind::Kept(kind) => match kind.plural() {
            REVISIONS => Cow::Borrowed(ControllerRevision::columns(get.release)),
            ENDPOINTS_KIND => Cow::Borrowed(ENDPOINTS),
            SLICES_KIND => Cow::Borrowed(SLICES),
            EVENTS => Cow::Borrowed("LAST SEEN,TYPE,REASON,OBJECT,MESSAGE"),
            _ => get.columns::<KeptObject>().into(),
        },
    };
    text.split(',').map(str::to_owned).collect()
}

/// Models kubernetes pkg/printers/internalversion/printers.go printEvent.
fn event_cells(event: &Event, now: SimTime) -> Vec<String> {
    let (kind, name) = event.about.split_once('/').unwrap_or((&event.about, ""));
    vec![
        event_age(event.last, now, false),
        event.kind.as_str().to_owned(),
        event.reason.to_string(),
        format!("{}/{name}", kind.to_ascii_lowercase()),
        event.message.trim().to_owned(),
    ]
}

/// Returns the ready Pods of a Service, and whether it has others. Rule P-804.
pub(super) fn pods_behind<'a>(world: &'a World, service: &Service) -> (Vec<&'a Pod>, bool) {
    let ObjectMeta { namespace, name, .. } = &service.metadata;
    let Some(endpoints) = world.objects.endpoints.named(namespace, name) else {
        return (Vec::new(), false);
    };
    let (ready, others) = &endpoints.addresses;
    (ready.iter().filter_map(|pod| pod_named(world, namespace, pod)).collect(), !others.is_empty())
}

/// Returns the Pods in the slice of a Service. Rule E-02.
fn pods_in_slice<'a>(world: &'a World, service: &Service) -> Vec<&'a Pod> {
    let ObjectMeta { namespace, name, .. } = &service.metadata;
    let slice = world.objects.endpoint_slices.named(namespace, name);
    let names = slice.into_iter().flat_map(|slice| slice.iter());
    names.filter_map(|(pod, _)| pod_named(world, namespace, pod)).collect()
}

fn pod_named<'a>(world: &'a World, namespace: &Text, name: &Text) -> Option<&'a Pod> {
    world.pod(world.pod_named(namespace, name)?).map(|pod| &**pod)
}
