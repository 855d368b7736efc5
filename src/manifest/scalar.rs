//! Decides what a plain YAML scalar means to Kubernetes, which reads YAML 1.1 as go-yaml v2 does.

use super::decimal::Decimal;
use super::node::Value;
use crate::base::text::Text;

/// Returns the value of a plain (unquoted) scalar.
///
/// ```
/// use podlab::manifest::node::Value;
/// use podlab::manifest::scalar::resolve;
///
/// assert_eq!(resolve("yes"), Value::Bool(true));
/// assert_eq!(resolve("0644"), Value::Int(420), "a leading zero means octal");
/// assert_eq!(resolve("1e3"), Value::Int(1000));
/// assert_eq!(resolve("1.21.3"), Value::Text("1.21.3".into()));
/// ```
pub fn resolve(text: &str) -> Value {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Value::Null,
        "y" | "Y" | "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => {
            Value::Bool(true)
        }
        "n" | "N" | "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => {
            Value::Bool(false)
        }
        ".nan" | ".NaN" | ".NAN" | ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF"
        | "-.inf" | "-.Inf" | "-.INF" => Value::Float(Decimal::NONE),
        _ => number(text).unwrap_or_else(|| Value::Text(Text::from(text.to_owned()))),
    }
}

/// Returns whether a plain scalar with this text would be read as something other than this string.
pub fn is_ambiguous(text: &str) -> bool {
    text == "<<" || !matches!(resolve(text), Value::Text(_)) || is_base_60(text)
}

/// Reads a number, when the text is one.
fn number(text: &str) -> Option<Value> {
    let first = text.bytes().next()?;
    if !(first.is_ascii_digit() || matches!(first, b'+' | b'-' | b'.')) {
        return None;
    }
    let plain = text.replace('_', "");
    let (negative, digits) = match plain.as_bytes().first()? {
        b'-' => (true, &plain[1..]),
        b'+' => (false, &plain[1..]),
        _ => (false, plain.as_str()),
    };
    if let Some(number) = integer(digits) {
        let number = if negative { -number } else { number };
        return Some(whole(number));
    }
    // A number has one sign at most.
    digits.bytes().next().filter(|b| !matches!(b, b'+' | b'-'))?;
    decimal(&plain)
}

/// Returns a whole number. One beyond signed 64 bits keeps its digits, so that messages repeat it as it was written.
pub(super) fn whole(number: i128) -> Value {
    let beyond = || Decimal::of_whole(number < 0, number.unsigned_abs() as u64);
    i64::try_from(number).map_or_else(|_| Value::Float(beyond()), Value::Int)
}

/// Reads a decimal number, as a whole number when that is possible: `1e3` becomes 1000.
pub(super) fn decimal(text: &str) -> Option<Value> {
    let number = Decimal::parse(text)?;
    Some(number.whole().map_or(Value::Float(number), Value::Int))
}

/// Reads digits with Go's prefixes: `0x`, `0o`, `0b`, and a bare `0` for octal.
fn integer(digits: &str) -> Option<i128> {
    let lower = digits.to_ascii_lowercase();
    let (radix, digits) = match lower.as_bytes() {
        [b'0', b'x', ..] => (16, &lower[2..]),
        [b'0', b'o', ..] => (8, &lower[2..]),
        [b'0', b'b', ..] => (2, &lower[2..]),
        [b'0', _, ..] => (8, &lower[1..]),
        _ => (10, lower.as_str()),
    };
    let bounded = digits.len() <= 64 && !digits.starts_with(['+', '-']);
    let number = if bounded { i128::from_str_radix(digits, radix).ok()? } else { return None };
    (number <= i128::from(u64::MAX)).then_some(number)
}

/// Returns whether YAML 1.1 reads the text as a number in base 60, such as `12:30:45`.
fn is_base_60(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (whole, part) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    let mut groups = whole.split(':');
    let first = groups.next().unwrap_or_default();
    let sexagesimal = |group: &str| match group.as_bytes() {
        [one] => one.is_ascii_digit(),
        [ten, one] => (b'0'..=b'5').contains(ten) && one.is_ascii_digit(),
        _ => false,
    };
    let numeric = |part: &str| part.bytes().all(|b| b.is_ascii_digit() || b == b'_');
    first.bytes().next().is_some_and(|b| b.is_ascii_digit())
        && whole.contains(':')
        && numeric(first)
        && numeric(part)
        && groups.all(sexagesimal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_scalars_mean_what_go_yaml_says() {
        let int = |text: &str, number: i64| assert_eq!(resolve(text), Value::Int(number), "{text}");
        int("0644", 420);
        int("0o644", 420);
        int("0x1F", 31);
        int("0b11", 3);
        int("-12", -12);
        int("+12", 12);
        int("1_000", 1000);
        int("1e3", 1000);
        int("08", 8);
        int("9223372036854775807", i64::MAX);
        let float = |text: &str| Value::Float(Decimal::parse(text).unwrap());
        assert_eq!(resolve("0.5"), float("0.5"));
        assert_eq!(resolve(".5"), float("0.50"));
        for text in ["9223372036854775808", "-9223372036854775809", "18446744073709551615"] {
            let Value::Float(number) = resolve(text) else { panic!("{text} is no integer here") };
            assert_eq!(number.to_string(), text);
        }
        assert_eq!(resolve("yes"), Value::Bool(true));
        assert_eq!(resolve("off"), Value::Bool(false));
        assert_eq!(resolve("~"), Value::Null);
        for text in ["nginx:1.2", "1.2.3", "12:30", "-", "+", ".", "0x", "1e", "--1", "yEs", "1 2"]
        {
            assert_eq!(resolve(text), Value::Text(text.into()), "{text}");
        }
        assert!(is_ambiguous("12:30:45"));
        assert!(!is_ambiguous("8080:80"));
    }
}
