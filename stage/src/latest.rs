//! Which of the latest changes is told.

use podlab::cluster::cause::Cause;
use podlab::cluster::change::Change;
use podlab::timeline::story::Story;
use podlab_messages::weight;

/// Returns the change that matters most among the latest ones. After an act, these are the changes that came with the act or later: what
/// another Pod did just before is not told instead.
pub fn latest(story: &Story) -> Option<&Change> {
    /// How far back changes count as one, in milliseconds.
    const TOGETHER: u64 = 400;
    let last = story.last_visible()?.time;
    let together = |change: &&Change| last.since(change.time) <= TOGETHER;
    let recent = || story.changes().iter().rev().take_while(together);
    let act = recent().find_map(act_of);
    let since = act.and_then(|act| recent().filter(|change| act_of(change) == Some(act)).last());
    let since = since.map_or(0, |change| change.number);
    // Of equals the latest.
    let told = |since: u64| {
        let told = recent().filter(|change| change.number >= since && story.is_visible(change));
        told.fold(None, |best, change| match best {
            Some(best) if weight(best) >= weight(change) => Some(best),
            _ => Some(change),
        })
    };
    // An act of which nothing shows leaves what was told.
    told(since).or_else(|| told(0))
}

/// The number of the act that led to the change directly.
fn act_of(change: &Change) -> Option<u32> {
    match change.cause {
        Cause::Command(act) => Some(act),
        Cause::Start | Cause::Change(_) => None,
    }
}
