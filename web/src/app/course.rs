//! The list of lessons, how far the visitor has come, and the questions that come back.

use super::App;
use crate::act::{Act, LessonMessage};
use crate::dialog::Dialog;
use crate::progress::{CourseProgress, DueQuestion};
use crate::quiz::Quiz;
use crate::{calendar, fetch, files, lesson};
use podlab::files::lesson_file::{ListedLesson, read_list};
use podlab_link::Permalink;
use podlab_messages::text;
use podlab_stage::quiz::is_due;
use std::rc::Rc;

/// The name of the file in which the visitor saves how far they have come.
const PROGRESS_FILE: &str = "podlab-lessons.json";

impl App {
    pub(super) fn show_course(&mut self) {
        self.fetch_course();
        self.dialogs.show(Dialog::Course);
    }

    /// Takes the list of lessons, or says that it cannot be fetched.
    pub(super) fn take_course(&mut self, course: Option<Rc<Vec<ListedLesson>>>) {
        if course.is_some() {
            self.lessons.course = course;
        } else if self.dialogs.open() == Some(&Dialog::Course) {
            self.dialogs.close();
            text::course_missing().clone_into(&mut self.toast);
        }
    }

    pub(super) fn save_progress(&mut self) {
        self.toast = files::save_as(PROGRESS_FILE, &self.lessons.progress.write());
    }

    /// Adds how far the visitor has come elsewhere.
    pub(super) fn open_progress(&mut self, text: &str) {
        let Some(course) = self.lessons.course.clone() else { return };
        let Some(read) = CourseProgress::read(text) else {
            text::course_progress_wrong().clone_into(&mut self.toast);
            return;
        };
        let progress = Rc::make_mut(&mut self.lessons.progress);
        progress.add(read, |name| course.iter().any(|listed| listed.name == name));
        self.toast = text::course_progress_opened(course.len(), progress.solved());
    }

    /// Fetches the list of lessons, unless it is there.
    pub(super) fn fetch_course(&self) {
        if self.lessons.course.is_some() {
            return;
        }
        let tell = self.on.reform(|course| Act::Lesson(LessonMessage::CourseFetched(course)));
        yew::platform::spawn_local(async move {
            let text = fetch::text(&lesson::path_of_list()).await;
            tell.emit(text.and_then(|text| read_list(&text).ok()).map(Rc::new));
        });
    }

    /// Asks the next question that comes back today. Without one the lesson is left.
    pub(super) fn ask_again(&mut self) {
        let mut due = self.lessons.progress.due(calendar::now());
        if let Some(course) = &self.lessons.course {
            // A lesson may be gone since then.
            due.retain(|question| match question {
                DueQuestion::OfLesson(name, _) => course.iter().any(|listed| listed.name == *name),
                DueQuestion::OfRun(_) => true,
            });
        }
        self.lessons.open_plainly();
        match due.into_iter().next() {
            Some(DueQuestion::OfLesson(name, step)) => {
                self.dialogs.close();
                self.fetch_lesson(name);
                self.lessons.returning = Some(step);
            }
            Some(DueQuestion::OfRun(link)) => self.ask_of_run(&link),
            None => {
                self.leave_lesson();
                text::lesson_returns_none().clone_into(&mut self.toast);
            }
        }
    }

    /// Asks the next question about the run to which a link leads.
    fn ask_of_run(&mut self, link: &str) {
        self.dialogs.close();
        self.links.number += 1;
        self.links.push(link.to_owned());
        self.lessons.returning_run = Some(link.to_owned());
        let opened = Permalink::parse(link).and_then(|link| self.open_link(link));
        if opened.is_err() {
            // An older Podlab made it.
            self.lessons.returning_run = None;
            Rc::make_mut(&mut self.lessons.progress).forget_run(link);
        }
        self.show_link_error(opened);
    }

    /// Begins to ask what a link asks. Returns whether it asks a question that comes back and is not there any more.
    pub(super) fn begin_quiz(&mut self) -> bool {
        let Some(link) = self.lessons.returning_run.take() else {
            self.quiz = Some(Quiz::default());
            return false;
        };
        if !is_due(&self.lab.read()) {
            Rc::make_mut(&mut self.lessons.progress).forget_run(&link);
            return true;
        }
        self.quiz = Some(Quiz::again(link));
        false
    }
}
