//! Keys for the whole page or figure, and files dropped anywhere on it.

use crate::act::Act;
use crate::files;
use crate::place::Place;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{DragEvent, Event, EventTarget, KeyboardEvent};
use yew::Callback;

/// What listens as long as this value lives.
pub struct Listeners {
    target: EventTarget,
    closures: Vec<(&'static str, Listener)>,
}

/// A function the browser calls.
type Listener = Closure<dyn FnMut(Event)>;

impl Listeners {
    /// Listens, and sends what a key or a file means.
    pub fn new(place: &Place, on: &Callback<Act>) -> Option<Listeners> {
        let mut listeners = Listeners { target: place.hears()?, closures: Vec::new() };
        let pressed = on.clone();
        listeners.listen("keydown", move |event| {
            let event: &KeyboardEvent = event.unchecked_ref();
            if let Some(act) = meaning(event) {
                event.prevent_default();
                pressed.emit(act);
            }
        });
        listeners.listen("dragover", Event::prevent_default);
        let dropped = on.clone();
        listeners.listen("drop", move |event| {
            event.prevent_default();
            let event: &DragEvent = event.unchecked_ref();
            let files = event.data_transfer().and_then(|data| data.files());
            if let Some(file) = files.and_then(|files| files.get(0)) {
                files::read(&file, dropped.reform(Act::Drop));
            }
        });
        Some(listeners)
    }

    fn listen(&mut self, kind: &'static str, act: impl Fn(&Event) + 'static) {
        let closure = Listener::new(move |event: Event| act(&event));
        let function = closure.as_ref().unchecked_ref();
        if self.target.add_event_listener_with_callback(kind, function).is_ok() {
            self.closures.push((kind, closure));
        }
    }
}

impl Drop for Listeners {
    fn drop(&mut self) {
        for (kind, closure) in &self.closures {
            let function = closure.as_ref().unchecked_ref();
            let _ = self.target.remove_event_listener_with_callback(kind, function);
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
            "z" if !event.shift_key() => Some(Act::Undo),
            "z" | "Z" | "y" => Some(Act::Redo),
            _ => None,
        };
    }
    let acts_itself = inside("button, summary, a, [role=button], [type=checkbox]");
    let moves_itself = inside("[role=tab], [role=button], [type=radio], pre, [popover]");
    match event.key().as_str() {
        " " if !acts_itself => Some(Act::TogglePlaying),
        "ArrowLeft" | "ArrowRight" if moves_itself => None,
        "ArrowRight" if event.shift_key() => Some(Act::NextChange),
        "ArrowRight" => Some(Act::NextEvent),
        "ArrowLeft" => Some(Act::Back(event.shift_key())),
        "u" => Some(Act::Undo),
        "U" => Some(Act::Redo),
        "?" => Some(Act::Help),
        _ => None,
    }
}
