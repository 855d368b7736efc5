//! The choices of a visitor for this visit and the next.

use crate::controls::Controls;
use crate::panes::Pane;
use crate::preferences::{FirstStep, WaitLength};
use crate::theme::{Contrast, Theme};
use podlab_messages::{Catalog, Language};
use podlab_stage::sound::Voice;

/// A choice of the visitor, or what it brought.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PreferencesMessage {
    /// Sets the colours.
    Theme(Theme),
    /// Sets how much the colours differ.
    Contrast(Contrast),
    /// Speaks another language.
    Language(Language),
    /// Sets how long waits are drawn.
    Waits(WaitLength),
    /// Turns the notes of changes on or off.
    Sound(bool),
    /// Plays what stands for a state.
    Listen(Voice),
    /// Goes on to a first step, or leaves them.
    FirstStep(FirstStep),
    /// Folds a pane, or unfolds it.
    FoldPane(Pane, bool),
    /// Gives a pane a size, in thousandths of the window.
    ResizePane(Pane, u16),
    /// The sentences of a language were fetched, or could not be.
    Fetched(Language, Result<Catalog, ()>),
}

impl PreferencesMessage {
    /// What a person must be allowed in a figure to do it.
    pub const fn needs(self) -> Controls {
        match self {
            PreferencesMessage::Theme(_)
            | PreferencesMessage::Contrast(_)
            | PreferencesMessage::FirstStep(_) => Controls::Full,
            PreferencesMessage::Language(_)
            | PreferencesMessage::Waits(_)
            | PreferencesMessage::Sound(_)
            | PreferencesMessage::Listen(_)
            | PreferencesMessage::FoldPane(..)
            | PreferencesMessage::ResizePane(..)
            | PreferencesMessage::Fetched(..) => Controls::None,
        }
    }
}
