//! What a person does to the cluster on the stage.

use super::Turn;
use crate::controls::Controls;
use podlab::api::meta::Propagation;
use podlab::cluster::command::Command;
use podlab_stage::spec::Setting;

/// What a person does to the cluster on the stage.
#[derive(Clone, Debug, PartialEq)]
pub enum ClusterMessage {
    /// Carries out commands.
    Apply(Vec<Command>),
    /// Sets something of what the Pod or set is to be.
    Set(Setting, String),
    /// Replaces the Pod by the one the open dialog offers.
    Replace,
    /// Creates the Pod of the scene again.
    Recreate,
    /// Deletes the set, so that it can be created again as the open dialog offers.
    DeleteSetFirst(Propagation),
    /// Creates the set of the scene again.
    RecreateSet,
}

impl ClusterMessage {
    /// When it is done.
    pub const fn turn(&self) -> Turn {
        match self {
            ClusterMessage::Apply(_)
            | ClusterMessage::Set(..)
            | ClusterMessage::Replace
            | ClusterMessage::Recreate
            | ClusterMessage::DeleteSetFirst(_)
            | ClusterMessage::RecreateSet => Turn::MomentOver,
        }
    }

    /// What a person must be allowed in a figure to do it.
    pub const fn needs(&self) -> Controls {
        match self {
            ClusterMessage::Apply(_) | ClusterMessage::Recreate | ClusterMessage::RecreateSet => {
                Controls::Faults
            }
            ClusterMessage::Set(..)
            | ClusterMessage::Replace
            | ClusterMessage::DeleteSetFirst(_) => Controls::Full,
        }
    }
}
