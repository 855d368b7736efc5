//! How many nodes of a zone are not Ready, and what that means for their `NoExecute` taints. Rules K-24, K-25, P-1025.

use crate::api::core::Node;
use crate::api::node::is_not_ready;
use crate::api::pod::TaintEffect;
use crate::apiserver::admission::{NOT_READY, UNREACHABLE};
use crate::base::text::Text;
use crate::cluster::world::{NodeId, World};
use crate::controller::request::Request;
use std::rc::Rc;

/// Milliseconds between the `NoExecute` taints of two nodes. Rule K-24.
const BETWEEN_TAINTS: u64 = 10_000;
/// The most nodes that a cluster may have that does not count as large. Rule K-25.
const LARGE: usize = 50;

/// The nodes as they are when one of them counts as lost.
pub(super) struct Nodes<'a> {
    nodes: Vec<(NodeId, &'a Rc<Node>)>,
    lost: Option<NodeId>,
}

impl<'a> Nodes<'a> {
    /// Returns all nodes. The node `lost` counts as not Ready whatever its conditions say.
    pub(crate) fn of(world: &'a World, lost: Option<NodeId>) -> Self {
        let named = |node: &'a Rc<Node>| Some((world.node_named(&node.metadata.name)?, node));
        Nodes { nodes: world.nodes().filter_map(named).collect(), lost }
    }

    fn is_not_ready(&self, id: NodeId, node: &Node) -> bool {
        self.lost == Some(id) || is_not_ready(node)
    }

    /// Returns the nodes that are not Ready.
    pub(crate) fn not_ready(&self) -> impl Iterator<Item = (NodeId, &'a Rc<Node>)> {
        self.nodes.iter().copied().filter(|(id, node)| self.is_not_ready(*id, node))
    }

    /// Returns the milliseconds between the `NoExecute` taints of two nodes of a zone. Rules K-24, K-25, P-1025.
    ///
    /// Returns `None` while no node of the zone is tainted.
    pub(crate) fn between_taints(&self, of: &Text) -> Option<u64> {
        let (mut lost, mut all, mut ready) = (0, 0, 0);
        for (id, node) in &self.nodes {
            let is_lost = self.is_not_ready(*id, node);
            ready += usize::from(!is_lost);
            if zone(node) == *of {
                all += 1;
                lost += usize::from(is_lost);
            }
        }
        if ready == 0 {
            return None;
        }
        // When all nodes of a zone are lost while other zones are well, the zone itself has failed, and its nodes are tainted.
        let is_partial = lost < all && lost >= 3 && lost * 100 >= all * 55;
        match (is_partial, self.nodes.len() > LARGE) {
            (false, _) => Some(BETWEEN_TAINTS),
            (true, true) => Some(BETWEEN_TAINTS * 10),
            (true, false) => None,
        }
    }

    /// Removes the `NoExecute` taints of nodes in zones where too many nodes are not Ready. Rule P-1025.
    ///
    /// The fault may then lie with the controller's own connection, so it evicts no Pods.
    pub(crate) fn halt(&self) -> impl Iterator<Item = Request> + use<> {
        let halted =
            self.not_ready().filter(|(_, node)| self.between_taints(&zone(node)).is_none());
        let halted: Vec<NodeId> = halted.map(|(id, _)| id).collect();
        halted.into_iter().map(|node| {
            let drop = [UNREACHABLE, NOT_READY].map(|key| (key, TaintEffect::NoExecute)).to_vec();
            Request::ChangeTaints { node, drop, put: Vec::new() }
        })
    }
}

/// Returns the zone of a node.
pub(super) fn zone(node: &Node) -> Text {
    let labels = &node.metadata.labels;
    let of = |key: &str| labels.get(key).map_or("", Text::as_str);
    let (region, zone) = (of("topology.kubernetes.io/region"), of("topology.kubernetes.io/zone"));
    format!("{region}:{zone}").into()
}
