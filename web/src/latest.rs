//! Which of the latest changes the page speaks of.

use crate::lab::Lab;
use crate::words;
use podlab::cluster::change::Change;

/// The change that matters most among the latest ones.
pub fn latest(lab: &Lab) -> Option<&Change> {
    /// How far back changes count as one, in milliseconds.
    const TOGETHER: u64 = 400;
    let story = lab.story();
    let last = story.last_visible()?.time;
    let recent = story.changes().iter().rev().take_while(|c| last.since(c.time) <= TOGETHER);
    // Of equals the latest.
    recent.filter(|c| story.is_visible(c)).fold(None, |best, change| match best {
        Some(best) if words::weight(best) >= words::weight(change) => Some(best),
        _ => Some(change),
    })
}
