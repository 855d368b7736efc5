//! The way a Pod ends. It is always there, so that it can be read before it happens.

use crate::view::{EndingStep, Stage};
use podlab_messages::text;
use yew::prelude::*;

/// The four steps.
pub fn view(stage: Stage<'_>) -> Html {
    html! {
        <ol class="ending" aria-label={text::ending_list()}>
            { for stage.ending().iter().enumerate().map(|(index, step)| html! {
                <li
                    class={classes!("ending-step", step.is_past.then_some("is-past"))}
                    aria-current={step.is_now.then_some("step")}
                >
                    <b>{ step.name.to_string() }</b>
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
