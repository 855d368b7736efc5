//! What a figure tells the page around it.

use podlab::base::text::Text;
use podlab::base::time::SimTime;
use podlab::cluster::change::ChangeRecord;
use serde::Serialize;

/// What a figure tells the page around it: each becomes the event `podlab-KIND` of the element.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", content = "detail", rename_all = "camelCase")]
pub enum FigureEvent {
    /// The figure is drawn.
    Ready {
        /// The present moment.
        now: SimTime,
    },
    /// Something became visible.
    Change {
        /// The present moment.
        now: SimTime,
        /// What, the latest last.
        changes: Vec<ChangeRecord>,
    },
    /// A person said what comes next.
    Prediction {
        /// The moment at which it happens; of a question of a lesson, the moment of the answer.
        now: SimTime,
        /// The answer that the person gave.
        expected: Text,
        /// The right one.
        happened: Text,
        /// Whether they are the same.
        right: bool,
        /// The name of the lesson that asked, if one did.
        #[serde(skip_serializing_if = "Option::is_none")]
        lesson: Option<Text>,
        /// The number of the step that asked, from 1.
        #[serde(skip_serializing_if = "Option::is_none")]
        step: Option<usize>,
    },
    /// A step of the lesson begins, or the lesson is over.
    Step {
        /// The present moment.
        now: SimTime,
        /// The name of the lesson.
        lesson: Text,
        /// The title of the lesson, in the figure's language.
        title: String,
        /// The number of the step, from 1; at the end that of the last one.
        step: usize,
        /// How many steps the lesson has.
        steps: usize,
        /// Whether the lesson is over.
        over: bool,
        /// How many commands the person gave in the lesson.
        commands: usize,
        /// How many the official solution needs.
        par: u32,
    },
    /// A goal of the step was reached for the first time.
    Goal {
        /// The present moment.
        now: SimTime,
        /// The goal, in a sentence in the figure's language.
        goal: String,
        /// The name of the lesson.
        lesson: Text,
        /// The number of the step, from 1.
        step: usize,
    },
}
