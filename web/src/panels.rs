//! What the panels remember of a person's choices.

use podlab::dns::Cache;
use podlab::text::Text;

/// The choices.
#[derive(Clone, Debug, Default)]
pub struct Panels {
    /// The name that is asked for; empty for the first one offered.
    pub name: Text,
    /// The namespace it is asked from; empty for that of the scene.
    pub from: Text,
    /// What a DNS server remembers of the questions asked so far.
    pub cache: Cache,
    /// Whether the faults of nodes are shown.
    pub shows_nodes: bool,
    /// The node that faults concern; empty for that of the Pod on the stage.
    pub node: Text,
    /// The numbers of the two revisions that are compared; the last two when none.
    pub compared: Option<(i64, i64)>,
}
