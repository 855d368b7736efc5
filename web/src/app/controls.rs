//! What a person chose at the controls, before anything is done to the cluster.

use crate::act::Target;
use crate::figure::Controls;
use crate::things::Menu;
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

/// What a person chooses at the controls.
#[derive(Clone, Debug, PartialEq)]
pub enum ControlsMessage {
    /// Lets faults concern the Pod on the stage, or every Pod of its set.
    FaultsOn(Target),
    /// Shows the faults of nodes.
    UnfoldNodes,
    /// Hides the faults of nodes.
    FoldNodes,
    /// Lets faults of nodes concern that one.
    PickNode(Text),
    /// The partition is being moved there.
    MovePartition(i64),
    /// Opens the menu of a thing.
    OpenMenu(Menu),
    /// A menu was closed.
    CloseMenu(Menu),
}

impl ControlsMessage {
    /// What a person must be allowed in a figure to do it.
    pub const fn needs(&self) -> Controls {
        match self {
            ControlsMessage::MovePartition(_) | ControlsMessage::OpenMenu(_) => Controls::Faults,
            ControlsMessage::FaultsOn(_)
            | ControlsMessage::UnfoldNodes
            | ControlsMessage::FoldNodes
            | ControlsMessage::PickNode(_)
            | ControlsMessage::CloseMenu(_) => Controls::None,
        }
    }
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
