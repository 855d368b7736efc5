//! Why a link cannot be opened.

use super::modal::Modal;
use super::parts::press;
use crate::act::Act;
use crate::language::use_language;
use crate::sentences::{fill, say};
use crate::words;
use podlab_link::{MOST_CHARS, TooMany, Wrong};
use std::rc::Rc;
use yew::prelude::*;

/// What the dialog needs.
#[derive(Debug, PartialEq, Properties)]
pub struct LinkDialogProps {
    /// Why a link cannot be opened; none while it is closed.
    pub why: Option<Rc<Wrong>>,
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

fn content(on: &Callback<Act>, why: &Wrong) -> Html {
    html! {
        <>
            <header class="dialog-head">
                <h2 class="dialog-title" id="link-title">{ say!("link.title") }</h2>
            </header>
            <div class="dialog-body" id="link-why">
                <p>{ told(why) }</p>
                <p class="quiet">{ say!("link.fresh") }</p>
            </div>
            <footer class="dialog-foot">
                <button
                    class="button is-primary"
                    type="button"
                    onclick={press(on, Act::Close)}
                >
                    { say!("page.close") }
                </button>
            </footer>
        </>
    }
}

/// Why a link cannot be opened, in the page's language.
pub fn told(wrong: &Wrong) -> String {
    let count = |most: usize| most.to_string();
    match wrong {
        Wrong::Unknown(what) => fill!("link.unknown", "what" => what),
        Wrong::Version(version) => fill!("link.version", "version" => version),
        Wrong::TooLong(chars) => {
            fill!("link.too-long", "count" => &count(*chars), "most" => &count(MOST_CHARS))
        }
        Wrong::Damaged => say!("link.damaged").to_owned(),
        Wrong::TooLarge => say!("link.too-large").to_owned(),
        Wrong::Option(key, value) => fill!("link.option", "key" => key, "value" => value),
        Wrong::TooMany(TooMany::Nodes, most) => fill!("link.nodes", "most" => &count(*most)),
        Wrong::TooMany(TooMany::Commands, most) => fill!("link.commands", "most" => &count(*most)),
        Wrong::TooMany(TooMany::Replicas, most) => fill!("link.replicas", "most" => &count(*most)),
        Wrong::TooMany(TooMany::Items, most) => fill!("link.items", "most" => &count(*most)),
        Wrong::TooMany(TooMany::Characters, most) => {
            fill!("link.characters", "most" => &count(*most))
        }
        Wrong::NoRun(found) => {
            fill!("link.no-run", "why" => &words::wrong(found.first().map_or("", |first| &first.message)))
        }
        Wrong::NoUnpacking => say!("link.no-unpacking").to_owned(),
        Wrong::Refused(why) => fill!("link.refused", "why" => &words::wrong(why)),
    }
}
