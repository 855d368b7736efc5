//! The question how a StatefulSet is to be replaced, when a change cannot be made in place.

use super::modal::Modal;
use super::parts::press;
use crate::act::{Act, Dialog, SetReplacement};
use crate::app::{App, ClusterMessage};
use crate::sentences::say;
use crate::words;
use podlab::apiserver::sets::Propagation;
use yew::prelude::*;

/// The question.
pub fn view(app: &App) -> Html {
    let replacement = match app.dialogs.open() {
        Some(Dialog::ReplaceSet(replacement)) => Some(replacement),
        _ => None,
    };
    html! {
        <Modal
            is_open={replacement.is_some()}
            title_id="replace-set-title"
            described_by="replace-set-text"
            is_small=true
            on_close={app.on.reform(|()| Act::Close)}
        >
            if let Some(replacement) = replacement {
                { content(app, replacement) }
            }
        </Modal>
    }
}

fn content(app: &App, replacement: &SetReplacement) -> Html {
    let delete = |words: &'static str, class: &'static str, propagation| {
        html! {
            <button {class} type="button" onclick={press(&app.on, Act::Cluster(ClusterMessage::DeleteSetFirst(propagation)))}>
                { words }
            </button>
        }
    };
    html! {
        <>
            <header class="dialog-head">
                <h2 class="dialog-title" id="replace-set-title">{ say!("replace-set.title") }</h2>
            </header>
            <div class="dialog-body">
                <p id="replace-set-text">
                    { say!("replace-set.text") }
                </p>
                <dl class="change">
                    <dt>{ "spec.podManagementPolicy" }</dt>
                    <dd><del>{ &replacement.old }</del><ins>{ &replacement.new }</ins></dd>
                </dl>
                <p class="mono quiet">{ words::wrong(&replacement.refusal) }</p>
            </div>
            <footer class="dialog-foot">
                <button class="button" type="button" autofocus=true onclick={press(&app.on, Act::Close)}>
                    { say!("replace-set.keep") }
                </button>
                { delete(say!("replace-set.both"), "button", Propagation::Background) }
                { delete(say!("replace-set.only"), "button is-primary", Propagation::Orphan) }
            </footer>
        </>
    }
}
