//! Command lines that a person types in a terminal.

use crate::base::text::Text;
use crate::kubectl::command::{Printed, command};
use crate::sim::Sim;
use std::mem;

impl Sim {
    /// Carries out a command line, and returns what kubectl prints. The line may begin with the word `kubectl`.
    ///
    /// ```
    /// use podlab::{Settings, Sim};
    ///
    /// let mut sim = Sim::with_nodes(Settings::default(), 1);
    /// let printed = sim.kubectl(&"default".into(), "kubectl cordon node-1");
    /// assert_eq!(printed.out, "node/node-1 cordoned\n");
    /// let printed = sim.kubectl(&"default".into(), "kubectl cordon node-1");
    /// assert_eq!(printed.out, "node/node-1 already cordoned\n");
    /// ```
    pub fn kubectl(&mut self, namespace: &Text, line: &str) -> Printed {
        let mut asked = command(self, namespace, line);
        let (out, err) = (mem::take(&mut asked.out), mem::take(&mut asked.err));
        let mut printed = Printed { out, err, failed: asked.failed };
        for (command, says) in mem::take(&mut asked.commands) {
            match self.apply(command) {
                Ok(()) => printed.out.extend([&says, "\n"]),
                Err(error) => {
                    printed.err.extend([&asked.refusal(&error), "\n"]);
                    printed.failed = true;
                }
            }
        }
        printed
    }
}
