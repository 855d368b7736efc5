//! What is wrong with the fields of an object, in words.

use super::selector::LabelSelectorOperator;
use crate::manifest::diagnostic::{Code, Diagnostic};
use crate::manifest::node::{Span, Value};
use crate::manifest::scalar::resolve;
use crate::manifest::schema::{Problem, ProblemKind, nearest};
use crate::manifest::wrong::{FieldType, Found, Wrong};

/// Describes in words a mistake that the decoder found.
pub(crate) fn describe(problem: &Problem) -> Diagnostic {
    let diagnostic = match &problem.kind {
        ProblemKind::UnknownField { name, suggestion } => {
            let message = format!("unknown field \"{name}\"");
            Diagnostic::new(Code::UnknownField, problem.span, message).guess(*suggestion)
        }
        ProblemKind::WrongType { expected, found } => wrong_type(problem.span, *expected, found),
        ProblemKind::Unsupported { value, supported } => {
            let path = &problem.path;
            // StatefulSets have other words for this. Rules.
            let is_set =
                path.ends_with("podManagementPolicy") || path.ends_with("updateStrategy.type");
            let message = if is_set {
                format!("Invalid value: \"{value}\": must be '{}'", supported.join("' or '"))
            } else if supported.contains(&LabelSelectorOperator::DoesNotExist.as_str()) {
                // So have selectors.
                format!("Invalid value: \"{value}\": not a valid selector operator")
            } else {
                let supported = supported.join("\", \"");
                format!("Unsupported value: \"{value}\": supported values: \"{supported}\"")
            };
            Diagnostic::new(Code::Unsupported, problem.span, message)
                .guess(nearest(value, supported))
        }
        ProblemKind::Malformed { value, message } => {
            let message = format!("{value:?}: {message}");
            Diagnostic::new(Code::Malformed, problem.span, message)
        }
    };
    diagnostic.at(problem.path.clone())
}

/// Returns the mistake of a value that has another type than its field.
pub(super) fn wrong_type(span: Span, expected: FieldType, found: &Value) -> Diagnostic {
    let stands = match found {
        Value::Null => Found::Null,
        Value::Bool(value) => Found::Boolean { value: *value },
        Value::Int(number) => Found::Number { value: number.to_string().into() },
        Value::Float(number) => Found::Number { value: number.to_string().into() },
        Value::Text(text) => Found::String { value: text.clone() },
        Value::List(_) => Found::List,
        Value::Map(_) => Found::Map,
    };
    let is_number = matches!(found, Value::Int(_) | Value::Float(_));
    let unquoted = match found {
        Value::Text(text) => Some(resolve(text)),
        Value::Null
        | Value::Bool(_)
        | Value::Int(_)
        | Value::Float(_)
        | Value::List(_)
        | Value::Map(_) => None,
    };
    let help = match expected {
        FieldType::String if matches!(found, Value::Bool(_)) => Some(Wrong::QuoteAs),
        FieldType::String => is_number.then_some(Wrong::QuoteNumber),
        FieldType::Integer if is_number => Some(Wrong::Bits),
        FieldType::Integer => matches!(unquoted, Some(Value::Int(_))).then_some(Wrong::Unquote),
        FieldType::Boolean => matches!(unquoted, Some(Value::Bool(_))).then_some(Wrong::Unquote),
        FieldType::List => matches!(found, Value::Map(_)).then_some(Wrong::MissingDash),
        FieldType::Quantity | FieldType::IntegerOrString | FieldType::Map => None,
    };
    let diagnostic = Diagnostic::new(
        Code::WrongType,
        span,
        Wrong::UnexpectedValue { wanted: expected.into(), found: stands },
    );
    match help {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    }
}
