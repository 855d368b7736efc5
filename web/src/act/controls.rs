//! What a person chooses at the controls.

use crate::controls::Controls;
use crate::things::Menu;
use crate::views::Target;
use podlab::base::text::Text;

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
