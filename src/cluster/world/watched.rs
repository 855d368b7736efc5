//! What a watch of all objects shows.

use super::slice::EndpointSlice;
use crate::api::budget::PodDisruptionBudget;
use crate::api::cluster::PersistentVolumeClaim;
use crate::api::persistent_volume::PersistentVolume;
use crate::api::pod::Pod;
use crate::api::stateful_set::{ControllerRevision, StatefulSet};
use crate::base::names::Names;
use crate::base::text::Text;
use crate::base::time::SimTime;
use std::rc::Rc;

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
    /// A budget of disruptions.
    PodDisruptionBudget(Rc<PodDisruptionBudget>),
    /// The Pods behind a Service: name, ready, not ready. Rule P-804.
    Endpoints(Text, Names, Names),
    /// The Pods behind a Service with their conditions: name of the Service, Pods. Rule E-02.
    EndpointSlice(Text, EndpointSlice),
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
