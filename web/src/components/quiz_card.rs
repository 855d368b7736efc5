//! The question what kubectl prints next.

use super::parts::press;
use super::quiz_answers::{self, Choice};
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
    /// The votes of a room for each answer; none where no room votes.
    pub votes: Vec<u32>,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The question, and once it is answered what is right.
#[component]
pub fn QuizCard(QuizCardProps { pod, question, votes, on }: &QuizCardProps) -> Html {
    use_language();
    let right = &question.answers[question.right];
    let told = question.chosen.map(|chosen| {
        if chosen == question.right {
            text::quiz_right(right)
        } else {
            text::quiz_wrong(&question.answers[chosen], right)
        }
    });
    let choices = question.answers.iter().enumerate().map(|(index, answer)| Choice {
        answer,
        is_right: match question.chosen {
            Some(_) if index == question.right => Some(true),
            Some(chosen) if index == chosen => Some(false),
            Some(_) | None => None,
        },
    });
    html! {
        <section class="quiz" part="quiz" aria-labelledby="quiz-title">
            <h3 class="heading" id="quiz-title">{ text::quiz_ask(pod) }</h3>
            { quiz_answers::view(choices, question.chosen.is_some(), votes, |answer| Act::Player(PlayerMessage::Guess(answer)), on) }
            <p class="quiz-told" role="status">{ told }</p>
            <button class="button is-primary" type="button" onclick={press(on, Act::Player(PlayerMessage::TogglePlaying))}>
                { if question.chosen.is_some() { text::quiz_go() } else { text::quiz_skip() } }
            </button>
        </section>
    }
}
