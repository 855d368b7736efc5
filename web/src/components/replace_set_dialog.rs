//! The question how a StatefulSet is to be replaced, when a change cannot be made in place.

use super::modal::Modal;
use super::parts::press;
use crate::act::{Act, ClusterMessage};
use crate::dialog::SetReplacement;
use crate::language::use_language;
use crate::words;
use podlab::api::meta::Propagation;
use podlab_messages::text;
use std::rc::Rc;
use yew::prelude::*;

/// What the question needs.
#[derive(Debug, PartialEq, Properties)]
pub struct ReplaceSetDialogProps {
    /// The change; none while the dialog is closed.
    pub replacement: Option<Rc<SetReplacement>>,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The question.
#[component]
pub fn ReplaceSetDialog(ReplaceSetDialogProps { replacement, on }: &ReplaceSetDialogProps) -> Html {
    use_language();
    html! {
        <Modal
            is_open={replacement.is_some()}
            title_id="replace-set-title"
            described_by="replace-set-text"
            is_small=true
            on_close={on.reform(|()| Act::Close)}
        >
            if let Some(replacement) = replacement {
                { content(on, replacement) }
            }
        </Modal>
    }
}

fn content(on: &Callback<Act>, replacement: &SetReplacement) -> Html {
    let delete = |words: &'static str, class: &'static str, propagation| {
        html! {
            <button {class} type="button" onclick={press(on, Act::Cluster(ClusterMessage::DeleteSetFirst(propagation)))}>
                { words }
            </button>
        }
    };
    html! {
        <>
            <header class="dialog-head">
                <h2 class="dialog-title" id="replace-set-title">{ text::replace_set_title() }</h2>
            </header>
            <div class="dialog-body">
                <p id="replace-set-text">
                    { text::replace_set_text() }
                </p>
                <dl class="change">
                    <dt>{ "spec.podManagementPolicy" }</dt>
                    <dd><del>{ &replacement.old }</del><ins>{ &replacement.new }</ins></dd>
                </dl>
                <p class="mono quiet">{ words::wrong(&replacement.refusal) }</p>
            </div>
            <footer class="dialog-foot">
                <button class="button" type="button" autofocus=true onclick={press(on, Act::Close)}>
                    { text::replace_set_keep() }
                </button>
                { delete(text::replace_set_both(), "button", Propagation::Background) }
                { delete(text::replace_set_only(), "button is-primary", Propagation::Orphan) }
            </footer>
        </>
    }
}
