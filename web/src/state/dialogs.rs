//! The dialogs of the page, of which one is open at most.

use crate::dialog::Dialog;

/// The dialog that is open, if one is.
#[derive(Debug, Default)]
pub struct Dialogs {
    open: Option<Dialog>,
    was_opened: bool,
}

impl Dialogs {
    /// The dialog that is open.
    pub fn open(&self) -> Option<&Dialog> {
        self.open.as_ref()
    }

    /// Whether one was ever open, so that they are part of the page: a first look needs none.
    pub fn was_opened(&self) -> bool {
        self.was_opened
    }

    /// Opens one instead of the one that is open.
    pub fn show(&mut self, dialog: Dialog) {
        self.open = Some(dialog);
        self.was_opened = true;
    }

    /// Closes the one that is open. Gives what it was.
    pub fn close(&mut self) -> Option<Dialog> {
        self.open.take()
    }
}
