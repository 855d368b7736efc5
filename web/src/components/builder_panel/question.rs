//! The question of a step, and its answers.

use super::super::parts::icon;
use super::fields::{change, named, select};
use crate::act::{Act, BuilderMessage};
use crate::builder::{AnswerDraft, BuilderView, DraftChange, Field, QuestionDraft, kind, subject};
use podlab::base::time::SimTime;
use podlab::files::lesson_file::Ask;
use podlab_messages::{short, text};
use std::mem;
use web_sys::{HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

/// The lengths of time after which a question can ask, in seconds.
const AFTER: [u64; 8] = [5, 10, 20, 30, 60, 120, 300, 600];

pub fn question(view: &BuilderView, on: &Callback<Act>) -> Html {
    let asked = view.question.as_ref();
    // The first question of each kind.
    let mut kinds: Vec<&Ask> = Vec::new();
    for ask in &view.asks {
        if kinds.iter().all(|known| !is_of_kind(known, ask)) {
            kinds.push(ask);
        }
    }
    let of_asked = |kind: &&Ask| asked.is_some_and(|asked| is_of_kind(kind, &asked.ask));
    let chosen = kinds.iter().position(of_asked).map_or(0, |kind| kind + 1);
    let words = kinds.iter().map(|ask| kind(ask)().to_owned());
    let words = [text::builder_question_none().to_owned()].into_iter().chain(words);
    let words = words.collect::<Vec<_>>();
    let choose_kind = {
        let change = change(on);
        let kinds: Vec<Ask> = kinds.into_iter().cloned().collect();
        move |chosen: usize| {
            let ask = chosen.checked_sub(1).and_then(|kind| kinds.get(kind));
            change.emit(DraftChange::Ask(ask.cloned()));
        }
    };
    html! {
        <>
            { select(text::builder_question(), words, chosen, choose_kind) }
            if let Some(asked) = asked {
                { subjects(view, &asked.ask, on) }
                { after(asked, on) }
                { answers(asked, on) }
            }
        </>
    }
}

fn is_of_kind(one: &Ask, other: &Ask) -> bool {
    mem::discriminant(one) == mem::discriminant(other)
}

/// What the question can be about.
fn subjects(view: &BuilderView, asked: &Ask, on: &Callback<Act>) -> Html {
    let alike = view.asks.iter().filter(|ask| is_of_kind(ask, asked));
    let (asks, words): (Vec<Ask>, Vec<String>) =
        alike.filter_map(|ask| subject(ask).map(|words| (ask.clone(), words))).unzip();
    let Some(place) = asks.iter().position(|ask| ask == asked) else { return Html::default() };
    let change = change(on);
    let choose = move |chosen: usize| change.emit(DraftChange::Ask(Some(asks[chosen].clone())));
    select(text::builder_question_about(), words, place, choose)
}

fn after(asked: &QuestionDraft, on: &Callback<Act>) -> Html {
    let mut times = AFTER.map(SimTime::from_seconds).to_vec();
    if !times.contains(&asked.after) {
        times.push(asked.after);
        times.sort();
    }
    let place = times.iter().position(|time| *time == asked.after).unwrap_or_default();
    let words = times.iter().map(|time| short(time.0)).collect::<Vec<_>>();
    let change = change(on);
    let choose = move |chosen: usize| change.emit(DraftChange::After(times[chosen]));
    select(text::builder_question_after(), words, place, choose)
}

fn answers(asked: &QuestionDraft, on: &Callback<Act>) -> Html {
    let change = change(on);
    let add = {
        let change = change.clone();
        Callback::from(move |event: Event| {
            let input: HtmlInputElement = event.target_unchecked_into();
            change.emit(DraftChange::AddAnswer(input.value()));
            input.set_value("");
        })
    };
    html! {
        <fieldset class="builder-part">
            <legend class="label">{ text::builder_answers() }</legend>
            <ul class="builder-answers">
                { for asked.answers.iter().enumerate().map(|(index, draft)| answer(asked, index, draft, on)) }
            </ul>
            <label class="builder-field">
                <span class="label">{ text::builder_answer_add() }</span>
                <input class="input" type="text" onchange={add} />
            </label>
        </fieldset>
    }
}

fn answer(asked: &QuestionDraft, index: usize, draft: &AnswerDraft, on: &Callback<Act>) -> Html {
    let AnswerDraft { answer, label, says, because } = draft;
    let is_right = asked.right.as_ref() == Some(answer);
    let verdict =
        if is_right { text::builder_answer_right() } else { text::builder_answer_wrong() };
    let change = change(on);
    let write = |field: Field| {
        let change = change.clone();
        Callback::from(move |value: String| change.emit(DraftChange::Write(field, value)))
    };
    let label_changed = write(Field::Label(index))
        .reform(|event: Event| event.target_unchecked_into::<HtmlInputElement>().value());
    let because_changed = write(Field::Because(index))
        .reform(|event: Event| event.target_unchecked_into::<HtmlTextAreaElement>().value());
    html! {
        <li key={answer.to_string()}>
            <p>
                <b>{ says.clone() }</b>{ " " }
                <span class="quiet">
                    if asked.right.is_some() {
                        { icon(if is_right { "#i-done" } else { "#i-cross" }) }{ verdict }
                    }
                </span>
                if !is_right {
                    { named(BuilderMessage::Change(DraftChange::RemoveAnswer(index)), text::builder_remove(), answer, on) }
                }
            </p>
            <label class="builder-field">
                <span class="label">{ text::builder_answer_label() }</span>
                <input class="input" type="text" value={label.clone()} onchange={label_changed} />
            </label>
            <label class="builder-field">
                <span class="label">{ text::builder_answer_because() }</span>
                <textarea class="input" rows="2" value={because.clone()} onchange={because_changed} />
            </label>
        </li>
    }
}
