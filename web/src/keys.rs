//! Keys for the whole page or figure, and files dropped anywhere on it.

use crate::act::Act;
use crate::app::{BranchMessage, ConsoleMessage, EditorMessage, PlayerMessage};
use crate::files;
use crate::mount::Mount;
use gloo::events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{DragEvent, Event, KeyboardEvent};
use yew::Callback;

/// What listens as long as this value lives.
pub struct Listeners {
    _listeners: [EventListener; 3],
}

impl Listeners {
    /// Listens, and sends what a key or a file means.
    pub fn new(mount: &Mount, on: &Callback<Act>) -> Listeners {
        let target = mount.hears();
        let listen = |kind: &'static str, act: Box<dyn Fn(&Event)>| {
            let options = EventListenerOptions::enable_prevent_default();
            EventListener::new_with_options(&target, kind, options, act)
        };
        let (pressed, dropped) = (on.clone(), on.clone());
        let press = move |event: &Event| {
            let event: &KeyboardEvent = event.unchecked_ref();
            if let Some(act) = meaning(event) {
                event.prevent_default();
                pressed.emit(act);
            }
        };
        let drop = move |event: &Event| {
            event.prevent_default();
            let event: &DragEvent = event.unchecked_ref();
            let files = event.data_transfer().and_then(|data| data.files());
            if let Some(file) = files.and_then(|files| files.get(0)) {
                files::read(file, dropped.reform(|text| Act::Editor(EditorMessage::Drop(text))));
            }
        };
        Listeners {
            _listeners: [
                listen("keydown", Box::new(press)),
                listen("dragover", Box::new(Event::prevent_default)),
                listen("drop", Box::new(drop)),
            ],
        }
    }
}

/// What a key means, unless the element that has the focus needs it itself.
fn meaning(event: &KeyboardEvent) -> Option<Act> {
    if event.alt_key() || event.default_prevented() {
        return None;
    }
    let focus = event.target()?.dyn_into::<web_sys::Element>().ok()?;
    let inside = |selector: &str| focus.closest(selector).ok().flatten().is_some();
    if event.key() == "Escape" && !inside("dialog, [popover]") {
        return Some(Act::Close);
    }
    if inside("input:not([type=radio]):not([type=checkbox]), textarea, select, dialog") {
        return None;
    }
    if event.ctrl_key() || event.meta_key() {
        return match event.key().as_str() {
            "z" if !event.shift_key() => Some(Act::Branch(BranchMessage::Undo)),
            "z" | "Z" | "y" => Some(Act::Branch(BranchMessage::Redo)),
            _ => None,
        };
    }
    let acts_itself = inside("button, summary, a, [role=button], [type=checkbox]");
    let moves_itself = inside("[role=tab], [role=button], [type=radio], pre, [popover]");
    match event.key().as_str() {
        " " if !acts_itself => Some(Act::Player(PlayerMessage::TogglePlaying)),
        "ArrowLeft" | "ArrowRight" if moves_itself => None,
        "ArrowRight" if event.shift_key() => Some(Act::Player(PlayerMessage::NextChange)),
        "ArrowRight" => Some(Act::Player(PlayerMessage::NextEvent)),
        "ArrowLeft" if event.shift_key() => Some(Act::Player(PlayerMessage::BackToChange)),
        "ArrowLeft" => Some(Act::Player(PlayerMessage::BackToEvent)),
        "u" => Some(Act::Branch(BranchMessage::Undo)),
        "U" => Some(Act::Branch(BranchMessage::Redo)),
        "s" => Some(Act::Summarize),
        "k" => Some(Act::Console(ConsoleMessage::Open)),
        "?" => Some(Act::OpenHelp),
        _ => None,
    }
}
