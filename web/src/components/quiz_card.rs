//! The question what kubectl prints next.

use super::parts::press;
use crate::act::Act;
use crate::app::PlayerMessage;
use crate::language::use_language;
use crate::quiz::Question;
use podlab::base::text::Text;
use podlab_messages::text;
use yew::prelude::*;

/// What the question needs.
#[derive(Debug, PartialEq, Properties)]
pub struct QuizCardProps {
    /// The name of the Pod that it is about.
    pub pod: Text,
    /// The question.
    pub question: Question,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The question, and once it is answered what is right.
#[component]
pub fn QuizCard(QuizCardProps { pod, question, on }: &QuizCardProps) -> Html {
    use_language();
    let right = &question.answers[question.right];
    let told = question.chosen.map(|chosen| {
        if chosen == question.right {
            text::quiz_right(right)
        } else {
            text::quiz_wrong(&question.answers[chosen], right)
        }
    });
    html! {
        <section class="quiz" part="quiz" aria-labelledby="quiz-title">
            <h3 class="heading" id="quiz-title">{ text::quiz_ask(pod) }</h3>
            <div class="quiz-answers">
                { for question.answers.iter().enumerate().map(|(index, answer)| {
                    let look = match question.chosen {
                        Some(_) if index == question.right => Some("is-done"),
                        Some(chosen) if index == chosen => Some("is-failed"),
                        _ => None,
                    };
                    html! {
                        <button
                            class={classes!("act", "mono", look)}
                            type="button"
                            disabled={question.chosen.is_some()}
                            onclick={press(on, Act::Player(PlayerMessage::Guess(index)))}
                        >
                            { answer.to_string() }
                        </button>
                    }
                }) }
            </div>
            <p class="quiz-told" role="status">{ told }</p>
            <button class="button is-primary" type="button" onclick={press(on, Act::Player(PlayerMessage::TogglePlaying))}>
                { if question.chosen.is_some() { text::quiz_go() } else { text::quiz_skip() } }
            </button>
        </section>
    }
}
