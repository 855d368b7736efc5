//! The data that every component shares: the clock, the API objects, the scheduled events, and the record of what became
//! visible. Components read it and write to it. No component calls another.

mod nodes;
mod parts;
mod pods;
mod settings;

pub(crate) use settings::POD_GC_THRESHOLD;
pub use settings::{Cadence, Jitter, Oom, Programs, Settings};

use crate::api::ObjectRef;
use crate::api::core::{ConfigMap, Node, PriorityClass, Secret, Service};
use crate::api::endpoints::{Addresses, EndpointSlice};
use crate::api::meta::ObjectMeta;
use crate::api::pod::Pod;
use crate::base::rng::Rng;
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::attachments::Attachments;
use crate::cluster::cause::Cause;
use crate::cluster::change::Change;
use crate::cluster::event::SimEvent;
use crate::cluster::fact::Fact;
use crate::cluster::load::Load;
use crate::cluster::machines::Machines;
pub(crate) use crate::cluster::numbers::NodeId;
pub use crate::cluster::numbers::PodId;
pub(crate) use crate::cluster::object::{About, ChangedObject};
use crate::cluster::plan::ContainerScripts;
use crate::cluster::queue::Queue;
use crate::cluster::recorder::Recorder;
use crate::cluster::refusal::Refusal;
use crate::cluster::store_event::{StoreEvent, Stored};
use crate::cluster::tables::ObjectStore;
pub use crate::cluster::watch::{WatchEvent, WatchType, Watched};
use crate::rules::Rule;
use crate::rules::release::Release;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

/// All state that is not inside one component.
#[derive(Clone, Debug)]
pub struct World {
    /// The present moment.
    pub now: SimTime,
    /// The settings of the simulation.
    pub settings: Settings,
    /// The only source of random numbers.
    pub rng: Rng,
    /// The scheduled events.
    pub queue: Queue,
    /// What containers and registries do.
    pub scripts: ContainerScripts,
    /// The Events that components reported.
    pub recorder: Recorder,
    /// The cause of what happens now.
    pub cause: Cause,
    /// The API objects that are kept in tables: workloads, Services, claims, volumes, budgets and more.
    pub objects: ObjectStore,
    /// Which nodes volumes are attached to.
    pub attachments: Attachments,
    /// The machines to which something has happened.
    pub machines: Machines,
    /// When the first of the kubelets' status checks comes that has an effect. Only for [`Jitter::Middle`]. Rule K-7.
    pub first_check: Option<SimTime>,
    pods: Vec<Option<Rc<Pod>>>,
    /// How changes name each Pod, by its number.
    references: Vec<Rc<ObjectRef>>,
    by_name: BTreeMap<(Text, Text), PodId>,
    /// The load of each node. The entry with an empty name has the Pods that are bound to no node.
    loads: BTreeMap<Text, Load>,
    /// The Pods with affinity or anti-affinity to other Pods that are bound to nodes.
    with_pod_affinity: BTreeSet<PodId>,
    /// Why the scheduler placed these Pods on no node when it tried last.
    refusals: BTreeMap<PodId, Rc<Refusal>>,
    /// The Node objects by their numbers. A deleted one stays here in its last version.
    nodes: Vec<Rc<Node>>,
    config_maps: BTreeMap<(Text, Text), Rc<ConfigMap>>,
    secrets: BTreeMap<(Text, Text), Rc<Secret>>,
    priority_classes: BTreeMap<Text, Rc<PriorityClass>>,
    changes: Vec<Change>,
    change_count: u64,
    watch: Vec<WatchEvent>,
    /// The writes that have not been handed to the components yet, oldest first.
    undelivered: VecDeque<StoreEvent>,
    writes: u64,
    uids: u32,
    addresses: u32,
}

/// Returns what a wait had in addition on average in the recorded clusters of a release, in thousandths of the wait.
///
/// The mean of the random part is 250. A somewhat larger number agrees with more of the recorded runs of 1.28.
const fn typical_extra(release: Release) -> u64 {
    match release {
        Release::V1_20 => 250,
        Release::V1_28 | Release::Current => 325,
    }
}

impl World {
    /// Returns an empty world.
    pub(crate) fn new(settings: Settings) -> Self {
        World {
            now: SimTime::ZERO,
            rng: Rng::new(settings.seed),
            settings,
            queue: Queue::default(),
            scripts: ContainerScripts::default(),
            recorder: Recorder::default(),
            cause: Cause::Start,
            objects: ObjectStore::default(),
            attachments: Attachments::default(),
            machines: Machines::default(),
            first_check: None,
            pods: Vec::new(),
            references: Vec::new(),
            by_name: BTreeMap::new(),
            loads: BTreeMap::new(),
            with_pod_affinity: BTreeSet::new(),
            refusals: BTreeMap::new(),
            nodes: Vec::new(),
            config_maps: BTreeMap::new(),
            secrets: BTreeMap::new(),
            priority_classes: BTreeMap::new(),
            changes: Vec::new(),
            change_count: 0,
            watch: Vec::new(),
            undelivered: VecDeque::new(),
            writes: 0,
            uids: 0,
            addresses: 0,
        }
    }

    /// Returns the release that is simulated.
    pub fn release(&self) -> Release {
        self.settings.release
    }

    /// Schedules an event `milliseconds` from now. Its cause is the cause of what happens now.
    pub(crate) fn schedule(&mut self, milliseconds: u64, event: SimEvent) {
        self.schedule_at(self.now + milliseconds, event);
    }

    /// Schedules an event at a moment. Its cause is the cause of what happens now.
    pub(crate) fn schedule_at(&mut self, time: SimTime, event: SimEvent) {
        self.queue.push(time.max(self.now), event, self.cause);
    }

    /// Returns `milliseconds` × (1 + r/2) with a random r in [0, 1). Rules K-3, K-4.
    pub(crate) fn jitter(&mut self, milliseconds: u64) -> u64 {
        let extra = match self.settings.jitter {
            Jitter::Seeded => self.rng.below(milliseconds / 2),
            Jitter::Middle => milliseconds * typical_extra(self.release()) / 1000,
            Jitter::Zero => 0,
        };
        milliseconds + extra
    }

    /// Returns how many writes to objects there were.
    pub(crate) fn writes(&self) -> u64 {
        self.writes
    }

    /// Returns a random offset in a period, from the seed. Rule P-609.
    pub(crate) fn random_offset(&mut self, period: u64) -> u64 {
        match self.settings.jitter {
            Jitter::Seeded => self.rng.below(period),
            Jitter::Middle => period / 2,
            Jitter::Zero => 0,
        }
    }

    /// Records a change. It becomes the cause of what happens afterwards.
    pub(crate) fn record(&mut self, about: About, fact: Fact, rule: Rule) {
        let number = self.change_count;
        self.change_count += 1;
        let (pod, object) = match about {
            About::Pod(id) => (Some(id), ChangedObject::Api(self.pod_reference(id))),
            About::Object(object) => (None, object),
        };
        let (time, cause) = (self.now, self.cause);
        self.changes.push(Change { number, time, pod, object, fact, rule, cause });
        self.cause = Cause::Change(number);
    }

    fn pod_reference(&self, id: PodId) -> Rc<ObjectRef> {
        self.references.get(id as usize).cloned().unwrap_or_else(unnamed)
    }

    /// Returns the changes since the last call, and forgets them.
    pub(crate) fn take_changes(&mut self) -> Vec<Change> {
        std::mem::take(&mut self.changes)
    }

    /// Returns what a watch saw since the last call, and forgets it.
    pub(crate) fn take_watch(&mut self) -> Vec<WatchEvent> {
        std::mem::take(&mut self.watch)
    }

    /// Adds an entry to the watch.
    pub(crate) fn show(&mut self, kind: WatchType, object: Watched) {
        self.watch.push(WatchEvent { time: self.now, kind, object });
    }

    /// Adds a write that will be handed to the components. The cause of what happens now leads to what they do.
    pub(crate) fn stored(&mut self, object: Stored) {
        self.undelivered.push_back(StoreEvent { object, cause: self.cause });
    }

    /// Returns whether every write has been handed to the components. This is true between two events.
    pub(crate) fn is_delivered(&self) -> bool {
        self.undelivered.is_empty()
    }

    /// Removes and returns the oldest write that has not been handed to the components yet.
    pub(crate) fn take_undelivered(&mut self) -> Option<StoreEvent> {
        self.undelivered.pop_front()
    }

    /// Returns a UID that no object had before. The same seed gives the same UIDs.
    pub(crate) fn new_uid(&mut self) -> Text {
        self.uids += 1;
        let (a, b) = (self.rng.bits(), self.rng.bits());
        let (c, n) = (a >> 16, self.uids);
        format!(
            "{a:08x}-{:04x}-4{:03x}-a{:03x}-{b:08x}{:04x}",
            n & 0xffff,
            c & 0xfff,
            b & 0xfff,
            n & 0xffff
        )
        .into()
    }

    /// Returns an address that no Pod had before.
    pub(crate) fn new_address(&mut self) -> Text {
        self.addresses += 1;
        let n = self.addresses;
        format!("10.244.{}.{}", n / 254, n % 254 + 1).into()
    }

    /// Returns a resource version that no object had before.
    pub(crate) fn new_version(&mut self) -> Text {
        self.writes += 1;
        self.writes.to_string().into()
    }

    /// Returns the Services, in the order in which they were created, each with the names of its Pods that are ready
    /// and of those that are not.
    pub fn services(&self) -> impl Iterator<Item = (&Rc<Service>, &Addresses)> {
        let objects = &self.objects;
        objects.services.iter().filter_map(|(_, service)| {
            let ObjectMeta { namespace, name, .. } = &service.metadata;
            Some((service, &objects.endpoints.named(namespace, name)?.addresses))
        })
    }

    /// Returns the Services, in the order in which they were created, each with its EndpointSlice. Rule E-02.
    pub fn endpoint_slices(&self) -> impl Iterator<Item = (&Rc<Service>, &EndpointSlice)> {
        let objects = &self.objects;
        objects.services.iter().filter_map(|(_, service)| {
            let ObjectMeta { namespace, name, .. } = &service.metadata;
            Some((service, &**objects.endpoint_slices.named(namespace, name)?))
        })
    }

    /// Returns the ConfigMap with this name.
    pub(crate) fn config_map(&self, namespace: &Text, name: &Text) -> Option<&Rc<ConfigMap>> {
        self.config_maps.get(&(namespace.clone(), name.clone()))
    }

    /// Returns all ConfigMaps, by namespace and name.
    pub(crate) fn config_maps(&self) -> impl Iterator<Item = &Rc<ConfigMap>> {
        self.config_maps.values()
    }

    /// Removes the ConfigMap with this name.
    pub(crate) fn remove_config_map(&mut self, namespace: &Text, name: &Text) {
        self.config_maps.remove(&(namespace.clone(), name.clone()));
    }

    /// Adds or replaces a ConfigMap.
    pub(crate) fn put_config_map(&mut self, map: ConfigMap) {
        let key = (map.metadata.namespace.clone(), map.metadata.name.clone());
        self.config_maps.insert(key, Rc::new(map));
    }

    /// Returns whether a namespace has a ConfigMap or a Secret.
    pub(crate) fn has_configuration(&self, namespace: &Text) -> bool {
        let mut names = self.config_maps.keys().chain(self.secrets.keys());
        names.any(|(space, _)| space == namespace)
    }

    /// Removes the ConfigMaps and Secrets of a namespace.
    pub(crate) fn remove_configuration(&mut self, namespace: &Text) {
        self.config_maps.retain(|(space, _), _| space != namespace);
        self.secrets.retain(|(space, _), _| space != namespace);
    }

    /// Returns the Secret with this name.
    pub(crate) fn secret(&self, namespace: &Text, name: &Text) -> Option<&Rc<Secret>> {
        self.secrets.get(&(namespace.clone(), name.clone()))
    }

    /// Returns all Secrets, by namespace and name.
    pub(crate) fn secrets(&self) -> impl Iterator<Item = &Rc<Secret>> {
        self.secrets.values()
    }

    /// Removes the Secret with this name.
    pub(crate) fn remove_secret(&mut self, namespace: &Text, name: &Text) {
        self.secrets.remove(&(namespace.clone(), name.clone()));
    }

    /// Adds or replaces a Secret.
    pub(crate) fn put_secret(&mut self, secret: Secret) {
        let key = (secret.metadata.namespace.clone(), secret.metadata.name.clone());
        self.secrets.insert(key, Rc::new(secret));
    }

    /// Returns the priority class with this name.
    pub(crate) fn priority_class(&self, name: &str) -> Option<&Rc<PriorityClass>> {
        self.priority_classes.get(name)
    }

    /// Returns all priority classes, by name.
    pub(crate) fn priority_classes(&self) -> impl Iterator<Item = &Rc<PriorityClass>> {
        self.priority_classes.values()
    }

    /// Removes the priority class with this name.
    pub(crate) fn remove_priority_class(&mut self, name: &Text) {
        self.priority_classes.remove(name);
    }

    /// Adds or replaces a priority class.
    pub(crate) fn put_priority_class(&mut self, class: PriorityClass) {
        self.priority_classes.insert(class.metadata.name.clone(), Rc::new(class));
    }
}

/// Returns the reference to a Pod that has not been stored yet.
fn unnamed() -> Rc<ObjectRef> {
    Rc::new(ObjectRef::pod(Text::default(), Text::default()))
}
