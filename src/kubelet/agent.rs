//! The kubelet of one node: the state of its node, and its Pods.

use super::worker::PodWorker;
use super::{Context, KubeletState};
use crate::base::text::Text;
use crate::cluster::world::{NodeId, PodId, World};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

/// The Pods that a kubelet has not admitted yet.
#[derive(Clone, Debug, Default)]
pub(crate) struct Admissions {
    /// The critical Pod for which other Pods end, and the Pods that must still end, the next one first.
    pub room: Option<(PodId, VecDeque<PodId>)>,
    /// The Pods that arrived meanwhile, in order of arrival.
    pub held: VecDeque<PodId>,
}

/// The kubelet of one node.
#[derive(Clone, Debug)]
pub(crate) struct Kubelet {
    pub(crate) node: KubeletState,
    pub(crate) pods: BTreeMap<PodId, Rc<PodWorker>>,
    pub(crate) admissions: Admissions,
}

impl Kubelet {
    /// Returns a kubelet that has been running for a while, on a node that has these images.
    pub(crate) fn new(world: &mut World, id: NodeId, name: Text, images: BTreeSet<Text>) -> Self {
        let mut node = KubeletState {
            id,
            name,
            ip: format!("192.168.1.{}", 10 + id % 200).into(),
            images,
            pulls: VecDeque::new(),
            relist_offset: 0,
            sync_offset: 0,
            status_offset: 0,
            relist_planned: false,
            started: None,
        };
        node.draw_tickers(world);
        Kubelet { node, pods: BTreeMap::new(), admissions: Admissions::default() }
    }

    /// Returns the node that this kubelet runs on.
    pub(crate) fn node(&self) -> &KubeletState {
        &self.node
    }

    /// Adds an image to the node.
    pub(crate) fn add_image(&mut self, image: Text) {
        self.node.images.insert(image);
    }

    /// Removes an image from the node.
    pub(crate) fn remove_image(&mut self, image: &str) {
        self.node.images.remove(image);
    }

    /// Returns the worker of a Pod, if there is one.
    pub(crate) fn worker(&self, pod: PodId) -> Option<&PodWorker> {
        self.pods.get(&pod).map(Rc::as_ref)
    }

    /// Returns all workers.
    pub(crate) fn workers(&self) -> impl Iterator<Item = &PodWorker> {
        self.pods.values().map(Rc::as_ref)
    }

    /// Runs `act` on the worker of a Pod, if there is one.
    pub(crate) fn with<R>(
        &mut self,
        world: &mut World,
        pod: PodId,
        act: impl FnOnce(&mut Context<'_>, &mut PodWorker) -> R,
    ) -> Option<R> {
        let worker = Rc::make_mut(self.pods.get_mut(&pod)?);
        Some(act(&mut Context { world, node: &mut self.node }, worker))
    }
}
