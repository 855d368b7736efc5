//! The answers that can be chosen, in the quiz and in a lesson.

use super::parts::{icon, press};
use crate::act::Act;
use yew::prelude::*;

/// An answer.
pub struct Choice<'a> {
    /// What it says.
    pub answer: &'a str,
    /// Whether it is right; none while that is not told of it.
    pub is_right: Option<bool>,
}

/// The answers as buttons. Once one is chosen they do nothing more, and the pressed one keeps the focus.
pub fn view<'a>(
    choices: impl Iterator<Item = Choice<'a>>,
    is_answered: bool,
    act: impl Fn(usize) -> Act,
    on: &Callback<Act>,
) -> Html {
    html! {
        <div class="quiz-answers">
            { for choices.enumerate().map(|(index, Choice { answer, is_right })| {
                let look = is_right.map(|is_right| if is_right { "is-done" } else { "is-failed" });
                let sign = is_right.map(|is_right| if is_right { "#i-done" } else { "#i-cross" });
                html! {
                    <button
                        class={classes!("act", "mono", look)}
                        type="button"
                        aria-disabled={is_answered.then_some("true")}
                        onclick={press(on, act(index))}
                    >
                        { for sign.map(icon) }{ answer }
                    </button>
                }
            }) }
        </div>
    }
}
