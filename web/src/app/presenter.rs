//! Presenting: what each key of the presenter does.

use super::moves::link_of;
use super::{AnswersMessage, App, Drawn, LessonMessage, PlayerMessage, PreferencesMessage};
use crate::act::{Act, Tab};
use crate::components::presented::{self, PresentedAnswer};
use crate::components::presenter_bar::PresenterBar;
use crate::presenter::{Asked, Presenter};
use crate::theme::Theme;
use crate::{links, words};
use podlab::files::presentation_file::{Presentation, Shown};
use podlab_link::{LinkTarget, Permalink, View};
use podlab_messages::{local, text};
use yew::prelude::*;

/// What a presenter does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PresenterMessage {
    /// Begins to present, or ends it.
    Toggle,
    /// Does what comes next: uncovers the stage, tells the right answer, goes on in the lesson, shows the next move, or the next change.
    Forward,
    /// Shows the move before, or what was before the last change.
    Back,
    /// Counts a vote for the answer at an index.
    Vote(usize),
    /// Asks the room what comes next, or no more.
    Ask,
    /// Shows an answer beside the stage, or takes it away.
    Show(Shown),
    /// Lets nothing be seen, or everything again.
    Blank,
    /// Fills the screen with the code of the address, or not.
    Code,
    /// Lets a ring follow the pointer, or not.
    Pointer,
    /// Changes between dark and light.
    Dark,
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
            PresenterMessage::Forward => self.forward(),
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
    fn open_answers(&self) -> Option<usize> {
        if let Some(question) = self.asked() {
            return question.chosen.is_none().then_some(question.answers.len());
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
        if let Some(question) = self.asked() {
            let choice = choice.unwrap_or(question.right);
            return self.update_player(PlayerMessage::Guess(choice));
        }
        let right = self.lessons.open.as_ref().and_then(|open| open.right_choice(&self.lab.read()));
        self.follow(Act::Lesson(LessonMessage::Choose(choice.or(right).unwrap_or(0))));
    }

    fn forward(&mut self) {
        if self.presenter.as_mut().is_some_and(Presenter::uncover) {
            return;
        }
        if self.open_answers().is_some() {
            return self.reveal();
        }
        if self.asked().is_some() {
            return self.follow(Act::Player(PlayerMessage::TogglePlaying));
        }
        let goes_on = self.lessons.open.as_ref().is_some_and(|open| {
            open.learner().is_some_and(|run| run.is_step_done(self.lab.read().history()))
        });
        if goes_on {
            return self.follow(Act::Lesson(LessonMessage::Next));
        }
        match self.place() {
            Some((place, count)) if place + 1 < count => self.go_to_move(place + 1),
            Some(_) => text::present_last().clone_into(&mut self.toast),
            None => self.follow(Act::Player(PlayerMessage::NextChange)),
        }
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

    /// Shows an answer beside the stage, or takes it away when it is there.
    pub(super) fn show_answer(&mut self, shown: Shown) {
        self.change(|presenter| presenter.toggle(shown));
        if shown == Shown::Why {
            self.follow(Act::Answers(AnswersMessage::WhyLast));
            self.answers.is_sheet_open = false;
        }
    }

    /// The address of what is shown, for the code that a room reads; none until it is made.
    fn address_for_room(&self) -> Option<String> {
        let fragment = match &self.lessons.open {
            Some(open) if open.own.is_none() => {
                let target = LinkTarget::Lesson(open.name().to_string());
                Permalink { target, view: View::default() }.fragment()
            }
            // A lesson of one's own stands in the link that opened it.
            Some(_) => {
                let talk = self.presenter.as_ref().and_then(|presenter| presenter.talk.as_ref());
                match talk.and_then(|talk| link_of(&talk.presentation, talk.place)) {
                    Some(link) => link.ok()?.fragment(),
                    None => self.links.address.clone(),
                }
            }
            None => self.share.read().link.as_ref()?.fragment(),
        };
        Some(format!("{}{fragment}", links::addresses().0))
    }
}

impl App {
    /// What a room sees: the sentence, the stage, and one answer.
    pub(super) fn view_presented(&self, presenter: &Presenter) -> Html {
        if presenter.is_blank {
            return presented::blank(&self.on);
        }
        if presenter.shows_code {
            return presented::code(self.address_for_room(), &self.on);
        }
        let has_answer = presenter.shows != Shown::Nothing;
        let said = presenter.talk.as_ref().map(|talk| local(&talk.present().say).to_owned());
        let class = classes!(
            "lab",
            "is-presented",
            self.lessons.open.is_some().then_some("has-lesson"),
            has_answer.then_some("has-answer"),
        );
        html! {
            <div {class}>
                { self.view_lesson() }
                { self.view_told() }
                <main class="stage" id="stage" tabindex="-1">
                    if let Some(said) = said {
                        <p class="presented-say" role="status">{ said }</p>
                    }
                    { self.view_question() }
                    // What is asked is not to be read off.
                    if self.open_answers().is_none() {
                        { self.view_about_change() }
                    }
                    { self.view_stage() }
                </main>
                <PresentedAnswer
                    lab={self.lab.clone()}
                    shows={presenter.shows}
                    target={self.answers.target}
                    selected={self.answers.selected}
                    upcoming={self.answers.upcoming.clone()}
                    on={self.on.clone()}
                />
                <PresenterBar
                    presenter={presenter.clone()}
                    clock={words::clock(self.now())}
                    is_playing={self.player.is_playing}
                    asks={self.quiz.is_some()}
                    can_ask={self.lessons.open.is_none()}
                    is_dark={self.preferences.saved.theme.is_dark()}
                    on={self.on.clone()}
                />
                if presenter.has_pointer {
                    <presented::Pointer />
                }
            </div>
        }
    }

    /// The votes of the room for each answer of the question that is asked; none where no room votes.
    pub(super) fn votes(&self) -> Vec<u32> {
        let Some(presenter) = &self.presenter else { return Vec::new() };
        let mut votes = presenter.votes.clone();
        if let Some(answers) = self.open_answers() {
            votes.resize(answers, 0);
        }
        votes
    }
}
