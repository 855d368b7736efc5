//! Writes moments and lengths of time.

use crate::messages::Messages;
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
pub fn short(messages: &Messages, milliseconds: u64) -> String {
    let seconds = milliseconds.div_ceil(1000);
    match seconds {
        0..100 => messages.fill("time.seconds", &[("count", &seconds.to_string())]),
        100..600 => {
            let (minutes, rest) = ((seconds / 60).to_string(), two(seconds % 60));
            messages.fill("time.minutes-seconds", &[("minutes", &minutes), ("seconds", &rest)])
        }
        600..3600 => messages.fill("time.minutes", &[("count", &(seconds / 60).to_string())]),
        3600..36_000 => {
            let (hours, minutes) = ((seconds / 3600).to_string(), two(seconds / 60 % 60));
            messages.fill("time.hours-minutes", &[("hours", &hours), ("minutes", &minutes)])
        }
        36_000..360_000 => messages.fill("time.hours", &[("count", &(seconds / 3600).to_string())]),
        _ => messages.fill("time.days", &[("count", &(seconds / 86_400).to_string())]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::Language;

    #[test]
    fn times_are_short() {
        let messages = Messages::of(Language::English);
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
            assert_eq!(short(messages, milliseconds), text);
        }
        assert_eq!(clock(SimTime::from_seconds(3665)), "1:01:05");
    }
}
