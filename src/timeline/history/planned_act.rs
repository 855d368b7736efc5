//! What is done in a run, and when.

use crate::base::time::SimTime;
use crate::cluster::command::Command;

/// Commands that are carried out together at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedAct {
    /// The moment.
    pub time: SimTime,
    /// The commands, in order.
    pub commands: Vec<Command>,
    /// Whether a person did it, and can take it back. Otherwise it is part of the script.
    pub by_person: bool,
}

impl PlannedAct {
    /// Plans commands as a part of the script.
    pub fn at(time: SimTime, commands: Vec<Command>) -> PlannedAct {
        PlannedAct { time, commands, by_person: false }
    }
}
