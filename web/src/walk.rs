//! Walking over the tracks with the keyboard, change by change.

use crate::act::Tab;
use crate::app::App;
use crate::components::track;

/// Where a step of a walk leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To the change after.
    Forward,
    /// To the change before.
    Back,
}

/// Where a walk is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Walk {
    /// The change whose stretch has, or had last, the focus.
    pub reached: Option<u64>,
    /// The change that is said aloud.
    pub told: Option<u64>,
    /// Whether the focus is to follow.
    is_ahead: bool,
}

impl App {
    /// Selects the next visible change in a direction, and says it.
    pub fn walk(&mut self, direction: Direction) {
        let story = self.lab.story();
        let here = self.answers.selected.or(self.walk.reached);
        let mut changes = story.changes().iter().filter(|change| story.is_visible(change));
        let found = match (here, direction) {
            (Some(here), Direction::Forward) => changes.find(|change| change.number > here),
            (Some(here), Direction::Back) => changes.rfind(|change| change.number < here),
            (None, _) => changes.next_back(),
        };
        if let Some(found) = found.map(|change| change.number) {
            self.answers.selected = Some(found);
            self.walk = Walk { reached: Some(found), told: Some(found), is_ahead: true };
            self.answers.tab = Tab::Why;
        }
    }

    /// Lets the focus follow a walk, once what it reached is drawn.
    pub fn follow_walk(&mut self) {
        if std::mem::take(&mut self.walk.is_ahead)
            && let Some(reached) = self.walk.reached
        {
            track::focus_on(&self.place, reached);
        }
    }
}
