//! What an author does to a lesson that is being made.

use super::Turn;
use crate::builder::DraftChange;
use podlab_link::Packed;
use std::rc::Rc;

/// What an author does with the lesson that they make.
#[derive(Clone, Debug, PartialEq)]
pub enum BuilderMessage {
    /// Begins a lesson with what is on the stage, or goes on with the one that the browser kept.
    Open,
    /// Begins another lesson with what is on the stage.
    New,
    /// Opens the lesson of a file, from its text.
    File(Rc<str>),
    /// Lets the lesson begin with what is on the stage.
    BeginHere,
    /// Opens the step of this index.
    Step(usize),
    /// Takes the open step away.
    RemoveStep,
    /// Changes the lesson.
    Change(DraftChange),
    /// Looks for what is missing.
    Check,
    /// Opens it as a learner does.
    Try,
    /// Saves it as a file.
    Save,
    /// Copies a link to it.
    CopyLink,
    /// The link was packed.
    Packed(Packed),
    /// The link was copied, or could not be.
    Copied(bool),
    /// Closes the builder. The browser keeps the lesson.
    Close,
}

impl BuilderMessage {
    /// When it is done.
    pub const fn turn(&self) -> Turn {
        match self {
            BuilderMessage::Open
            | BuilderMessage::New
            | BuilderMessage::BeginHere
            | BuilderMessage::Step(_)
            | BuilderMessage::RemoveStep
            | BuilderMessage::Change(DraftChange::AddStep) => Turn::Arrived,
            BuilderMessage::File(_)
            | BuilderMessage::Change(_)
            | BuilderMessage::Check
            | BuilderMessage::Try
            | BuilderMessage::Save
            | BuilderMessage::CopyLink
            | BuilderMessage::Packed(_)
            | BuilderMessage::Copied(_)
            | BuilderMessage::Close => Turn::Now,
        }
    }
}
