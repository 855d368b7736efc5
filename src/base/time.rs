//! Simulated time and the API's timestamps.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Add, Sub};

/// A moment of simulated time, in milliseconds since the simulation began.
///
/// ```
/// use podlab::SimTime;
///
/// let start = SimTime::from_seconds(12);
/// let later = start + 345;
/// assert_eq!(later.to_string(), "12.345");
/// assert_eq!(later.since(start), 345);
/// assert_eq!(start.since(later), 0);
/// ```
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct SimTime(pub u64);

impl SimTime {
    /// The moment the simulation begins.
    pub const ZERO: SimTime = SimTime(0);
    /// A moment that never comes.
    pub const NEVER: SimTime = SimTime(u64::MAX);

    /// The end of the longest run: ten years after its start. A Pod alone has some four million events in them.
    pub const LONGEST_RUN: SimTime = SimTime::from_seconds(10 * 365 * 24 * 3600);

    /// Returns the moment `seconds` after the start.
    pub const fn from_seconds(seconds: u64) -> Self {
        SimTime(seconds.saturating_mul(1000))
    }

    /// Returns the whole seconds since the start, rounded down.
    pub const fn seconds(self) -> u64 {
        self.0 / 1000
    }

    /// Returns the milliseconds from `earlier` to this moment, or zero when `earlier` is later.
    pub const fn since(self, earlier: SimTime) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}

impl Add<u64> for SimTime {
    type Output = SimTime;
    /// Returns the moment `milliseconds` later.
    fn add(self, milliseconds: u64) -> SimTime {
        SimTime(self.0.saturating_add(milliseconds))
    }
}

impl Sub<u64> for SimTime {
    type Output = SimTime;
    /// Returns the moment `milliseconds` earlier, or the start when that would lie before it.
    fn sub(self, milliseconds: u64) -> SimTime {
        SimTime(self.0.saturating_sub(milliseconds))
    }
}

impl fmt::Display for SimTime {
    /// Writes seconds with three decimals: `12.345`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:03}", self.0 / 1000, self.0 % 1000)
    }
}

/// A time as the API stores it: whole seconds since 1970-01-01T00:00:00Z. Rule P-209.
///
/// ```
/// use podlab::SimTime;
/// use podlab::base::time::Timestamp;
///
/// let scheduled = Timestamp::of(SimTime(90_250));
/// assert_eq!(scheduled.rfc3339(), "2026-01-01T00:01:30Z");
/// assert_eq!(scheduled.rfc1123z(), "Thu, 01 Jan 2026 00:01:30 +0000");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// The moment at which every simulation begins: 2026-01-01T00:00:00Z.
    pub const EPOCH: Timestamp = Timestamp(1_767_225_600);

    /// Returns the API's timestamp for a moment of the simulation. Parts of a second are cut off.
    pub const fn of(time: SimTime) -> Timestamp {
        Timestamp(Timestamp::EPOCH.0 + time.seconds() as i64)
    }

    /// Returns year, month, day, hour, minute and second in UTC.
    pub(crate) fn civil(self) -> (i64, u32, u32, u32, u32, u32) {
        let days = self.0.div_euclid(86_400);
        let second = self.0.rem_euclid(86_400) as u32;
        // Days since 0000-03-01, in the proleptic Gregorian calendar.
        let z = days + 719_468;
        let era = z.div_euclid(146_097);
        let day_of_era = z.rem_euclid(146_097);
        let year_of_era =
            (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted_month = (5 * day_of_year + 2) / 153;
        let day = (day_of_year - (153 * shifted_month + 2) / 5 + 1) as u32;
        let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 } as u32;
        let year = year_of_era + era * 400 + i64::from(month <= 2);
        (year, month, day, second / 3600, second / 60 % 60, second % 60)
    }

    /// Writes the time as the API prints it, in RFC 3339 and UTC: `2026-01-01T00:00:00Z`.
    pub fn rfc3339(self) -> String {
        let (y, mo, d, h, mi, s) = self.civil();
        format!("{y:04}-{mo:02}-{d:02}T{h:02}:{mi:02}:{s:02}Z")
    }

    /// Writes the time as `kubectl describe` prints it, in RFC 1123 with a numeric zone. Rule P-1225.
    pub fn rfc1123z(self) -> String {
        const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
        const MONTHS: [&str; 12] =
            ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
        let (y, mo, d, h, mi, s) = self.civil();
        let weekday = DAYS[self.0.div_euclid(86_400).rem_euclid(7) as usize];
        let month = MONTHS[mo as usize - 1];
        format!("{weekday}, {d:02} {month} {y:04} {h:02}:{mi:02}:{s:02} +0000")
    }

    /// Reads an RFC 3339 time with `Z` or a numeric offset, as Go's `time.Parse` does, and cuts off parts of a second. Returns `None` for
    /// other texts.
    ///
    /// ```
    /// use podlab::base::time::Timestamp;
    ///
    /// assert_eq!(Timestamp::parse("2026-01-01T01:00:00.5+01:00"), Some(Timestamp::EPOCH));
    /// assert_eq!(Timestamp::parse("yesterday"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Timestamp> {
        let bytes = text.as_bytes();
        let number = |from: usize, to: usize| -> Option<i64> {
            let part = bytes.get(from..to)?;
            part.iter()
                .try_fold(0i64, |n, c| c.is_ascii_digit().then(|| n * 10 + i64::from(c - b'0')))
        };
        let (y, mo, d) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
        let (h, mi, s) = (number(11, 13)?, number(14, 16)?, number(17, 19)?);
        let marks = [bytes[4], bytes[7], bytes[10], bytes[13], bytes[16]];
        let valid = (1..=12).contains(&mo) && (1..=31).contains(&d) && h < 24 && mi < 60 && s < 60;
        if marks != [b'-', b'-', b'T', b':', b':'] || !valid {
            return None;
        }
        let mut rest = 19;
        if bytes.get(rest) == Some(&b'.') {
            rest += 1;
            let digits = bytes[rest..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            if digits == 0 {
                return None;
            }
            rest += digits;
        }
        let offset = match bytes.get(rest)? {
            b'Z' if bytes.len() == rest + 1 => 0,
            sign @ (b'+' | b'-') if bytes.len() == rest + 6 && bytes[rest + 3] == b':' => {
                let (hours, minutes) = (number(rest + 1, rest + 3)?, number(rest + 4, rest + 6)?);
                if hours > 24 || minutes > 60 {
                    return None;
                }
                let seconds = hours * 3600 + minutes * 60;
                if *sign == b'+' { seconds } else { -seconds }
            }
            _ => return None,
        };
        let year = if mo <= 2 { y - 1 } else { y };
        let era = year.div_euclid(400);
        let year_of_era = year.rem_euclid(400);
        let day_of_year = (153 * (mo + if mo > 2 { -3 } else { 9 }) + 2) / 5 + d - 1;
        let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
        let days = era * 146_097 + day_of_era - 719_468;
        let (_, month, day, ..) = Timestamp(days * 86_400).civil();
        let exists = (i64::from(month), i64::from(day)) == (mo, d);
        exists.then(|| Timestamp(days * 86_400 + h * 3600 + mi * 60 + s - offset))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timestamps_print_and_parse_as_the_api_does() {
        for text in ["2026-01-01T00:00:00Z", "2024-02-29T23:59:59Z", "1970-01-01T00:00:00Z"] {
            assert_eq!(Timestamp::parse(text).unwrap().rfc3339(), text);
        }
        assert_eq!(Timestamp::parse("2026-01-01T00:00:00Z"), Some(Timestamp::EPOCH));
        assert_eq!(Timestamp::parse("2026-01-01T01:00:00.5+01:00"), Some(Timestamp::EPOCH));
        for text in [
            "2026-13-01T00:00:00Z",
            "2026-02-31T00:00:00Z",
            "2026-02-29T00:00:00Z",
            "2026-01-01T00:00:60Z",
            "2026-01-01T00:00:00.Z",
            "2026-01-01T00:00:00+01x00",
            "2026-01-01T00:00:00+99:99",
            "2026-01-01t00:00:00z",
        ] {
            assert_eq!(Timestamp::parse(text), None, "{text}");
        }
        assert_eq!(Timestamp::parse("yesterday"), None);
        assert_eq!(Timestamp::EPOCH.rfc1123z(), "Thu, 01 Jan 2026 00:00:00 +0000");
    }
}
