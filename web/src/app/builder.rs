//! Making a lesson on the page, and what follows from what its author does.

use super::App;
use crate::act::{Act, BuilderMessage, PreferencesMessage};
use crate::builder::{Builder, DraftChange, Recorded};
use crate::lab::Lab;
use crate::panes::Pane;
use crate::share::MOST_CHARS;
use crate::views::Tab;
use crate::{files, links, words};
use podlab::manifest::{Complaint, Diagnostic};
use podlab_link::{LinkTarget, Packed, Permalink, View};
use podlab_messages::text;

impl App {
    pub(super) fn update_builder(&mut self, message: BuilderMessage) {
        match message {
            BuilderMessage::Open if self.builder.is_some() => {
                self.dialogs.close();
                self.show_builder();
            }
            BuilderMessage::Open => match Builder::kept() {
                Some(builder) => self.build(builder, text::builder_resumed()),
                None => self.update_builder(BuilderMessage::New),
            },
            BuilderMessage::New => {
                let builder = Builder::begin(&self.lab.read());
                self.build(builder, text::builder_made());
            }
            BuilderMessage::File(file) => match Builder::read(&file) {
                Ok(builder) => {
                    let said = match builder.draft.variants {
                        1 => text::builder_resumed().to_owned(),
                        count => text::builder_variants(count),
                    };
                    self.build(builder, &said);
                }
                Err(wrong) => self.toast = wrong.first().map_or_else(String::new, told),
            },
            BuilderMessage::BeginHere => {
                let begin = |builder: &mut Builder, lab: &Lab| builder.begin_here(lab);
                self.change_steps(begin, 0);
            }
            BuilderMessage::Step(step) => self.change_steps(|_, _| (), step),
            BuilderMessage::RemoveStep => {
                let step = self.builder.as_ref().map_or(0, |builder| builder.step);
                self.change_steps(|builder, _| builder.remove_step(), step);
            }
            BuilderMessage::Change(change) => {
                let Some(builder) = &mut self.builder else { return };
                // The solution begins after the time that a question asks about.
                let moves = matches!(change, DraftChange::Ask(_) | DraftChange::After(_));
                builder.change(change, &self.lab.read());
                builder.keep();
                if moves {
                    let step = builder.step;
                    self.change_steps(|_, _| (), step);
                }
            }
            BuilderMessage::Check => drop(self.checked_lesson()),
            BuilderMessage::Try => {
                let Some((_, lesson)) = self.checked_lesson() else { return };
                if let Err(why) = self.open_own_lesson(&lesson) {
                    self.toast = words::wrong(&why);
                }
            }
            BuilderMessage::Save => {
                let Some((file, lesson)) = self.checked_lesson() else { return };
                let said = files::save_as(&file, &lesson);
                self.toast = self.with_what_is_missing(said);
            }
            BuilderMessage::CopyLink => {
                let Some((_, lesson)) = self.checked_lesson() else { return };
                let tell = |packed| Act::Builder(BuilderMessage::Packed(packed));
                links::pack(lesson, self.on.reform(tell));
            }
            BuilderMessage::Packed(packed) => self.copy_lesson_link(packed),
            BuilderMessage::Copied(is_copied) => {
                let said =
                    if is_copied { text::builder_linked() } else { text::builder_not_linked() };
                self.toast = self.with_what_is_missing(said.to_owned());
            }
            BuilderMessage::Close => self.close_builder(),
        }
    }

    /// Takes the builder away.
    pub(super) fn close_builder(&mut self) {
        self.builder = None;
        if self.answers.tab == Tab::Lesson {
            self.answers.tab = Tab::Why;
        }
    }

    /// Looks for what is missing in the lesson, and returns the name of its file and its text.
    fn checked_lesson(&mut self) -> Option<(String, String)> {
        let builder = self.builder.as_mut()?;
        builder.check();
        Some((builder.file(), builder.draft.write()))
    }

    /// Adds to what is said that the lesson is not complete, where the last check found something.
    fn with_what_is_missing(&self, said: String) -> String {
        let problems = self.builder.as_ref().and_then(|builder| builder.problems.as_ref());
        match problems.map_or(0, |problems| problems.len()) {
            0 => said,
            count => format!("{said} {}", text::builder_incomplete(count)),
        }
    }

    /// Shows the builder with a lesson.
    fn build(&mut self, builder: Builder, said: &str) {
        self.builder = Some(builder);
        match self.enter_step(0) {
            Ok(()) => said.clone_into(&mut self.toast),
            Err(why) => self.toast = words::wrong(&why),
        }
        self.dialogs.close();
        self.show_builder();
    }

    fn show_builder(&mut self) {
        self.answers.tab = Tab::Lesson;
        if self.pane(Pane::Answers).is_folded {
            let unfold = PreferencesMessage::FoldPane(Pane::Answers, false);
            self.preferences.update(unfold, &self.host.mount, &self.on);
        }
        self.host.focus_next = Some("#builder");
    }

    /// Changes the steps of the lesson, and opens one.
    fn change_steps(&mut self, change: impl FnOnce(&mut Builder, &Lab), step: usize) {
        if let Some(builder) = &mut self.builder {
            change(builder, &self.lab.read());
        }
        if let Err(why) = self.enter_step(step) {
            self.toast = words::wrong(&why);
        }
    }

    /// Shows the run of the lesson at the end of a step.
    fn enter_step(&mut self, step: usize) -> Result<(), Complaint> {
        let Some(builder) = &mut self.builder else { return Ok(()) };
        let lab = builder.enter(step)?;
        builder.keep();
        self.show(lab);
        self.player.is_playing = false;
        self.quiz = None;
        self.answers.tab = Tab::Lesson;
        self.push_link();
        Ok(())
    }

    fn copy_lesson_link(&mut self, packed: Packed) {
        let link = Permalink { target: LinkTarget::OwnLesson(packed), view: View::default() };
        let fragment = link.fragment();
        if fragment.len() > MOST_CHARS {
            text::builder_too_long().clone_into(&mut self.toast);
            return;
        }
        let tell = |copied| Act::Builder(BuilderMessage::Copied(copied));
        links::copy_line(links::addresses().0 + &fragment, self.on.reform(tell));
    }

    /// Whether what is on the stage is the run of the lesson that is made.
    pub(super) fn builds(&self) -> bool {
        let is_run = |builder: &Builder| builder.recorded(&self.lab.read()) != Recorded::Elsewhere;
        self.builder.as_ref().is_some_and(is_run)
    }

    /// Takes what was done on the stage as the solution of the step that is made.
    pub(super) fn follow_builder(&mut self) {
        let is_there = !self.is_on_its_way();
        let Some(builder) = self.builder.as_mut().filter(|_| is_there) else { return };
        if builder.follow(&self.lab.read()) && !self.player.is_playing {
            builder.keep();
        }
    }
}

/// Returns what is wrong with a file, and where.
fn told(wrong: &Diagnostic) -> String {
    let place = text::editor_place(wrong.span.column.to_string(), wrong.span.line.to_string());
    format!("{place}: {}", words::wrong(&wrong.message))
}
