//! What opens the menu of a thing on the stage: its name, a press, the other button of the mouse, a long press, the menu key.

use super::run::Run;
use crate::act::{Act, AnswersMessage, ControlsMessage};
use crate::controls::Controls;
use crate::popover::Anchor;
use crate::things::{Menu, Thing};
use gloo::utils::window;
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

/// What does something itself when it is pressed.
const ACTS_ITSELF: &str = "button, a, input, label, summary, [popover]";

/// The name of a thing: a button that opens its menu, where a person may act.
pub fn opener(run: Run<'_>, thing: &Thing, name: Html) -> Html {
    if !run.allows(Controls::Faults) {
        return name;
    }
    let onclick = by_button(run.on, thing);
    html! {
        <button class="thing" type="button" aria-haspopup="dialog" {onclick}>{ name }</button>
    }
}

/// What a gate does when it is pressed, where a person may act.
pub fn on_gate(run: Run<'_>, ordinal: i64) -> Option<Callback<MouseEvent>> {
    run.allows(Controls::Faults).then(|| by_button(run.on, &Thing::Gate(ordinal)))
}

/// Opens the menu of a thing beside the button that is pressed.
fn by_button(on: &Callback<Act>, thing: &Thing) -> Callback<MouseEvent> {
    let open = open(on, thing);
    Callback::from(move |event: MouseEvent| {
        event.prevent_default();
        event.stop_propagation();
        if let Some(button) = pressed(&event, "button") {
            open(Anchor::element(&button));
        }
    })
}

/// The element that the selector matches and in which a press was.
pub fn pressed(event: &MouseEvent, css: &str) -> Option<Element> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    target.closest(css).ok().flatten()
}

/// Opens the menu of a thing where the other button of the mouse, a long press or the menu key asks for it.
pub fn on_context(run: Run<'_>, thing: &Thing) -> Option<Callback<MouseEvent>> {
    run.allows(Controls::Faults).then(|| by_context(run.on, thing))
}

/// What [`on_context`] does, where a person may act.
pub fn by_context(on: &Callback<Act>, thing: &Thing) -> Callback<MouseEvent> {
    let open = open(on, thing);
    Callback::from(move |event: MouseEvent| {
        event.stop_propagation();
        // Of a link and of selected text the browser knows more.
        if pressed(&event, "a").is_none() && !is_selecting() {
            event.prevent_default();
            open(Anchor::point(&event));
        }
    })
}

/// Whether text is selected.
fn is_selecting() -> bool {
    let selection = window().get_selection().ok().flatten();
    selection.is_some_and(|selection| !selection.is_collapsed())
}

/// Opens the menu of a thing where it is pressed, unless what is pressed does something itself or text is being selected.
pub fn on_press(run: Run<'_>, thing: &Thing) -> Option<Callback<MouseEvent>> {
    if !run.allows(Controls::Faults) {
        return None;
    }
    let open = open(run.on, thing);
    Some(Callback::from(move |event: MouseEvent| {
        if pressed(&event, ACTS_ITSELF).is_none() && !is_selecting() {
            open(Anchor::point(&event));
        }
    }))
}

fn open(on: &Callback<Act>, thing: &Thing) -> impl Fn(Anchor) + 'static {
    let (on, thing) = (on.clone(), thing.clone());
    move |at| {
        if let Thing::Pod(name) = &thing {
            on.emit(Act::Answers(AnswersMessage::PickPod(name.clone())));
        }
        on.emit(Act::Controls(ControlsMessage::OpenMenu(Menu { thing: thing.clone(), at })));
    }
}
