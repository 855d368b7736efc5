//! The keys that move the focus through the list of scenes.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent};

/// What can be opened in the list.
const ENTRIES: &str = ".scene, .lab-open";

/// Does what a key means in the list.
pub fn follow(event: &KeyboardEvent, root: &Element, field: &HtmlElement) {
    let Some(focus) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) else {
        return;
    };
    let entries = entries(root);
    let is_in_field = focus.is_same_node(Some(field));
    let here = entries.iter().position(|entry| entry.is_same_node(Some(&focus)));
    let to = match (event.key().as_str(), here) {
        ("ArrowDown" | "Enter", None) if !is_in_field => return,
        ("ArrowDown", None) | ("Home", Some(_)) => entries.first(),
        ("Enter", None) => {
            if let Some(first) = entries.first() {
                event.prevent_default();
                first.click();
            }
            return;
        }
        ("ArrowRight", Some(here)) => entries.get(here + 1),
        ("ArrowLeft", Some(here)) => here.checked_sub(1).and_then(|before| entries.get(before)),
        ("ArrowDown", Some(here)) => next_row(&entries, &entries[here], 1.0),
        ("ArrowUp", Some(here)) => next_row(&entries, &entries[here], -1.0).or(Some(field)),
        ("End", Some(_)) => entries.last(),
        _ => return,
    };
    event.prevent_default();
    if let Some(to) = to {
        // It is shown, so it takes the focus.
        let _ = to.focus();
    }
}

fn entries(root: &Element) -> Vec<HtmlElement> {
    let Ok(nodes) = root.query_selector_all(ENTRIES) else { return Vec::new() };
    let nodes = (0..nodes.length()).filter_map(|index| nodes.get(index));
    nodes.filter_map(|node| node.dyn_into().ok()).collect()
}

/// The entry of the row below (1) or above (-1) that is nearest.
fn next_row<'a>(
    entries: &'a [HtmlElement],
    from: &HtmlElement,
    way: f64,
) -> Option<&'a HtmlElement> {
    let place = |entry: &HtmlElement| {
        let rect = entry.get_bounding_client_rect();
        (rect.left() + rect.width() / 2.0, rect.top(), rect.bottom())
    };
    let (x, top, bottom) = place(from);
    // What overlaps stands in the same row.
    let is_beyond = |other: (f64, f64, f64)| {
        if way > 0.0 { other.1 >= bottom - 1.0 } else { other.2 <= top + 1.0 }
    };
    let distance = |entry: &&HtmlElement| {
        let other = place(entry);
        let down = if way > 0.0 { other.1 - bottom } else { top - other.2 };
        down * 3.0 + (other.0 - x).abs()
    };
    let beyond = entries.iter().filter(|entry| is_beyond(place(entry)));
    beyond.min_by(|one, other| distance(one).total_cmp(&distance(other)))
}
