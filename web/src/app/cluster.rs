//! What a person does to the cluster on the stage.

use super::App;
use crate::act::ClusterMessage;

impl App {
    pub(super) fn update_cluster(&mut self, message: ClusterMessage) {
        match message {
            ClusterMessage::Apply(commands) => self.carry_out(commands),
            ClusterMessage::Set(setting, value) => self.set(&setting, &value),
            ClusterMessage::Replace => self.replace(),
            ClusterMessage::Recreate => self.recreate(),
            ClusterMessage::DeleteSetFirst(propagation) => self.delete_set_first(propagation),
            ClusterMessage::RecreateSet => self.recreate_set(),
        }
    }
}
