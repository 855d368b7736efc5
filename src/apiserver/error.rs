//! The API server's refusals: Status objects, and what kubectl prints of them. Rule P-1300.

use super::validate::{FieldError, FieldErrorKind};
use crate::base::text::Text;
use std::fmt;

/// A refusal of the API server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiError {
    /// HTTP status; 0 when no request was made.
    pub code: u16,
    /// One word, such as `Invalid`; empty when no request was made.
    pub reason: &'static str,
    /// The whole sentence.
    pub message: Text,
    /// What is wrong with the fields, when the object is invalid.
    pub causes: Vec<FieldError>,
    /// Kind of the object, as kubectl names it.
    pub kind: Text,
    /// Name of the object.
    pub name: Text,
}

impl ApiError {
    fn new(code: u16, reason: &'static str, message: impl Into<Text>) -> ApiError {
        let (kind, name) = (Text::default(), Text::default());
        let message = message.into();
        ApiError { code, reason, message, causes: Vec::new(), kind, name }
    }

    /// 422: the object's fields are wrong. `group` is the API group, empty for the core.
    pub fn invalid(kind: &str, group: &str, name: &str, causes: Vec<FieldError>) -> ApiError {
        let dot = if group.is_empty() { "" } else { "." };
        let message = format!("{kind}{dot}{group} {name:?} is invalid: {}", aggregate(&causes));
        let mut error = ApiError::new(422, "Invalid", message);
        error.causes = causes;
        error.kind = Text::from(kind.to_owned());
        error.name = Text::from(name.to_owned());
        error
    }

    /// 400: the request cannot be read or makes no sense.
    pub fn bad_request(message: impl Into<Text>) -> ApiError {
        ApiError::new(400, "BadRequest", message)
    }

    /// What kubectl itself refuses, in its words; no request was made.
    pub fn client(message: impl Into<Text>) -> ApiError {
        ApiError::new(0, "", message)
    }

    /// 403: admission says no.
    pub fn forbidden(plural: &str, name: &str, detail: impl fmt::Display) -> ApiError {
        ApiError::new(403, "Forbidden", format!("{plural} {name:?} is forbidden: {detail}"))
    }

    /// 404: there is no such object.
    pub fn not_found(plural: &str, name: &str) -> ApiError {
        ApiError::new(404, "NotFound", format!("{plural} {name:?} not found"))
    }

    /// 409: there is such an object. Rule P-1369.
    pub fn already_exists(plural: &str, name: &str) -> ApiError {
        ApiError::new(409, "AlreadyExists", format!("{plural} {name:?} already exists"))
    }

    /// 409: the object is not in a state for this.
    pub fn conflict(message: impl Into<Text>) -> ApiError {
        ApiError::new(409, "Conflict", message)
    }

    /// 409: the object was written by somebody else in between.
    pub fn modified(plural: &str, name: &str) -> ApiError {
        ApiError::conflict(format!(
            "Operation cannot be fulfilled on {plural} {name:?}: the object has been modified; please apply your changes to the latest version and try again"
        ))
    }

    /// 409: the object of that name is not the one with the UID the request is about.
    pub fn other_uid(kind: &str, name: &str, wished: &str, stored: &str) -> ApiError {
        ApiError::conflict(format!(
            "Operation cannot be fulfilled on {kind} {name:?}: the UID in the precondition ({wished}) does not match the UID in record ({stored}). The object might have been deleted and then recreated"
        ))
    }

    /// 429: an eviction that a disruption budget does not allow now. Rule B-6.
    pub fn over_budget(why: String) -> ApiError {
        let message = "Cannot evict pod as it would violate the pod's disruption budget.";
        let kind = FieldErrorKind::DisruptionBudget;
        let cause = FieldError { path: Text::default(), kind, detail: why.into() };
        ApiError { causes: vec![cause], ..ApiError::new(429, "TooManyRequests", message) }
    }

    /// 500: an eviction that several budgets are about. Rule B-5.
    pub fn several_budgets() -> ApiError {
        let message = "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.";
        ApiError::new(500, "", message)
    }

    /// Whether the request was done and left a trace, although the answer is no: an eviction is weighed, and people ask
    /// what came of it.
    pub fn leaves_a_trace(&self) -> bool {
        self.code == 429
    }

    /// The message, and what a budget says about its refusal.
    pub fn in_full(&self) -> String {
        let mut said = self.message.to_string();
        if self.leaves_a_trace() {
            for cause in &self.causes {
                said.extend([" ", &cause.detail]);
            }
        }
        said
    }

    /// What kubectl prints, without the line break at the end. `context` stands before the message
    /// of errors other than 422, such as `error when creating "pod.yaml": `.
    pub fn kubectl(&self, context: &str) -> String {
        if self.reason.is_empty() {
            let head = if self.code == 0 { "" } else { "Error from server: " };
            return format!("{head}{}", self.message);
        }
        if self.reason != "Invalid" {
            return format!("Error from server ({}): {context}{}", self.reason, self.message);
        }
        let head = format!("The {} {:?} is invalid", self.kind, self.name.as_str());
        let errors = distinct(&self.causes);
        match errors.as_slice() {
            [] => head,
            [error] => format!("{head}: {error}"),
            errors => format!("{head}: \n* {}", errors.join("\n* ")),
        }
    }
}

impl fmt::Display for ApiError {
    /// The message.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// The errors in words, each once.
fn distinct(errors: &[FieldError]) -> Vec<String> {
    let mut distinct: Vec<String> = Vec::new();
    for error in errors.iter().map(FieldError::to_string) {
        if !distinct.contains(&error) {
            distinct.push(error);
        }
    }
    distinct
}

/// One error as it is, several in brackets.
fn aggregate(errors: &[FieldError]) -> String {
    let distinct = distinct(errors);
    match distinct.as_slice() {
        [error] => error.clone(),
        errors => format!("[{}]", errors.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_read_as_those_of_a_real_server() {
        let exists = ApiError::already_exists("pods", "p");
        assert_eq!(exists.to_string(), "pods \"p\" already exists");
        assert_eq!(
            exists.kubectl("error when creating \"STDIN\": "),
            "Error from server (AlreadyExists): error when creating \"STDIN\": pods \"p\" already exists"
        );
        let missing = ApiError::not_found("statefulsets.apps", "nope");
        assert_eq!(
            missing.kubectl(""),
            "Error from server (NotFound): statefulsets.apps \"nope\" not found"
        );
        let other = ApiError::other_uid("Pod", "p", "a", "b");
        assert!(
            other.message.ends_with("(b). The object might have been deleted and then recreated")
        );
    }
}
