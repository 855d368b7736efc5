//! The command that waits for a time.

use crate::cluster::program::reading::Reading;
use crate::cluster::program::values::Value;
use crate::cluster::program::{End, Step};

pub(super) fn sleep(reading: &mut Reading<'_>, arguments: &[Value]) -> Option<()> {
    if arguments.is_empty() {
        reading.status = 1;
    }
    let mut all: u64 = 0;
    for argument in arguments {
        match argument.known()? {
            "infinity" | "inf" => {
                reading.ended = Some(End::Forever);
                return Some(());
            }
            time => all = all.saturating_add(duration(time)?),
        }
    }
    if all > 0 {
        reading.steps.push(Step::Sleep(all));
    }
    Some(())
}

/// Returns a duration as `sleep` reads it, in milliseconds.
fn duration(text: &str) -> Option<u64> {
    let (number, unit) = match text.strip_suffix(['s', 'm', 'h', 'd']) {
        Some(number) => (number, &text[number.len()..]),
        None => (text, "s"),
    };
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let is_number = |text: &str| text.len() <= 9 && text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.len() + part.len() == 0 || !is_number(whole) || !is_number(part) {
        return None;
    }
    let whole: u64 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let thousandths: u64 = format!("{part:0<3}")[..3].parse().ok()?;
    let seconds = match unit {
        "m" => 60,
        "h" => 3600,
        "d" => 86_400,
        _ => 1,
    };
    Some((whole * 1000 + thousandths) * seconds)
}
