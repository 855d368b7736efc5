//! Time on the page: whether it passes, how fast, and steps to other moments.

use super::App;
use crate::act::{LessonMessage, PlayerMessage};
use crate::figure::{Figure, FigureEvent};
use crate::frames::SPEEDS;
use crate::quiz::Quiz;
use crate::state::HandOver;
use crate::{calendar, share, words};
use podlab::base::time::SimTime;
use podlab::questions::forecast::Outlook;
use podlab_messages::text;
use std::rc::Rc;

impl App {
    pub(super) fn update_player(&mut self, message: PlayerMessage) {
        match message {
            PlayerMessage::Play if self.player.is_playing => {}
            PlayerMessage::Pause if !self.player.is_playing => {}
            PlayerMessage::Play | PlayerMessage::Pause | PlayerMessage::TogglePlaying => {
                if self.pass_question() {
                    return;
                }
                self.player.is_playing = !self.player.is_playing;
                if self.player.is_playing {
                    self.answers.close_why();
                }
            }
            PlayerMessage::NextEvent => {
                self.player.is_playing = false;
                match &mut self.comparison {
                    Some(comparison) => comparison.write().step(),
                    None => self.step(),
                }
                self.go_on();
            }
            PlayerMessage::NextChange => {
                self.player.is_playing = false;
                match &mut self.comparison {
                    Some(comparison) => comparison.write().step_to_change(),
                    None => self.lab.write().step_to_change(),
                }
                self.go_on();
            }
            // Runs that are compared have no events in common.
            PlayerMessage::BackToEvent if self.comparison.is_some() => {}
            PlayerMessage::BackToEvent => self.back_to_event(),
            PlayerMessage::BackToChange => self.back_to_change(),
            PlayerMessage::Speed(speed) => self.player.speed = speed,
            PlayerMessage::Faster => {
                let faster = SPEEDS.into_iter().find(|speed| *speed > self.player.speed);
                self.player.speed = faster.unwrap_or(self.player.speed);
            }
            PlayerMessage::Slower => {
                let slower = SPEEDS.into_iter().rfind(|speed| *speed < self.player.speed);
                self.player.speed = slower.unwrap_or(self.player.speed);
            }
            PlayerMessage::Seek(time) => {
                self.player.is_playing = false;
                match &mut self.comparison {
                    Some(comparison) => comparison.write().seek(time),
                    None => {
                        self.lab.write().seek(time);
                        self.arrive();
                    }
                }
            }
            PlayerMessage::Stop => {
                self.stop();
            }
            PlayerMessage::Reset | PlayerMessage::StartOver if self.lessons.open.is_some() => {
                self.update_lessons(LessonMessage::Restart);
            }
            PlayerMessage::Reset => self.reset(),
            PlayerMessage::StartOver => self.start_over(),
            PlayerMessage::EndTurn => self.end_learner_turn(),
            PlayerMessage::Guess(answer) => self.guess(answer),
            PlayerMessage::Unsure(is_unsure) => {
                if let Some(quiz) = &mut self.quiz {
                    quiz.doubt(is_unsure);
                }
            }
            PlayerMessage::ToggleQuiz => self.toggle_quiz(),
            PlayerMessage::Show => self.player.is_hidden = false,
            PlayerMessage::Hide => self.player.is_hidden = true,
        }
    }

    /// Lets the next event happen. Where several happen at one moment it says which of them that was, and what it changed.
    fn step(&mut self) {
        let told = self.lab.read().story().change_count() as u64;
        self.lab.write().step();
        let lab = self.lab.read();
        let Some((number, all)) = lab.place_in_moment() else { return };
        let story = lab.story();
        let changes = (told..story.change_count() as u64).filter_map(|number| story.change(number));
        let change =
            changes.filter(|change| story.is_visible(change)).max_by_key(|c| words::weight(c));
        let what = change.map_or_else(
            || text::time_step_nothing().to_owned(),
            |change| words::change_sentence(&lab, change).replace('*', ""),
        );
        let (number, all) = (number.to_string(), all.to_string());
        self.toast = text::time_step(number, all, words::clock(lab.now()), what);
        self.player.stepped = story.last_visible().filter(|c| c.number >= told).map(|c| c.number);
    }

    /// Begins again without anything that was done. The run as it was is kept for undo.
    fn start_over(&mut self) {
        if let Some(comparison) = &mut self.comparison {
            comparison.write().seek(SimTime::ZERO);
            return;
        }
        let is_fresh = {
            let lab = self.lab.read();
            lab.now() == SimTime::ZERO && lab.history().plan().iter().all(|act| !act.by_person)
        };
        if is_fresh {
            text::toast_beginning().clone_into(&mut self.toast);
            return;
        }
        let beginning = self.lab.read().beginning();
        match beginning {
            Ok(lab) => {
                self.player.waiting.clear();
                self.player.before = Some(self.replace_lab(lab));
                self.player.hand_over = HandOver::Coming;
                text::toast_started_over().clone_into(&mut self.toast);
            }
            Err(error) => self.toast = words::wrong(&error.message),
        }
    }

    /// Goes back to the run that was started over, if there is one. Gives whether there is.
    pub(super) fn take_back_start(&mut self) -> bool {
        let Some(before) = self.player.before.take() else { return false };
        self.replace_lab(before);
        self.toast = text::toast_undone(words::clock(self.now()));
        true
    }

    fn back_to_event(&mut self) {
        self.player.is_playing = false;
        let is_gone_back = self.lab.write().back_to_event();
        self.arrive();
        let lab = self.lab.read();
        if !is_gone_back {
            text::toast_beginning().clone_into(&mut self.toast);
        } else if let Some((number, all)) = lab.place_in_moment()
            && !lab.is_on_its_way()
        {
            let (number, all) = (number.to_string(), all.to_string());
            self.toast = text::time_step_back(number, all, words::clock(lab.now()));
        }
    }

    fn back_to_change(&mut self) {
        self.player.is_playing = false;
        let is_gone_back = match &mut self.comparison {
            Some(comparison) => comparison.write().back_to_change(),
            None => self.lab.write().back_to_change(),
        };
        if !is_gone_back {
            text::toast_beginning().clone_into(&mut self.toast);
        }
        match self.comparison {
            Some(_) => self.go_on(),
            None => self.arrive(),
        }
    }

    fn reset(&mut self) {
        if let Some(beginning) = self.figure.as_ref().and_then(Figure::beginning) {
            self.show(beginning);
            self.player.is_playing = false;
        }
    }

    /// Goes on from the question of the quiz, whose button had the focus. Returns whether the next question that comes back is asked then.
    fn pass_question(&mut self) -> bool {
        if self.comparison.is_some() || self.asked().is_none() {
            return false;
        }
        let is_answered = self.asked().is_some_and(|asked| asked.chosen.is_some());
        let Some(quiz) = &mut self.quiz else { return false };
        quiz.pass();
        let link = quiz.link().cloned();
        self.host.mount.focus(".transport .play");
        let Some(link) = link else { return false };
        if !is_answered {
            let progress = Rc::make_mut(&mut self.lessons.progress);
            progress.answer_of_run(link, false, false, calendar::now());
        }
        self.ask_again();
        true
    }

    /// Begins to ask, or ends it. Time goes on to the first question.
    fn toggle_quiz(&mut self) {
        if self.quiz.take().is_some_and(|quiz| quiz.asks_further()) {
            return;
        }
        let upcoming = self.answers.upcoming.read();
        let is_at_rest = upcoming.outlook() == Some(Outlook::NothingEver)
            && upcoming.moments(&self.lab.read()).is_empty();
        drop(upcoming);
        if is_at_rest {
            text::quiz_nothing().clone_into(&mut self.toast);
            return;
        }
        self.quiz = Some(Quiz::default());
        self.player.is_playing = true;
    }

    /// Whether the question of the quiz comes back when it is missed: on the page, where one person answers.
    pub(super) fn keeps_answers(&self) -> bool {
        self.host.is_page() && self.lessons.open.is_none() && self.presenter.is_none()
    }

    /// Returns the link by which the question that is asked comes back; none where it does not.
    fn link_before_question(&self) -> Option<String> {
        if !self.keeps_answers() {
            return None;
        }
        let again = self.quiz.as_ref().and_then(|quiz| quiz.link().cloned());
        again.or_else(|| share::link_to_question(&self.cards, &self.lab.read()))
    }

    /// Takes an answer, shows what happens and tells of both.
    fn guess(&mut self, answer: usize) {
        let link = self.link_before_question();
        let Some(asked) = self.quiz.as_mut().and_then(|quiz| quiz.answer(answer)) else {
            return;
        };
        let (question, is_unsure) = (&asked.question, asked.is_unsure);
        let (time, right) = (question.time, question.right);
        let word = |index: usize| question.answers.get(index).cloned().unwrap_or_default();
        let told = FigureEvent::Prediction {
            now: time,
            expected: word(answer),
            happened: word(right),
            right: answer == right,
            lesson: None,
            step: None,
        };
        if let Some(link) = link {
            let progress = Rc::make_mut(&mut self.lessons.progress);
            progress.answer_of_run(link, answer == right, is_unsure, calendar::now());
        }
        self.lab.write().seek(time);
        self.arrive();
        if let Some(figure) = &self.figure {
            figure.send(&told);
        }
    }
}
