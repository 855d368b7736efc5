//! Podlab's page. State lives in `app::App` and `lab::Lab`; `components/` draws it; everything a person does is an
//! `act::Act`.

mod act;
mod ahead;
mod app;
mod components;
mod coverage;
mod editor;
mod embed;
mod example_states;
mod explorer;
mod figure;
mod files;
mod frames;
mod keys;
mod lab;
mod lanes;
mod language;
mod links;
mod offers;
mod opening;
mod panels;
mod place;
mod preferences;
mod programs;
mod quiz;
mod rows;
mod scale;
mod scenes;
mod sentences;
mod set_spec;
mod set_words;
mod share;
mod spec;
mod stones;
mod storage;
mod theme;
mod tone;
mod versus;
mod view;
mod walk;
mod words;

use wasm_bindgen::prelude::wasm_bindgen;

/// Puts the page into the document, if the document is Podlab's page. In any other a figure is drawn when it is asked for.
#[wasm_bindgen(start)]
pub fn start() {
    if is_page() {
        let setup = app::Setup { place: place::Place::Page, opening: None };
        yew::Renderer::<app::App>::with_props(setup).render();
    }
}

/// Whether the document is Podlab's page, and not one that shows figures.
fn is_page() -> bool {
    let document = web_sys::window().and_then(|window| window.document());
    let meta = document.and_then(|all| all.query_selector("meta[name=podlab-locales]").ok()?);
    meta.is_some()
}
