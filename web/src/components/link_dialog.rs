//! Why a link cannot be opened.

use super::modal::Modal;
use super::parts::press;
use crate::act::{Act, Dialog};
use crate::app::App;
use crate::markup::prelude::*;

/// The dialog.
pub fn view(app: &App) -> Html {
    let why = match &app.dialog {
        Some(Dialog::Link(why)) => Some(why),
        _ => None,
    };
    let close = app.on.reform(|()| Act::Close);
    html! {
        <Modal
            is_open={why.is_some()}
            title_id="link-title"
            described_by="link-why"
            is_small=true
            on_close={close}
        >
            if let Some(why) = why {
                { content(app, why) }
            }
        </Modal>
    }
}

#[inline(never)]
fn content(app: &App, why: &str) -> Html {
    html! {
        <>
            <header class="dialog-head">
                <h2 class="dialog-title" id="link-title">{ say!("link.title") }</h2>
            </header>
            <div class="dialog-body" id="link-why">
                <p>{ why.to_owned() }</p>
                <p class="quiet">{ say!("link.fresh") }</p>
            </div>
            <footer class="dialog-foot">
                <button
                    class="button is-primary"
                    type="button"
                    onclick={press(&app.on, Act::Close)}
                >
                    { say!("page.close") }
                </button>
            </footer>
        </>
    }
}
