//! What a person does with the answers beside the stage.

use super::Turn;
use crate::views::{Tab, Target};
use podlab::base::text::Text;

/// What a person does with the answers.
#[derive(Clone, Debug, PartialEq)]
pub enum AnswersMessage {
    /// Shows a tab.
    ShowTab(Tab),
    /// Puts the Pod of that name on the stage.
    PickPod(Text),
    /// Lets the answers tell of the Pod on the stage, or of its set.
    AnswerFor(Target),
    /// Asks the cluster's DNS for a name.
    Resolve(Text),
    /// Asks it from a Pod of that namespace.
    ResolveFrom(Text),
    /// Compares two revisions of the set, by their numbers.
    CompareRevisions((i64, i64)),
    /// Selects a change and says why it happened.
    Select(u64),
    /// Says what waits, and so why something is not there.
    WhyNot,
    /// Says why the last change happened.
    WhyLast,
    /// Asks why the answer to the question of the lesson is right.
    WhyAsked,
    /// Takes the answer to a *why* away.
    CloseWhy,
}

impl AnswersMessage {
    /// When it is done.
    pub const fn turn(&self) -> Turn {
        match self {
            AnswersMessage::Resolve(_) | AnswersMessage::WhyAsked => Turn::Arrived,
            AnswersMessage::ShowTab(_)
            | AnswersMessage::PickPod(_)
            | AnswersMessage::AnswerFor(_)
            | AnswersMessage::ResolveFrom(_)
            | AnswersMessage::CompareRevisions(_)
            | AnswersMessage::Select(_)
            | AnswersMessage::WhyNot
            | AnswersMessage::WhyLast
            | AnswersMessage::CloseWhy => Turn::Now,
        }
    }

    /// Whether it asks why something happened, or did not.
    pub const fn asks_why(&self) -> bool {
        match self {
            AnswersMessage::Select(_)
            | AnswersMessage::WhyNot
            | AnswersMessage::WhyLast
            | AnswersMessage::WhyAsked => true,
            AnswersMessage::ShowTab(_)
            | AnswersMessage::PickPod(_)
            | AnswersMessage::AnswerFor(_)
            | AnswersMessage::Resolve(_)
            | AnswersMessage::ResolveFrom(_)
            | AnswersMessage::CompareRevisions(_)
            | AnswersMessage::CloseWhy => false,
        }
    }
}
