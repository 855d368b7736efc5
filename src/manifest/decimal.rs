//! Numbers that are not whole. They keep the digits with which they were written.
//!
//! The engine never calculates with such a number. Because it does not convert them to binary fractions, the page needs
//! no code and no tables for that. Up to 15 digits are printed as they were written.

use std::fmt;

/// The most significant digits that are kept. Further digits are rounded.
const DIGITS: u32 = 19;
/// The most decimal places before the point. JSON's readers know no larger number.
const LONGEST: i32 = 309;
/// The lowest power of ten. JSON's readers take a smaller number for zero.
const SMALLEST: i32 = -324;

/// A decimal number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Decimal {
    negative: bool,
    /// The significant digits, without zeros at the end.
    digits: u64,
    /// The power of ten by which the digits are multiplied.
    exponent: i32,
}

impl Decimal {
    /// A value that is not a number, or is larger than every number that JSON's readers know.
    pub(crate) const NONE: Decimal = Decimal { negative: false, digits: 1, exponent: i32::MAX };

    /// Reads a sign, digits with an optional point, and an optional exponent. Returns `None` for any other text.
    pub(crate) fn parse(text: &str) -> Option<Decimal> {
        let (negative, unsigned) = match text.as_bytes() {
            [b'-', rest @ ..] => (true, rest),
            [b'+', rest @ ..] => (false, rest),
            all => (false, all),
        };
        let (mut digits, mut exponent, mut length) = (0_u64, 0_i32, 0);
        let (mut seen, mut point, mut at) = (false, false, 0);
        while let Some(byte) = unsigned.get(at) {
            match byte {
                b'0'..=b'9' => {
                    seen = true;
                    let digit = u64::from(byte - b'0');
                    exponent -= i32::from(point);
                    if length < DIGITS {
                        digits = digits * 10 + digit;
                        length += u32::from(digits > 0);
                    } else {
                        digits += u64::from(length == DIGITS && digit >= 5);
                        length = DIGITS + 1;
                        exponent += 1;
                    }
                }
                b'.' if !point => point = true,
                b'e' | b'E' if seen => break,
                _ => return None,
            }
            at += 1;
        }
        if at < unsigned.len() {
            let power = text.get(text.len() - unsigned.len() + at + 1..)?;
            let unsigned = power.strip_prefix(['+', '-']).unwrap_or(power);
            if unsigned.is_empty() || !unsigned.bytes().all(|byte| byte.is_ascii_digit()) {
                return None;
            }
            // A power that does not fit here stands for a number that is too large, or as good as zero.
            let size = unsigned.parse().unwrap_or(i32::MAX / 2);
            exponent = exponent.saturating_add(if power.starts_with('-') { -size } else { size });
        }
        if !seen {
            return None;
        }
        // Keep only as many digits as tell the number from its neighbours among the numbers that JSON's readers keep.
        for kept in 15..18 {
            let step =
                10_u64.pow(digits.checked_ilog10().map_or(0, |log| (log + 1).saturating_sub(kept)));
            let rounded = (digits / step)
                .saturating_add(u64::from(digits % step >= step.div_ceil(2) && step > 1));
            if let Some(rounded) = rounded
                .checked_mul(step)
                .filter(|r| (*r as f64).total_cmp(&(digits as f64)).is_eq())
            {
                digits = rounded;
                break;
            }
        }
        while digits > 0 && digits.is_multiple_of(10) {
            digits /= 10;
            exponent = exponent.saturating_add(1);
        }
        let places =
            exponent.saturating_add(digits.checked_ilog10().map_or(0, |log| log as i32 + 1));
        Some(if digits == 0 || places < SMALLEST {
            Decimal { negative: false, digits: 0, exponent: 0 }
        } else if places > LONGEST {
            Decimal::NONE
        } else {
            Decimal { negative, digits, exponent }
        })
    }

    /// Returns a whole number with all its digits, however many there are.
    pub(crate) fn of_whole(negative: bool, mut digits: u64) -> Decimal {
        let mut exponent = 0;
        while digits > 0 && digits.is_multiple_of(10) {
            digits /= 10;
            exponent += 1;
        }
        Decimal { negative, digits, exponent }
    }

    /// Returns whether JSON's readers know the number.
    pub(crate) fn is_finite(self) -> bool {
        self != Decimal::NONE
    }

    /// Returns whether the number is below zero.
    pub(crate) fn is_negative(self) -> bool {
        self.negative
    }

    /// Returns the integer that the number equals, when JSON prints it without a point: `1e3` is 1000.
    pub(crate) fn whole(self) -> Option<i64> {
        let power = 10_u64.checked_pow(u32::try_from(self.exponent).ok()?)?;
        let number =
            self.digits.checked_mul(power).filter(|number| *number < 9_000_000_000_000_000)?;
        let number = number as i64;
        Some(if self.negative { -number } else { number })
    }

    /// Returns the nearest number of thousandths, or `None` for a negative number and for one beyond 64 bits.
    pub(crate) fn thousandths(self) -> Option<u64> {
        if self.negative {
            return None;
        }
        let exponent = self.exponent.saturating_add(3);
        let power = 10_u64.checked_pow(exponent.unsigned_abs());
        if exponent >= 0 {
            return self.digits.checked_mul(power?);
        }
        Some(power.map_or(0, |power| {
            self.digits / power + u64::from(self.digits % power >= power.div_ceil(2))
        }))
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = self.digits.to_string();
        if !self.is_finite() {
            "NaN".clone_into(&mut text);
        } else if self.exponent >= 0 {
            text.push_str(&"0".repeat(self.exponent as usize));
        } else {
            let places = self.exponent.unsigned_abs() as usize;
            if text.len() <= places {
                text.insert_str(0, &"0".repeat(places + 1 - text.len()));
            }
            text.insert(text.len() - places, '.');
        }
        f.write_str(if self.negative { "-" } else { "" })?;
        f.write_str(&text)
    }
}

impl fmt::Debug for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::Decimal;

    #[test]
    fn decimals_are_printed_and_counted_as_binary_fractions_are() {
        let texts = [
            "0.5",
            ".5",
            "5.",
            "-0.25",
            "+1.5",
            "1.20",
            "1e-7",
            "12.5e3",
            "0.1234567890123",
            "1e22",
            "2.5E+20",
            "100.001",
            "9223372036854775808",
            "0.1234567890123456789",
            "0.00049",
            "0.0005",
            "1.9999",
            "0",
            "-0.0",
            "1e3",
            "123456789012345",
            "1e-400",
        ];
        for text in texts {
            let (ours, theirs) = (Decimal::parse(text).unwrap(), text.parse::<f64>().unwrap());
            if theirs != 0.0 {
                assert_eq!(ours.to_string(), theirs.to_string(), "{text}");
            }
            let whole = (theirs.fract() == 0.0 && theirs.abs() < 9.0e15).then_some(theirs as i64);
            assert_eq!(ours.whole(), whole, "{text}");
            if (0.0..1.0e12).contains(&theirs) {
                assert_eq!(ours.thousandths(), Some((theirs * 1000.0).round() as u64), "{text}");
            }
            assert_eq!(ours.is_negative(), theirs < 0.0, "{text}");
        }
    }

    #[test]
    fn whole_numbers_keep_their_digits() {
        for number in [1 << 63, u64::MAX, 9_999_999_999_999_999_999, 1200, 10] {
            assert_eq!(Decimal::of_whole(false, number).to_string(), number.to_string());
            assert_eq!(Decimal::of_whole(true, number).to_string(), format!("-{number}"));
        }
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in ["", "-", ".", "e5", "1e", "1e+", "1.2.3", "0x1", "1_0", "--1", "1e5.0", "inf"]
        {
            assert_eq!(Decimal::parse(text), None, "{text}");
        }
        for text in ["1e309", "1e99999999999", "-1e400"] {
            assert!(!Decimal::parse(text).unwrap().is_finite(), "{text}");
        }
        assert_eq!(Decimal::parse("1e-99999999999").unwrap().whole(), Some(0));
    }
}
