//! Writes to API objects that have not been handed to the components yet.
//!
//! A write stores an object and adds a [`StoreEvent`]; it calls no component. Afterwards the simulation hands each event to the components
//! that watch the object's kind, in a fixed order.

use crate::api::budget::PodDisruptionBudget;
use crate::api::cluster::PersistentVolumeClaim;
use crate::api::core::Node;
use crate::api::meta::ObjectMeta;
use crate::api::persistent_volume::PersistentVolume;
use crate::api::pod::Pod;
use crate::api::replica_set::ReplicaSet;
use crate::api::stateful_set::{ControllerRevision, StatefulSet};
use crate::cluster::change::Cause;
use crate::cluster::tables::{Key, Named};
use crate::cluster::world::{NodeId, PodId};
use std::rc::Rc;

/// Milliseconds until the scheduler or a kubelet learns about a write.
pub(crate) const NOTICE: u64 = 10;

/// A write, and the cause of what components do about it.
#[derive(Clone, Debug)]
pub(crate) struct StoreEvent {
    /// The object, before and after.
    pub object: Stored,
    /// What leads to the acts of the components that hear of the write.
    pub cause: Cause,
}

/// The object that a write is about.
#[derive(Clone, Debug)]
pub(crate) enum Stored {
    /// A Pod.
    Pod {
        /// Its number.
        id: PodId,
        /// The write.
        write: Write<Pod>,
        /// The cause of its readiness. It leads to the acts of the components that look at readiness.
        readiness: Cause,
    },
    /// A Node object.
    Node(NodeId, Write<Node>),
    /// A StatefulSet.
    StatefulSet(Key, Write<StatefulSet>),
    /// A revision of a StatefulSet's template.
    ControllerRevision(Write<ControllerRevision>),
    /// A claim.
    PersistentVolumeClaim(Key, Write<PersistentVolumeClaim>),
    /// A volume.
    PersistentVolume(Key, Write<PersistentVolume>),
    /// A PodDisruptionBudget.
    PodDisruptionBudget(Key, Write<PodDisruptionBudget>),
    /// A ReplicaSet.
    ReplicaSet(Key, Write<ReplicaSet>),
}

impl Stored {
    /// Returns the metadata of an object that this write removed.
    pub fn deleted(&self) -> Option<&ObjectMeta> {
        fn metadata<T: Named>(write: &Write<T>) -> Option<&ObjectMeta> {
            write.deleted().map(|last| last.metadata())
        }
        match self {
            Stored::Pod { write, .. } => metadata(write),
            Stored::Node(_, write) => metadata(write),
            Stored::StatefulSet(_, write) => metadata(write),
            Stored::ControllerRevision(write) => metadata(write),
            Stored::PersistentVolumeClaim(_, write) => metadata(write),
            Stored::PersistentVolume(_, write) => metadata(write),
            Stored::PodDisruptionBudget(_, write) => metadata(write),
            Stored::ReplicaSet(_, write) => metadata(write),
        }
    }
}

/// What a write did to an object.
#[derive(Clone, Debug)]
pub(crate) enum Write<T> {
    /// It stored a new object.
    Added(Rc<T>),
    /// It stored another version of an object.
    Modified {
        /// The version before.
        old: Rc<T>,
        /// The version now.
        new: Rc<T>,
    },
    /// It removed an object; this is its last version.
    Deleted(Rc<T>),
}

impl<T> Write<T> {
    /// Returns the version before the write.
    pub fn before(&self) -> Option<&Rc<T>> {
        match self {
            Write::Added(_) => None,
            Write::Modified { old, .. } | Write::Deleted(old) => Some(old),
        }
    }

    /// Returns the version after the write.
    pub fn after(&self) -> Option<&Rc<T>> {
        match self {
            Write::Added(new) | Write::Modified { new, .. } => Some(new),
            Write::Deleted(_) => None,
        }
    }

    /// Returns the newest version: the one after the write, or the last one of an object that the write removed.
    pub fn newest(&self) -> &Rc<T> {
        match self {
            Write::Added(new) | Write::Modified { new, .. } | Write::Deleted(new) => new,
        }
    }

    /// Returns the last version of an object that the write removed.
    pub fn deleted(&self) -> Option<&Rc<T>> {
        match self {
            Write::Deleted(last) => Some(last),
            Write::Added(_) | Write::Modified { .. } => None,
        }
    }
}
