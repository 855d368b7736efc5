//! Links and the browser: the address of the page, and packing.

use crate::act::Act;
use podlab_link::{MOST_TEXT, Packed, View, Wrong};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use wasm_bindgen_futures::JsFuture;
use web_sys::Event;
use yew::Callback;
use yew::platform::spawn_local;

#[wasm_bindgen(module = "/links.js")]
extern "C" {
    /// The fragment of the address, with its `#`; empty for none.
    pub fn fragment() -> String;
    /// The address of the page without its fragment.
    fn page() -> String;
    /// Puts a fragment into the address, as another step of the browser's history.
    fn go(fragment: &str);
    /// Tells of every other address.
    fn listen(tell: JsValue);
    /// A text as raw DEFLATE, a character for each byte. Fails if the browser cannot.
    #[wasm_bindgen(js_name = pack)]
    fn pack_text(text: &str) -> js_sys::Promise;
    /// The text that was packed, up to so many bytes; if there is none, a line feed and why.
    #[wasm_bindgen(js_name = unpack)]
    fn unpack_bytes(bytes: js_sys::Uint8Array, most: u32) -> js_sys::Promise;
    /// Copies the text of a field, by the clipboard or, without a secure connection, the old way. Gives whether that was possible.
    #[wasm_bindgen(js_name = copy)]
    fn copy_text(id: &str) -> js_sys::Promise;
}

/// What a link asks of the page, or its opening tells.
#[derive(Clone, Debug, PartialEq)]
pub enum LinkMessage {
    /// The address may be another one.
    Address,
    /// The text that a link holds is unpacked; for the opening of that number.
    Unpacked(u32, Result<String, Wrong>),
    /// A run that was opened otherwise is packed for the address; for the opening of that number.
    Packed(u32, Packed),
    /// The person who waits for a link does not want to wait any longer.
    Stop,
}

/// How far the opening of a link is.
#[derive(Debug)]
pub enum LinkOpening {
    /// It is being unpacked.
    Unpacking(Packed, View),
    /// The run is on its way to its moment.
    Going(View),
}

/// The link in the address, and the one that is being opened.
#[derive(Debug)]
pub struct Links {
    /// Whether the address is the page's own, rather than that of the page around a figure.
    pub has_address: bool,
    /// The fragment that is shown or opened; empty for none.
    pub address: String,
    /// What is being opened.
    pub opening: Option<Box<LinkOpening>>,
    /// The number of what was opened last, so that what comes too late is known.
    pub number: u32,
}

impl Links {
    /// The links of a page that has its address to itself; the one in the address is to be opened.
    pub fn of_page() -> Links {
        Links { has_address: true, ..Links::of_figure() }
    }

    /// The links of a figure in another page: none.
    pub const fn of_figure() -> Links {
        Links { has_address: false, address: String::new(), opening: None, number: 0 }
    }

    /// Tells of every other address from now on.
    pub fn listen(&self, on: &Callback<Act>) {
        if self.has_address {
            let on = on.clone();
            let tell = move |_: Event| on.emit(Act::Link(LinkMessage::Address));
            listen(Closure::<dyn FnMut(Event)>::new(tell).into_js_value());
        }
    }

    /// Whether a link is being opened, so that there is nothing to be seen yet.
    pub fn is_opening(&self) -> bool {
        self.opening.is_some()
    }

    /// Puts a fragment into the address, so that the browser's way back leads to the one before.
    pub fn push(&mut self, fragment: String) {
        if fragment != self.address {
            go(&fragment);
        }
        self.address = fragment;
    }
}

/// The address of the page without its fragment, and that of its folder.
pub fn addresses() -> (String, String) {
    let page = page();
    let path = page.split('?').next().unwrap_or_default();
    let end = path.rfind('/').map_or(0, |slash| slash + 1);
    let base = path[..end].to_owned();
    (page, base)
}

/// Packs a text, and tells. A browser that cannot pack leaves it as it is.
pub fn pack(text: String, tell: Callback<Packed>) {
    let promise = pack_text(&text);
    spawn_local(async move {
        let packed = JsFuture::from(promise).await.ok().and_then(|packed| packed.as_string());
        tell.emit(match packed {
            // A character for each byte.
            Some(packed) => Packed::deflated(&text, packed.chars().map(|c| c as u8).collect()),
            None => Packed::plain(&text),
        });
    });
}

/// Unpacks the bytes of a link, and tells the text in them.
pub fn unpack(bytes: &[u8], tell: Callback<Result<String, Wrong>>) {
    let promise = unpack_bytes(bytes.into(), MOST_TEXT as u32);
    spawn_local(async move {
        let text = JsFuture::from(promise).await.ok().and_then(|text| text.as_string());
        let text = text.unwrap_or_default();
        tell.emit(match text.as_str() {
            "\nmissing" => Err(Wrong::NoUnpacking),
            "\nlarge" => Err(Wrong::TooLarge),
            "\ndamaged" => Err(Wrong::Damaged),
            _ => Ok(text),
        });
    });
}

/// Copies what stands in a field, and tells whether that was possible.
pub fn copy(id: &str, tell: Callback<bool>) {
    let promise = copy_text(id);
    spawn_local(async move {
        tell.emit(JsFuture::from(promise).await.is_ok_and(|copied| copied.is_truthy()));
    });
}
