//! Amounts of resources: `500m` of CPU, `64Mi` of memory.

use crate::base::digest::Digest;
use crate::base::text::Text;
use crate::manifest::node::{Node, Value};
use crate::manifest::schema::{Decoder, Field, ProblemKind};
use crate::manifest::wrong::FieldType;
use std::collections::BTreeMap;

/// Amounts by resource name.
pub(crate) type ResourceList = BTreeMap<Text, Quantity>;

/// The API server's message about a text that is not a quantity. Rule P-1343.
pub(crate) const MALFORMED: &str =
    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

/// An amount of a resource. It keeps the text as it was written, and the value in thousandths of the unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quantity {
    /// The text as it was written.
    pub text: Text,
    /// The value in thousandths of the unit (millicores, thousandths of a byte), rounded up.
    pub milli: i128,
}

impl Default for Quantity {
    /// Returns zero, which is the meaning of `null`.
    fn default() -> Self {
        Quantity { text: "0".into(), milli: 0 }
    }
}

impl Quantity {
    /// Reads the quantity in a part of a manifest that Podlab does not interpret.
    pub(crate) fn of_node(node: &Node) -> Option<Quantity> {
        Quantity::parse(&written(node)?)
    }

    /// Reads `0.5`, `500m`, `64Mi`, `1e3`, `2G`. Returns `None` when the text is not a quantity. Rule P-1343.
    ///
    /// ```
    /// use podlab::api::quantity::Quantity;
    ///
    /// let milli = |text| Quantity::parse(text).map(|quantity| quantity.milli);
    /// assert_eq!(milli("0.5"), milli("500m"));
    /// assert_eq!(milli("1Ki"), Some(1_024_000));
    /// assert_eq!(milli("1k"), Some(1_000_000));
    /// assert_eq!(milli("1K"), None, "a capital K alone is not a suffix");
    /// ```
    pub fn parse(text: &str) -> Option<Quantity> {
        let (sign, unsigned) = match text.strip_prefix('-') {
            Some(rest) => (-1, rest),
            None => (1, text.strip_prefix('+').unwrap_or(text)),
        };
        let end =
            unsigned.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(unsigned.len());
        let (number, suffix) = unsigned.split_at(end);
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        if (whole.is_empty() && fraction.is_empty()) || fraction.contains('.') || number.len() > 40
        {
            return None;
        }
        let (binary, ten): (u32, i32) = match suffix {
            "" => (0, 0),
            "n" => (0, -9),
            "u" => (0, -6),
            "m" => (0, -3),
            "k" => (0, 3),
            "M" => (0, 6),
            "G" => (0, 9),
            "T" => (0, 12),
            "P" => (0, 15),
            "E" => (0, 18),
            "Ki" => (10, 0),
            "Mi" => (20, 0),
            "Gi" => (30, 0),
            "Ti" => (40, 0),
            "Pi" => (50, 0),
            "Ei" => (60, 0),
            _ => (0, suffix.strip_prefix(['e', 'E'])?.parse().ok()?),
        };
        if !(-30..=18).contains(&ten) {
            return None;
        }
        let mut digits: i128 = 0;
        for c in whole.bytes().chain(fraction.bytes()) {
            digits = digits.checked_mul(10)?.checked_add(i128::from(c - b'0'))?;
        }
        let power = ten + 3 - fraction.len() as i32;
        let mut milli = digits.checked_mul(1 << binary)?;
        for _ in 0..power.max(0) {
            milli = milli.checked_mul(10)?;
        }
        for _ in power..0 {
            milli = milli / 10 + i128::from(milli % 10 != 0);
        }
        Some(Quantity { text: Text::from(text.to_owned()), milli: sign * milli })
    }

    /// Returns the amount in the shortest form of its family, as the API stores it.
    ///
    /// ```
    /// use podlab::api::quantity::Quantity;
    ///
    /// let stored = |text| Quantity::parse(text).map(|quantity| quantity.canonical());
    /// assert_eq!(stored("1000m").as_deref(), Some("1"));
    /// assert_eq!(stored("0.5").as_deref(), Some("500m"));
    /// assert_eq!(stored("1024Mi").as_deref(), Some("1Gi"));
    /// ```
    pub fn canonical(&self) -> String {
        const BINARY: [&str; 7] = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];
        const DECIMAL: [&str; 8] = ["m", "", "k", "M", "G", "T", "P", "E"];
        let (mut number, mut step) = (self.milli, 0);
        if self.text.ends_with('i') && self.milli.abs() >= 1_024_000 {
            number = self.value();
            while number % 1024 == 0 && step + 1 < BINARY.len() {
                number /= 1024;
                step += 1;
            }
            return format!("{number}{}", BINARY[step]);
        }
        let exponent = self.text.bytes().rposition(|b| matches!(b, b'e' | b'E'));
        let has_exponent = exponent.is_some_and(|at| at + 1 < self.text.len());
        if number == 0 {
            return "0".to_owned();
        }
        while number % 1000 == 0 && step + 1 < DECIMAL.len() {
            number /= 1000;
            step += 1;
        }
        match (has_exponent, step) {
            (true, 0) => format!("{number}e-3"),
            (true, 2..) => format!("{number}e{}", (step - 1) * 3),
            _ => format!("{number}{}", DECIMAL[step]),
        }
    }

    /// Returns the API server's message about a text that is not a quantity. Rule P-1343.
    pub(crate) fn complaint(text: &str) -> &'static str {
        let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
        let suffix = unsigned.trim_start_matches(|c: char| c.is_ascii_digit());
        let suffix = match suffix.strip_prefix('.') {
            Some(rest) => rest.trim_start_matches(|c: char| c.is_ascii_digit()),
            None => suffix,
        };
        let letters = suffix.trim_start_matches(|c| "eEinumkKMGTP".contains(c));
        let digits = letters.strip_prefix(['+', '-']).unwrap_or(letters);
        let has_number = unsigned.len() > suffix.len();
        if has_number && digits.bytes().all(|b| b.is_ascii_digit()) {
            "unable to parse quantity's suffix"
        } else {
            MALFORMED
        }
    }

    /// Returns the amount in whole units, rounded up.
    pub(crate) fn value(&self) -> i128 {
        self.milli.div_euclid(1000) + i128::from(self.milli.rem_euclid(1000) != 0)
    }
}

/// Returns the text of a quantity in a manifest, with or without quotes.
pub(crate) fn written(node: &Node) -> Option<Text> {
    match &node.value {
        Value::Text(text) => Some(text.clone()),
        Value::Int(number) => Some(number.to_string().into()),
        Value::Float(number) => Some(number.to_string().into()),
        Value::Null | Value::Bool(_) | Value::List(_) | Value::Map(_) => None,
    }
}

impl Field for Quantity {
    fn decode(&mut self, node: &Node, decoder: &mut Decoder) {
        let Some(text) = written(node) else {
            return decoder.wrong_type(node, FieldType::Quantity);
        };
        match Quantity::parse(&text) {
            Some(quantity) => *self = quantity,
            None => decoder.report(
                node.span,
                ProblemKind::Malformed { message: Quantity::complaint(&text).into(), value: text },
            ),
        }
    }
    fn encode(&self) -> Node {
        Node::text(self.text.clone())
    }
    fn is_unset(&self) -> bool {
        false
    }
    fn digest(&self, out: &mut Digest) {
        out.text(&self.text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_have_the_value_kubernetes_gives_them() {
        let milli = |text: &str| Quantity::parse(text).map(|q| q.milli);
        assert_eq!(milli("500m"), Some(500));
        assert_eq!(milli("0.1"), Some(100));
        assert_eq!(milli("64Mi"), Some(64 * 1024 * 1024 * 1000));
        assert_eq!(milli("1e3"), Some(1_000_000));
        assert_eq!(milli("1n"), Some(1));
        assert_eq!(milli("-2"), Some(-2000));
        assert_eq!(milli("1 GB"), None);
        assert_eq!(milli(""), None);
        assert_eq!(milli("1e99999999"), None);
    }

    #[test]
    fn quantities_are_stored_in_their_shortest_form() {
        let short = |text: &str| Quantity::parse(text).map(|q| q.canonical()).unwrap_or_default();
        for (text, canonical) in [
            ("1000m", "1"),
            ("0.5", "500m"),
            ("1500m", "1500m"),
            ("1024Mi", "1Gi"),
            ("0.5Gi", "512Mi"),
            ("1023", "1023"),
            ("512Ki", "512Ki"),
            ("1000k", "1M"),
            ("1e3", "1e3"),
            ("0", "0"),
            ("-1Gi", "-1Gi"),
        ] {
            assert_eq!(short(text), canonical, "{text}");
        }
    }

    #[test]
    fn a_bad_quantity_is_refused_in_the_servers_words() {
        assert_eq!(Quantity::complaint("1 GB"), MALFORMED);
        assert_eq!(Quantity::complaint("lots"), MALFORMED);
        assert_eq!(Quantity::complaint(""), MALFORMED);
        assert_eq!(Quantity::complaint("1K"), "unable to parse quantity's suffix");
    }
}
