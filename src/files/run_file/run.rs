//! A run as it is saved.

use crate::api::ObjectRef;
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::world::Settings;
use crate::timeline::history::{Branch, BranchId};

/// The word that identifies a run file.
pub(crate) const FORMAT: &str = "podlab-run";

/// The version that is written. No other version is read.
pub(crate) const VERSION: i64 = 1;

/// A run as it is saved.
#[derive(Clone, Debug, PartialEq)]
pub struct RunFile {
    /// The title; empty when the run has no name.
    pub title: Text,
    /// The release, the seed, and the other settings of the simulation.
    pub settings: Settings,
    /// How many nodes the cluster begins with.
    pub nodes: u16,
    /// The namespace and the name of the Pod that was selected.
    pub pod: (Text, Text),
    /// The workload that was followed.
    pub workload: Option<ObjectRef>,
    /// The present moment.
    pub now: SimTime,
    /// What was shown of the run, as the query of a link says it, such as `panel=events&change=12`; empty when it does
    /// not matter.
    pub view: Text,
    /// The branch that the present moment is on.
    pub current: BranchId,
    /// All branches, each with its acts.
    pub branches: Vec<Branch>,
}
