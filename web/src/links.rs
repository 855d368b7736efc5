//! Links and the browser: the address of the page, and packing.

use crate::act::{Act, LinkMessage};
use crate::lab::Lab;
use gloo::events::EventListener;
use gloo::utils::window;
use js_sys::Uint8Array;
use podlab_link::{LinkError, LinkTarget, MOST_TEXT, Packed, View};
use podlab_messages::Term;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use yew::Callback;
use yew::platform::spawn_local;

#[wasm_bindgen(module = "/links.js")]
extern "C" {
    /// A text as raw DEFLATE, in a `Uint8Array`. Fails if the browser cannot.
    #[wasm_bindgen(catch, js_name = pack)]
    async fn pack_text(text: &str) -> Result<JsValue, JsValue>;
    /// The text that was packed; undefined if it has more bytes than this. Fails with `missing` if the browser cannot, and
    /// with `damaged` if it is none.
    #[wasm_bindgen(catch, js_name = unpack)]
    async fn unpack_bytes(bytes: Uint8Array, most: u32) -> Result<JsValue, JsValue>;
    /// Copies the text of a field, by the clipboard or, without a secure connection, the old way. Gives whether that was possible.
    #[wasm_bindgen(catch, js_name = copy)]
    async fn copy_text(id: &str) -> Result<JsValue, JsValue>;
    /// Copies a line in the same ways.
    #[wasm_bindgen(catch, js_name = copyLine)]
    async fn copy_line_of(line: &str) -> Result<JsValue, JsValue>;
    /// Removes the copy of the program for the time without a network.
    #[wasm_bindgen(catch)]
    async fn forget() -> Result<JsValue, JsValue>;
}

/// Removes the copy of the program that the browser keeps for the time without a network.
pub fn forget_copy() {
    spawn_local(async {
        // Where there is no copy there is nothing to remove.
        let _ = forget().await;
    });
}

/// How far the opening of a link is.
#[derive(Debug)]
pub enum LinkOpening {
    /// What it holds is being unpacked.
    Unpacking(LinkTarget, View),
    /// The run is on its way to its moment.
    Going(View),
    /// A lesson is being fetched.
    Fetching,
}

/// The link in the address, and the one that is being opened.
pub struct Links {
    /// Whether the address is the page's own, rather than that of the page around a figure.
    pub has_address: bool,
    /// The fragment that is shown or opened; empty for none.
    pub address: String,
    /// Whether time passes as soon as the link is open.
    pub begins: bool,
    /// What is being opened.
    pub opening: Option<Box<LinkOpening>>,
    /// The number of what was opened last, so that what comes too late is known.
    pub number: u32,
    /// How many entries of the browser's history stand for what lies over the lab.
    layers: u32,
    /// Whether the browser is on its way back to the entry of the lab.
    is_going_back: bool,
    /// What is put into the address once it is there.
    next: Option<String>,
    /// The address and the run that the visitor left for another, after they had done something in it.
    pub left: Option<(String, Lab)>,
    /// Tells of every other address, and of ways back that stay at it.
    listeners: Option<[EventListener; 2]>,
}

impl Links {
    /// The links of a page that has its address to itself; the one in the address is to be opened.
    pub fn of_page() -> Links {
        Links { has_address: true, ..Links::of_figure() }
    }

    /// The links of a figure in another page: none.
    pub const fn of_figure() -> Links {
        Links {
            has_address: false,
            address: String::new(),
            begins: false,
            opening: None,
            number: 0,
            layers: 0,
            is_going_back: false,
            next: None,
            left: None,
            listeners: None,
        }
    }

    /// Tells of every other address from now on.
    pub fn listen(&mut self, on: &Callback<Act>) {
        if self.has_address {
            let (on_address, on_layers) = (on.clone(), on.clone());
            let address = move |_: &_| on_address.emit(Act::Link(LinkMessage::Address));
            let layers = move |_: &_| on_layers.emit(Act::Link(LinkMessage::Layers(layers())));
            self.listeners = Some([
                EventListener::new(&window(), "hashchange", address),
                EventListener::new(&window(), "popstate", layers),
            ]);
            // After a reload nothing lies over the lab any more.
            self.layers = self::layers().unwrap_or(0);
        }
    }

    /// Lets the browser's history have an entry for each thing that lies over the lab, so that the way back takes it away.
    pub fn follow_layers(&mut self, layers: u32) {
        let Ok(history) = window().history() else { return };
        if !self.has_address || layers == self.layers {
            return;
        }
        // Where the browser refuses, its way back leaves the page, as it would without these entries.
        let push = |layer: &u32| history.push_state_with_url(&(*layer).into(), "", None).is_ok();
        self.layers = (self.layers + 1..=layers).take_while(push).last().unwrap_or(self.layers);
        if layers < self.layers {
            self.is_going_back = history.go_with_delta(layers as i32 - self.layers as i32).is_ok();
            self.layers = layers;
        }
    }

    /// Takes over how many entries the browser has come to.
    pub fn take_layers(&mut self, layers: u32) {
        self.layers = layers;
        self.is_going_back = false;
        if let Some(fragment) = self.next.take() {
            self.push(fragment);
        }
    }

    /// Gives the present entry of the browser's history, which leads to a place within the page, the layers that lie over the lab.
    pub fn mark_place(&self) {
        if let Ok(history) = window().history()
            && layers().is_none()
        {
            // Where the browser refuses, its way back to the entry takes no layer away.
            let _ = history.replace_state_with_url(&self.layers.into(), "", None);
        }
    }

    /// Puts the fragment that is shown back into the address, in the place of another one.
    pub fn keep_address(&self) {
        if let Ok(history) = window().history() {
            let page = addresses().0;
            let address = format!("{page}{}", self.address);
            // Where the browser refuses, the address says something else than the page shows.
            let _ = history.replace_state_with_url(&self.layers.into(), "", Some(&address));
        }
    }

    /// Whether a link is being opened, so that there is nothing to be seen yet.
    pub fn is_opening(&self) -> bool {
        self.opening.is_some()
    }

    /// Ends the opening of a lesson: it was fetched, or cannot be. Returns whether a link leads to it.
    pub fn end_fetching(&mut self) -> bool {
        let is_fetching =
            |opening: &mut Box<LinkOpening>| matches!(**opening, LinkOpening::Fetching);
        self.opening.take_if(is_fetching).is_some()
    }

    /// Puts a fragment into the address, so that the browser's way back leads to the one before. What lay over the lab has no entry any
    /// more by then.
    pub fn push(&mut self, fragment: String) {
        self.follow_layers(0);
        if self.is_going_back {
            self.next = Some(fragment);
            return;
        }
        if fragment != self.address {
            // Every text can be a fragment.
            let _ = window().location().set_hash(&fragment);
        }
        self.address = fragment;
    }
}

/// How many layers over the lab the present entry of the browser's history stands for; none if the page did not say it.
fn layers() -> Option<u32> {
    let state = window().history().and_then(|history| history.state());
    Some(state.ok()?.as_f64()? as u32)
}

/// The fragment of the address, with its `#`; empty for none.
pub fn fragment() -> String {
    window().location().hash().unwrap_or_default()
}

/// A link to the glossary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GlossaryLink {
    /// The word that it leads to; none for the beginning.
    pub term: Option<Term>,
}

/// Reads a link to the glossary, `#/glossary` or `#/glossary/` and a term; none for a fragment that leads elsewhere.
pub fn glossary(fragment: &str) -> Option<GlossaryLink> {
    let rest = fragment.strip_prefix("#/glossary")?;
    let id = rest.strip_prefix('/');
    (rest.is_empty() || id.is_some()).then(|| GlossaryLink { term: id.and_then(Term::with_id) })
}

/// The fragment of the list of lessons.
pub const COURSE: &str = "#/lessons";

/// The address of the page without its fragment, and that of its folder.
pub fn addresses() -> (String, String) {
    let address = window().location().href().unwrap_or_default();
    let page = address.split('#').next().unwrap_or_default();
    let path = page.split('?').next().unwrap_or_default();
    let end = path.rfind('/').map_or(0, |slash| slash + 1);
    (page.to_owned(), path[..end].to_owned())
}

/// Packs a text, and tells. A browser that cannot pack leaves it as it is.
pub fn pack(text: String, tell: Callback<Packed>) {
    spawn_local(async move {
        tell.emit(match pack_text(&text).await {
            Ok(packed) => Packed::deflated(&text, Uint8Array::new(&packed).to_vec()),
            Err(_) => Packed::plain(&text),
        });
    });
}

/// Unpacks the bytes of a link, and tells the text in them.
pub fn unpack(bytes: &[u8], tell: Callback<Result<String, LinkError>>) {
    let bytes = Uint8Array::from(bytes);
    spawn_local(async move {
        tell.emit(match unpack_bytes(bytes, MOST_TEXT as u32).await {
            Ok(text) => text.as_string().ok_or(LinkError::TooLarge),
            Err(why) if why == "missing" => Err(LinkError::NoUnpacking),
            Err(_) => Err(LinkError::Damaged),
        });
    });
}

/// Copies what stands in a field, and tells whether that was possible.
pub fn copy(id: &str, tell: Callback<bool>) {
    let id = id.to_owned();
    spawn_local(async move {
        tell.emit(copy_text(&id).await.is_ok_and(|copied| copied.is_truthy()));
    });
}

/// Copies a line, and tells whether that was possible.
pub fn copy_line(line: String, tell: Callback<bool>) {
    spawn_local(async move {
        tell.emit(copy_line_of(&line).await.is_ok_and(|copied| copied.is_truthy()));
    });
}
