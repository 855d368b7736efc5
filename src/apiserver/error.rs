//! The API server's refusals: Status objects, and how kubectl prints them. Rule P-1300.

use super::validate::{FieldError, FieldErrorKind};
use crate::base::text::Text;
use crate::manifest::Complaint;
use std::fmt;

/// Why the API server refuses a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatusReason {
    /// The request cannot be read, or makes no sense.
    BadRequest,
    /// Admission refuses the object.
    Forbidden,
    /// The object does not exist.
    NotFound,
    /// The name is taken.
    AlreadyExists,
    /// The object has changed meanwhile.
    Conflict,
    /// Fields of the object are wrong.
    Invalid,
    /// A budget allows no eviction now.
    TooManyRequests,
}

impl StatusReason {
    /// Returns the reason as the API writes it.
    pub const fn as_str(self) -> &'static str {
        match self {
            StatusReason::BadRequest => "BadRequest",
            StatusReason::Forbidden => "Forbidden",
            StatusReason::NotFound => "NotFound",
            StatusReason::AlreadyExists => "AlreadyExists",
            StatusReason::Conflict => "Conflict",
            StatusReason::Invalid => "Invalid",
            StatusReason::TooManyRequests => "TooManyRequests",
        }
    }
}

/// A refusal of the API server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiError {
    /// HTTP status; 0 when no request was made.
    pub code: u16,
    /// The reason; `None` when no request was made, or the server gives none.
    pub reason: Option<StatusReason>,
    /// The message, a whole sentence.
    pub message: Complaint,
    /// What is wrong with the fields, when the object is invalid.
    pub causes: Vec<FieldError>,
    /// The kind of the object, as kubectl names it.
    pub kind: Text,
    /// Name of the object.
    pub name: Text,
}

impl ApiError {
    fn new(code: u16, reason: Option<StatusReason>, message: impl Into<Complaint>) -> ApiError {
        let (kind, name) = (Text::default(), Text::default());
        let message = message.into();
        ApiError { code, reason, message, causes: Vec::new(), kind, name }
    }

    /// Returns a 422: the object's fields are wrong. `group` is the API group, empty for the core group.
    pub(crate) fn invalid(
        kind: &str,
        group: &str,
        name: &str,
        causes: Vec<FieldError>,
    ) -> ApiError {
        let dot = if group.is_empty() { "" } else { "." };
        let message = format!("{kind}{dot}{group} {name:?} is invalid: {}", aggregate(&causes));
        let mut error = ApiError::new(422, Some(StatusReason::Invalid), message);
        error.causes = causes;
        error.kind = Text::from(kind.to_owned());
        error.name = Text::from(name.to_owned());
        error
    }

    /// Returns a 400: the request cannot be read, or makes no sense.
    pub(crate) fn bad_request(message: impl Into<Complaint>) -> ApiError {
        ApiError::new(400, Some(StatusReason::BadRequest), message)
    }

    /// Returns a 422: the operations of a JSON patch are not possible.
    pub(crate) fn unprocessable() -> ApiError {
        let message = "the server rejected our request due to an error in our request";
        ApiError::new(422, Some(StatusReason::Invalid), message)
    }

    /// Returns a refusal of kubectl itself, in its words. No request was made.
    pub(crate) fn client(message: impl Into<Complaint>) -> ApiError {
        ApiError::new(0, None, message)
    }

    /// Returns a 403: admission refuses the object.
    pub(crate) fn forbidden(plural: &str, name: &str, detail: impl fmt::Display) -> ApiError {
        ApiError::new(
            403,
            Some(StatusReason::Forbidden),
            format!("{plural} {name:?} is forbidden: {detail}"),
        )
    }

    /// Returns a 404: there is no such object.
    pub fn not_found(plural: &str, name: &str) -> ApiError {
        ApiError::new(404, Some(StatusReason::NotFound), format!("{plural} {name:?} not found"))
    }

    /// Returns a 409: the object exists already. Rule P-1369.
    pub(crate) fn already_exists(plural: &str, name: &str) -> ApiError {
        ApiError::new(
            409,
            Some(StatusReason::AlreadyExists),
            format!("{plural} {name:?} already exists"),
        )
    }

    /// Returns a 409: the state of the object does not allow the request.
    pub(crate) fn conflict(message: impl Into<Complaint>) -> ApiError {
        ApiError::new(409, Some(StatusReason::Conflict), message)
    }

    /// Returns a 429: a PodDisruptionBudget does not allow the eviction now. Rule B-6.
    pub(crate) fn over_budget(why: String) -> ApiError {
        let message = "Cannot evict pod as it would violate the pod's disruption budget.";
        let kind = FieldErrorKind::DisruptionBudget;
        let cause = FieldError { path: Text::default(), kind, detail: why.into() };
        ApiError {
            causes: vec![cause],
            ..ApiError::new(429, Some(StatusReason::TooManyRequests), message)
        }
    }

    /// Returns a 500: several budgets select the Pod to be evicted. Rule B-5.
    pub(crate) fn several_budgets() -> ApiError {
        let message = "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.";
        ApiError::new(500, None, message)
    }

    /// Returns whether the refused request is recorded. A refused eviction is, because people ask why the Pod is still there.
    pub(crate) fn leaves_a_trace(&self) -> bool {
        self.code == 429
    }

    /// Returns the message, followed by what the budget says about its refusal.
    pub fn in_full(&self) -> Complaint {
        if !self.leaves_a_trace() {
            return self.message.clone();
        }
        let mut text = self.message.to_string();
        for cause in &self.causes {
            text.extend([" ", &cause.detail]);
        }
        text.into()
    }

    /// Returns what kubectl prints, without the line break at the end.
    ///
    /// `context` stands before the message of errors other than 422, such as `error when creating "pod.yaml": `.
    pub fn kubectl(&self, context: &str) -> String {
        let Some(reason) = self.reason else {
            let head = if self.code == 0 { "" } else { "Error from server: " };
            return format!("{head}{}", self.message);
        };
        if reason != StatusReason::Invalid {
            return format!("Error from server ({}): {context}{}", reason.as_str(), self.message);
        }
        if self.kind.is_empty() {
            return format!("The request is invalid: {}", self.message);
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
    /// Writes the message.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Returns the texts of the errors, each once.
fn distinct(errors: &[FieldError]) -> Vec<String> {
    let mut distinct: Vec<String> = Vec::new();
    for error in errors.iter().map(FieldError::to_string) {
        if !distinct.contains(&error) {
            distinct.push(error);
        }
    }
    distinct
}

/// Returns the text of a single error as it is, and those of several in brackets.
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
    }
}
