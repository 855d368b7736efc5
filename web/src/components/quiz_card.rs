//! The question what happens next.

use super::parts::press;
use super::quiz_answers::{self, Choice, doubt};
use crate::act::{Act, AnswersMessage, PlayerMessage};
use crate::language::use_language;
use crate::quiz::AskedQuestion;
use podlab_messages::text;
use podlab_stage::quiz::{asks, because};
use yew::prelude::*;

/// What the question needs.
#[derive(Debug, PartialEq, Properties)]
pub struct QuizCardProps {
    /// The question, and what was answered.
    pub asked: AskedQuestion,
    /// The votes of a room for each answer; none where no room votes.
    pub votes: Vec<u32>,
    /// Whether a person can say that the answer is a guess.
    pub has_doubt: bool,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The question, and once it is answered what is right, with a way to see why.
#[component]
pub fn QuizCard(QuizCardProps { asked, votes, has_doubt, on }: &QuizCardProps) -> Html {
    use_language();
    let AskedQuestion { question, chosen, is_unsure } = asked;
    let right = &question.answers[question.right];
    let told = chosen.map(|chosen| {
        if chosen == question.right {
            text::quiz_right(right)
        } else {
            text::quiz_wrong(&question.answers[chosen], right)
        }
    });
    // Of a wrong answer both are explained.
    let because = chosen.map_or_else(Vec::new, |chosen| {
        let wrong = (chosen != question.right).then_some(chosen);
        let answers: Vec<usize> = wrong.into_iter().chain([question.right]).collect();
        because(question, &answers)
    });
    let choices = question.answers.iter().enumerate().map(|(index, answer)| Choice {
        answer,
        is_sentence: false,
        is_right: match chosen {
            Some(_) if index == question.right => Some(true),
            Some(chosen) if index == *chosen => Some(false),
            Some(_) | None => None,
        },
    });
    let why = Act::Answers(AnswersMessage::Select(question.change));
    let go_on = Act::Player(PlayerMessage::TogglePlaying);
    html! {
        <section class="quiz" part="quiz" aria-labelledby="quiz-title">
            <h3 class="heading" id="quiz-title">{ asks(&question.subject) }</h3>
            { quiz_answers::view(choices, chosen.is_some(), votes, |answer| Act::Player(PlayerMessage::Guess(answer)), on) }
            if *has_doubt && chosen.is_none() {
                { doubt(*is_unsure, |is_unsure| Act::Player(PlayerMessage::Unsure(is_unsure)), on) }
            }
            <div class="quiz-verdict" role="status">
                <p class="quiz-told">{ told }</p>
                { for because.into_iter().map(|because| html! { <p>{ because }</p> }) }
            </div>
            if chosen.is_some() {
                <div class="quiz-next">
                    <button class="button" type="button" onclick={press(on, why)}>{ text::say_why() }</button>
                    <button class="button is-primary" type="button" onclick={press(on, go_on)}>{ text::quiz_go() }</button>
                </div>
            } else {
                <button class="button is-plain" type="button" onclick={press(on, go_on)}>{ text::quiz_skip() }</button>
            }
        </section>
    }
}
