//! Links and the browser: the address of the page, and packing.

use crate::act::Act;
use podlab_link::{MOST_TEXT, Packed, View, Wrong};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Event, Location};
use yew::Callback;

#[wasm_bindgen(module = "/links.js")]
extern "C" {
    fn pass(bytes: js_sys::Uint8Array, kind: &str, most: u32) -> js_sys::Promise;
    #[wasm_bindgen(js_name = copy)]
    fn copy_text(id: &str) -> js_sys::Promise;
}

/// What a link asks of the page, or its opening tells.
#[derive(Clone, Debug)]
pub enum Deed {
    /// The address may be another one.
    Address,
    /// What a link holds is unpacked; for the opening of that number.
    Unpacked(u32, Result<Vec<u8>, Wrong>),
    /// A run that was opened otherwise is packed for the address; for the opening of that number.
    Packed(u32, Packed),
    /// Whoever waits for a link does not want to wait any longer.
    Stop,
}

/// How far the opening of a link is.
#[derive(Debug)]
pub enum Arrival {
    /// Not everything is here that is needed.
    Waiting,
    /// It is being unpacked.
    Unpacking(Packed, View),
    /// The run is on its way to its moment.
    Going(View),
}

/// The link in the address, and the one that is being opened.
#[derive(Debug, Default)]
pub struct Links {
    /// The fragment that is shown or opened; empty for none.
    pub address: String,
    /// What is being opened.
    pub arrival: Option<Arrival>,
    /// The number of what was opened last, so that what comes too late is known.
    pub number: u32,
    /// Whether the address is the page's own, rather than that of somebody else's page.
    pub has_address: bool,
    /// Whether a dialog about links was opened, so that these are part of the page: a first look needs none.
    pub have_dialogs: bool,
    listener: Option<Closure<dyn FnMut(Event)>>,
}

impl Links {
    /// The links of a page that has its address to itself; the one in the address is to be opened.
    pub fn of_page() -> Links {
        let arrival = fragment().starts_with("#/").then_some(Arrival::Waiting);
        Links { arrival, has_address: true, ..Links::default() }
    }

    /// Tells of every other address from now on.
    pub fn listen(&mut self, on: &Callback<Act>) {
        let on = on.clone();
        let listener = Closure::new(move |_: Event| on.emit(Act::Link(Deed::Address)));
        if let Some(window) = web_sys::window() {
            let function = listener.as_ref().unchecked_ref();
            // A page without this event has addresses that do not change.
            let _ = window.add_event_listener_with_callback("hashchange", function);
        }
        self.listener = Some(listener);
    }

    /// Whether a link is being opened, so that there is nothing to be seen yet.
    pub fn is_opening(&self) -> bool {
        self.arrival.is_some()
    }

    /// Puts a fragment into the address, so that the browser's way back leads to the one before.
    pub fn push(&mut self, fragment: String) {
        if let Some(location) = location().filter(|_| fragment != self.address) {
            // A frame may not be allowed to; then it has no history either.
            let _ = location.set_hash(&fragment);
        }
        self.address = fragment;
    }
}

/// The address of the page without its fragment, and that of its folder.
pub fn addresses() -> (String, String) {
    let address = location().and_then(|location| location.href().ok()).unwrap_or_default();
    let page = address.split('#').next().unwrap_or_default();
    let path = page.split('?').next().unwrap_or_default();
    let end = path.rfind('/').map_or(0, |slash| slash + 1);
    (page.to_owned(), path[..end].to_owned())
}

/// The fragment of the address, with its `#`; empty for none.
pub fn fragment() -> String {
    location().and_then(|location| location.hash().ok()).unwrap_or_default()
}

fn location() -> Option<Location> {
    web_sys::window().map(|window| window.location())
}

/// Packs a text, and tells. A browser that cannot pack leaves it as it is.
pub fn pack(text: String, tell: Callback<Packed>) {
    let bytes = js_sys::Uint8Array::from(text.as_bytes());
    spawn_pass(bytes, "CompressionStream", move |packed| {
        tell.emit(match packed {
            Ok(bytes) => Packed::deflated(&text, bytes),
            Err(_) => Packed::plain(&text),
        });
    });
}

/// Unpacks the bytes of a link, and tells.
pub fn unpack(bytes: &[u8], tell: Callback<Result<Vec<u8>, Wrong>>) {
    spawn_pass(bytes.into(), "DecompressionStream", move |unpacked| tell.emit(unpacked));
}

/// Lets bytes pass through a stream of the browser, and tells what comes out.
fn spawn_pass(
    bytes: js_sys::Uint8Array,
    kind: &str,
    tell: impl FnOnce(Result<Vec<u8>, Wrong>) + 'static,
) {
    let promise = pass(bytes, kind, MOST_TEXT as u32);
    let tell: Box<dyn FnOnce(Result<Vec<u8>, Wrong>)> = Box::new(tell);
    wasm_bindgen_futures::spawn_local(async move {
        tell(match JsFuture::from(promise).await {
            Ok(none) if none.is_null() => Err(Wrong::NoUnpacking),
            Ok(none) if none.is_undefined() => Err(Wrong::TooLarge),
            Ok(bytes) => Ok(js_sys::Uint8Array::new(&bytes).to_vec()),
            Err(_) => Err(Wrong::Damaged),
        });
    });
}

/// Copies what stands in a field, and tells whether that was possible.
pub fn copy(id: &str, tell: Callback<bool>) {
    let promise = copy_text(id);
    wasm_bindgen_futures::spawn_local(async move {
        tell.emit(JsFuture::from(promise).await.is_ok_and(|copied| copied.is_truthy()));
    });
}
