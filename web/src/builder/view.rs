//! What the builder shows of the lesson that is being made.

use super::asks::asks;
use super::{Builder, Field, Recorded};
use crate::lab::Lab;
use podlab::base::text::Text;
use podlab::base::time::SimTime;
use podlab::files::lesson_file::{Ask, Chapter, Form, Goal, Prediction};
use podlab::lesson::Offer;
use podlab::manifest::Diagnostic;
use podlab_messages::{Language, goal};
use podlab_stage::lesson::{answer_in_words, work};
use std::rc::Rc;

/// What the builder shows.
#[derive(Clone, Debug, PartialEq)]
pub struct BuilderView {
    /// The index of the step that is open.
    pub step: usize,
    /// How many steps there are.
    pub steps: usize,
    /// Whether what is done on the stage is recorded.
    pub recorded: Recorded,
    /// The texts, without those of the answers.
    pub texts: Vec<(Field, String)>,
    /// The language that they are in.
    pub language: Language,
    /// How much it asks of the learner.
    pub level: Text,
    /// The chapter that it belongs to.
    pub chapter: Chapter,
    /// What sort of piece it is.
    pub form: Form,
    /// How long it takes.
    pub minutes: u32,
    /// When it begins.
    pub opens: Option<SimTime>,
    /// The goals of the step, with their sentences.
    pub goals: Vec<(Goal, String)>,
    /// The goals that can be added, with their sentences: those that became true in the step, and the others.
    pub offers: [Vec<(Goal, String)>; 2],
    /// What the solution does, a line for each piece.
    pub solution: Vec<String>,
    /// The question of the step.
    pub question: Option<QuestionDraft>,
    /// The questions that the step can ask. Those of a kind stand together.
    pub asks: Vec<Ask>,
    /// What is wrong; none where that was not asked.
    pub problems: Option<Rc<Vec<Diagnostic>>>,
}

/// A question that is being made.
#[derive(Clone, Debug, PartialEq)]
pub struct QuestionDraft {
    /// What it asks.
    pub ask: Ask,
    /// How far ahead.
    pub after: SimTime,
    /// The answers.
    pub answers: Vec<AnswerDraft>,
    /// The right answer, where it is known.
    pub right: Option<Text>,
}

/// An answer of a question that is being made.
#[derive(Clone, Debug, PartialEq)]
pub struct AnswerDraft {
    /// The answer, as it is computed.
    pub answer: Text,
    /// What learners read instead of it; empty where they read the answer.
    pub label: String,
    /// What they read where there is no label.
    pub says: String,
    /// Why it is right, or which misconception it comes from.
    pub because: String,
}

impl BuilderView {
    /// Returns one of the texts.
    pub fn text(&self, field: Field) -> String {
        let found = self.texts.iter().find(|(known, _)| *known == field);
        found.map(|(_, text)| text.clone()).unwrap_or_default()
    }
}

impl Builder {
    /// Returns what the builder shows while this run is on the stage.
    pub fn view(&self, lab: &Lab) -> BuilderView {
        const TEXTS: [Field; 10] = [
            Field::Name,
            Field::Title,
            Field::Objective,
            Field::Debrief,
            Field::Misconception,
            Field::Teacher,
            Field::Rules,
            Field::Links,
            Field::Say,
            Field::Hints,
        ];
        let (course, step) = (&self.draft.course, self.open_step());
        let (new, others): (Vec<Offer>, Vec<Offer>) =
            self.offers(lab).into_iter().partition(|offer| offer.is_new);
        let said = |offer: Offer| {
            let sentence = goal(&offer.goal);
            (offer.goal, sentence)
        };
        let answer = |asked: &Prediction, index: usize| AnswerDraft {
            answer: asked.choices[index].answer.clone(),
            label: self.text(Field::Label(index)),
            says: answer_in_words(&asked.ask, &asked.choices[index].answer),
            because: self.text(Field::Because(index)),
        };
        let question = step.predict.as_ref().map(|asked| QuestionDraft {
            ask: asked.ask.clone(),
            after: asked.after,
            answers: (0..asked.choices.len()).map(|index| answer(asked, index)).collect(),
            right: self.right.clone(),
        });
        let mut asks = asks(lab);
        // An older question may be about what this run does not have.
        if let Some(asked) = question.as_ref().filter(|asked| !asks.contains(&asked.ask)) {
            asks.push(asked.ask.clone());
        }
        BuilderView {
            step: self.step,
            steps: course.steps.len(),
            recorded: self.recorded(lab),
            texts: TEXTS.into_iter().map(|field| (field, self.text(field))).collect(),
            language: self.language,
            level: self.draft.level.clone(),
            chapter: course.chapter,
            form: course.form,
            minutes: course.minutes,
            opens: self.lesson.as_ref().map(|lesson| lesson.scenario.opens),
            goals: step.goals.iter().map(|wanted| (wanted.clone(), goal(wanted))).collect(),
            offers: [new, others].map(|offers| offers.into_iter().map(said).collect()),
            solution: step.solution.iter().map(work).collect(),
            question,
            asks,
            problems: self.problems.clone(),
        }
    }
}
