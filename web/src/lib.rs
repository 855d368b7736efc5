//! Podlab's page. State lives in `app::App` and `lab::Lab`; `components/` draws it; everything a person does is an
//! `act::Act`.

mod act;
mod ahead;
mod app;
mod components;
mod editor;
mod example_states;
mod frames;
mod keys;
mod lab;
mod lanes;
mod markup;
mod panels;
mod scenes;
mod set_spec;
mod spec;
mod theme;
mod tone;
mod view;
mod words;

use wasm_bindgen::prelude::wasm_bindgen;

/// Bytes the page takes from the start. WebKit was seen to go astray when memory grew in the middle of drawing; a lab
/// seldom needs more than this.
const ROOM: usize = 24 << 20;

/// Puts the page into the document.
#[wasm_bindgen(start)]
pub fn start() {
    // What is freed stays with the page.
    drop(std::hint::black_box(Vec::<u8>::with_capacity(ROOM)));
    yew::Renderer::<app::App>::new().render();
}
