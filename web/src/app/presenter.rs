//! Presenting: what each key of the presenter does.

use super::App;
use crate::act::{
    Act, AnswersMessage, LessonMessage, PlayerMessage, PreferencesMessage, PresenterMessage,
};
use crate::lesson::OpenLesson;
use crate::presenter::{Asked, Presenter};
use crate::quiz::Quiz;
use crate::state::Drawn;
use crate::theme::Theme;
use crate::views::Tab;
use podlab::files::presentation_file::{Presentation, Shown};
use podlab_messages::text;

/// What the key for what comes next does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Forward {
    /// Takes away what covers the stage.
    Uncover,
    /// Tells the right answer.
    Answer,
    /// Lets time pass up to the next question, or stand still.
    Play,
    /// Plays the official solution of the step of the lesson.
    Solve,
    /// Goes on to the next step of the lesson.
    NextStep,
    /// Shows the next move of the presentation.
    NextMove,
    /// Lets time pass up to the next change.
    NextChange,
}

impl Forward {
    pub(super) fn label(self) -> &'static str {
        match self {
            Forward::Answer => text::present_show_answer(),
            Forward::Play => text::time_play(),
            Forward::Solve => text::lesson_solution(),
            Forward::NextStep => text::present_next_step(),
            Forward::NextChange => text::time_next_change(),
            Forward::Uncover | Forward::NextMove => text::present_forward(),
        }
    }
}

impl App {
    pub(super) fn update_presenter(&mut self, message: PresenterMessage) {
        if message == PresenterMessage::Toggle {
            return self.toggle_presenter();
        }
        if self.presenter.is_none() {
            return;
        }
        match message {
            PresenterMessage::Toggle => {}
            PresenterMessage::Forward => self.go_forward(),
            PresenterMessage::NextMove => {
                self.change(|presenter| _ = presenter.uncover());
                self.next_move();
            }
            PresenterMessage::Back => self.back(),
            PresenterMessage::Vote(answer) => self.vote(answer),
            PresenterMessage::Ask => {
                if self.lessons.open.is_none() {
                    self.update_player(PlayerMessage::ToggleQuiz);
                }
            }
            PresenterMessage::Show(shown) => self.show_answer(shown),
            PresenterMessage::Blank => self.change(|presenter| presenter.is_blank ^= true),
            PresenterMessage::Code => {
                self.change(|presenter| presenter.shows_code ^= true);
                if self.lessons.open.is_none() {
                    self.link_to_now();
                }
            }
            PresenterMessage::Pointer => self.change(|presenter| presenter.has_pointer ^= true),
            PresenterMessage::Dark => {
                let is_dark = self.preferences.saved.theme.is_dark();
                let theme = if is_dark { Theme::Light } else { Theme::Dark };
                self.follow(Act::Preferences(PreferencesMessage::Theme(theme)));
            }
        }
    }

    pub(super) fn change(&mut self, change: impl FnOnce(&mut Presenter)) {
        if let Some(presenter) = &mut self.presenter {
            change(presenter);
        }
    }

    fn toggle_presenter(&mut self) {
        if self.presenter.take().is_none() && self.comparison.is_none() && self.host.is_page() {
            self.begin_presenting(None);
        }
    }

    /// Begins to present, with prepared moves or without.
    pub(super) fn begin_presenting(&mut self, presentation: Option<Presentation>) {
        self.dialogs.close();
        self.presenter = Some(Presenter::new(presentation));
    }

    /// Goes on without the prepared moves: something else was opened.
    pub(super) fn leave_talk(&mut self) {
        self.change(|presenter| presenter.talk = None);
    }

    /// What is drawn.
    pub(super) fn drawn(&self) -> Drawn {
        match (&self.comparison, &self.presenter) {
            (Some(_), _) => Drawn::Comparison,
            (None, Some(presenter)) if presenter.is_covered() => Drawn::Covered,
            (None, Some(_)) => Drawn::Presented,
            (None, None) => Drawn::Lab,
        }
    }

    /// Whether what happens next is shown.
    pub(super) fn shows_forecast(&self) -> bool {
        match &self.presenter {
            Some(presenter) => presenter.shows == Shown::Next,
            None => self.answers.tab == Tab::Why,
        }
    }

    /// Ends the presenting, or only takes away what covers the stage.
    pub(super) fn end_presenting(&mut self) {
        if self.presenter.as_mut().is_some_and(|presenter| !presenter.uncover()) {
            self.presenter = None;
        }
    }

    /// Lets the votes follow which question is asked.
    pub(super) fn follow_question(&mut self) {
        let asked = self.question_of_room();
        self.change(|presenter| presenter.follow(asked));
    }

    /// The question that the room is asked, answered or not.
    fn question_of_room(&self) -> Option<Asked> {
        let of_quiz = self.asked().map(Asked::of_quiz);
        of_quiz.or_else(|| {
            let open = self.lessons.open.as_ref()?;
            let run = open.learner()?;
            run.step()?.predict.as_ref()?;
            let (name, step) = (run.lesson().scenario.name.clone(), run.step_index());
            Some(Asked::Lesson { name, attempt: open.attempt, step })
        })
    }

    /// How many answers can be voted for; none where nothing is asked, or it is answered.
    pub(super) fn open_answers(&self) -> Option<usize> {
        if let Some(asked) = self.asked() {
            return asked.chosen.is_none().then_some(asked.question.answers.len());
        }
        let asked = self.lessons.open.as_ref()?.learner()?.question()?;
        Some(asked.choices.len())
    }

    fn vote(&mut self, answer: usize) {
        let Some(answers) = self.open_answers() else { return };
        // A frame may have asked since the last act.
        self.follow_question();
        self.change(|presenter| presenter.vote(answer, answers));
    }

    /// Answers with the answer that has the most votes, or the right one without votes. The page then shows which is right.
    fn reveal(&mut self) {
        let choice = self.presenter.as_ref().and_then(Presenter::choice_of_room);
        if let Some(asked) = self.asked() {
            let choice = choice.unwrap_or(asked.question.right);
            return self.update_player(PlayerMessage::Guess(choice));
        }
        let right = self.lessons.open.as_ref().and_then(|open| open.right_choice(&self.lab.read()));
        self.follow(Act::Lesson(LessonMessage::Choose(choice.or(right).unwrap_or(0))));
    }

    /// What the key for what comes next does now.
    pub(super) fn forward(&self) -> Forward {
        let is_step_done = || {
            let learner = self.lessons.open.as_ref().and_then(OpenLesson::learner);
            learner.is_some_and(|run| run.is_step_done(self.lab.read().history()))
        };
        if self.presenter.as_ref().is_some_and(Presenter::is_covered) {
            Forward::Uncover
        } else if self.open_answers().is_some() {
            Forward::Answer
        } else if self.asks_further() && self.asked().is_some() {
            Forward::Play
        } else if is_step_done() {
            Forward::NextStep
        } else if self.lessons.open.as_ref().is_some_and(OpenLesson::has_solution_to_show) {
            Forward::Solve
        } else if self.place().is_some() {
            Forward::NextMove
        } else {
            Forward::NextChange
        }
    }

    fn go_forward(&mut self) {
        match self.forward() {
            Forward::Uncover => self.change(|presenter| _ = presenter.uncover()),
            Forward::Answer => self.reveal(),
            Forward::Play => self.follow(Act::Player(PlayerMessage::TogglePlaying)),
            Forward::Solve => self.follow(Act::Lesson(LessonMessage::Solve)),
            Forward::NextStep => self.follow(Act::Lesson(LessonMessage::Next)),
            Forward::NextMove => self.next_move(),
            Forward::NextChange => self.follow(Act::Player(PlayerMessage::NextChange)),
        }
    }

    fn next_move(&mut self) {
        match self.place() {
            Some((place, count)) if place + 1 < count => self.go_to_move(place + 1),
            Some(_) => text::present_last().clone_into(&mut self.toast),
            None => self.go_forward(),
        }
    }

    /// Whether one question is asked after the other.
    pub(super) fn asks_further(&self) -> bool {
        self.quiz.as_ref().is_some_and(Quiz::asks_further)
    }

    fn back(&mut self) {
        if self.presenter.as_mut().is_some_and(Presenter::uncover) {
            return;
        }
        match self.place() {
            Some((0, _)) => text::present_first().clone_into(&mut self.toast),
            Some((place, _)) => self.go_to_move(place - 1),
            // A question comes first.
            None if self.open_answers().is_some() => {}
            None => self.follow(Act::Player(PlayerMessage::BackToChange)),
        }
    }

    /// Returns the question why the answer of a step that only asks is right, or else why the last change happened.
    fn why_in_room(&self) -> AnswersMessage {
        let learner = self.lessons.open.as_ref().and_then(OpenLesson::learner);
        let step = learner.and_then(|run| run.step());
        match step {
            Some(step) if step.goals.is_empty() => AnswersMessage::WhyAsked,
            Some(_) | None => AnswersMessage::WhyLast,
        }
    }

    /// Shows an answer beside the stage, or takes it away when it is there.
    pub(super) fn show_answer(&mut self, shown: Shown) {
        self.change(|presenter| presenter.toggle(shown));
        if shown == Shown::Why {
            self.follow(Act::Answers(self.why_in_room()));
            self.answers.is_sheet_open = false;
        }
    }
}
