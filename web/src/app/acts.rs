//! Hands each act to the part of the page that it concerns.

use super::App;
use crate::act::{Act, LessonMessage, PreferencesMessage};
use crate::dialog::Dialog;
use crate::panes::Pane;
use podlab_stage::summary;

impl App {
    /// Does what a person does, when its turn comes.
    pub(super) fn follow(&mut self, act: Act) {
        // That the address is another one now, that the list of lessons is there, or that the stage is read out, is no answer to what
        // was said last.
        let is_no_answer = matches!(
            act,
            Act::Link(_)
                | Act::Lesson(LessonMessage::CourseFetched(_))
                | Act::Summarize
                | Act::GoToActions
        );
        if !is_no_answer {
            self.toast.clear();
        }
        if self.links.is_opening() && !act.goes_with_opening() {
            return;
        }
        if let Some(act) = self.wait_with(act) {
            self.follow_now(act);
        }
    }

    /// Does what a person does.
    pub(super) fn follow_now(&mut self, act: Act) {
        self.follow_first_steps(&act);
        self.player.stepped = None;
        if act.effect().leaves_answers_behind() {
            self.answers.close_why();
        }
        self.go_on_in_lesson(&act);
        match act {
            Act::Player(message) => self.update_player(message),
            Act::Branch(message) => self.update_branches(message),
            Act::Cluster(message) => self.update_cluster(message),
            Act::Run(message) => self.update_run(message),
            Act::Answers(message) => self.update_answers(message),
            Act::Console(message) => self.update_console(message),
            Act::Tracks(message) => {
                self.tracks.update(message, self.lab.read().story(), &mut self.answers);
            }
            Act::Controls(message) => self.controls.update(message),
            Act::Editor(message) => self.update_editor(message),
            Act::Explorer(message) => self.update_explorer(message),
            Act::Comparison(message) => self.update_comparison(message),
            Act::Link(message) => self.update_link(message),
            Act::Share(message) => self.update_share(message),
            Act::Preferences(message) => {
                // The pane unfolds below what is in sight.
                if message == PreferencesMessage::FoldPane(Pane::Controls, false)
                    && !self.host.mount.is_wide()
                {
                    self.host.show_next = Some("#controls");
                }
                let told = self.preferences.update(message, &self.host.mount, &self.on);
                self.toast = told.unwrap_or_default();
            }
            Act::Kept(message) => self.update_kept(message),
            Act::Labs(message) => self.update_labs(message),
            Act::Lesson(message) => self.update_lessons(message),
            Act::Builder(message) => self.update_builder(message),
            Act::Class(message) => self.update_class(message),
            Act::Presenter(message) => self.update_presenter(message),
            Act::Say(text) => self.toast = text.to_string(),
            Act::Summarize => self.summarize(),
            Act::GoToActions => self.host.mount.focus("#controls .act"),
            Act::OpenHelp => self.dialogs.show(Dialog::Help),
            Act::OpenGlossary(term) => self.dialogs.show(Dialog::Glossary(term)),
            Act::Close => self.close(),
            Act::ByScript(act, asked) => {
                asked.set(asked.get() - 1);
                self.follow(*act);
            }
            // `App::frame` takes frames before they come here.
            Act::Frame(_) => {}
        }
    }

    /// Says in a sentence what is on the stage. Asked again, the sentence is another text, so that it is read aloud again.
    fn summarize(&mut self) {
        if self.comparison.is_some() {
            return;
        }
        let mut summary = summary::spoken(&self.lab.read());
        if self.toast == summary {
            summary.push('\u{a0}');
        }
        self.toast = summary;
    }

    /// Closes the dialog; without one stops a run on its way to a moment; else goes back from a comparison to the lab; else takes the answer
    /// to a *why* away, and where there is none ends the presenting.
    fn close(&mut self) {
        if self.dialogs.close().is_some() || self.stop() || self.end_comparison() {
            return;
        }
        let has_sheet = self.answers.is_sheet_open;
        self.answers.close_why();
        if !has_sheet {
            self.end_presenting();
        }
    }
}
