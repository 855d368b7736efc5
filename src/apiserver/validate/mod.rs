//! The API server's checks of objects, with its messages. Rules P-1299 to P-1371.

mod affinity;
mod budget;
mod container;
mod data;
mod deployment;
mod diff;
mod env;
mod ephemeral;
mod int_or_string;
mod meta;
pub(crate) mod names;
mod pod_resources;
mod probe;
mod replica_set;
mod resize;
mod resources;
mod security;
mod selector;
mod service;
mod spec;
mod stateful_set;
mod status;
mod storage;
mod system;
mod update;
mod volume;
mod workload;

pub(crate) use budget::check_budget;
pub(crate) use data::{check_config_map, check_secret};
pub(crate) use ephemeral::validate_ephemeral_containers_update;
pub(crate) use meta::{NameRule, validate_meta, validate_meta_update};
pub(crate) use resize::validate_pod_resize;
pub(crate) use service::{validate_service, validate_service_update};
pub(crate) use spec::{validate_pod_create, validate_pod_create_with};
pub use stateful_set::validate_stateful_set_status;
pub(crate) use stateful_set::{validate_stateful_set, validate_stateful_set_update};
pub(crate) use status::validate_status;
pub(crate) use storage::{check_claim, check_claim_update, check_volume};
pub(crate) use update::{validate_pod_update, validate_pod_update_with};
pub(crate) use workload::{validate_workload, validate_workload_update};

use crate::base::text::{Text, write_to};
use crate::manifest::schema::{Problem, ProblemKind};
use crate::rules::release::Release;
use std::fmt;

/// The kind of a [`FieldError`]. Rule P-1300.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldErrorKind {
    /// The field must be set.
    Required,
    /// This value, as it is printed, is not allowed here.
    Invalid(Text),
    /// This value, as it is printed, is not one of the allowed values.
    Unsupported(Text),
    /// This value, as it is printed, occurs twice.
    Duplicate(Text),
    /// The field must not be set, or not to this value.
    Forbidden,
    /// This value, as it is printed, names something that does not exist.
    NotFound(Text),
    /// The value is too long.
    TooLong,
    /// There are too many elements.
    TooMany(Text),
    /// A budget does not allow an eviction; no field is wrong. Rule B-6.
    DisruptionBudget,
}

impl FieldErrorKind {
    /// Returns the reason that the Status object gives for the cause.
    pub const fn reason(&self) -> &'static str {
        match self {
            FieldErrorKind::Required => "FieldValueRequired",
            FieldErrorKind::Invalid(_) => "FieldValueInvalid",
            FieldErrorKind::Unsupported(_) => "FieldValueNotSupported",
            FieldErrorKind::Duplicate(_) => "FieldValueDuplicate",
            FieldErrorKind::Forbidden => "FieldValueForbidden",
            FieldErrorKind::NotFound(_) => "FieldValueNotFound",
            FieldErrorKind::TooLong => "FieldValueTooLong",
            FieldErrorKind::TooMany(_) => "FieldValueTooMany",
            FieldErrorKind::DisruptionBudget => "DisruptionBudget",
        }
    }
}

/// One mistake in an object that the API server does not accept. Rule P-1300.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldError {
    /// The path of the field, such as `spec.containers[0].name`.
    pub path: Text,
    /// The kind of mistake.
    pub kind: FieldErrorKind,
    /// Details; may be empty.
    pub detail: Text,
}

impl FieldError {
    /// Returns the error without its path: `Invalid value: "x": must be y`.
    pub fn body(&self) -> String {
        let (kind, value) = match &self.kind {
            FieldErrorKind::DisruptionBudget => return self.detail.to_string(),
            FieldErrorKind::Required => ("Required value", None),
            FieldErrorKind::Invalid(value) => ("Invalid value", Some(value)),
            FieldErrorKind::Unsupported(value) => ("Unsupported value", Some(value)),
            FieldErrorKind::Duplicate(value) => ("Duplicate value", Some(value)),
            FieldErrorKind::Forbidden => ("Forbidden", None),
            FieldErrorKind::NotFound(value) => ("Not found", Some(value)),
            FieldErrorKind::TooLong => ("Too long", None),
            FieldErrorKind::TooMany(value) => ("Too many", Some(value)),
        };
        let mut body = String::from(kind);
        if let Some(value) = value {
            body.push_str(": ");
            body.push_str(value);
        }
        if !self.detail.is_empty() {
            body.push_str(": ");
            body.push_str(&self.detail);
        }
        body
    }
}

impl fmt::Display for FieldError {
    /// Writes the path, a colon and the body.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.body())
    }
}

/// Returns a string as Go's `%q` prints it.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if c < ' ' || c == '\u{7f}' => {
                write_to(&mut out, format_args!("\\x{:02x}", u32::from(c)));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A value that is printed without quotes.
pub(crate) struct Raw(Text);

impl From<i64> for Raw {
    fn from(number: i64) -> Self {
        Raw(number.to_string().into())
    }
}

impl From<String> for Raw {
    fn from(text: String) -> Self {
        Raw(text.into())
    }
}

impl From<&'static str> for Raw {
    fn from(text: &'static str) -> Self {
        Raw(text.into())
    }
}

/// Walks through an object and collects what is wrong, in the server's order.
pub(crate) struct Validator<'a> {
    path: String,
    /// The errors so far.
    pub errors: Vec<FieldError>,
    /// The values that the decoder found to be none of the allowed ones.
    pub unsupported: &'a [Problem],
    /// The release whose rules apply.
    pub release: Release,
}

impl<'a> Validator<'a> {
    /// Returns a validator at the top of an object.
    pub(crate) fn new(release: Release, unsupported: &'a [Problem]) -> Self {
        Validator { path: String::new(), errors: Vec::new(), unsupported, release }
    }

    /// Enters a field. Pass the returned mark to [`Self::leave`] to leave it.
    pub(crate) fn enter(&mut self, field: &str) -> usize {
        let mark = self.path.len();
        if !self.path.is_empty() && !field.is_empty() {
            self.path.push('.');
        }
        self.path.push_str(field);
        mark
    }

    /// Enters an element of a list in a field. An empty name means that the present value is the list.
    pub(crate) fn enter_element(&mut self, field: &str, index: usize) -> usize {
        let mark = self.enter(field);
        write_to(&mut self.path, format_args!("[{index}]"));
        mark
    }

    /// Returns to the place where the mark was taken.
    pub(crate) fn leave(&mut self, mark: usize) {
        self.path.truncate(mark);
    }

    /// Returns the path of a field of the present object. An empty name means the object itself.
    pub(crate) fn child(&self, field: &str) -> String {
        match (self.path.is_empty(), field.is_empty()) {
            (true, _) => field.to_owned(),
            (_, true) => self.path.clone(),
            (false, false) => format!("{}.{field}", self.path),
        }
    }

    /// Reports an error at a field of the present object.
    pub(crate) fn report(&mut self, field: &str, kind: FieldErrorKind, detail: impl Into<Text>) {
        let path = Text::from(self.child(field));
        self.errors.push(FieldError { path, kind, detail: detail.into() });
    }

    /// Reports that the field must be set.
    pub(crate) fn required(&mut self, field: &str, detail: &'static str) {
        self.report(field, FieldErrorKind::Required, detail);
    }

    /// Reports that the field must not be set.
    pub(crate) fn forbidden(&mut self, field: &str, detail: impl Into<Text>) {
        self.report(field, FieldErrorKind::Forbidden, detail);
    }

    /// Reports that a string is not allowed here.
    pub(crate) fn invalid(&mut self, field: &str, value: &str, detail: impl Into<Text>) {
        self.report(field, FieldErrorKind::Invalid(quoted(value).into()), detail);
    }

    /// Reports that a value that is not a string is not allowed here.
    pub(crate) fn invalid_raw(
        &mut self,
        field: &str,
        value: impl Into<Raw>,
        detail: impl Into<Text>,
    ) {
        self.report(field, FieldErrorKind::Invalid(value.into().0), detail);
    }

    /// Reports the same string once for each complaint about a name.
    pub(crate) fn invalid_each(&mut self, field: &str, value: &str, complaints: Vec<String>) {
        for complaint in complaints {
            self.invalid(field, value, complaint);
        }
    }

    /// Reports that the value occurs twice.
    pub(crate) fn duplicate(&mut self, field: &str, value: &str) {
        self.report(field, FieldErrorKind::Duplicate(quoted(value).into()), "");
    }

    /// Reports that the value names something that does not exist.
    pub(crate) fn not_found(&mut self, field: &str, value: &str) {
        self.report(field, FieldErrorKind::NotFound(quoted(value).into()), "");
    }

    /// Reports that the value is not one of the allowed values.
    pub(crate) fn unsupported(&mut self, field: &str, value: &str, supported: &[&str]) {
        let supported: Vec<String> = supported.iter().map(|value| quoted(value)).collect();
        let detail = format!("supported values: {}", supported.join(", "));
        self.report(field, FieldErrorKind::Unsupported(quoted(value).into()), detail);
    }

    /// Returns the value of a field that is not one of the allowed values, and the allowed values.
    pub(crate) fn bad_choice(&self, field: &str) -> Option<(Text, &'static [&'static str])> {
        if self.unsupported.is_empty() {
            return None;
        }
        let path = self.child(field);
        self.unsupported.iter().find(|problem| problem.path == path).and_then(|problem| {
            match &problem.kind {
                ProblemKind::Unsupported { value, supported } => Some((value.clone(), *supported)),
                ProblemKind::UnknownField { .. }
                | ProblemKind::WrongType { .. }
                | ProblemKind::Malformed { .. } => None,
            }
        })
    }

    /// Reports a field whose value is not one of the allowed values. An empty value is reported as missing.
    pub(crate) fn choice(&mut self, field: &str) {
        match self.bad_choice(field) {
            Some((value, _)) if value.is_empty() => self.required(field, ""),
            Some((value, supported)) => self.unsupported(field, &value, supported),
            None => {}
        }
    }

    /// Reports a field whose value is not one of the allowed values. In the API the field is a pointer: an empty value is a value too.
    pub(crate) fn pointer_choice(&mut self, field: &str) {
        if let Some((value, supported)) = self.bad_choice(field) {
            self.unsupported(field, &value, supported);
        }
    }

    /// Reports a text that is set and not one of the allowed texts.
    pub(crate) fn one_of(&mut self, field: &str, given: Option<&Text>, supported: &[&str]) {
        if let Some(given) = given.filter(|given| !supported.contains(&given.as_str())) {
            self.unsupported(field, given, supported);
        }
    }

    /// Reports a negative number.
    pub(crate) fn non_negative(&mut self, field: &str, number: i64) {
        if number < 0 {
            self.invalid_raw(field, number, "must be greater than or equal to 0");
        }
    }

    /// Reports a number that is not a valid port.
    pub(crate) fn port(&mut self, field: &str, number: i64) {
        if !(1..=65_535).contains(&number) {
            self.invalid_raw(field, number, "must be between 1 and 65535, inclusive");
        }
    }
}
