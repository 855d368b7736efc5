//! What a line for kubectl asks for.

use crate::apiserver::error::ApiError;
use crate::cluster::command::Command;

/// What a line asks for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Asked {
    /// The commands, in order. Each has the line that kubectl prints when the API server accepts it.
    pub commands: Vec<(Command, String)>,
    /// Other standard output, with its line breaks.
    pub out: String,
    /// Errors and warnings, with their line breaks.
    pub err: String,
    /// Whether kubectl ends with an error even if everything is accepted.
    pub failed: bool,
    /// What kubectl says before the message of a refusal, instead of where the refusal comes from: `failed to create configmap`.
    pub failure: Option<&'static str>,
    /// Whether the output was asked for of a program that Podlab does not run.
    pub is_output_unknown: bool,
}

impl Asked {
    /// Returns what kubectl prints when the API server refuses one of the commands, without the line break at the end.
    pub fn refusal(&self, error: &ApiError) -> String {
        match self.failure {
            Some(failure) => format!("error: {failure}: {error}"),
            None => error.kubectl(""),
        }
    }

    pub(super) fn complain(&mut self, complaint: &str) {
        self.err.push_str(complaint);
        self.err.push('\n');
        self.failed = true;
    }

    pub(super) fn ask(&mut self, command: Command, says: String) {
        self.commands.push((command, says));
    }
}
