//! What folds a pane, and what resizes it.

use super::parts::{icon, press};
use crate::act::{Act, PreferencesMessage};
use crate::language::use_language;
use crate::mount::Mount;
use crate::panes::Pane;
use gloo::utils::window;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

/// A pane as a visitor left it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PaneView {
    /// Which it is.
    pub pane: Pane,
    /// Whether it is folded.
    pub is_folded: bool,
    /// Its size in thousandths of the window; none for the usual one.
    pub size: Option<u16>,
}

/// What the button that folds a pane needs.
#[derive(Debug, PartialEq, Properties)]
pub struct FoldButtonProps {
    /// The pane.
    pub view: PaneView,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The button that folds a pane, and unfolds it.
#[component]
pub fn FoldButton(FoldButtonProps { view, on }: &FoldButtonProps) -> Html {
    use_language();
    let PaneView { pane, is_folded, .. } = *view;
    html! {
        <button
            class="fold"
            type="button"
            aria-expanded={if is_folded { "false" } else { "true" }}
            aria-controls={pane.id()}
            onclick={press(on, Act::Preferences(PreferencesMessage::FoldPane(pane, !is_folded)))}
        >
            if pane == Pane::Controls {
                { icon("#i-controls") }
            }
            <span>{ pane.name() }</span>
            { icon("#i-down") }
        </button>
    }
}

/// The line between a pane and the stage. Arrow keys and the pointer move it, Enter folds the pane.
#[component]
pub fn Separator(FoldButtonProps { view, on }: &FoldButtonProps) -> Html {
    use_language();
    let PaneView { pane, size, .. } = *view;
    let [least, usual, most] = pane.sizes();
    let percent = |size: u16| (size / 10).to_string();
    let onkeydown = {
        let on = on.clone();
        Callback::from(move |event: KeyboardEvent| {
            if let Some(act) = act_of_key(pane, &event) {
                event.prevent_default();
                on.emit(Act::Preferences(act));
            }
        })
    };
    let onpointerdown = Callback::from(|event: PointerEvent| {
        let separator: Element = event.target_unchecked_into();
        // Without it the pointer moves the line only while it is on it.
        let _ = separator.set_pointer_capture(event.pointer_id());
        event.prevent_default();
    });
    let onpointermove = Callback::from(move |event: PointerEvent| {
        if let Some(size) = dragged_to(pane, &event) {
            // Drawn without the program, which would draw everything for each pixel.
            pane.resize(&Mount::Page, Some(size));
        }
    });
    let onpointerup = {
        let on = on.clone();
        Callback::from(move |event: PointerEvent| {
            if let Some(size) = dragged_to(pane, &event) {
                on.emit(Act::Preferences(PreferencesMessage::ResizePane(pane, size)));
            }
        })
    };
    html! {
        <div
            class="separator"
            role="separator"
            tabindex="0"
            aria-label={pane.separator_name()}
            aria-controls={pane.id()}
            aria-orientation={if pane.is_below() { "horizontal" } else { "vertical" }}
            aria-valuenow={percent(size.unwrap_or(usual))}
            aria-valuemin={percent(least)}
            aria-valuemax={percent(most)}
            {onkeydown}
            {onpointerdown}
            {onpointermove}
            {onpointerup}
        ></div>
    }
}

/// What a key does to a pane.
fn act_of_key(pane: Pane, event: &KeyboardEvent) -> Option<PreferencesMessage> {
    /// By how many CSS pixels an arrow key moves the line.
    const STEP: f64 = 24.0;
    if event.ctrl_key() || event.meta_key() || event.alt_key() {
        return None;
    }
    let [least, _, most] = pane.sizes();
    let separator: Element = event.target_unchecked_into();
    let moved = |by: f64| {
        let line = separator.get_bounding_client_rect();
        let at = if pane.is_below() {
            line.y() + line.height() / 2.0
        } else {
            line.x() + line.width() / 2.0
        };
        Some(PreferencesMessage::ResizePane(pane, size_at(pane, &separator, at + by)?))
    };
    match (event.key().as_str(), pane.is_below()) {
        ("ArrowLeft", false) | ("ArrowUp", true) => moved(-STEP),
        ("ArrowRight", false) | ("ArrowDown", true) => moved(STEP),
        ("Home", _) => Some(PreferencesMessage::ResizePane(pane, least)),
        ("End", _) => Some(PreferencesMessage::ResizePane(pane, most)),
        ("Enter", _) => {
            focus_fold_button(&separator);
            Some(PreferencesMessage::FoldPane(pane, true))
        }
        _ => None,
    }
}

/// Gives the focus to the button that unfolds the pane: a folded pane has no line.
fn focus_fold_button(separator: &Element) {
    let button = separator.parent_element().and_then(|pane| pane.query_selector(".fold").ok()?);
    if let Some(button) = button.and_then(|button| button.dyn_into::<HtmlElement>().ok()) {
        // A browser that does not give it away keeps it.
        let _ = button.focus();
    }
}

/// The size of a pane whose line the pointer holds.
fn dragged_to(pane: Pane, event: &PointerEvent) -> Option<u16> {
    let separator: Element = event.target_unchecked_into();
    if !separator.has_pointer_capture(event.pointer_id()) {
        return None;
    }
    let at = if pane.is_below() { event.client_y() } else { event.client_x() };
    size_at(pane, &separator, f64::from(at))
}

/// The size of a pane in thousandths of the window when its line is at `at`: up to its edge that is farther from the line, since
/// a page that is mirrored has the panes on the other sides.
fn size_at(pane: Pane, separator: &Element, at: f64) -> Option<u16> {
    let pane_box = separator.closest(&format!("#{}", pane.id())).ok()??.get_bounding_client_rect();
    let line = separator.get_bounding_client_rect();
    let (start, end, line, whole) = if pane.is_below() {
        (pane_box.top(), pane_box.bottom(), line.top(), window().inner_height())
    } else {
        (pane_box.left(), pane_box.right(), line.left(), window().inner_width())
    };
    let whole = whole.ok()?.as_f64()?;
    let is_at_start = line - start < end - line;
    let size = if is_at_start { end - at } else { at - start };
    let [least, _, most] = pane.sizes();
    Some((size * 1000.0 / whole).clamp(f64::from(least), f64::from(most)) as u16)
}
