//! What the browser keeps for the next visit. Where it keeps nothing, because storage is full or forbidden, the page works all the
//! same, and says so once.

use gloo::storage::{LocalStorage, Storage};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::cell::Cell;

/// What all keys begin with.
const PREFIX: &str = "podlab-";

thread_local! {
    static TROUBLE: Cell<Trouble> = const { Cell::new(Trouble::None) };
}

/// Whether something could not be kept.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trouble {
    /// Everything was kept so far.
    None,
    /// Something was not kept.
    New,
    /// The page said so.
    Reported,
}

/// Whether the browser gives storage to this document. `LocalStorage` panics where it does not, as in a sandboxed frame.
fn is_available() -> bool {
    matches!(gloo::utils::window().local_storage(), Ok(Some(_)))
}

/// Returns what is kept under the key; none where nothing is kept or it cannot be read as a `T`.
pub fn get<T: DeserializeOwned>(key: &str) -> Option<T> {
    if is_available() { LocalStorage::get(key).ok() } else { None }
}

/// Keeps the value. Returns whether the browser lets it.
pub fn set(key: &str, value: &impl Serialize) -> bool {
    let is_kept = is_available() && LocalStorage::set(key, value).is_ok();
    if !is_kept && TROUBLE.get() == Trouble::None {
        TROUBLE.set(Trouble::New);
    }
    is_kept
}

/// Forgets everything that Podlab keeps.
pub fn clear() {
    if !is_available() {
        return;
    }
    let storage = LocalStorage::raw();
    let keys = (0..LocalStorage::length()).filter_map(|index| storage.key(index).ok().flatten());
    let keys: Vec<String> = keys.filter(|key| key.starts_with(PREFIX)).collect();
    for key in keys {
        LocalStorage::delete(key);
    }
}

/// Forgets what is kept under the key.
pub fn remove(key: &str) {
    if is_available() {
        LocalStorage::delete(key);
    }
}

/// Whether something was to be kept and was not, since it was asked last. It is told once only.
pub fn takes_trouble() -> bool {
    let is_new = TROUBLE.get() == Trouble::New;
    if is_new {
        TROUBLE.set(Trouble::Reported);
    }
    is_new
}
