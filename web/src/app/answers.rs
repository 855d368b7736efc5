//! What follows when a person asks the answers for something else.

use super::App;
use crate::act::{Act, AnswersMessage};

impl App {
    pub(super) fn update_answers(&mut self, message: AnswersMessage) {
        let is_asked = message == AnswersMessage::WhyAsked;
        if is_asked && self.see_asked() {
            return self.follow(Act::Answers(message));
        }
        let message = if is_asked { self.why_asked() } else { message };
        let asks_why = message.asks_why();
        let closes = message == AnswersMessage::CloseWhy;
        self.answers.update(message, &mut self.lab);
        if asks_why {
            let has_beside = self.host.mount.has_answers_beside() && self.presenter.is_none();
            self.answers.is_sheet_open = !has_beside;
        }
        if closes {
            self.host.mount.focus(".say .button");
        }
    }
}
