//! What a figure tells of its lesson.

use super::told_step::ToldStep;
use super::{Figure, FigureEvent};
use crate::lab::Lab;
use crate::lesson::OpenLesson;
use crate::words;
use podlab::base::text::Text;
use podlab::base::time::SimTime;
use podlab::lesson::LessonRun;

impl Figure {
    /// Sends what is new in the lesson: which step began, and which of its goals were reached.
    pub fn send_lesson(&mut self, open: &OpenLesson, lab: &Lab) {
        let Some(run) = open.learner().filter(|_| !lab.is_on_its_way()) else { return };
        let now = lab.now();
        let (lesson, step) = place_in(run);
        let present = Some((open.attempt, run.step_index()));
        if self.told_step.step != present {
            self.told_step = ToldStep { step: present, goals: Vec::new() };
            let course = &run.lesson().course;
            self.send(&FigureEvent::Step {
                now,
                lesson: lesson.clone(),
                title: podlab_messages::local(&run.lesson().scenario.title).to_owned(),
                step,
                steps: course.steps.len(),
                over: run.step().is_none(),
                commands: OpenLesson::commands(lab),
                par: course.par,
            });
        }
        for (index, goal) in open.reached(lab) {
            if !self.told_step.goals.contains(&index) {
                self.told_step.goals.push(index);
                let goal = words::plain(&podlab_messages::goal(goal));
                self.send(&FigureEvent::Goal { now, goal, lesson: lesson.clone(), step });
            }
        }
    }

    /// Sends the answer to the question of a lesson.
    pub fn send_answer(&self, run: &LessonRun, now: SimTime) {
        let asked = run.step().and_then(|step| step.predict.as_ref());
        let (Some(asked), Some(answer)) = (asked, run.answer()) else { return };
        let (lesson, step) = place_in(run);
        self.send(&FigureEvent::Prediction {
            now,
            expected: asked.choices[answer.chosen].answer.clone(),
            happened: answer.right.clone(),
            right: answer.is_right(),
            lesson: Some(lesson),
            step: Some(step),
        });
    }
}

/// Returns the name of a lesson, and the number of its present step, from 1; at the end that of the last step.
fn place_in(run: &LessonRun) -> (Text, usize) {
    let lesson = run.lesson();
    let step = (run.step_index() + 1).min(lesson.course.steps.len());
    (lesson.scenario.name.clone(), step)
}
