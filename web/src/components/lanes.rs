//! The lanes of a StatefulSet: one for each ordinal, with gates between them.

use super::run::Run;
use super::{cells, follow, lane, partition};
use podlab_messages::text;
use podlab_stage::lanes::SetStage;
use yew::prelude::*;

/// Above so many lanes each is a cell, and only the selected one a lane.
const MOST_WIDE: usize = 12;

/// The lanes, with the partition where it is being moved.
pub fn view(run: Run<'_>, stage: &SetStage<'_>, partition: Option<i64>) -> Html {
    let count = stage.lanes.len();
    if count == 0 {
        let words = if stage.exists { text::lanes_scaled_to_0() } else { text::lanes_none_left() };
        return html! { <p class="no-lanes">{ words }</p> };
    }
    if count > MOST_WIDE {
        return cells::view(run, stage, partition);
    }
    html! {
        <section class="lanes-box" aria-label={text::lanes_list()}>
            <div class="lanes-field">
                { partition::view(run, stage, partition) }
                <ol class="lanes">
                    { for (0..count).map(|index| lane::view(run, stage, index)) }
                </ol>
            </div>
            { follow::in_lanes(run.lab, stage) }
        </section>
    }
}
