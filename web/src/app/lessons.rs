//! Lessons on the page: opening one, and what follows from what the learner does in it.

use super::App;
use crate::act::{Act, BranchMessage, LessonMessage, RunEffect};
use crate::dialog::Dialog;
use crate::lab::Lab;
use crate::lesson::{self, KeptLesson, OpenLesson};
use crate::{fetch, mount, words};
use podlab::ReadOptions;
use podlab::base::text::Text;
use podlab::base::time::SimTime;
use podlab::files::lesson_file::{self};
use podlab::manifest::Complaint;
use podlab_messages::text;
use std::rc::Rc;

impl App {
    pub(super) fn update_lessons(&mut self, message: LessonMessage) {
        match message {
            LessonMessage::ShowCourse => self.show_course(),
            LessonMessage::CourseFetched(course) => self.take_course(course),
            LessonMessage::Open(name) => {
                self.lessons.open_plainly();
                self.fetch_lesson(name);
            }
            LessonMessage::ShowCertificate => self.dialogs.show(Dialog::Certificate),
            LessonMessage::AskAgain => self.ask_again(),
            LessonMessage::Unsure(is_unsure) => {
                if let Some(open) = &mut self.lessons.open {
                    open.is_unsure = is_unsure;
                }
            }
            LessonMessage::Fetched(name, found) => {
                if self.lessons.awaited.take_if(|awaited| *awaited == name).is_some() {
                    let is_linked = self.links.end_fetching();
                    self.open_lesson(&name, found.as_deref(), is_linked);
                    self.settle_move();
                }
            }
            LessonMessage::Choose(choice) => self.choose(choice),
            LessonMessage::Hint => {
                if let Some(open) = &mut self.lessons.open {
                    open.take_hint();
                }
            }
            LessonMessage::Solve => self.solve(),
            LessonMessage::Next => self.next_step(),
            LessonMessage::Restart => self.restart_lesson(),
            LessonMessage::Leave => self.leave_lesson(),
            LessonMessage::SaveProgress => self.save_progress(),
            LessonMessage::OpenProgress(text) => self.open_progress(&text),
        }
    }

    /// Fetches a lesson to open it.
    pub(super) fn fetch_lesson(&mut self, name: Text) {
        let Some(path) = lesson::path_of(&name) else {
            self.links.end_fetching();
            self.toast = text::lesson_unknown(&name);
            return;
        };
        self.lessons.awaited = Some(name.clone());
        self.lessons.returning = None;
        let tell = self.on.reform(|(name, found)| Act::Lesson(LessonMessage::Fetched(name, found)));
        yew::platform::spawn_local(async move {
            let found = fetch::text(&path).await.map(Rc::from);
            tell.emit((name, found));
        });
    }

    /// Opens a lesson that was fetched. One that a link leads to has its address already.
    fn open_lesson(&mut self, name: &Text, found: Option<&str>, is_linked: bool) {
        let (returning, seed) = (self.lessons.returning.take(), self.lessons.seed());
        let Some(open) = found.and_then(|text| OpenLesson::read(text, seed).ok()) else {
            text::lesson_missing().clone_into(&mut self.toast);
            return;
        };
        let open = match returning {
            Some(step) if open.has_question(step) => open.ask_again(step),
            Some(step) => {
                Rc::make_mut(&mut self.lessons.progress).forget_question(name, step);
                return self.ask_again();
            }
            None => open,
        };
        if let Err(why) = self.take_up(open) {
            self.toast = words::wrong(&why);
            if let Some(step) = returning {
                Rc::make_mut(&mut self.lessons.progress).forget_question(name, step);
            }
            return;
        }
        if !self.is_talking() {
            Rc::make_mut(&mut self.lessons.progress).begin(name);
        }
        if !is_linked {
            self.push_open_lesson();
            self.host.focus_next = Some(".lesson");
        }
        self.fetch_course();
    }

    /// Opens a lesson that does not come with Podlab, and lets the address hold it.
    ///
    /// # Errors
    ///
    /// Returns what the API server refuses.
    pub(super) fn open_own_lesson(&mut self, text: &str) -> Result<(), Complaint> {
        // What is wrong with a text the editor tells.
        let read = lesson_file::read_variants(text, &ReadOptions::default());
        let Ok(variants) = read else { return Ok(()) };
        self.take_up(OpenLesson::own(variants, None, text))?;
        self.lessons.open_plainly();
        self.push_open_lesson();
        Ok(())
    }

    fn push_open_lesson(&mut self) {
        if let Some(open) = self.lessons.open.take() {
            self.push_lesson_link(&open);
            self.lessons.open = Some(open);
        }
    }

    /// Whether the page shows a presentation. The page then starts each lesson from its first step and saves no progress.
    pub(super) fn is_talking(&self) -> bool {
        self.presenter.as_ref().is_some_and(|presenter| presenter.talk.is_some())
    }

    /// Shows a lesson at its beginning, or where the visitor left it.
    ///
    /// # Errors
    ///
    /// Returns what the API server refuses.
    pub(super) fn take_up(&mut self, mut open: OpenLesson) -> Result<(), Complaint> {
        let is_talking = self.is_talking();
        // It may be the lesson that is open.
        self.keep_lesson();
        let kept = KeptLesson::of(&open).filter(|_| !is_talking && open.returns.is_none());
        let left = kept.and_then(|kept| open.go_on(kept));
        let is_left = left.is_some();
        self.enter_lesson(open, left)?;
        if is_left {
            text::lesson_goes_on().clone_into(&mut self.toast);
        }
        Ok(())
    }

    /// Begins the open lesson again.
    fn restart_lesson(&mut self) {
        let Some(open) = self.lessons.open.take() else { return };
        let is_kept = self.host.is_page() && !self.is_talking();
        if let Err(why) = self.enter_lesson(open.again(), None) {
            self.toast = words::wrong(&why);
            self.lessons.open = Some(open);
        } else if let Some(open) = self.lessons.open.as_ref().filter(|_| is_kept) {
            KeptLesson::forget(open);
        }
    }

    /// Shows a lesson where the visitor left it, or else at the moment at which it begins.
    ///
    /// # Errors
    ///
    /// Returns what the API server refuses.
    fn enter_lesson(&mut self, mut open: OpenLesson, left: Option<Lab>) -> Result<(), Complaint> {
        let opens = (left.is_none() && open.returns.is_none()).then(|| open.opens());
        let lab = left.map_or_else(|| open.lab(), Ok)?;
        self.show(lab);
        self.player.is_playing = false;
        // A lesson asks its own questions.
        self.quiz = None;
        self.lessons.open = Some(open);
        if let Some(opens) = opens {
            self.lab.write().seek(opens);
        }
        self.arrive();
        self.show_asked();
        Ok(())
    }

    /// Lets the lesson follow where its run is now.
    pub(super) fn follow_lesson(&mut self) {
        let is_there = !self.is_on_its_way();
        let lab = self.lab.read();
        let Some(open) = self.lessons.open.as_mut().filter(|_| is_there) else { return };
        open.begin(&lab);
        if open.end_undoing(&lab) {
            text::lesson_back().clone_into(&mut self.toast);
        }
        if let Some(speed) = open.end_watch(lab.now()) {
            self.player.speed = speed;
            self.player.is_playing = false;
        }
        // The learner is to see what was reached before time goes on.
        if self.player.is_playing && open.watched().is_none() && open.is_step_reached(&lab) {
            self.player.is_playing = false;
        }
    }

    /// Returns the moment up to which time passes after an answer.
    pub(super) fn watched(&self) -> Option<SimTime> {
        self.lessons.open.as_ref().and_then(OpenLesson::watched)
    }

    /// Closes the open lesson, and waits for no other. On the page the browser keeps how far the learner is.
    pub(super) fn close_lesson(&mut self) {
        self.keep_lesson();
        self.lessons.open = None;
        self.lessons.awaited = None;
    }

    /// Lets the browser keep how far the learner is in the open lesson, on the page.
    fn keep_lesson(&self) {
        let is_kept = self.host.is_page() && !self.is_talking();
        if let Some(open) = self.lessons.open.as_ref().filter(|_| is_kept) {
            open.keep(&self.lab.read());
        }
    }

    /// Leaves the lesson. What is on the stage stays there.
    pub(super) fn leave_lesson(&mut self) {
        if self.lessons.open.is_some() {
            self.close_lesson();
            self.push_link();
            self.host.mount.focus("#stage");
        }
    }

    /// Returns why a learner may not do something in the open lesson now: a question comes first, and the settings are the lesson's.
    pub(super) fn lesson_refuses(&self, act: &Act) -> Option<&'static str> {
        let is_settings = matches!(act, Act::Run(message) if message.is_setting());
        if is_settings && self.builds() {
            return Some(text::builder_settings());
        }
        let open = self.lessons.open.as_ref()?;
        if is_settings {
            return Some(text::lesson_own_settings());
        }
        // Whatever was done can be taken back, also when a question follows it.
        let is_undo = matches!(act, Act::Branch(BranchMessage::Undo));
        let is_asked = open.asks() && !is_undo;
        (act.effect().moves_run() && is_asked).then(text::lesson_answer_first)
    }

    /// Lets time pass after an act in a lesson: its effects are what the goals wait for.
    pub(super) fn go_on_in_lesson(&mut self, act: &Act) {
        if act.effect() == RunEffect::Changes && self.lessons.open.is_some() && !mount::is_calm() {
            self.player.is_playing = true;
        }
    }
}
