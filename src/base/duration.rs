//! Reads and writes lengths of time as people write them: `90s`, `10m`, `1h30m`, `1.5s`, `500ms`.

/// The longest duration that is accepted, in milliseconds: a thousand years.
pub(crate) const LONGEST: u64 = 31_557_600_000_000;

/// The units of Go's durations, in nanoseconds.
const UNITS: [(&str, u128); 7] = [
    ("ns", 1),
    ("us", 1_000),
    ("µs", 1_000),
    ("ms", 1_000_000),
    ("s", 1_000_000_000),
    ("m", 60_000_000_000),
    ("h", 3_600_000_000_000),
];

/// Reads a duration as Go writes it, and returns its milliseconds.
///
/// A bare number counts seconds. The part below a millisecond is cut off. Returns `None` when the text is not a
/// duration, is negative, or is longer than 1000 years. Models Go's time.ParseDuration.
///
/// ```
/// use podlab::base::duration;
///
/// assert_eq!(duration::parse("1h30m"), Some(5_400_000));
/// assert_eq!(duration::parse("90"), Some(90_000));
/// assert_eq!(duration::parse("1d"), None, "Go knows no days");
/// ```
pub fn parse(text: &str) -> Option<u64> {
    let mut rest = text;
    let mut nanoseconds: u128 = 0;
    if rest.is_empty() {
        return None;
    }
    while !rest.is_empty() {
        let (whole, tail) = digits(rest);
        let (part, tail) = tail.strip_prefix('.').map_or(("", tail), digits);
        if whole.len() + part.len() == 0 || whole.len() > 20 {
            return None;
        }
        let end = tail.find(|c: char| c == '.' || c.is_ascii_digit()).unwrap_or(tail.len());
        let unit = match &tail[..end] {
            // Only a number that stands alone may lack a unit.
            "" if rest == text && tail.is_empty() => 1_000_000_000,
            name => UNITS.iter().find(|(unit, _)| *unit == name)?.1,
        };
        // Fifteen digits after the point reach below a nanosecond even for hours.
        let part = &part[..part.len().min(15)];
        let whole: u128 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
        let decimals: u128 = if part.is_empty() { 0 } else { part.parse().ok()? };
        nanoseconds += whole * unit + decimals * unit / 10_u128.pow(part.len() as u32);
        rest = &tail[end..];
    }
    u64::try_from(nanoseconds / 1_000_000).ok().filter(|milliseconds| *milliseconds <= LONGEST)
}

/// Reads a duration as [`parse`] does, or one that begins with a number of days: `1d`, `2d12h`.
///
/// ```
/// use podlab::base::duration;
///
/// assert_eq!(duration::parse_days("1d"), duration::parse("24h"));
/// assert_eq!(duration::parse_days("2d12h"), duration::parse("60h"));
/// assert_eq!(duration::parse_days("1h1d"), None, "days come first");
/// ```
pub fn parse_days(text: &str) -> Option<u64> {
    const DAY: u64 = 24 * 3_600_000;
    let (days, rest) = match text.split_once('d') {
        Some((days, rest)) if !days.is_empty() && digits(days).1.is_empty() => (days, rest),
        Some(_) | None => return parse(text),
    };
    // A number without a unit behind the days would count seconds.
    let rest = match rest {
        "" => 0,
        _ if digits(rest).1.is_empty() => return None,
        _ => parse(rest)?,
    };
    let days = days.parse::<u64>().ok()?.checked_mul(DAY)?;
    days.checked_add(rest).filter(|milliseconds| *milliseconds <= LONGEST)
}

fn digits(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()))
}

/// Writes milliseconds as files have them: whole seconds, else milliseconds.
///
/// ```
/// use podlab::base::duration;
///
/// assert_eq!(duration::exact(90_000), "90s");
/// assert_eq!(duration::exact(1_500), "1500ms");
/// ```
pub fn exact(milliseconds: u64) -> String {
    if milliseconds.is_multiple_of(1000) {
        format!("{}s", milliseconds / 1000)
    } else {
        format!("{milliseconds}ms")
    }
}

/// Writes milliseconds with one decimal of a second, and with minutes and hours where they are needed.
///
/// ```
/// use podlab::base::duration;
///
/// assert_eq!(duration::tenths(12_345), "12.3s");
/// assert_eq!(duration::tenths(7_205_599), "2h0m5.5s");
/// ```
pub fn tenths(milliseconds: u64) -> String {
    let (seconds, tenth) = (milliseconds / 1000, milliseconds % 1000 / 100);
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match (hours, minutes) {
        (0, 0) => format!("{rest}.{tenth}s"),
        (0, _) => format!("{minutes}m{rest}.{tenth}s"),
        (_, _) => format!("{hours}h{minutes}m{rest}.{tenth}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_read_as_go_reads_them() {
        let good = [
            ("10m", 600_000),
            ("90s", 90_000),
            ("1h30m", 5_400_000),
            ("1.5s", 1500),
            (".5s", 500),
            ("500ms", 500),
            ("1500us", 1),
            ("1m0.25s", 60_250),
            ("90", 90_000),
            ("0.1", 100),
            ("0", 0),
            ("0.0000000000000000000001s", 0),
            ("8766000h", LONGEST),
        ];
        for (text, milliseconds) in good {
            assert_eq!(parse(text), Some(milliseconds), "{text}");
        }
        let bad = ["", ".", "s", "-1s", "1d", "1s5", "1 s", "1.2.3s", "8766001h", "∞", "1e3s"];
        for text in bad.into_iter().chain(["99999999999999999999h", "999999999999999999999s"]) {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn times_are_written_with_one_decimal() {
        let cases = [(0, "0.0s"), (12_345, "12.3s"), (60_000, "1m0.0s"), (7_205_599, "2h0m5.5s")];
        for (milliseconds, text) in cases {
            assert_eq!(tenths(milliseconds), text);
        }
    }
}
