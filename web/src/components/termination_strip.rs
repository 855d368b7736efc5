//! The way a Pod ends. It is there before it happens, so that it can be read; on a narrow page it takes room once it has begun.

use super::explained::Reached;
use podlab_messages::{Term, text};
use podlab_stage::view::{EndingStep, Stage};
use yew::prelude::*;

/// The four steps.
pub fn view(stage: Stage<'_>, reached: &Reached) -> Html {
    const TERMS: [Term; 4] = [Term::PreStop, Term::Sigterm, Term::GracePeriod, Term::Sigkill];
    html! {
        <ol class="ending" aria-label={text::ending_list()}>
            { for stage.ending().iter().zip(TERMS).enumerate().map(|(index, (step, term))| html! {
                <li
                    class={classes!("ending-step", step.is_past.then_some("is-past"))}
                    aria-current={step.is_now.then_some("step")}
                >
                    <b>{ reached.word(Some(term), step.name.to_string().into()) }</b>
                    { &step.words }
                    if index == 2 {
                        { bar(step) }
                    }
                </li>
            }) }
        </ol>
    }
}

fn bar(step: &EndingStep) -> Html {
    html! {
        <svg class="ending-bar" aria-hidden="true">
            <rect class="base" y=".5" width="100%" height="7" rx="3.5" />
            if let Some(left) = step.left {
                <rect class="left" width={format!("{}%", left.min(100))} height="8" rx="4" />
            }
        </svg>
    }
}
