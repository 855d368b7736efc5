//! Lines that a person types at a terminal.

use crate::apiserver::error::ApiError;
use crate::base::text::Text;
use crate::kubectl::command::{Printed, command};
use crate::sim::Sim;

impl Sim {
    /// Does what a line typed at a terminal asks for. Returns what the terminal shows. The word `kubectl` may stand at its beginning.
    pub fn kubectl(&mut self, namespace: &Text, line: &str) -> Printed {
        let asked = command(&self.world, namespace, line);
        let mut printed = Printed { out: asked.out, err: asked.err, failed: asked.failed };
        for (command, says) in asked.commands {
            match self.apply(command) {
                Ok(()) => printed.out.extend([&says, "\n"]),
                Err(error) => {
                    printed.err.extend([&error.kubectl(""), "\n"]);
                    printed.failed = true;
                }
            }
        }
        printed
    }
}

/// Does what a line asks for. When nothing is accepted, the first refusal is the answer.
pub(super) fn carry_out(sim: &mut Sim, namespace: &Text, line: &str) -> Result<(), ApiError> {
    let asked = command(&sim.world, namespace, line);
    let mut refusal = asked.failed.then(|| ApiError::client(asked.err.trim_end().to_owned()));
    let mut accepted = false;
    for (command, _) in &asked.commands {
        match super::carry_out(sim, command) {
            Ok(()) => accepted = true,
            Err(error) => refusal = refusal.or(Some(error)),
        }
    }
    match refusal {
        Some(error) if !accepted => Err(error),
        Some(_) | None => Ok(()),
    }
}
