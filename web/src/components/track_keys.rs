//! The keys that move over the tracks.

use crate::act::{Act, TracksMessage};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

/// Enter and Space choose, arrows go along the rows and from row to row, Page Up and Page Down from change to change.
pub fn walk(on: &Callback<Act>, is_lab: bool, event: &KeyboardEvent) {
    let Some(target) = event.target().and_then(|t| t.dyn_into::<Element>().ok()) else { return };
    // A name that explains itself has its own keys.
    if !target.has_attribute("data-at") {
        return;
    }
    let row = |wanted: &str| target.parent_element()?.query_selector(wanted).ok()?;
    let next = match event.key().as_str() {
        "Enter" | " " => {
            event.prevent_default();
            // SVG elements have no click() of their own.
            let options = web_sys::EventInit::new();
            options.set_bubbles(true);
            if let Ok(click) = web_sys::Event::new_with_event_init_dict("click", &options) {
                let _ = target.dispatch_event(&click);
            }
            return;
        }
        "PageUp" | "PageDown" if is_lab => {
            event.prevent_default();
            let step = match event.key().as_str() {
                "PageDown" => TracksMessage::WalkForward,
                _ => TracksMessage::WalkBack,
            };
            on.emit(Act::Tracks(step));
            return;
        }
        "ArrowLeft" => target.previous_element_sibling(),
        "ArrowRight" => target.next_element_sibling(),
        "Home" => row("g:first-of-type"),
        "End" => row("g:last-of-type"),
        "ArrowUp" => beside(&target, Element::previous_element_sibling),
        "ArrowDown" => beside(&target, Element::next_element_sibling),
        _ => return,
    };
    event.prevent_default();
    // The mark where runs part is none of them.
    if let Some(next) = next.filter(|next| next.has_attribute("data-at")) {
        focus(next);
    }
}

/// SVG elements take the focus as HTML elements do.
fn focus(element: Element) {
    let _ = element.unchecked_into::<HtmlElement>().focus();
}

/// What the nearest row in a direction that has anything shows at the same time.
fn beside(target: &Element, towards: fn(&Element) -> Option<Element>) -> Option<Element> {
    let place = |element: &Element| -> u64 {
        let place = element.get_attribute("data-at").and_then(|place| place.parse().ok());
        place.unwrap_or(0)
    };
    let mut row = target.closest("li").ok()??;
    loop {
        row = towards(&row)?;
        let mut found = row.query_selector("g:last-of-type").ok()?;
        while let Some(element) = &found
            && place(element) > place(target)
            && let Some(before) = element.previous_element_sibling()
        {
            found = Some(before);
        }
        if found.is_some() {
            return found;
        }
    }
}
