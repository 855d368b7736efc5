//! Why a link cannot be opened.

use super::modal::Modal;
use super::parts::press;
use crate::act::Act;
use crate::language::use_language;
use crate::words;
use podlab_link::{MOST_CHARS, TooMany, Wrong};
use podlab_messages::text;
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
                <h2 class="dialog-title" id="link-title">{ text::link_title() }</h2>
            </header>
            <div class="dialog-body" id="link-why">
                <p>{ told(why) }</p>
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

/// Why a link cannot be opened, in the page's language.
pub fn told(wrong: &Wrong) -> String {
    let count = |most: usize| most.to_string();
    match wrong {
        Wrong::Unknown(what) => text::link_unknown(what),
        Wrong::Version(version) => text::link_version(version),
        Wrong::TooLong(chars) => text::link_too_long(count(*chars), count(MOST_CHARS)),
        Wrong::Damaged => text::link_damaged().to_owned(),
        Wrong::TooLarge => text::link_too_large().to_owned(),
        Wrong::Option(key, value) => text::link_option(key, value),
        Wrong::TooMany(TooMany::Nodes, most) => text::link_nodes(count(*most)),
        Wrong::TooMany(TooMany::Commands, most) => text::link_commands(count(*most)),
        Wrong::TooMany(TooMany::Replicas, most) => text::link_replicas(count(*most)),
        Wrong::TooMany(TooMany::Items, most) => text::link_items(count(*most)),
        Wrong::TooMany(TooMany::Characters, most) => text::link_characters(count(*most)),
        Wrong::NoRun(found) => text::link_no_run(
            found.first().map_or_else(String::new, |first| words::wrong(&first.message)),
        ),
        Wrong::NoUnpacking => text::link_no_unpacking().to_owned(),
        Wrong::Refused(why) => text::link_refused(words::wrong(why)),
    }
}
