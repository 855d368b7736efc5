//! What every component shares: the clock, the API objects, the events to come, and the record of
//! what became visible. Components read it and write to it; none of them knows another.

use crate::api::cluster::PersistentVolumeClaim;
use crate::api::core::{ConfigMap, Node, PriorityClass, Secret, Service};
use crate::api::persistent_volume::PersistentVolume;
use crate::api::pod::Pod;
use crate::api::stateful_set::{ControllerRevision, StatefulSet};
use crate::attachments::Attachments;
use crate::change::{Cause, Change, Subject, Value};
use crate::event::SimEvent;
use crate::map::{Map, Set};
use crate::names::Names;
use crate::plan::Plans;
use crate::queue::Queue;
use crate::recorder::Recorder;
use crate::release::{Gates, Release};
use crate::rng::Rng;
use crate::scheduler::affinity;
use crate::scheduler::load::Load;
use crate::tables::Workloads;
use crate::text::Text;
use crate::time::SimTime;
use std::rc::Rc;

/// Number of a Pod, never used again for another one.
pub type PodId = u32;
/// Number of a node.
pub type NodeId = u16;

/// How random waits are drawn. Rules K-3, K-4, P-410.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Jitter {
    /// From the seed, as in a real cluster.
    #[default]
    Seeded,
    /// The same wait every time, such as recorded clusters had on average.
    Middle,
    /// None: the shortest wait every time, for teaching.
    Zero,
}

/// When the kubelet shows what it knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cadence {
    /// At its syncs, as a real kubelet does.
    #[default]
    Real,
    /// At once, for teaching; not what a terminal shows.
    Didactic,
}

/// What a simulation is made with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The Kubernetes release.
    pub release: Release,
    /// The seed of all chance.
    pub seed: u64,
    /// How random waits are drawn.
    pub jitter: Jitter,
    /// When the kubelet shows what it knows.
    pub cadence: Cadence,
    /// What is switched on.
    pub gates: Gates,
    /// Where the names of Services end. Rule S-07.
    pub cluster_domain: Text,
}

impl Default for Settings {
    fn default() -> Self {
        let (jitter, cadence) = (Jitter::default(), Cadence::default());
        let gates = Gates::default();
        let cluster_domain = Text::Static("cluster.local");
        Settings { release: Release::Current, seed: 1, jitter, cadence, gates, cluster_domain }
    }
}

/// Names of the ready and of the not ready Pods behind a Service.
pub type Endpoints = (Names, Names);

/// What a watch sees of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchType {
    /// It was created.
    Added,
    /// It was changed.
    Modified,
    /// It was removed.
    Deleted,
}

impl WatchType {
    /// The API's word.
    pub const fn as_str(self) -> &'static str {
        match self {
            WatchType::Added => "ADDED",
            WatchType::Modified => "MODIFIED",
            WatchType::Deleted => "DELETED",
        }
    }
}

/// An object as a watch shows it.
#[derive(Clone, Debug, PartialEq)]
pub enum Watched {
    /// A Pod.
    Pod(Rc<Pod>),
    /// A StatefulSet.
    StatefulSet(Rc<StatefulSet>),
    /// A revision of a StatefulSet's template.
    ControllerRevision(Rc<ControllerRevision>),
    /// A claim.
    PersistentVolumeClaim(Rc<PersistentVolumeClaim>),
    /// A volume.
    PersistentVolume(Rc<PersistentVolume>),
    /// The Pods behind a Service: name, ready, not ready. Rule P-804.
    Endpoints(Text, Names, Names),
    /// An Event, by its index in the recorder, with the count it had.
    Event(usize, i64),
}

/// One entry of the watch.
#[derive(Clone, Debug, PartialEq)]
pub struct WatchEvent {
    /// When.
    pub time: SimTime,
    /// Added, modified or deleted.
    pub kind: WatchType,
    /// The object after it.
    pub object: Watched,
}

/// Everything that is not inside one component.
#[derive(Clone, Debug)]
pub struct World {
    /// The present moment.
    pub now: SimTime,
    /// What the simulation was made with.
    pub settings: Settings,
    /// The only source of chance.
    pub rng: Rng,
    /// The events to come.
    pub queue: Queue,
    /// What containers and registries do.
    pub plans: Plans,
    /// The Events components told.
    pub recorder: Recorder,
    /// What led to what happens now.
    pub cause: Cause,
    /// Sets, revisions, claims and classes.
    pub workloads: Workloads,
    /// Which nodes volumes are attached to.
    pub attachments: Attachments,
    /// Where in their period the kubelets' checks of statuses lie, once one mattered. Only for [`Jitter::Middle`].
    pub status_phase: Option<u64>,
    pods: Vec<Option<Rc<Pod>>>,
    /// How changes call a Pod, such as `Pod/demo`, by its number.
    references: Vec<Text>,
    by_name: Map<(Text, Text), PodId>,
    /// What each node carries, and under an empty name the Pods of none.
    loads: Map<Text, Load>,
    /// The Pods on nodes that keep others away.
    repelling: Set<PodId>,
    nodes: Vec<Rc<Node>>,
    services: Vec<Rc<Service>>,
    endpoints: Vec<Endpoints>,
    config_maps: Map<(Text, Text), Rc<ConfigMap>>,
    secrets: Map<(Text, Text), Rc<Secret>>,
    priority_classes: Map<Text, Rc<PriorityClass>>,
    changes: Vec<Change>,
    change_count: u64,
    watch: Vec<WatchEvent>,
    writes: u64,
    uids: u32,
    addresses: u32,
}

impl World {
    /// An empty world.
    pub fn new(settings: Settings) -> Self {
        World {
            now: SimTime::ZERO,
            rng: Rng::new(settings.seed),
            settings,
            queue: Queue::default(),
            plans: Plans::default(),
            recorder: Recorder::default(),
            cause: Cause::Start,
            workloads: Workloads::default(),
            attachments: Attachments::default(),
            status_phase: None,
            pods: Vec::new(),
            references: Vec::new(),
            by_name: Map::new(),
            loads: Map::new(),
            repelling: Set::new(),
            nodes: Vec::new(),
            services: Vec::new(),
            endpoints: Vec::new(),
            config_maps: Map::new(),
            secrets: Map::new(),
            priority_classes: Map::new(),
            changes: Vec::new(),
            change_count: 0,
            watch: Vec::new(),
            writes: 0,
            uids: 0,
            addresses: 0,
        }
    }

    /// The release that is simulated.
    pub fn release(&self) -> Release {
        self.settings.release
    }

    /// Plans an event `milliseconds` from now, caused by what happens now.
    pub fn plan(&mut self, milliseconds: u64, event: SimEvent) {
        self.plan_at(self.now + milliseconds, event);
    }

    /// Plans an event at a moment, caused by what happens now.
    pub fn plan_at(&mut self, time: SimTime, event: SimEvent) {
        self.queue.push(time.max(self.now), event, self.cause);
    }

    /// `x` × (1 + r/2) with r in [0, 1), in milliseconds. Rules K-3, K-4.
    pub fn jitter(&mut self, milliseconds: u64) -> u64 {
        let extra = match self.settings.jitter {
            Jitter::Seeded => self.rng.below(milliseconds / 2),
            // Recorded retries (K-4) lay 14 s apart on average, rounding up to the next look included.
            Jitter::Middle => milliseconds * 325 / 1000,
            Jitter::Zero => 0,
        };
        milliseconds + extra
    }

    /// How many writes to objects there were.
    pub fn writes(&self) -> u64 {
        self.writes
    }

    /// A part of a period, from the seed. Rule P-609.
    pub fn phase(&mut self, period: u64) -> u64 {
        match self.settings.jitter {
            Jitter::Seeded => self.rng.below(period),
            Jitter::Middle => period / 2,
            Jitter::Zero => 0,
        }
    }

    /// Records a change; what happens from here on is caused by it.
    pub fn record(
        &mut self,
        about: About,
        subject: Subject,
        old: Value,
        new: Value,
        rule: &'static str,
    ) {
        let number = self.change_count;
        self.change_count += 1;
        let (pod, object) = match about {
            About::Pod(id) => (Some(id), self.pod_reference(id)),
            About::Object(object) => (None, object),
        };
        let (time, cause) = (self.now, self.cause);
        self.changes.push(Change { number, time, pod, object, subject, old, new, rule, cause });
        self.cause = Cause::Change(number);
    }

    fn pod_reference(&self, id: PodId) -> Text {
        self.references.get(id as usize).cloned().unwrap_or_default()
    }

    /// The changes since the last call.
    pub fn take_changes(&mut self) -> Vec<Change> {
        std::mem::take(&mut self.changes)
    }

    /// What a watch saw since the last call.
    pub fn take_watch(&mut self) -> Vec<WatchEvent> {
        std::mem::take(&mut self.watch)
    }

    /// Adds an entry to the watch.
    pub fn show(&mut self, kind: WatchType, object: Watched) {
        self.watch.push(WatchEvent { time: self.now, kind, object });
    }

    /// A UID no object had before: the same for the same seed.
    pub fn new_uid(&mut self) -> Text {
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

    /// An address no Pod had before.
    pub fn new_address(&mut self) -> Text {
        self.addresses += 1;
        let n = self.addresses;
        format!("10.244.{}.{}", n / 254, n % 254 + 1).into()
    }

    /// A resource version no object had before.
    pub fn new_version(&mut self) -> Text {
        self.writes += 1;
        self.writes.to_string().into()
    }

    /// The Pod of that number, while it exists.
    pub fn pod(&self, id: PodId) -> Option<&Rc<Pod>> {
        self.pods.get(id as usize)?.as_ref()
    }

    /// The number of the Pod of that name.
    pub fn pod_named(&self, namespace: &str, name: &str) -> Option<PodId> {
        self.by_name.get(&(Text::from(namespace.to_owned()), Text::from(name.to_owned()))).copied()
    }

    /// All Pods that exist, oldest first.
    pub fn pods(&self) -> impl Iterator<Item = (PodId, &Rc<Pod>)> {
        self.pods.iter().enumerate().filter_map(|(id, pod)| Some((id as PodId, pod.as_ref()?)))
    }

    /// How many Pods were ever created.
    pub fn pod_count(&self) -> usize {
        self.pods.len()
    }

    pub(crate) fn put_pod(&mut self, id: PodId, pod: Option<Rc<Pod>>) {
        let index = id as usize;
        if self.pods.len() <= index {
            self.pods.resize(index + 1, None);
            self.references.resize(index + 1, Text::default());
        }
        if let (None, Some(new)) = (&self.pods[index], &pod) {
            self.references[index] = format!("Pod/{}", new.metadata.name).into();
        }
        let reference = |pod: &Rc<Pod>| (pod.metadata.namespace.clone(), pod.metadata.name.clone());
        match (&self.pods[index], &pod) {
            (Some(old), None) => drop(self.by_name.remove(&reference(old))),
            (None, Some(new)) => drop(self.by_name.insert(reference(new), id)),
            (Some(_), Some(_)) | (None, None) => {}
        }
        self.weigh(id, pod.as_deref());
        self.pods[index] = pod;
    }

    /// Keeps what nodes carry in step with a Pod that is about to be what `new` says.
    fn weigh(&mut self, id: PodId, new: Option<&Pod>) {
        let old = self.pods[id as usize].take();
        let is_over = |pod: &Pod| pod.status.phase().is_terminal();
        let same =
            |old: &Pod, new: &Pod| old.spec.is_same(&new.spec) && is_over(old) == is_over(new);
        if old.as_deref().zip(new).is_some_and(|(old, new)| same(old, new)) {
            return;
        }
        if let Some(old) = old
            && let Some(load) = self.loads.get_mut(&old.spec.node_name)
        {
            load.remove(id, &old);
            self.repelling.remove(&id);
        }
        if let Some(new) = new {
            self.loads.or_default(new.spec.node_name.clone()).add(id, new);
            if affinity::repels(new) {
                self.repelling.insert(id);
            }
        }
    }

    /// The Pods that are bound to a node, oldest first; for an empty name those that are bound to none.
    pub fn pods_on(&self, node: &str) -> impl Iterator<Item = (PodId, &Rc<Pod>)> {
        let pods = self.loads.get(node).into_iter().flat_map(|load| load.pods.iter());
        pods.filter_map(|id| Some((*id, self.pod(*id)?)))
    }

    /// What a node carries.
    pub fn load(&self, node: &str) -> &Load {
        const NOTHING: &Load = &Load::new();
        self.loads.get(node).unwrap_or(NOTHING)
    }

    /// The Pods on nodes that keep others away, oldest first.
    pub fn repelling(&self) -> impl Iterator<Item = (PodId, &Rc<Pod>)> {
        self.repelling.iter().filter_map(|id| Some((*id, self.pod(*id)?)))
    }

    /// The nodes, in the order they joined.
    pub fn nodes(&self) -> &[Rc<Node>] {
        &self.nodes
    }

    /// The number of the node of that name.
    pub fn node_named(&self, name: &str) -> Option<NodeId> {
        self.nodes.iter().position(|n| n.metadata.name == *name).map(|i| i as NodeId)
    }

    /// Adds a node, or replaces the one of that name.
    pub fn put_node(&mut self, node: Node) -> NodeId {
        match self.node_named(&node.metadata.name) {
            Some(id) => {
                self.nodes[id as usize] = Rc::new(node);
                id
            }
            None => {
                self.nodes.push(Rc::new(node));
                self.nodes.len() as NodeId - 1
            }
        }
    }

    /// The Services, in the order they were created, each with the names of its ready and not ready Pods.
    pub fn services(&self) -> impl Iterator<Item = (&Rc<Service>, &Endpoints)> {
        self.services.iter().zip(&self.endpoints)
    }

    /// Adds a Service.
    pub fn put_service(&mut self, service: Service) {
        self.services.push(Rc::new(service));
        self.endpoints.push(Endpoints::default());
    }

    /// Sets the Pods behind the Service of that index.
    pub fn put_endpoints(&mut self, index: usize, ready: Names, not_ready: Names) {
        self.endpoints[index] = (ready, not_ready);
    }

    /// The ConfigMap of that name.
    pub fn config_map(&self, namespace: &Text, name: &Text) -> Option<&Rc<ConfigMap>> {
        self.config_maps.get(&(namespace.clone(), name.clone()))
    }

    /// Adds or replaces a ConfigMap.
    pub fn put_config_map(&mut self, map: ConfigMap) {
        let key = (map.metadata.namespace.clone(), map.metadata.name.clone());
        self.config_maps.insert(key, Rc::new(map));
    }

    /// The Secret of that name.
    pub fn secret(&self, namespace: &Text, name: &Text) -> Option<&Rc<Secret>> {
        self.secrets.get(&(namespace.clone(), name.clone()))
    }

    /// Adds or replaces a Secret.
    pub fn put_secret(&mut self, secret: Secret) {
        let key = (secret.metadata.namespace.clone(), secret.metadata.name.clone());
        self.secrets.insert(key, Rc::new(secret));
    }

    /// The priority class of that name.
    pub fn priority_class(&self, name: &str) -> Option<&Rc<PriorityClass>> {
        self.priority_classes.get(name)
    }

    /// Adds or replaces a priority class.
    pub fn put_priority_class(&mut self, class: PriorityClass) {
        self.priority_classes.insert(class.metadata.name.clone(), Rc::new(class));
    }
}

/// What a change is about.
#[derive(Clone, Debug)]
pub enum About {
    /// A Pod.
    Pod(PodId),
    /// Another object, by kind and name.
    Object(Text),
}
