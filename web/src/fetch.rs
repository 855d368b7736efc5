//! The files beside the program, such as the sentences of a language and the lessons. They are fetched when they are needed, unless they
//! were given before, as in the page that is one file.

use gloo::net::http::Request;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

thread_local! {
    /// What tells the files from those of another version, so that nothing on the way gives an old one.
    static VERSION: Cell<Option<&'static str>> = const { Cell::new(None) };
    /// The files that were given, by their paths.
    static GIVEN: RefCell<BTreeMap<String, String>> = const { RefCell::new(BTreeMap::new()) };
}

/// Sets what tells the files from those of another version.
pub fn set_version(version: Option<String>) {
    VERSION.set(version.map(|version| &*version.leak()));
}

/// Takes a file, which is not fetched then.
pub fn give(path: String, text: String) {
    GIVEN.with_borrow_mut(|given| given.insert(path, text));
}

/// Returns the text of the file at this path beside the program; none when it cannot be fetched. The address is the one that the service
/// worker keeps the file under.
pub async fn text(path: &str) -> Option<String> {
    if let Some(text) = GIVEN.with_borrow(|given| given.get(path).cloned()) {
        return Some(text);
    }
    let request = Request::get(path).query(VERSION.get().map(|version| ("v", version)));
    let response = request.send().await.ok()?;
    if response.ok() { response.text().await.ok() } else { None }
}
