//! Files: a text that is saved, and one that is opened.

use gloo::file::futures::read_as_text;
use gloo::file::{Blob, ObjectUrl};
use podlab_messages::text;
use wasm_bindgen::JsCast;
use web_sys::{HtmlAnchorElement, HtmlInputElement};
use yew::platform::spawn_local;
use yew::{Callback, Event, TargetCast};

/// Saves a text as a file of that name, and returns a sentence that says whether the browser could.
pub fn save_as(name: &str, text: &str) -> String {
    if save(name, text) { text::toast_saved(name) } else { text::toast_not_saved().to_owned() }
}

/// Saves a text as a file of that name, as the browser saves what is downloaded. Gives whether it could.
fn save(name: &str, text: &str) -> bool {
    let blob = Blob::new_with_options(text, Some("application/json"));
    // The browser has taken the file over by the time the address is revoked.
    let address = ObjectUrl::from(blob);
    let Ok(link) = gloo::utils::document().create_element("a") else { return false };
    let link: HtmlAnchorElement = link.unchecked_into();
    link.set_href(&address);
    link.set_download(name);
    link.click();
    true
}

/// Reads a file, and tells its text when it is there.
pub fn read(file: web_sys::File, on: Callback<String>) {
    spawn_local(async move {
        if let Ok(text) = read_as_text(&Blob::from(file)).await {
            on.emit(text);
        }
    });
}

/// What choosing a file in an input does: its text is read and told.
pub fn on_choice(on: Callback<String>) -> Callback<Event> {
    Callback::from(move |event: Event| {
        let input: HtmlInputElement = event.target_unchecked_into();
        if let Some(file) = input.files().and_then(|files| files.get(0)) {
            read(file, on.clone());
        }
        // So that the same file can be chosen again.
        input.set_value("");
    })
}

/// A name for the file of a run: small letters, digits and dashes.
pub fn name_of(title: &str) -> String {
    let mut name = "podlab-".to_owned();
    for c in title.chars() {
        if c.is_ascii_alphanumeric() {
            name.push(c.to_ascii_lowercase());
        } else if !name.ends_with('-') {
            name.push('-');
        }
    }
    format!("{}.json", name.trim_end_matches('-'))
}
