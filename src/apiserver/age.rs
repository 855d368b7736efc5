//! Ages as kubectl prints them.

use crate::base::time::{SimTime, Timestamp};

/// Returns whole seconds as kubectl prints an age: `45s`, `2m5s`, `3h`, `2d1h`. Rule P-1209.
/// Models kubernetes apimachinery pkg/util/duration HumanDuration.
pub(crate) fn human_duration(seconds: i64) -> String {
    const MINUTE: i64 = 60;
    const HOUR: i64 = 60 * MINUTE;
    const DAY: i64 = 24 * HOUR;
    const YEAR: i64 = 365 * DAY;
    let two = |big: i64, big_unit: char, small_unit: char, small: i64| {
        let (whole, rest) = (seconds / big, seconds % big / small);
        if rest == 0 {
            one(whole, big_unit)
        } else {
            let mut text = one(whole, big_unit);
            text.push_str(&one(rest, small_unit));
            text
        }
    };
    match seconds {
        ..-1 => "<invalid>".to_owned(),
        -1 => "0s".to_owned(),
        0..120 => one(seconds, 's'),
        120..600 => two(MINUTE, 'm', 's', 1),
        600..10_800 => one(seconds / MINUTE, 'm'),
        10_800..28_800 => two(HOUR, 'h', 'm', MINUTE),
        28_800..172_800 => one(seconds / HOUR, 'h'),
        172_800..691_200 => two(DAY, 'd', 'h', HOUR),
        691_200..63_072_000 => one(seconds / DAY, 'd'),
        63_072_000..252_288_000 => two(YEAR, 'y', 'd', DAY),
        _ => one(seconds / YEAR, 'y'),
    }
}

fn one(number: i64, unit: char) -> String {
    let mut text = number.to_string();
    text.push(unit);
    text
}

/// Returns the age of something that happened at `since`, or `<unknown>` when that is not known. Rule P-1209.
pub(crate) fn age(since: Option<Timestamp>, now: Timestamp) -> String {
    match since {
        Some(since) => human_duration(now.0 - since.0),
        None => "<unknown>".to_owned(),
    }
}

/// Returns the age of a timestamp of the API at a moment of the simulation. Rule P-1209.
///
/// The age of a timestamp in the future is `<invalid>`, as in `Terminating (lasts <invalid>)`.
pub fn timestamp_age(since: Timestamp, now: SimTime) -> String {
    let milliseconds = (since.0 - Timestamp::EPOCH.0).saturating_mul(1000);
    // Go rounds the seconds towards zero.
    human_duration(i64::try_from(now.0).unwrap_or(i64::MAX).saturating_sub(milliseconds) / 1000)
}

/// Returns the age of a time in an Event. The API keeps whole seconds, unless `exact`. Rule P-1224.
pub fn event_age(since: SimTime, now: SimTime, exact: bool) -> String {
    if exact {
        human_duration((now.since(since) / 1000) as i64)
    } else {
        timestamp_age(Timestamp::of(since), now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_print_as_kubectl_prints_them() {
        let cases = [
            (-2, "<invalid>"),
            (-1, "0s"),
            (119, "119s"),
            (120, "2m"),
            (599, "9m59s"),
            (10_799, "179m"),
            (10_800, "3h"),
            (28_799, "7h59m"),
            (172_799, "47h"),
            (176_400, "2d1h"),
            (691_200, "8d"),
            (63_072_000, "2y"),
            (63_158_400, "2y1d"),
            (252_288_000, "8y"),
        ];
        for (seconds, text) in cases {
            assert_eq!(human_duration(seconds), text);
        }
    }
}
