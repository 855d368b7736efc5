//! The question of a step, and its answers.

use super::super::parts::icon;
use super::fields::{change, named, select};
use crate::act::Act;
use crate::app::BuilderMessage;
use crate::builder::{BuilderView, DraftChange, Field, QuestionDraft};
use podlab::base::text::Text;
use podlab::base::time::SimTime;
use podlab::files::lesson_file::Ask;
use podlab_messages::{Sentence, short, text};
use web_sys::{HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

/// The lengths of time after which a question can ask, in seconds.
const AFTER: [u64; 8] = [5, 10, 20, 30, 60, 120, 300, 600];

/// A kind of questions: its words, how one about a Pod is asked, and whether it is about one.
type Kind = (Sentence, fn(Text) -> Ask, bool);

const QUESTIONS: [Kind; 7] = [
    (text::builder_question_phase, Ask::Phase, true),
    (text::builder_question_status, Ask::Status, true),
    (text::builder_question_restarts, Ask::Restarts, true),
    (text::builder_question_node, Ask::Node, true),
    (text::builder_question_created, |_| Ask::NextCreated, false),
    (text::builder_question_deleted, |_| Ask::NextDeleted, false),
    (text::builder_question_rest, |_| Ask::Converges, false),
];

/// Returns the Pod that a question is about; none when it is about no special one.
fn pod_of(ask: &Ask) -> Option<&Text> {
    match ask {
        Ask::Phase(pod)
        | Ask::Status(pod)
        | Ask::Restarts(pod)
        | Ask::Node(pod)
        | Ask::NextRestart { pod, .. } => Some(pod),
        Ask::Why(_) | Ask::NextCreated | Ask::NextDeleted | Ask::Converges => None,
    }
}

pub fn question(view: &BuilderView, on: &Callback<Act>) -> Html {
    let asked = view.question.as_ref();
    let pod = asked.and_then(|asked| pod_of(&asked.ask)).cloned();
    let pod = pod.or_else(|| view.pods.first().cloned()).unwrap_or_default();
    let kind = asked
        .and_then(|asked| QUESTIONS.iter().position(|(_, ask, _)| ask(pod.clone()) == asked.ask));
    let choose_kind = {
        let (change, pod) = (change(on), pod.clone());
        move |chosen: usize| {
            let ask = chosen.checked_sub(1).and_then(|kind| QUESTIONS.get(kind));
            change.emit(DraftChange::Ask(ask.map(|(_, ask, _)| ask(pod.clone()))));
        }
    };
    let kinds = QUESTIONS.iter().map(|(words, ..)| words().to_owned());
    let kinds = [text::builder_question_none().to_owned()].into_iter().chain(kinds);
    html! {
        <>
            { select(text::builder_question(), kinds, kind.map_or(0, |kind| kind + 1), choose_kind) }
            if let Some((asked, kind)) = asked.zip(kind) {
                if QUESTIONS[kind].2 {
                    { pods(view, &pod, kind, on) }
                }
                { after(asked, on) }
                { answers(asked, on) }
            }
        </>
    }
}

fn pods(view: &BuilderView, pod: &Text, kind: usize, on: &Callback<Act>) -> Html {
    let mut names = view.pods.clone();
    if !names.contains(pod) {
        names.push(pod.clone());
    }
    let place = names.iter().position(|name| name == pod).unwrap_or_default();
    let words = names.iter().map(Text::to_string).collect::<Vec<_>>();
    let change = change(on);
    let choose = move |chosen: usize| {
        let ask = QUESTIONS[kind].1(names[chosen].clone());
        change.emit(DraftChange::Ask(Some(ask)));
    };
    select(text::builder_question_pod(), words, place, choose)
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
                { for asked.answers.iter().enumerate().map(|(index, (answer, because))| {
                    let is_right = asked.right.as_ref() == Some(answer);
                    let verdict = if is_right { text::builder_answer_right() } else { text::builder_answer_wrong() };
                    let write = change.clone();
                    let onchange = Callback::from(move |event: Event| {
                        let value = event.target_unchecked_into::<HtmlTextAreaElement>().value();
                        write.emit(DraftChange::Write(Field::Because(index), value));
                    });
                    html! {
                        <li key={answer.to_string()}>
                            <p>
                                <b>{ answer.to_string() }</b>{ " " }
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
                                <span class="label">{ text::builder_answer_because() }</span>
                                <textarea class="input" rows="2" value={because.clone()} {onchange} />
                            </label>
                        </li>
                    }
                }) }
            </ul>
            <label class="builder-field">
                <span class="label">{ text::builder_answer_add() }</span>
                <input class="input" type="text" onchange={add} />
            </label>
        </fieldset>
    }
}
