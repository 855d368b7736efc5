//! What is wrong with an action.

use crate::manifest::Code;
use crate::manifest::node::Span;
use crate::manifest::wrong::Complaint;

/// A mistake in an action.
#[derive(Clone, Debug, PartialEq)]
pub struct ActionError {
    /// What kind of mistake it is.
    pub code: Code,
    /// The place in the file.
    pub span: Span,
    /// The path of the field in the action, such as `plan[0].run`; empty for the action itself.
    pub path: String,
    /// What is wrong.
    pub message: Complaint,
    /// The word that was probably meant, or the words that are known.
    pub help: Option<Complaint>,
}

impl ActionError {
    pub(super) fn new(
        code: Code,
        span: Span,
        path: impl Into<String>,
        message: impl Into<Complaint>,
    ) -> Self {
        ActionError { code, span, path: path.into(), message: message.into(), help: None }
    }

    /// Returns the error for a field inside another field.
    pub(super) fn within(mut self, outer: &str) -> Self {
        let dot = if self.path.is_empty() { "" } else { "." };
        self.path = format!("{outer}{dot}{}", self.path);
        self
    }
}
