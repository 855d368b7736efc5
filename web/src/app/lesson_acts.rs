//! What the learner does in the open lesson: answers, asks why, sees the solution, and goes on.

use super::App;
use crate::act::{Act, AnswersMessage, LessonMessage};
use crate::lab::Lab;
use crate::lesson::{KeptLesson, OpenLesson};
use crate::{calendar, mount, words};
use podlab::base::text::Text;
use podlab::lesson::{change_asked, pod_asked};
use std::rc::Rc;

impl App {
    /// Takes the answer, and lets the learner watch what comes of it.
    pub(super) fn choose(&mut self, choice: usize) {
        let lab = self.lab.read();
        let Some(open) = &mut self.lessons.open else { return };
        let Some(speed) = open.choose(choice, &lab, self.player.speed) else { return };
        if let (Some(figure), Some(run)) = (&self.figure, open.learner()) {
            figure.send_answer(run, lab.now());
        }
        let until = open.watched();
        let answered =
            open.learner().and_then(|run| Some((run.step_index(), run.answer()?.is_right())));
        let (name, is_own, is_unsure) = (open.name().clone(), open.own.is_some(), open.is_unsure);
        drop(lab);
        let is_kept = self.host.is_page() && !is_own && !self.is_talking();
        if let Some((step, is_right)) = answered.filter(|_| is_kept) {
            let progress = Rc::make_mut(&mut self.lessons.progress);
            progress.answer(&name, step, is_right, is_unsure, calendar::now());
        }
        if mount::is_calm() {
            if let Some(until) = until {
                self.lab.write().seek(until);
                self.arrive();
            }
        } else {
            self.player.speed = speed;
            self.player.is_playing = true;
        }
    }

    /// Goes to the moment that the answered question is about, while the learner still watches. Returns whether the page is on the way
    /// there; what is to follow then waits until it has arrived.
    pub(super) fn see_asked(&mut self) -> bool {
        let until = self.watched().filter(|until| *until > self.now());
        if let Some(until) = until {
            self.lab.write().seek(until);
            self.arrive();
        }
        until.is_some()
    }

    /// Puts the Pod on the stage that the open question is about.
    pub(super) fn show_asked(&mut self) {
        let learner = self.lessons.open.as_ref().and_then(OpenLesson::learner);
        let pod = learner.and_then(|run| pod_asked(run.question()?, None));
        self.show_pod(pod);
    }

    fn show_pod(&mut self, pod: Option<Text>) {
        let is_there = |lab: &Lab, pod: &Text| lab.sim().pod(&lab.scene.namespace, pod).is_some();
        let pod = pod.filter(|pod| is_there(&self.lab.read(), pod));
        if let Some(pod) = pod.filter(|pod| self.lab.read().pod_name() != pod) {
            self.lab.write().select(pod);
        }
    }

    /// Shows the Pod that the answered question was about, and returns the question why its answer is right.
    pub(super) fn why_asked(&mut self) -> AnswersMessage {
        let learner = self.lessons.open.as_ref().and_then(OpenLesson::learner);
        let found = learner.and_then(|run| {
            let (asked, answer) = (run.step()?.predict.as_ref()?, run.answer()?);
            let lab = self.lab.read();
            let change = change_asked(asked, answer, lab.history())?.number;
            Some((change, pod_asked(asked, Some(&answer.right))))
        });
        let Some((change, pod)) = found else { return AnswersMessage::WhyLast };
        self.show_pod(pod);
        AnswersMessage::Select(change)
    }

    /// Does what the official solution does, and shows its lines.
    pub(super) fn solve(&mut self) {
        if self.see_asked() {
            return self.follow(Act::Lesson(LessonMessage::Solve));
        }
        let now = self.lab.read().now();
        let Some(open) = &mut self.lessons.open else { return };
        let done = open.solve(&mut self.lab.write());
        match done {
            Ok(lines) => {
                if !lines.is_empty() {
                    self.console.write().add_act(now, lines);
                }
            }
            Err(error) => self.toast = words::wrong(&error.in_full()),
        }
        self.player.is_playing = false;
        self.arrive();
    }

    /// Goes on to the next step, or to the next question that comes back.
    pub(super) fn next_step(&mut self) {
        if self.see_asked() {
            return self.follow(Act::Lesson(LessonMessage::Next));
        }
        if self.lessons.open.as_ref().is_some_and(|open| open.returns.is_some()) {
            return self.ask_again();
        }
        let is_talking = self.is_talking();
        let lab = self.lab.read();
        let Some(open) = &mut self.lessons.open else { return };
        if let Some(speed) = open.end_watch(lab.now()) {
            self.player.speed = speed;
        }
        open.next(&lab);
        drop(lab);
        self.player.is_playing = false;
        self.show_asked();
        let lab = self.lab.read();
        let Some(open) = &mut self.lessons.open else { return };
        if open.is_over() && self.host.is_page() {
            if !is_talking {
                KeptLesson::forget(open);
            }
            if open.own.is_none() && !is_talking {
                let (name, commands) = (open.name().clone(), OpenLesson::commands(&lab));
                Rc::make_mut(&mut self.lessons.progress).finish(&name, commands);
            }
        }
        self.host.mount.focus(".lesson");
    }
}
