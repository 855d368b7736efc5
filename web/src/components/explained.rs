//! Words with their definition: under the pointer, with the focus, after a long press.

use super::subject::Subject;
use super::tip::{Shown, TipBox, stop, use_tip};
use crate::language::use_language;
use podlab_messages::Term;
use std::cell::RefCell;
use yew::prelude::*;

/// The terms that can be reached by keyboard already, so that each is reached once.
#[derive(Debug, Default)]
pub struct Reached(RefCell<Vec<Term>>);

impl Reached {
    /// What stands for a term, as a word that explains itself; just what it is where the word is none of the glossary.
    pub fn word(&self, term: Option<Term>, shown: Html) -> Html {
        let Some(term) = term else { return shown };
        html! { <Word {term} is_stop={self.is_first(term)}>{ shown }</Word> }
    }

    /// Whether nothing leads to a term yet; from now on something does.
    pub fn is_first(&self, term: Term) -> bool {
        let is_first = !self.0.borrow().contains(&term);
        self.0.borrow_mut().push(term);
        is_first
    }

    /// A sentence in which words between asterisks are names. Those of the glossary explain themselves: objects have no capitals.
    pub fn rich(&self, text: &str) -> Html {
        let parts = text.split('*').enumerate().map(|(index, part)| {
            let term = part.starts_with(|c: char| c.is_ascii_uppercase());
            let term = Term::of_word(part).filter(|_| term);
            let part = part.to_owned();
            if index % 2 == 1 {
                html! { <b>{ self.word(term, part.into()) }</b> }
            } else {
                part.into()
            }
        });
        html! { <span>{ for parts }</span> }
    }
}

/// What a word needs.
#[derive(Debug, PartialEq, Properties)]
pub struct WordProps {
    /// The term that it means.
    pub term: Term,
    /// Whether Tab leads to it.
    #[prop_or(true)]
    pub is_stop: bool,
    /// What is shown.
    pub children: Html,
}

/// A word that explains itself. A press lets the definition stay, and Tab then goes to its official page and to the glossary.
#[component]
pub fn Word(props: &WordProps) -> Html {
    let WordProps { term, is_stop, children } = props;
    use_language();
    let tip = use_tip();
    html! {
        <span
            class="explained"
            ref={tip.place.clone()}
            onpointerover={tip.rest()}
            onpointerleave={tip.leave()}
            onfocusin={tip.focus()}
            onfocusout={tip.blur()}
        >
            <button
                class="term"
                type="button"
                tabindex={stop(*is_stop)}
                aria-expanded={if tip.is_open() { "true" } else { "false" }}
                aria-description={term.about()}
                onclick={tip.press()}
            >
                { children.clone() }
            </button>
            if tip.is_open() {
                <TipBox subject={Subject::Term(*term)} place={tip.place.clone()} links={Some(*tip.shown == Shown::Pressed)} shut={tip.shut()} />
            }
        </span>
    }
}

/// What something that is explained needs.
#[derive(Debug, PartialEq, Properties)]
pub struct ExplainedProps {
    /// What explains it; none where nothing does.
    pub subject: Option<Subject>,
    /// What is explained: with a part of the class `has-about`, under which the definition shows, or else as a whole.
    pub children: Html,
}

/// Controls that are explained. They take the focus and presses as before; a long press shows the definition and does nothing else.
#[component]
pub fn Explained(props: &ExplainedProps) -> Html {
    let ExplainedProps { subject, children } = props;
    use_language();
    let tip = use_tip();
    let Some(subject) = *subject else { return children.clone() };
    html! {
        <div
            class="explained is-around"
            ref={tip.place.clone()}
            onpointerover={tip.rest()}
            onpointerleave={tip.leave()}
            onpointerdown={tip.hold()}
            onpointerup={tip.release()}
            onpointercancel={tip.release()}
            onfocusin={tip.focus()}
            onfocusout={tip.blur()}
        >
            { children.clone() }
            if tip.is_open() {
                <TipBox {subject} place={tip.place.clone()} is_held={*tip.shown == Shown::Held} shut={tip.shut()} />
            }
        </div>
    }
}
