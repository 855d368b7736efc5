//! The work queues of controllers: which controller has to look at which object, and when. Rules C-1, C-2, S-29.

use crate::api::meta::ObjectMeta;
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::numbers::{Key, PodId};
use crate::cluster::table_kind::Item;
use std::collections::BTreeMap;

/// A controller with a work queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Controller {
    /// Creates and deletes the Pods of StatefulSets. Keys are sets.
    StatefulSet,
    /// Creates and deletes the Pods of ReplicaSets. Keys are ReplicaSets.
    ReplicaSet,
    /// Creates and scales the ReplicaSets of Deployments. Keys are Deployments.
    Deployment,
    /// Binds claims to volumes, and removes claims that no Pod uses any more. Keys are claims.
    PersistentVolume,
    /// Reclaims the volumes of claims that are gone. Keys are volumes.
    Volume,
    /// Updates the status of budgets. Keys are budgets.
    Disruption,
    /// Creates the claims of generic ephemeral volumes. Keys are Pods.
    EphemeralVolume,
    /// Deletes what belonged to owners that are gone. Keys are numbers of its own.
    GarbageCollector,
    /// Deletes what is in namespaces that are being deleted. Keys are numbers of its own.
    Namespace,
}

/// The work that waits for controllers.
#[derive(Clone, Debug, Default)]
pub(crate) struct WorkQueue {
    pub(crate) waiting: BTreeMap<(Controller, Key), Waiting>,
    /// Owners that are gone or are being deleted, and dependents, by the garbage collector's numbers.
    pub garbage: Vec<Option<Garbage>>,
    /// The namespaces that are being deleted, by the namespace controller's numbers. The name of one that is gone is empty.
    pub leaving: Vec<Text>,
    /// How many syncs there were.
    pub syncs: u64,
    /// How many Pods and empty slots the syncs of sets have looked at.
    pub looks: u64,
}

/// When a controller looks at a key.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Waiting {
    /// When the controller looks at the key because something changed.
    pub soon: Option<SimTime>,
    /// When the controller looks at the key even if nothing changes.
    pub later: Option<SimTime>,
    /// How often in a row the sync failed.
    pub failures: u32,
}

impl WorkQueue {
    /// Returns when a controller next looks at a key.
    pub(crate) fn next_look(&self, controller: Controller, key: Key) -> Option<SimTime> {
        let waiting = self.waiting.get(&(controller, key))?;
        waiting.soon.iter().chain(&waiting.later).min().copied()
    }

    /// Returns when a controller looks at a key because something changed, or again because its last sync failed.
    pub(crate) fn next_sync(&self, controller: Controller, key: Key) -> Option<SimTime> {
        let waiting = self.waiting.get(&(controller, key))?;
        let retry = waiting.later.filter(|_| waiting.failures > 0);
        waiting.soon.into_iter().chain(retry).min()
    }

    /// Returns how often in a row the sync of a key failed.
    pub(crate) fn failures(&self, controller: Controller, key: Key) -> u32 {
        self.waiting.get(&(controller, key)).map_or(0, |waiting| waiting.failures)
    }
}

/// Something that the garbage collector has to look at: an owner, or dependents.
#[derive(Clone, Debug)]
pub(crate) enum Garbage {
    /// A StatefulSet that is gone. Rule G-04.
    Set(Box<ObjectMeta>),
    /// An owner that waits for its dependents to be removed. Rule G-05.
    Foreground(Item),
    /// An owner whose dependents lose it as their owner. Rule G-06.
    Orphan(Item),
    /// Objects with an owner that does not exist. Rule G-03.
    Objects(Vec<Item>),
    /// A Pod with an owner that does not exist. Rule G-03.
    Pod(PodId),
}
