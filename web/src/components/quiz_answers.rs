//! The answers that can be chosen, in the quiz and in a lesson.

use super::parts::{icon, percent, press};
use crate::act::Act;
use podlab_messages::text;
use yew::prelude::*;

/// An answer.
pub struct Choice<'a> {
    /// What it says.
    pub answer: &'a str,
    /// Whether it is a sentence, rather than a word of Kubernetes or a name.
    pub is_sentence: bool,
    /// Whether it is right; none while that is not told of it.
    pub is_right: Option<bool>,
}

/// The answers as buttons, each with its votes where a room votes. Once one is chosen they do nothing more, and the pressed one keeps the focus.
pub fn view<'a>(
    choices: impl Iterator<Item = Choice<'a>>,
    is_answered: bool,
    votes: &[u32],
    act: impl Fn(usize) -> Act,
    on: &Callback<Act>,
) -> Html {
    let choices: Vec<Choice<'a>> = choices.collect();
    let has_sentences = choices.iter().any(|choice| choice.is_sentence);
    html! {
        <div class={classes!("quiz-answers", has_sentences.then_some("has-sentences"))}>
            { for choices.into_iter().enumerate().map(|(index, Choice { answer, is_sentence, is_right })| {
                let look = is_right.map(|is_right| if is_right { "is-done" } else { "is-failed" });
                let sign = is_right.map(|is_right| if is_right { "#i-done" } else { "#i-cross" });
                html! {
                    <button
                        class={classes!("act", (!is_sentence).then_some("mono"), look)}
                        type="button"
                        aria-disabled={is_answered.then_some("true")}
                        onclick={press(on, act(index))}
                    >
                        { for sign.map(icon) }
                        { match votes.get(index) {
                            Some(votes_for) => vote(index, answer, *votes_for, votes),
                            None => html! { { answer } },
                        } }
                    </button>
                }
            }) }
        </div>
    }
}

/// What says that the answer is a guess.
pub fn doubt(is_unsure: bool, act: impl Fn(bool) -> Act + 'static, on: &Callback<Act>) -> Html {
    html! {
        <label class="quiz-doubt">
            <input type="checkbox" checked={is_unsure} onchange={on.reform(move |_| act(!is_unsure))} />
            { text::lesson_unsure() }
        </label>
    }
}

/// An answer with its number, by which a room votes, and its votes.
fn vote(index: usize, answer: &str, votes: u32, all: &[u32]) -> Html {
    let total: u32 = all.iter().sum();
    let share = u64::from(votes) * 10_000 / u64::from(total.max(1));
    html! {
        <span class="vote">
            <span><kbd>{ index + 1 }</kbd>{ " " }{ answer }</span>
            <svg aria-hidden="true"><rect width={percent(share)} height="100%" /></svg>
            <b>{ votes }</b>
        </span>
    }
}
