//! What a lesson tells beside a still: the text of its step, the question and the goals.

use crate::words::plain;
use podlab::lesson::{LessonRun, Progress};
use podlab::timeline::history::History;
use podlab_messages::{goal, text};
use podlab_stage::lesson::{LessonView, now_of};

/// What a lesson tells at a moment, without what would tell an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// The number of the step, from 1.
    pub step: usize,
    /// How many steps there are.
    pub count: usize,
    /// What the learner is told.
    pub says: String,
    /// What is asked, and what can be answered.
    pub question: Option<(String, Vec<String>)>,
    /// What is to be reached.
    pub goals: Vec<CardGoal>,
}

/// A goal, as it is now.
#[derive(Clone, Debug, PartialEq)]
pub struct CardGoal {
    /// The goal, in a sentence.
    pub says: String,
    /// What is now of that which it asks for; none where the goal alone tells it, or is reached.
    pub now: Option<String>,
    /// How far it is.
    pub progress: Progress,
}

impl CardGoal {
    /// The goal, with how far it is and what is now.
    pub fn line(&self) -> String {
        let now = self.now.as_ref().map(|now| format!(", {now}"));
        format!("{} ({}{})", self.says, self.word(), now.unwrap_or_default())
    }

    /// The word for how far it is.
    pub fn word(&self) -> &'static str {
        match self.progress {
            Progress::Open => text::lesson_goal_open(),
            Progress::Reached => text::lesson_goal_reached(),
            Progress::Lost => text::lesson_goal_lost(),
        }
    }
}

impl Card {
    /// Returns what a lesson tells at the present moment of its run. A still cannot be answered, so it has the goals beside the question;
    /// what is now of them would tell the answer.
    pub fn of(run: &LessonRun, history: &History) -> Card {
        let view = LessonView::of(run, history);
        let goals = run.goals(history).into_iter();
        let asks = view.question.is_some();
        Card {
            step: view.step,
            count: view.count,
            says: view.says,
            question: view.question.map(|question| {
                let choices = question.choices.into_iter().map(|choice| choice.answer);
                (plain(&question.asks), choices.collect())
            }),
            goals: goals
                .map(|(wanted, progress)| {
                    let now = now_of(wanted, progress, history).filter(|_| !asks);
                    let now = now.map(|now| plain(&now));
                    CardGoal { says: plain(&goal(wanted)), now, progress }
                })
                .collect(),
        }
    }

    /// Which step it is, such as `Step 1 of 3`.
    pub fn place(&self) -> String {
        text::lesson_step(self.count, self.step)
    }

    /// All of it in words, each a line.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!("{}:", self.place()), self.says.clone()];
        if let Some((asks, choices)) = &self.question {
            lines.push(asks.clone());
            let numbered = choices.iter().enumerate();
            lines.extend(numbered.map(|(index, choice)| format!("{}) {choice}", index + 1)));
        }
        if !self.goals.is_empty() {
            lines.push(format!("{}:", text::lesson_goals()));
        }
        let goals = self.goals.iter();
        lines.extend(goals.map(|goal| format!("- {}", goal.line())));
        lines
    }
}
