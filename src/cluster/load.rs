//! The load of each node, counted as Pods come and go, so that the scheduler need not add it up for every Pod.
//! Models kubernetes pkg/scheduler/framework/types.go NodeInfo.

use crate::api::pod::Pod;
use crate::api::pod_requests::counted_requests;
use crate::base::text::Text;
use crate::cluster::numbers::PodId;
use std::collections::{BTreeMap, BTreeSet};

/// The Pods bound to one node, and what those that have not ended request.
#[derive(Clone, Debug, Default)]
pub(crate) struct Load {
    /// All of them.
    pub(crate) pods: BTreeSet<PodId>,
    /// How many of them have not ended.
    pub(crate) active: usize,
    /// What these Pods request, in thousandths of each resource's unit. Rule P-517.
    pub(crate) requested: BTreeMap<Text, i128>,
}

impl Load {
    /// Returns the load of an empty node.
    pub(crate) const fn new() -> Self {
        Load { pods: BTreeSet::new(), active: 0, requested: BTreeMap::new() }
    }

    /// Adds a Pod.
    pub(crate) fn add(&mut self, id: PodId, pod: &Pod) {
        self.pods.insert(id);
        self.count(pod, 1);
    }

    /// Removes a Pod.
    pub(crate) fn remove(&mut self, id: PodId, pod: &Pod) {
        self.pods.remove(&id);
        self.count(pod, -1);
    }

    /// Adds `by` times what a Pod requests, unless the Pod has ended.
    pub(crate) fn count(&mut self, pod: &Pod, by: i128) {
        if pod.status.phase().is_terminal() {
            return;
        }
        self.active = self.active.wrapping_add_signed(by as isize);
        for (resource, milli) in &counted_requests(pod) {
            *self.requested.entry(resource.clone()).or_default() += by * milli;
        }
    }
}
