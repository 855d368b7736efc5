//! A dialog over the page: the browser's own, so that Escape, focus and inertness are free.

use super::parts::{icon, press};
use crate::act::Act;
use podlab_messages::text;
use web_sys::HtmlDialogElement;
use yew::prelude::*;

/// What a dialog needs.
#[derive(Properties, PartialEq)]
pub struct Props {
    /// Whether it is open.
    pub is_open: bool,
    /// The id of its title.
    pub title_id: AttrValue,
    /// The id of what it says, for a question that must be answered.
    #[prop_or_default]
    pub described_by: Option<AttrValue>,
    /// Whether it is narrow.
    #[prop_or_default]
    pub is_small: bool,
    /// It was closed.
    pub on_close: Callback<()>,
    /// What is in it.
    pub children: Html,
}

/// A dialog. It stays in the document while closed, so that closing gives the focus back to where it was.
#[component]
pub fn Modal(props: &Props) -> Html {
    let node = use_node_ref();
    {
        let node = node.clone();
        use_effect_with(props.is_open, move |is_open| {
            if let Some(dialog) = node.cast::<HtmlDialogElement>() {
                if *is_open && !dialog.open() {
                    // It is in the document and closed, so it can be opened.
                    let _ = dialog.show_modal();
                } else if !*is_open && dialog.open() {
                    dialog.close();
                }
            }
        });
    }
    let oncancel = {
        let on_close = props.on_close.clone();
        Callback::from(move |_: Event| on_close.emit(()))
    };
    let onclick = {
        let (on_close, node) = (props.on_close.clone(), node.clone());
        // A press beside the dialog lands on the dialog itself.
        Callback::from(move |event: MouseEvent| {
            let dialog = node.get().map(web_sys::EventTarget::from);
            if dialog.is_some() && event.target() == dialog {
                on_close.emit(());
            }
        })
    };
    html! {
        <dialog
            ref={node}
            class={classes!("dialog", props.is_small.then_some("is-small"))}
            role={props.described_by.is_some().then_some("alertdialog")}
            aria-labelledby={props.title_id.clone()}
            aria-describedby={props.described_by.clone()}
            {oncancel}
            {onclick}
        >
            if props.is_open {
                { props.children.clone() }
            }
        </dialog>
    }
}

/// The head of a dialog that can be closed: its title, and the button for that.
pub fn head(on: &Callback<Act>, title_id: &'static str, title: &'static str) -> Html {
    html! {
        <header class="dialog-head">
            <h2 class="dialog-title" id={title_id}>{ title }</h2>
            <button
                class="icon-button is-plain"
                type="button"
                aria-label={text::page_close()}
                onclick={press(on, Act::Close)}
            >
                { icon("#i-cross") }
            </button>
        </header>
    }
}
