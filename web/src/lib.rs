//! Podlab's page. State lives in `app::App` and `lab::Lab`; `components/` draws it; everything a person does is an
//! `act::Act`.

mod act;
mod ahead;
mod app;
mod components;
mod coverage;
mod editor;
mod example_states;
mod explorer;
mod files;
mod frames;
mod keys;
mod lab;
mod lanes;
mod language;
mod links;
mod markup;
mod offers;
mod opening;
mod panels;
mod programs;
mod rest;
mod rows;
mod scale;
mod scenes;
mod sentences;
mod set_spec;
mod set_words;
mod share;
mod spec;
mod storage;
mod theme;
mod tone;
mod versus;
mod view;
mod walk;
mod words;

use wasm_bindgen::prelude::wasm_bindgen;

/// Puts the page into the document.
#[wasm_bindgen(start)]
pub fn start() {
    rest::expect();
    yew::Renderer::<app::App>::new().render();
}
