//! The dialog that shares what is shown: what to paste elsewhere, and what it looks like there.

use super::modal::{self, Modal};
use super::parts::{Choice, Look, Segmented, Toggle, icon, press, press_in_menu};
use crate::act::{Act, EditorMessage, Form, ShareMessage, Start};
use crate::handle::Handle;
use crate::language::use_language;
use crate::share::{MOST_CHARS, Share};
use crate::{links, words};
use podlab::rules::release::Release;
use podlab_link::qr;
use podlab_messages::{Sentence, text};
use yew::prelude::*;

/// The field in which stands what is copied.
pub const FIELD: &str = "share-text";

const FORMS: [(Form, Sentence); 6] = [
    (Form::Link, text::share_link),
    (Form::Code, text::share_code),
    (Form::Frame, text::share_frame),
    (Form::Element, text::share_element),
    (Form::Markdown, text::share_markdown),
    (Form::Block, text::share_block),
];

/// The button that opens it.
pub fn button(on: &Callback<Act>) -> Html {
    html! {
        <button
            class="button"
            type="button"
            title={text::top_share_title()}
            onclick={press_in_menu(on, Act::Share(ShareMessage::Open))}
        >
            { icon("#i-share") }
            <span>{ text::top_share() }</span>
        </button>
    }
}

/// What the dialog needs.
#[derive(PartialEq, Properties)]
pub struct ShareDialogProps {
    /// Whether it is open.
    pub is_open: bool,
    /// What is shared.
    pub share: Handle<Share>,
    /// The title of its scene, in the page's language.
    pub title: String,
    /// The release it runs on.
    pub release: Release,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The dialog.
#[component]
pub fn ShareDialog(props: &ShareDialogProps) -> Html {
    use_language();
    let (is_open, close) = (props.is_open, props.on.reform(|()| Act::Close));
    html! {
        <Modal {is_open} title_id="share-title" on_close={close}>
            if is_open {
                { content(props) }
            }
        </Modal>
    }
}

fn content(ShareDialogProps { share, title, release, on, .. }: &ShareDialogProps) -> Html {
    let share = share.read();
    let addresses = links::addresses();
    let text = share.text(title, &addresses);
    let link = share.link.as_ref().map(|link| link.fragment().len() + addresses.0.len());
    let why_not = share.refusal.as_ref().map(words::link_wrong).or_else(|| {
        let (count, most) =
            (link.filter(|length| *length > MOST_CHARS)?.to_string(), MOST_CHARS.to_string());
        Some(text::share_too_long(&count, &most))
    });
    let is_there = link.is_some() && why_not.is_none();
    let form = |(form, words): (Form, Sentence)| {
        Choice::new(words(), share.form == form, Act::Share(ShareMessage::Form(form)))
    };
    let from = |words: String, start: Start| {
        Choice::new(words, share.start == start, Act::Share(ShareMessage::From(start)))
    };
    let at = text::share_now(words::clock(share.at));
    let beginning = text::share_beginning().to_owned();
    let other = if share.plays { ShareMessage::StandStill } else { ShareMessage::Play };
    let words = FORMS.iter().find(|(form, _)| *form == share.form).map_or("", |(_, w)| w());
    html! {
        <>
            { modal::head(on, "share-title", text::share_title()) }
            <div class="dialog-body share">
                <Segmented name="share-form" legend={text::share_form()} look={Look::Quiet} choices={FORMS.map(form).to_vec()} on={on.clone()} />
                <div class="share-when">
                    <Segmented name="share-from" legend={text::share_opens()} look={Look::Line} choices={vec![from(at, Start::Moment), from(beginning, Start::Beginning)]} on={on.clone()} />
                    <Toggle checked={share.plays} act={Act::Share(other)} on={on.clone()}><span>{ text::share_plays() }</span></Toggle>
                </div>
                <div class="share-both">
                    if let Some(why) = why_not {
                        { file_instead(why, on) }
                    } else {
                        <textarea
                            class="input share-text"
                            id={FIELD}
                            readonly=true
                            aria-label={words}
                            aria-busy={link.is_none().then_some("true")}
                            spellcheck="false"
                            value={if link.is_none() { text::share_packing().to_owned() } else { text }}
                        />
                    }
                    <figure class="share-preview" aria-label={text::share_preview()}>
                        { preview(&share, title, *release, &addresses, is_there) }
                    </figure>
                </div>
            </div>
            <footer class="dialog-foot">
                <p class="quiet" role="status">{ copied_words(share.copied) }</p>
                <button
                    class="button is-primary"
                    type="button"
                    disabled={!is_there}
                    onclick={press(on, Act::Share(ShareMessage::Copy))}
                >
                    { text::share_copy() }
                </button>
            </footer>
        </>
    }
}

/// What was done.
fn copied_words(copied: Option<bool>) -> &'static str {
    match copied {
        Some(true) => text::share_copied(),
        Some(false) => text::share_not_copied(),
        None => "",
    }
}

/// Why there is no link, and what there is instead.
fn file_instead(why: String, on: &Callback<Act>) -> Html {
    html! {
        <div class="absence share-text">
            <p>{ why }</p>
            <button class="button" type="button" onclick={press(on, Act::Editor(EditorMessage::Save))}>
                { icon("#i-save") }
                { text::top_save_title() }
            </button>
        </div>
    }
}

/// What it looks like elsewhere.
fn preview(
    share: &Share,
    title: &str,
    release: Release,
    addresses: &(String, String),
    is_there: bool,
) -> Html {
    let name = || html! { <b>{ title.to_owned() }</b> };
    match share.form {
        _ if !is_there => html! {},
        Form::Link => {
            let at = share.moment();
            let scene = format!("Kubernetes {} · {}", release.number(), words::clock(at));
            html! {
                <div class="share-card">
                    { figure() }
                    { name() }
                    <span class="label">{ scene }</span>
                    <span class="label">{ host(&addresses.0) }</span>
                </div>
            }
        }
        Form::Code => code(&share.text(title, addresses), text::share_code_of()),
        Form::Markdown => html! {
            <div class="share-page">
                { lines(2) }
                <p><u>{ format!("Podlab: {title}") }</u></p>
                { lines(3) }
            </div>
        },
        Form::Frame | Form::Element | Form::Block => html! {
            <div class="share-page">
                { lines(2) }
                <div class={if share.form == Form::Frame { "share-card is-frame" } else { "share-card" }}>
                    { figure() }
                    { name() }
                </div>
                { lines(if share.form == Form::Block { 1 } else { 2 }) }
            </div>
        },
    }
}

/// A text such as a link as a QR code, called `name`: dark on light whatever the colours of the page are: not every reader knows the other way round.
pub fn code(text: &str, name: &str) -> Html {
    let Some(code) = qr::code(text) else {
        return html! { <p class="label">{ text::share_too_fine() }</p> };
    };
    let side = code.side.to_string();
    html! {
        <svg
            class="share-code"
            role="img"
            aria-label={name.to_owned()}
            viewBox={format!("0 0 {side} {side}")}
            shape-rendering="crispEdges"
        >
            <path d={code.path} />
        </svg>
    }
}

/// A Pod with its container, small.
fn figure() -> Html {
    html! {
        <svg class="share-figure" viewBox="0 0 120 44" aria-hidden="true">
            <rect x="1" y="1" width="118" height="42" rx="12" />
            <rect x="12" y="11" width="44" height="22" rx="5" />
            <rect x="64" y="11" width="44" height="22" rx="5" />
            <circle cx="23" cy="22" r="4" />
            <circle cx="75" cy="22" r="4" />
        </svg>
    }
}

/// Lines of another text.
fn lines(count: usize) -> Html {
    html! {
        <div class="share-lines" aria-hidden="true">{ for (0..count).map(|_| html! { <i></i> }) }</div>
    }
}

/// The part of an address that a person knows a page by.
fn host(address: &str) -> String {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    rest.trim_end_matches('/').to_owned()
}
