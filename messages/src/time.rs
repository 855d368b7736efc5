//! Writes moments and lengths of time.

use crate::text;
use podlab::base::time::SimTime;

fn two(number: u64) -> String {
    let zero = if number < 10 { "0" } else { "" };
    format!("{zero}{number}")
}

/// Writes a moment as hours, minutes and seconds: `0:01:05`.
pub fn clock(time: SimTime) -> String {
    let seconds = time.seconds();
    let (hours, minutes) = ((seconds / 3600).to_string(), two(seconds / 60 % 60));
    format!("{hours}:{minutes}:{}", two(seconds % 60))
}

/// Writes a length of time in at most six characters: `12 s`, `2m40s`, `1h05m`, `45 h`, `19 d`.
pub fn short(milliseconds: u64) -> String {
    let seconds = milliseconds.div_ceil(1000);
    match seconds {
        0..100 => text::time_seconds(seconds),
        100..600 => text::time_minutes_seconds(seconds / 60, two(seconds % 60)),
        600..3600 => text::time_minutes(seconds / 60),
        3600..36_000 => text::time_hours_minutes(seconds / 3600, two(seconds / 60 % 60)),
        36_000..360_000 => text::time_hours(seconds / 3600),
        _ => text::time_days(seconds / 86_400),
    }
}

/// Writes a length of time, below ten seconds with tenths: `0.9 s`.
pub fn precise(milliseconds: u64) -> String {
    let tenths = milliseconds.div_ceil(100);
    if tenths < 100 { text::time_tenths(tenths / 10, tenths % 10) } else { short(milliseconds) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_short() {
        let cases = [
            (12_000, "12 s"),
            (160_000, "2m40s"),
            (605_000, "10 min"),
            (3_900_000, "1h05m"),
            (35_999_000, "9h59m"),
            (36_000_000, "10 h"),
            (359_999_000, "99 h"),
            (1_645_980_000, "19 d"),
        ];
        for (milliseconds, text) in cases {
            assert_eq!(short(milliseconds), text);
        }
        assert_eq!(clock(SimTime::from_seconds(3665)), "1:01:05");
        let precise = [0, 850, 1000, 9900, 9901, 12_300].map(precise);
        assert_eq!(precise, ["0.0 s", "0.9 s", "1.0 s", "9.9 s", "10 s", "13 s"]);
    }
}
