//! Podlab's page. Everything a person does is an `act::Act`; `app::App` does it to the parts of the page in `state/` and to the
//! run, `lab::Lab`; `components/` draws them. No two files need each other, also not by way of others.

mod act;
mod ahead;
mod app;
mod builder;
mod calendar;
mod class;
mod comparison;
mod components;
mod console;
mod controls;
mod coverage;
mod dialog;
mod editor;
mod embed;
mod example_states;
mod explorer;
mod fetch;
mod figure;
mod files;
mod frames;
mod handle;
mod keys;
mod kubectl_line;
mod lab;
mod language;
mod lesson;
mod links;
mod mount;
mod offers;
mod opening;
mod panes;
mod panic;
mod played;
mod popover;
mod preferences;
mod presenter;
mod programs;
mod progress;
mod quiz;
mod scenes;
mod search;
mod share;
mod sound;
mod state;
mod storage;
mod stuck;
mod theme;
mod things;
mod upcoming;
mod views;
mod wait_lens;
mod words;

use wasm_bindgen::prelude::wasm_bindgen;

/// Puts the page into the document. `version` is what tells the files beside the program from those of another version, and
/// `stopped` is called with what happened if the program stops, and then with the run as the text of a file, too.
#[wasm_bindgen(js_name = openPage)]
pub fn open_page(version: Option<String>, stopped: js_sys::Function) {
    fetch::set_version(version);
    panic::call_when_stopped(stopped);
    let setup = app::Setup { mount: mount::Mount::Page, opening: None };
    yew::Renderer::<app::App>::with_props(setup).render();
}
