//! A scenario: its objects, and what is done to them at which time.

use super::local_text::{LearnerTurn, LocalText};
use crate::api::Resource;
use crate::api::pod::Pod;
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::eviction::Eviction;
use crate::cluster::world::{Cadence, Jitter, Oom, Settings};
use crate::kubelet::static_pod::name_on;
use crate::manifest::Diagnostic;
use crate::manifest::node::{Node, Span};
use crate::rules::Gates;
use crate::rules::release::Release;
use crate::sim::scenario::{Act, Action};

/// The number of nodes when a scenario does not say one.
pub(crate) const NODES: u16 = 3;

/// Objects, and what is done to them at which time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scenario {
    /// The field `metadata.name`; empty when no document is a scenario.
    pub name: Text,
    /// The title, one line for people.
    pub title: LocalText,
    /// What it shows, in a few sentences.
    pub summary: LocalText,
    /// What it asks its reader, in one sentence.
    pub question: LocalText,
    /// The group that the scenario is shown in.
    pub group: Text,
    /// How much it asks of its reader: `beginner`, `intermediate` or `advanced`; empty when it does not say.
    pub level: Text,
    /// The release that it is made for, from `kubernetes`.
    pub release: Option<Release>,
    /// The moment at which the page shows it when it is opened.
    pub opens: SimTime,
    /// When the page stops it and hands over to the reader.
    pub turn: Option<LearnerTurn>,
    /// When it ends.
    pub until: Option<SimTime>,
    /// The seed of all random numbers.
    pub seed: Option<u64>,
    /// How random waits are drawn: `seeded`, `middle` or `zero`.
    pub jitter: Option<Jitter>,
    /// When kubelets report what they know: `real` or, for teaching, `didactic`.
    pub cadence: Option<Cadence>,
    /// How many nodes the cluster has, in addition to those among the objects.
    pub nodes: Option<u16>,
    /// The suffix of the names of Services, from `clusterDomain`. Rule S-07.
    pub cluster_domain: Option<Text>,
    /// The feature gates that are switched on, from `featureGates`.
    pub gates: Gates,
    /// The longest time for which a restart is held back, in milliseconds, from `maxContainerRestartPeriod`. Rule
    /// P-414.
    pub max_container_restart_period: Option<u64>,
    /// The kubelets' settings for evictions, from `evictionSoft` and similar fields. Rule P-1021.
    pub eviction: Eviction,
    /// How many Pods that have ended may exist, from `terminatedPodGCThreshold`. Rule P-1023.
    pub pod_gc_threshold: Option<u32>,
    /// What is killed when memory runs out, from `singleProcessOOMKill` and `cgroupV1`. Rule P-321.
    pub oom: Oom,
    /// What is done, sorted by time.
    pub actions: Vec<Action>,
    /// The objects of the other documents, in their order. Before them come the storage classes that sets name and no
    /// document defines.
    pub objects: Vec<Resource>,
    /// What a person should know about the documents, such as that Podlab does not run a kind.
    pub warnings: Vec<Diagnostic>,
    /// The documents that the objects came from, to find the place of a mistake.
    pub(super) documents: Vec<(Option<Text>, Node)>,
    /// Where each of the objects stands: the index of its document, and where it begins there; nothing for classes that were added.
    pub(super) places: Vec<Option<(usize, Span)>>,
}

/// Returns whether `Pod/web-0`, `pods/web-0` or `web-0` refers to the object.
pub(crate) fn names(reference: &str, resource: &Resource) -> bool {
    let (kind, name) = match reference.split_once('/') {
        Some((kind, name)) => (Some(kind), name),
        None => (None, reference),
    };
    let is_kind = |kind: &str| {
        kind.eq_ignore_ascii_case(resource.kind()) || kind.eq_ignore_ascii_case(resource.plural())
    };
    resource.metadata().name == *name && kind.is_none_or(is_kind)
}

impl Scenario {
    /// Returns the settings that the scenario asks for. Others have their default values.
    pub fn settings(&self) -> Settings {
        let usual = Settings::default();
        Settings {
            release: self.release.unwrap_or(usual.release),
            seed: self.seed.unwrap_or(usual.seed),
            jitter: self.jitter.unwrap_or(usual.jitter),
            cadence: self.cadence.unwrap_or(usual.cadence),
            gates: self.gates,
            max_container_restart_period: self.max_container_restart_period,
            cluster_domain: self.cluster_domain.clone().unwrap_or(usual.cluster_domain),
            checks: usual.checks,
            eviction: self.eviction.clone(),
            pod_gc_threshold: self.pod_gc_threshold.unwrap_or(usual.pod_gc_threshold),
            oom: self.oom,
            programs: usual.programs,
        }
    }

    /// Returns the part of a document that an object was read from, with the name of its file.
    pub(in crate::files) fn place_of(&self, index: usize) -> Option<(&Option<Text>, &Node)> {
        let (document, span) = self.places.get(index).copied().flatten()?;
        let (file, tree) = self.documents.get(document)?;
        let mut pending = vec![tree];
        while let Some(node) = pending.pop() {
            if node.span == span && node.get("kind").is_some() && node.get("items").is_none() {
                return Some((file, node));
            }
            pending.extend(node.elements().iter().rev());
            pending.extend(node.get("items"));
        }
        None
    }

    /// Returns whether an action creates the object.
    pub(crate) fn is_created_later(&self, resource: &Resource) -> bool {
        let mut objects = self.actions.iter().filter_map(|action| action.act.object());
        objects.any(|object| names(object, resource))
    }

    /// Returns the name that one of the Pods has in the API. A Pod whose manifest lies on a machine gets the machine's
    /// name as a suffix.
    pub fn name_of(&self, pod: &Pod) -> Text {
        let name = &pod.metadata.name;
        let put = self.actions.iter().find_map(|action| {
            if let Act::PutManifest { object, node } = &action.act
                && object.rsplit('/').next() == Some(name)
            {
                Some(node)
            } else {
                None
            }
        });
        put.map_or_else(|| name.clone(), |node| name_on(name, node))
    }
}
