//! Where a popover shows: beside what it belongs to, and where it is seen whole.

use gloo::utils::document;
use web_sys::{Element, HtmlElement, MouseEvent};

/// What a popover shows beside, in CSS pixels of the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Anchor {
    left: f64,
    top: f64,
    bottom: f64,
}

impl Anchor {
    /// All of an element.
    pub fn element(element: &Element) -> Anchor {
        let at = element.get_bounding_client_rect();
        Anchor { left: at.left(), top: at.top(), bottom: at.bottom() }
    }

    /// The point of a press.
    pub fn point(event: &MouseEvent) -> Anchor {
        let y = event.client_y().into();
        Anchor { left: event.client_x().into(), top: y, bottom: y }
    }
}

/// Puts a popover that shows below its anchor, or above where there is more room, and nowhere beyond the edges of the window.
pub fn put(popover: &HtmlElement, at: Anchor) {
    const EDGE: f64 = 8.0;
    const GAP: f64 = 4.0;
    let Some(root) = document().document_element() else { return };
    let (width, height) = (f64::from(root.client_width()), f64::from(root.client_height()));
    let size = popover.get_bounding_client_rect();
    let below = at.bottom + GAP;
    let above = at.top - GAP - size.height();
    let fits = below + size.height() <= height - EDGE || above < EDGE;
    let top = if fits { below.min(height - EDGE - size.height()) } else { above };
    let left = at.left.min(width - EDGE - size.width());
    for (name, value) in [("left", left.max(EDGE)), ("top", top.max(EDGE))] {
        // Both are lengths.
        let _ = popover.style().set_property(name, &format!("{value}px"));
    }
}
