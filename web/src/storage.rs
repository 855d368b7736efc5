//! What the browser keeps for the next visit. Where it keeps nothing, because storage is full or forbidden, the page works all the
//! same, and says so once.

use crate::app::App;
use crate::sentences::say;
use std::cell::Cell;

thread_local! {
    static TROUBLE: Cell<Trouble> = const { Cell::new(Trouble::None) };
}

/// Whether something could not be kept.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trouble {
    /// All that was to be kept was kept, as far as anybody knows.
    None,
    /// Something was not kept.
    New,
    /// That was said.
    Told,
}

fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}

/// What is kept under that key.
pub fn get(key: &str) -> Option<String> {
    storage()?.get_item(key).ok().flatten()
}

/// Keeps something, or forgets it, if the browser lets it.
pub fn set(key: &str, value: Option<&str>) {
    let is_done = storage().is_some_and(|storage| match value {
        Some(value) => storage.set_item(key, value).is_ok(),
        None => storage.remove_item(key).is_ok(),
    });
    if !is_done && TROUBLE.get() == Trouble::None {
        TROUBLE.set(Trouble::New);
    }
}

impl App {
    /// Says that nothing is kept, once, after somebody did something: the next act takes it away again. What follows from the act
    /// is said first.
    pub fn tell_of_storage(&mut self) {
        if TROUBLE.get() == Trouble::New && self.toast.is_empty() {
            TROUBLE.set(Trouble::Told);
            say!("storage.none").clone_into(&mut self.toast);
        }
    }
}
