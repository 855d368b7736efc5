//! What the ReplicaSet controller sees, and what it asks for.

use crate::api::pod::Pod;
use crate::api::replica_set::ReplicaSetStatus;
use crate::base::text::Text;
use crate::rules::release::Release;
use crate::rules::{Gates, Rule};
use std::collections::BTreeMap;
use std::rc::Rc;

/// What the controller sees beside the set.
#[derive(Clone, Debug, Default)]
pub(crate) struct View {
    /// The release whose rules apply.
    pub release: Release,
    /// The feature gates that a person has switched.
    pub gates: Gates,
    /// The Pods of the namespace that the set owns, and those without a controller that it selects, oldest first.
    pub pods: Vec<Rc<Pod>>,
    /// How many Pods of the sets with the same controller each node has, by its name. Rule R-07.
    pub crowds: BTreeMap<Text, i64>,
}

/// A request of the controller.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Request {
    /// Become the owner of the Pod with this name. Rule R-11.
    AdoptPod(Text),
    /// Stop being the owner of the Pod with this name. Rule R-12.
    ReleasePod(Text),
    /// Store a Pod, to which the API server gives a name. A batch follows only when the one before succeeded. Rule R-05.
    CreatePod {
        /// The Pod.
        pod: Rc<Pod>,
        /// The number of its batch.
        batch: u32,
    },
    /// Delete the Pod with this name. Rule R-07.
    DeletePod(Text),
    /// Store the status. Rule R-08.
    UpdateStatus {
        /// The status.
        status: Box<ReplicaSetStatus>,
        /// After how many milliseconds it is counted again, if all went well. Rule R-09.
        again: Option<u64>,
    },
}

/// One step of a sync.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Step {
    /// The request.
    pub request: Request,
    /// The rule that it follows.
    pub rule: Rule,
}
