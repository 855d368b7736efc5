//! What a person does in the dialog that shares: in which form, and from which moment on.

use super::Turn;
use podlab_link::Packed;

/// What a person does in the dialog.
#[derive(Clone, Debug, PartialEq)]
pub enum ShareMessage {
    /// Opens it.
    Open,
    /// Shares it in that form.
    Form(Form),
    /// Shares it from there on.
    From(Start),
    /// Lets time pass when it is opened.
    Play,
    /// Lets time stand still when it is opened.
    StandStill,
    /// The run is packed; for what was made under that number.
    Packed(u32, Packed),
    /// Copies what is shown.
    Copy,
    /// It was copied.
    Copied,
    /// It could not be copied.
    NotCopied,
}

impl ShareMessage {
    /// When it is done.
    pub const fn turn(&self) -> Turn {
        match self {
            ShareMessage::Open => Turn::MomentOver,
            ShareMessage::Form(_)
            | ShareMessage::From(_)
            | ShareMessage::Play
            | ShareMessage::StandStill
            | ShareMessage::Packed(..)
            | ShareMessage::Copy
            | ShareMessage::Copied
            | ShareMessage::NotCopied => Turn::Now,
        }
    }
}

/// What is pasted elsewhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// The address.
    #[default]
    Link,
    /// A QR code of it.
    Code,
    /// A frame.
    Frame,
    /// The element `pod-lab`.
    Element,
    /// A link in Markdown.
    Markdown,
    /// A fenced block.
    Block,
}

/// Where what is shared begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Start {
    /// At the moment that was shown when the dialog was opened.
    #[default]
    Moment,
    /// At the beginning of the run.
    Beginning,
}
