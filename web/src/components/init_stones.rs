//! Init containers and sidecars as stepping stones, in the order in which they start.

use super::parts::icon;
use crate::sentences::say;
use crate::stones::{self, Stone};
use crate::tone::Tone;
use crate::view::Stage;
use yew::prelude::*;

/// The stones; nothing when there are no init containers.
pub fn view(stage: Stage<'_>) -> Html {
    if stage.pod.spec.init_containers.is_empty() {
        return Html::default();
    }
    html! {
        <ol class="stones" aria-label={say!("stones.list")}>
            { for stones::of_pod(stage).into_iter().enumerate().map(|(index, stone)| item(index, stone)) }
        </ol>
    }
}

fn item(index: usize, stone: Stone<'_>) -> Html {
    let look = stone.tone;
    html! {
        <li
            class={classes!("stone", look.class(), stone.is_passed.then_some("is-passed"))}
            aria-current={stone.is_current.then_some("step")}
        >
            <span class="stone-mark">
                if look == Tone::Idle { <b>{ index + 1 }</b> } else { { icon(look.icon()) } }
            </span>
            <span class="stone-name">{ stone.container.name.to_string() }</span>
            <span class="stone-state">{ stone.words }</span>
        </li>
    }
}
