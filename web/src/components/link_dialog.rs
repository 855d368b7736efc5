//! Why a link cannot be opened.

use super::modal::Modal;
use super::parts::press;
use crate::act::Act;
use crate::language::use_language;
use crate::words;
use podlab_link::LinkError;
use podlab_messages::text;
use std::rc::Rc;
use yew::prelude::*;

/// What the dialog needs.
#[derive(Debug, PartialEq, Properties)]
pub struct LinkDialogProps {
    /// Why a link cannot be opened; none while it is closed.
    pub why: Option<Rc<LinkError>>,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The dialog.
#[component]
pub fn LinkDialog(LinkDialogProps { why, on }: &LinkDialogProps) -> Html {
    use_language();
    let close = on.reform(|()| Act::Close);
    html! {
        <Modal
            is_open={why.is_some()}
            title_id="link-title"
            described_by="link-why"
            is_small=true
            on_close={close}
        >
            if let Some(why) = why {
                { content(on, why) }
            }
        </Modal>
    }
}

fn content(on: &Callback<Act>, why: &LinkError) -> Html {
    html! {
        <>
            <header class="dialog-head">
                <h2 class="dialog-title" id="link-title">{ text::link_title() }</h2>
            </header>
            <div class="dialog-body" id="link-why">
                <p>{ words::link_wrong(why) }</p>
                <p class="quiet">{ text::link_fresh() }</p>
            </div>
            <footer class="dialog-foot">
                <button
                    class="button is-primary"
                    type="button"
                    onclick={press(on, Act::Close)}
                >
                    { text::page_close() }
                </button>
            </footer>
        </>
    }
}
