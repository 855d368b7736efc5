//! Where the program is drawn: as a page of its own, or as a figure inside another one.

use gloo::utils::{document, window};
use wasm_bindgen::JsCast;
use web_sys::{Element, EventTarget, HtmlElement, NodeList};

/// Where the program is drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Mount {
    /// The document is ours.
    Page,
    /// Everything of ours is inside this element, which may be in a shadow tree.
    Figure(Element),
}

impl Mount {
    /// The element of ours that the selector matches first.
    pub fn query(&self, css: &str) -> Option<Element> {
        match self {
            Mount::Page => document().query_selector(css),
            Mount::Figure(element) => element.query_selector(css),
        }
        .ok()
        .flatten()
    }

    /// What says for all of ours which language it is in and which colours it has.
    pub fn root(&self) -> Option<Element> {
        match self {
            Mount::Page => document().document_element(),
            Mount::Figure(element) => Some(element.clone()),
        }
    }

    /// What hears the keys that are meant for us.
    pub fn hears(&self) -> EventTarget {
        match self {
            Mount::Page => document().into(),
            Mount::Figure(element) => element.clone().into(),
        }
    }

    /// Gives the focus to the first element of ours that the selector matches and that is drawn.
    pub fn focus(&self, css: &str) {
        let drawn = self.query_all(css).find(|element| element.get_client_rects().length() > 0);
        if let Some(element) = drawn {
            // SVG elements take it as HTML elements do.
            let _ = element.unchecked_into::<HtmlElement>().focus();
        }
    }

    /// The elements of ours that the selector matches.
    fn query_all(&self, css: &str) -> impl Iterator<Item = Element> {
        let found = match self {
            Mount::Page => document().query_selector_all(css),
            Mount::Figure(element) => element.query_selector_all(css),
        };
        let count = found.as_ref().map_or(0, NodeList::length);
        let element = move |index| found.as_ref().ok()?.item(index)?.dyn_into().ok();
        (0..count).filter_map(element)
    }

    /// Whether there is room for everything at once.
    pub fn is_wide(&self) -> bool {
        /// From here on, in CSS pixels: where `figure.css` puts the controls beside the stage.
        const WIDE: i32 = 748;
        match self {
            Mount::Page => matches("(min-width: 48rem)"),
            Mount::Figure(element) => element.client_width() >= WIDE,
        }
    }

    /// Whether the answers stand beside the stage, and not below it.
    pub fn has_answers_beside(&self) -> bool {
        match self {
            Mount::Page => matches("(min-width: 75rem)"),
            Mount::Figure(_) => false,
        }
    }

    /// Whether the document is ours.
    pub fn is_page(&self) -> bool {
        matches!(self, Mount::Page)
    }
}

/// Returns whether a media query matches, or whether the browser knows none.
fn matches(query: &str) -> bool {
    let query = window().match_media(query).ok().flatten();
    query.is_none_or(|query| query.matches())
}

/// Returns whether nothing is to move before the visitor asks for it.
pub fn is_calm() -> bool {
    let query = window().match_media("(prefers-reduced-motion: reduce)").ok().flatten();
    query.is_some_and(|query| query.matches())
}

/// Returns whether the system wants dark colours.
pub fn prefers_dark() -> bool {
    let query = window().match_media("(prefers-color-scheme: dark)").ok().flatten();
    query.is_some_and(|query| query.matches())
}
