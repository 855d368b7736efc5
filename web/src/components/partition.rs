//! The partition: a line to draw across the lanes. Pods to its left keep the old revision.

use super::run::Run;
use crate::act::{Act, ClusterMessage, ControlsMessage};
use crate::controls::Controls;
use podlab_messages::text;
use podlab_stage::lanes::SetStage;
use podlab_stage::partition::{Partition, PartitionLine};
use podlab_stage::set_spec::SetField;
use podlab_stage::spec::Setting;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// The line, as a slider whose thumb stands over the gate between the Pods that stay and those that are updated. It stands at
/// `moved` while it is being moved.
pub fn view(run: Run<'_>, stage: &SetStage<'_>, moved: Option<i64>) -> Html {
    let line = match stage.partition(moved) {
        Partition::Idle(words) => return html! { <p class="partition-note">{ words }</p> },
        Partition::Line(line) => line,
    };
    let below = line.below;
    let read = move |event: &Event| {
        let input: HtmlInputElement = event.target_unchecked_into();
        PartitionLine::partition_at(input.value_as_number() as i64, below)
    };
    let oninput = {
        let on = run.on.clone();
        Callback::from(move |event: InputEvent| {
            on.emit(Act::Controls(ControlsMessage::MovePartition(read(&event))));
        })
    };
    let onchange = {
        let on = run.on.clone();
        Callback::from(move |event: Event| {
            let setting = Setting::OfSet(SetField::Partition);
            on.emit(Act::Cluster(ClusterMessage::Set(setting, read(&event).to_string())));
        })
    };
    let PartitionLine { partition, place, lanes, words, .. } = line;
    html! {
        <div class={classes!("partition", (partition > 0).then_some("is-set"))}>
            <input
                type="range"
                aria-label={text::partition_label()}
                aria-valuetext={words.clone()}
                min="0"
                max={lanes.to_string()}
                step="1"
                value={place.to_string()}
                disabled={!run.allows(Controls::Full)}
                {oninput}
                {onchange}
            />
            <p class="partition-note" aria-hidden="true">{ words }</p>
        </div>
    }
}
