//! What a person chose at the controls, before anything is done to the cluster.

use crate::act::ControlsMessage;
use crate::things::Menu;
use crate::views::Target;
use podlab::api::stateful_set::StatefulSet;
use podlab::base::text::Text;
use std::rc::Rc;

/// What is chosen at the controls.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ControlsState {
    /// Whether faults concern the Pod on the stage or every Pod of its set.
    pub target: Target,
    /// Whether the faults of nodes are shown.
    pub shows_nodes: bool,
    /// The node that faults concern; empty for that of the Pod on the stage.
    pub node: Text,
    /// Where the partition is being moved.
    pub partition: Option<i64>,
    /// The set that is to be created again, when it was deleted for a change.
    pub next_set: Option<Rc<StatefulSet>>,
    /// The menu that is open.
    pub menu: Option<Menu>,
}

impl ControlsState {
    /// Takes a choice.
    pub fn update(&mut self, message: ControlsMessage) {
        match message {
            ControlsMessage::FaultsOn(target) => self.target = target,
            ControlsMessage::UnfoldNodes => self.shows_nodes = true,
            ControlsMessage::FoldNodes => self.shows_nodes = false,
            ControlsMessage::PickNode(node) => self.node = node,
            ControlsMessage::MovePartition(partition) => self.partition = Some(partition),
            ControlsMessage::OpenMenu(menu) => self.menu = Some(menu),
            ControlsMessage::CloseMenu(menu) => {
                self.menu.take_if(|open| *open == menu);
            }
        }
    }
}
