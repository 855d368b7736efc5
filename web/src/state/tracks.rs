//! The tracks: how much time they show, and walking over them with the keyboard, change by change.

use super::Answers;
use crate::act::TracksMessage;
use crate::handle::Handle;
use crate::mount::Mount;
use crate::views::{Tab, Window};
use crate::wait_lens::WaitLens;
use podlab::timeline::story::Story;

/// What the tracks show, and where a person is on them.
pub struct Tracks {
    /// How much time they show.
    pub window: Window,
    /// The lens that draws long waits short.
    pub waits: Handle<WaitLens>,
    /// A walk over them.
    pub walk: Walk,
}

/// Where a walk is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Walk {
    /// The change whose stretch has, or had last, the focus.
    pub reached: Option<u64>,
    /// The change that is said aloud.
    pub told: Option<u64>,
    /// Whether the focus is to follow.
    is_ahead: bool,
}

impl Default for Tracks {
    fn default() -> Tracks {
        Tracks { window: Window::Minute, waits: Handle::default(), walk: Walk::default() }
    }
}

impl Tracks {
    /// Shows another stretch of time, or goes along the changes of a story.
    pub fn update(&mut self, message: TracksMessage, story: &Story, answers: &mut Answers) {
        let here = answers.selected.or(self.walk.reached);
        let mut changes = story.changes().iter().filter(|change| story.is_visible(change));
        let found = match message {
            TracksMessage::ShowWindow(window) => return self.window = window,
            TracksMessage::Reach(change) => return self.walk.reached = Some(change),
            TracksMessage::WalkForward => match here {
                Some(here) => changes.find(|change| change.number > here),
                None => changes.next_back(),
            },
            TracksMessage::WalkBack => match here {
                Some(here) => changes.rfind(|change| change.number < here),
                None => changes.next_back(),
            },
        };
        if let Some(found) = found.map(|change| change.number) {
            self.walk = Walk { reached: Some(found), told: Some(found), is_ahead: true };
            answers.selected = Some(found);
            answers.tab = Tab::Why;
        }
    }

    /// Forgets a run.
    pub fn forget_run(&mut self) {
        self.waits.write().forget();
        self.walk = Walk::default();
    }

    /// Lets the focus follow a walk, once what it reached is drawn.
    pub fn follow_walk(&mut self, mount: &Mount) {
        if std::mem::take(&mut self.walk.is_ahead)
            && let Some(reached) = self.walk.reached
        {
            mount.focus(&format!(".tracks [data-change=\"{reached}\"]"));
        }
    }
}
