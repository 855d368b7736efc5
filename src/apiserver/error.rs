//! What the API server answers when it refuses.

use crate::text::Text;

/// A refusal, as the API server words it. Rule P-1300.
#[derive(Clone, Debug, PartialEq)]
pub struct ApiError {
    /// The HTTP status code.
    pub code: u16,
    /// One word, such as `NotFound`.
    pub reason: &'static str,
    /// The sentence.
    pub message: Text,
}

impl ApiError {
    fn new(code: u16, reason: &'static str, message: impl Into<Text>) -> Self {
        ApiError { code, reason, message: message.into() }
    }

    /// There is no such object.
    pub fn not_found(plural: &str, name: &str) -> Self {
        ApiError::new(404, "NotFound", format!("{plural} \"{name}\" not found"))
    }

    /// The name is taken. Rule P-1369.
    pub fn already_exists(plural: &str, name: &str) -> Self {
        ApiError::new(409, "AlreadyExists", format!("{plural} \"{name}\" already exists"))
    }

    /// The object is not in a state for this.
    pub fn conflict(message: impl Into<Text>) -> Self {
        ApiError::new(409, "Conflict", message)
    }

    /// The request makes no sense.
    pub fn bad_request(message: impl Into<Text>) -> Self {
        ApiError::new(400, "BadRequest", message)
    }

    /// Admission refused.
    pub fn forbidden(plural: &str, name: &str, why: impl std::fmt::Display) -> Self {
        ApiError::new(403, "Forbidden", format!("{plural} \"{name}\" is forbidden: {why}"))
    }
}
