//! Files: a text that is saved, and one that is opened.

use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, BlobPropertyBag, File, HtmlAnchorElement, Url};
use yew::Callback;

/// Saves a text as a file of that name, as the browser saves what is downloaded. Gives whether it could.
pub fn save(name: &str, text: &str) -> bool {
    try_save(name, text).is_some()
}

fn try_save(name: &str, text: &str) -> Option<()> {
    let parts = js_sys::Array::of1(&JsValue::from_str(text));
    let kind = BlobPropertyBag::new();
    kind.set_type("application/json");
    let blob = Blob::new_with_str_sequence_and_options(&parts, &kind).ok()?;
    let address = Url::create_object_url_with_blob(&blob).ok()?;
    let link = web_sys::window()?.document()?.create_element("a").ok()?;
    let link = link.dyn_into::<HtmlAnchorElement>().ok()?;
    link.set_href(&address);
    link.set_download(name);
    link.click();
    // The browser has taken it over by now.
    Url::revoke_object_url(&address).ok()
}

/// Reads a file, and tells its text when it is there.
pub fn read(file: &File, on: Callback<String>) {
    let text = file.text();
    wasm_bindgen_futures::spawn_local(async move {
        let text = wasm_bindgen_futures::JsFuture::from(text).await;
        if let Some(text) = text.ok().and_then(|text| text.as_string()) {
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
