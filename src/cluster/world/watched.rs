//! What a watch of all objects shows.

use super::slice::EndpointSlice;
use crate::api::budget::PodDisruptionBudget;
use crate::api::cluster::PersistentVolumeClaim;
use crate::api::persistent_volume::PersistentVolume;
use crate::api::pod::Pod;
use crate::api::replica_set::ReplicaSet;
use crate::api::stateful_set::{ControllerRevision, StatefulSet};
use crate::base::names::Names;
use crate::base::text::Text;
use crate::base::time::SimTime;
use std::rc::Rc;

/// What a watch reports about an object.
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
    /// Returns the API's word for it.
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
    /// A PodDisruptionBudget.
    PodDisruptionBudget(Rc<PodDisruptionBudget>),
    /// A ReplicaSet.
    ReplicaSet(Rc<ReplicaSet>),
    /// The Pods behind a Service: the name of the Service, the ready Pods, the others. Rule P-804.
    Endpoints(Text, Names, Names),
    /// The EndpointSlice of a Service: the name of the Service, and the Pods with their conditions. Rule E-02.
    EndpointSlice(Text, EndpointSlice),
    /// An Event: its index in the recorder, and its count at that time.
    Event(usize, i64),
}

/// One entry of the watch.
#[derive(Clone, Debug, PartialEq)]
pub struct WatchEvent {
    /// When it was written.
    pub time: SimTime,
    /// Whether the object was added, modified or deleted.
    pub kind: WatchType,
    /// The object after the write.
    pub object: Watched,
}
