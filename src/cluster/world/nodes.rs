//! The nodes of the world, by number and name, and when what is done at regular intervals about them comes next.

use super::{Jitter, NodeId, World};
use crate::api::core::Node;
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::machines::{COLLECT, Connectivity, HEARTBEAT, MONITOR, Offsets};
use std::rc::Rc;

/// Milliseconds between two eviction rounds of a kubelet. Rule K-28.
const ROUND: u64 = 10_000;

/// Returns the first moment at or after `now` of those that lie `offset` after each multiple of `period`.
fn from(now: SimTime, offset: u64, period: u64) -> SimTime {
    match now.0.checked_sub(offset) {
        None => SimTime(offset),
        Some(since) => SimTime(offset + since.div_ceil(period) * period),
    }
}

impl World {
    /// Returns the nodes, in the order in which they joined.
    pub fn nodes(&self) -> impl Iterator<Item = &Rc<Node>> {
        let exists = |id: usize| !self.is_deleted(id as NodeId);
        self.nodes.iter().enumerate().filter(move |(id, _)| exists(*id)).map(|(_, node)| node)
    }

    /// Returns whether the Node object of a machine was deleted.
    pub(crate) fn is_deleted(&self, id: NodeId) -> bool {
        self.machines.get(id).is_some_and(|machine| machine.deleted.is_some())
    }

    /// Returns the node with this number, while its object exists.
    pub fn node(&self, id: NodeId) -> Option<&Rc<Node>> {
        self.nodes.get(id as usize).filter(|_| !self.is_deleted(id))
    }

    /// Returns the Node object of a machine. A deleted one is returned in its last version.
    pub(crate) fn last_node(&self, id: NodeId) -> Option<&Rc<Node>> {
        self.nodes.get(id as usize)
    }

    /// Returns the number of the node with this name, while its object exists.
    pub fn node_named(&self, name: &str) -> Option<NodeId> {
        self.machine_named(name).filter(|id| !self.is_deleted(*id))
    }

    /// Returns the number of the machine with this name, whether or not its Node object exists.
    pub fn machine_named(&self, name: &str) -> Option<NodeId> {
        self.nodes.iter().position(|n| n.metadata.name == *name).map(|i| i as NodeId)
    }

    /// Returns the names of all machines, in the order in which they joined.
    pub fn machine_names(&self) -> Vec<Text> {
        self.nodes.iter().map(|node| node.metadata.name.clone()).collect()
    }

    /// Adds a node, or replaces the node with the same name.
    pub(crate) fn put_node(&mut self, node: Rc<Node>) -> NodeId {
        match self.machine_named(&node.metadata.name) {
            Some(id) => {
                self.nodes[id as usize] = node;
                id
            }
            None => {
                self.nodes.push(node);
                self.nodes.len() as NodeId - 1
            }
        }
    }

    /// Draws the offsets when something first depends on them, so that runs without lost nodes draw no random numbers.
    fn offsets(&mut self) -> Offsets {
        let (jitter, rng) = (self.settings.jitter, &mut self.rng);
        *self.machines.offsets.get_or_insert_with(|| {
            let mut draw = |period, middle| match jitter {
                Jitter::Seeded => rng.below(period),
                Jitter::Middle => middle,
                Jitter::Zero => 0,
            };
            // The numbers for `Jitter::Middle` are typical of the recorded runs.
            Offsets {
                heartbeat: draw(HEARTBEAT, 3000),
                monitor: draw(MONITOR, 500),
                collect: draw(COLLECT, 2500),
            }
        })
    }

    /// Returns the last heartbeat of a kubelet that has posted until now.
    pub(crate) fn last_heartbeat(&mut self) -> SimTime {
        let offset = self.offsets().heartbeat;
        let since = self
            .now
            .0
            .checked_sub(offset)
            .map_or(0, |since| since / HEARTBEAT * HEARTBEAT + offset);
        SimTime(since)
    }

    /// Returns a kubelet's first heartbeat at or after a moment.
    pub(crate) fn next_heartbeat(&mut self, moment: SimTime) -> SimTime {
        let offset = self.offsets().heartbeat;
        from(moment, offset, HEARTBEAT)
    }

    /// Returns a kubelet's first eviction round at or after a moment. Rounds lie halfway between two heartbeats. Rule K-28.
    pub(crate) fn next_round(&mut self, moment: SimTime) -> SimTime {
        let offset = (self.offsets().heartbeat + ROUND / 2) % ROUND;
        from(moment, offset, ROUND)
    }

    /// Returns the node controller's first check at or after a moment. Rule P-1004.
    pub(crate) fn next_monitor(&mut self, moment: SimTime) -> SimTime {
        let offset = self.offsets().monitor;
        from(moment, offset, MONITOR)
    }

    /// Returns the Pod garbage collector's first check at or after a moment.
    pub(crate) fn next_collection(&mut self, moment: SimTime) -> SimTime {
        let offset = self.offsets().collect;
        from(moment, offset, COLLECT)
    }

    /// Returns the milliseconds until a kubelet that was cut off at `since` asks for news again.
    ///
    /// Its waits double from 0.8 s to 30 s, and a random part makes each a little longer.
    /// Models kubernetes staging/src/k8s.io/client-go/tools/cache/reflector.go.
    pub(crate) fn until_watch(&mut self, since: SimTime) -> u64 {
        let (mut at, mut wait) = (since, 800);
        while at < self.now {
            let extra = match self.settings.jitter {
                Jitter::Seeded => self.rng.below(wait),
                // With this factor the kubelets ask at about the same times as in the recorded runs.
                Jitter::Middle => wait * 38 / 100,
                Jitter::Zero => 0,
            };
            at = at + (wait + extra);
            wait = (wait * 2).min(30_000);
        }
        at.since(self.now)
    }

    /// Returns the connection to the API server of the machine with this name.
    pub fn connectivity_of(&self, node: &str) -> Connectivity {
        self.machine_named(node).map_or(Connectivity::Up, |id| self.machines.connectivity(id))
    }

    /// Returns the Node object with this name and its number, while it exists.
    pub(crate) fn node_object(&self, name: &Text) -> Option<(NodeId, Rc<Node>)> {
        let id = self.node_named(name)?;
        Some((id, Rc::clone(self.node(id)?)))
    }
}
