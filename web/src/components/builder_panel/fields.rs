//! The fields and buttons of the builder.

use super::super::parts::{ActButton, press};
use crate::act::{Act, BuilderMessage};
use crate::builder::{BuilderView, DraftChange, Field};
use podlab_messages::{Sentence, text};
use web_sys::{HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement};
use yew::prelude::*;

/// The most words of a text that learners read.
const MOST_WORDS: usize = 60;

pub fn button(
    class: &'static str,
    message: BuilderMessage,
    label: impl Into<AttrValue>,
    on: &Callback<Act>,
) -> Html {
    html! {
        <ActButton {class} act={Act::Builder(message)} on={on.clone()}>{ label.into() }</ActButton>
    }
}

pub fn change(on: &Callback<Act>) -> Callback<DraftChange> {
    on.reform(|change| Act::Builder(BuilderMessage::Change(change)))
}

/// A button whose name says what it is about.
pub fn named(
    message: BuilderMessage,
    label: &'static str,
    about: &str,
    on: &Callback<Act>,
) -> Html {
    let about = about.replace('*', "");
    html! {
        <button
            class="button is-plain is-small"
            type="button"
            aria-label={format!("{label}: {about}")}
            onclick={press(on, Act::Builder(message))}
        >
            { label }
        </button>
    }
}

/// A text that learners read while they act, with the number of its words.
pub fn lines(view: &BuilderView, on: &Callback<Act>, field: Field, label: Sentence) -> Html {
    let words = view.text(field).split_whitespace().count();
    html! {
        <div class="builder-field">
            { area(view, on, field, label, true) }
            <span class={if words > MOST_WORDS { "is-failed" } else { "quiet" }}>
                { text::builder_words(MOST_WORDS, words) }
            </span>
        </div>
    }
}

/// A text of several lines. What is live changes the preview with every letter.
pub fn area(
    view: &BuilderView,
    on: &Callback<Act>,
    field: Field,
    label: Sentence,
    is_live: bool,
) -> Html {
    let write = {
        let change = change(on);
        move |value| change.emit(DraftChange::Write(field, value))
    };
    let oninput = is_live.then(|| {
        let write = write.clone();
        Callback::from(move |event: InputEvent| {
            write(event.target_unchecked_into::<HtmlTextAreaElement>().value());
        })
    });
    let onchange = (!is_live).then(|| {
        Callback::from(move |event: Event| {
            write(event.target_unchecked_into::<HtmlTextAreaElement>().value());
        })
    });
    html! {
        <label class="builder-field">
            <span class="label">{ label() }</span>
            <textarea class="input" rows="3" value={view.text(field)} {oninput} {onchange} />
        </label>
    }
}

pub fn line(view: &BuilderView, on: &Callback<Act>, field: Field, label: Sentence) -> Html {
    let change = change(on);
    let onchange = Callback::from(move |event: Event| {
        let value = event.target_unchecked_into::<HtmlInputElement>().value();
        change.emit(DraftChange::Write(field, value));
    });
    html! {
        <label class="builder-field">
            <span class="label">{ label() }</span>
            <input class="input" type="text" value={view.text(field)} {onchange} />
        </label>
    }
}

pub fn select(
    label: &str,
    options: impl IntoIterator<Item = String>,
    chosen: usize,
    choose: impl Fn(usize) + 'static,
) -> Html {
    let onchange = Callback::from(move |event: Event| {
        let select: HtmlSelectElement = event.target_unchecked_into();
        choose(usize::try_from(select.selected_index()).unwrap_or_default());
    });
    html! {
        <label class="builder-field">
            <span class="label">{ label.to_owned() }</span>
            <select class="input" {onchange}>
                { for options.into_iter().enumerate().map(|(index, words)| html! {
                    <option selected={index == chosen}>{ words }</option>
                }) }
            </select>
        </label>
    }
}
