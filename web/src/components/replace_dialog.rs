//! The question whether the Pod is to be replaced, when a change cannot be made in place.

use super::modal::Modal;
use super::parts::press;
use crate::act::{Act, ClusterMessage};
use crate::dialog::Replacement;
use crate::language::use_language;
use crate::words;
use podlab_messages::text;
use std::rc::Rc;
use yew::prelude::*;

/// What the question needs.
#[derive(Debug, PartialEq, Properties)]
pub struct ReplaceDialogProps {
    /// The change; none while the dialog is closed.
    pub replacement: Option<Rc<Replacement>>,
    /// Whether there is a Pod to be replaced.
    pub exists: bool,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The question.
#[component]
pub fn ReplaceDialog(props: &ReplaceDialogProps) -> Html {
    let ReplaceDialogProps { replacement, exists, on } = props;
    use_language();
    let close = on.reform(|()| Act::Close);
    html! {
        <Modal
            is_open={replacement.is_some()}
            title_id="replace-title"
            described_by="replace-text"
            is_small=true
            on_close={close}
        >
            if let Some(replacement) = replacement {
                { content(on, replacement, *exists) }
            }
        </Modal>
    }
}

fn content(on: &Callback<Act>, replacement: &Replacement, exists: bool) -> Html {
    let text = if exists { text::replace_exists() } else { text::replace_gone() };
    html! {
        <>
            <header class="dialog-head">
                <h2 class="dialog-title" id="replace-title">{ text::replace_title() }</h2>
            </header>
            <div class="dialog-body">
                <p id="replace-text">{ text }</p>
                <dl class="change">
                    { for replacement.differences.iter().map(|difference| html! {
                        <>
                            <dt>{ &difference.path }</dt>
                            <dd>
                                if !difference.old.is_empty() { <del>{ &difference.old }</del> }
                                if !difference.new.is_empty() { <ins>{ &difference.new }</ins> }
                            </dd>
                        </>
                    }) }
                </dl>
                if exists {
                    <p class="mono quiet">{ words::wrong(&replacement.refusal) }</p>
                }
            </div>
            <footer class="dialog-foot">
                <button
                    class="button"
                    type="button"
                    autofocus=true
                    onclick={press(on, Act::Close)}
                >
                    { if exists { text::replace_keep() } else { text::page_cancel() } }
                </button>
                <button class="button is-primary" type="button" onclick={press(on, Act::Cluster(ClusterMessage::Replace))}>
                    { text::replace_do() }
                </button>
            </footer>
        </>
    }
}
