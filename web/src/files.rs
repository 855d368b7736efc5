//! Files: a text that is saved, and one that is opened.

use gloo::file::futures::read_as_text;
use gloo::file::{Blob, ObjectUrl};
use wasm_bindgen::JsCast;
use web_sys::HtmlAnchorElement;
use yew::Callback;
use yew::platform::spawn_local;

/// Saves a text as a file of that name, as the browser saves what is downloaded. Gives whether it could.
pub fn save(name: &str, text: &str) -> bool {
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
