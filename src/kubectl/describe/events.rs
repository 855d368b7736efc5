//! The lines of `kubectl describe` about Events.

use super::sheet::Sheet;
use crate::api::core::Event;
use crate::apiserver::age::event_age;
use crate::base::time::SimTime;

/// Writes the Events, sorted by when they were last reported. Rule P-1224.
/// Models kubernetes kubectl pkg/describe/describe.go DescribeEvents.
pub(super) fn describe_events(sheet: &mut Sheet, events: &[Event], now: SimTime) {
    if events.is_empty() {
        return sheet.row(0, &["Events:", "<none>"]);
    }
    let mut sorted: Vec<&Event> = events.iter().collect();
    // Events of the newer API have no last time, so they come first.
    let rank = |event: &Event| if is_new_api(event) { 0 } else { event.last.seconds() + 1 };
    sorted.sort_by_key(|event| rank(event));
    sheet.row(0, &["Events:"]);
    sheet.row(1, &["Type", "Reason", "Age", "From", "Message"]);
    sheet.row(1, &["----", "------", "----", "----", "-------"]);
    for event in sorted {
        let mut age = event_age(event.first, now, is_new_api(event));
        if event.count > 1 {
            let last = event_age(event.last, now, is_new_api(event));
            age = format!("{last} (x{} over {age})", event.count);
        }
        sheet.row(1, &[event.kind.as_str(), &event.reason, &age, event.from, event.message.trim()]);
    }
}

/// Returns whether the Event was reported through the newer events API, which only the scheduler uses. Such an Event
/// has parts of seconds and no last time.
fn is_new_api(event: &Event) -> bool {
    event.from == "default-scheduler"
}
