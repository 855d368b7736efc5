//! The things on the stage that have a menu of what can be done to them.

use crate::popover::Anchor;
use podlab::base::text::Text;

/// A thing on the stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Thing {
    /// The workload.
    Workload,
    /// The gate before the lane of an ordinal.
    Gate(i64),
    /// The Pod of that name.
    Pod(Text),
    /// The container of that name, in the Pod on the stage.
    Container(Text),
    /// The node of that name.
    Node(Text),
}

/// An open menu.
#[derive(Clone, Debug, PartialEq)]
pub struct Menu {
    /// Whose it is.
    pub thing: Thing,
    /// Where it was asked for.
    pub at: Anchor,
}
