//! Checks of values that are numbers or percentages, and how they are printed. Rules.
//! Models kubernetes pkg/apis/apps/validation/validation.go.

use super::{Validator, quoted};
use crate::api::probe::IntOrString;
use crate::rules::Feature;

/// Returns the number of a percentage. Rules.
///
/// # Errors
///
/// Returns what is wrong with the text.
pub(super) fn check_percent(text: &str) -> Result<i64, &'static str> {
    let digits = text.strip_suffix('%').filter(|digits| !digits.is_empty());
    let digits = digits.filter(|digits| digits.bytes().all(|b| b.is_ascii_digit()));
    match digits.map(|digits| digits.parse::<i64>().unwrap_or(i64::MAX)) {
        Some(percent) if percent > 100 => Err("must not be greater than 100%"),
        Some(percent) => Ok(percent),
        None => Err(
            "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')",
        ),
    }
}

/// Returns a bound as the release prints it.
pub(super) fn bound_value(v: &Validator, bound: &IntOrString) -> String {
    match bound {
        _ if !v.release.has(Feature::BudgetBoundAsWritten) => go_value(Some(bound)),
        IntOrString::Int(number) => number.to_string(),
        IntOrString::String(text) => quoted(text),
    }
}

/// Returns a bound as Go prints it.
fn go_value(bound: Option<&IntOrString>) -> String {
    let (kind, number, text) = match bound {
        None => return "nil".to_owned(),
        Some(IntOrString::Int(number)) => (0, *number, ""),
        Some(IntOrString::String(text)) => (1, 0, text.as_str()),
    };
    format!("intstr.IntOrString{{Type:{kind}, IntVal:{number}, StrVal:{}}}", quoted(text))
}
