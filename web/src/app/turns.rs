//! Acts that wait until the run is where it is on its way to.
//!
//! A person may act while a run is worked off; what is done then is done to the run as it will be. Nothing is worked off
//! beyond a frame's time for that: the act stands in line instead.

use super::App;
use crate::act::{Act, PlayerMessage, Turn};

impl App {
    /// Puts an act in line if its turn has not come; gives it back if it has.
    pub(super) fn wait_with(&mut self, act: Act) -> Option<Act> {
        let waits = match act.turn() {
            Turn::Now => false,
            Turn::InLine => !self.player.waiting.is_empty(),
            Turn::Arrived => self.is_on_its_way(),
            Turn::MomentOver => {
                if !self.is_on_its_way() && self.comparison.is_none() {
                    self.lab.write().finish_moment();
                    self.go_on();
                }
                self.is_on_its_way()
            }
        };
        if !waits {
            return Some(act);
        }
        // Of places on the line of time that a person drags over, the last one is meant.
        if matches!(act, Act::Player(PlayerMessage::Seek(_))) {
            self.player
                .waiting
                .pop_back_if(|last| matches!(last, Act::Player(PlayerMessage::Seek(_))));
        }
        self.player.waiting.push_back(act);
        None
    }

    /// Goes on with what is on its way for as long as a frame may take; once it is there, with what waits.
    pub(super) fn take_turn(&mut self) {
        if self.is_moving() {
            match &self.comparison {
                Some(_) => self.go_on(),
                None => self.arrive(),
            }
            self.end_opening();
        } else if let Some(act) = self.player.waiting.pop_front() {
            self.follow_now(act);
        }
        if self.is_on_its_way() {
            self.see();
        } else {
            self.after_act();
        }
    }

    /// Stays where it is, and forgets what was to be done later. Gives whether it was on its way.
    pub(super) fn stop(&mut self) -> bool {
        let is_going = self.is_on_its_way();
        self.player.waiting.clear();
        match &mut self.comparison {
            Some(comparison) => comparison.write().stop(),
            None => self.lab.write().stop(),
        }
        is_going
    }
}
