//! Pieces of the app that components share with it.

use std::cell::{Ref, RefCell, RefMut};
use std::rc::Rc;

/// A handle of a piece of the app. The app writes; components read, and are drawn again when the app wrote.
///
/// Two handles are equal if they are of the same piece and nobody wrote between the moments at which they were made.
#[derive(Default)]
pub struct Handle<T> {
    piece: Rc<RefCell<T>>,
    version: u64,
}

impl<T> Handle<T> {
    /// A handle of a piece that nobody else has.
    pub fn new(piece: T) -> Handle<T> {
        Handle { piece: Rc::new(RefCell::new(piece)), version: 0 }
    }

    /// The piece, to read.
    pub fn read(&self) -> Ref<'_, T> {
        self.piece.borrow()
    }

    /// The piece, to change. Only the app does so; what components have is a copy.
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
