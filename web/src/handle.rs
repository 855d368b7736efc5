//! Pieces of the app that components share with it.

use std::cell::{Ref, RefCell, RefMut};
use std::rc::Rc;

/// A handle of a piece of the app. The app writes to the piece. Components read it, and Yew draws them again after each write.
///
/// Two handles are equal if they share one piece, and the app did not write to it between the making of the first and of the second.
#[derive(Default)]
pub struct Handle<T> {
    piece: Rc<RefCell<T>>,
    version: u64,
}

impl<T> Handle<T> {
    /// Returns a handle of a new piece.
    pub fn new(piece: T) -> Handle<T> {
        Handle { piece: Rc::new(RefCell::new(piece)), version: 0 }
    }

    /// Borrows the piece to read it.
    pub fn read(&self) -> Ref<'_, T> {
        self.piece.borrow()
    }

    /// Borrows the piece to change it. Only the app does so; a component has a copy of the handle.
    pub fn write(&mut self) -> RefMut<'_, T> {
        self.version += 1;
        self.piece.borrow_mut()
    }
}

impl<T> Clone for Handle<T> {
    fn clone(&self) -> Handle<T> {
        Handle { piece: Rc::clone(&self.piece), version: self.version }
    }
}

impl<T> PartialEq for Handle<T> {
    fn eq(&self, other: &Handle<T>) -> bool {
        Rc::ptr_eq(&self.piece, &other.piece) && self.version == other.version
    }
}
