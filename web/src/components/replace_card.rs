//! The question whether the Pod is to be replaced, when a change cannot be made in place.

use super::modal::Modal;
use super::parts::press;
use crate::act::{Act, Dialog, Replacement};
use crate::app::{App, ClusterMessage};
use crate::sentences::say;
use crate::words;
use yew::prelude::*;

/// The question.
pub fn view(app: &App) -> Html {
    let replacement = match app.dialogs.open() {
        Some(Dialog::Replace(replacement)) => Some(replacement),
        Some(_) | None => None,
    };
    let close = app.on.reform(|()| Act::Close);
    html! {
        <Modal
            is_open={replacement.is_some()}
            title_id="replace-title"
            described_by="replace-text"
            is_small=true
            on_close={close}
        >
            if let Some(replacement) = replacement {
                { content(app, replacement) }
            }
        </Modal>
    }
}

fn content(app: &App, replacement: &Replacement) -> Html {
    let exists = app.lab.pod().is_some();
    let text = if exists { say!("replace.exists") } else { say!("replace.gone") };
    html! {
        <>
            <header class="dialog-head">
                <h2 class="dialog-title" id="replace-title">{ say!("replace.title") }</h2>
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
                    onclick={press(&app.on, Act::Close)}
                >
                    { if exists { say!("replace.keep") } else { say!("page.cancel") } }
                </button>
                <button class="button is-primary" type="button" onclick={press(&app.on, Act::Cluster(ClusterMessage::Replace))}>
                    { say!("replace.do") }
                </button>
            </footer>
        </>
    }
}
