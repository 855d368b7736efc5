//! The partition: a line to draw across the lanes. Pods to its left keep the old revision.

use super::run::Run;
use crate::act::Act;
use crate::app::{ClusterMessage, ControlsMessage};
use crate::figure::Controls;
use crate::lanes::SetStage;
use crate::sentences::{fill, say};
use crate::set_spec::SetField;
use crate::spec::Setting;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// The line, as a slider whose thumb stands over the gate between the Pods that stay and those that are updated. It stands at
/// `moved` while it is being moved.
pub fn view(run: Run<'_>, stage: &SetStage<'_>, moved: Option<i64>) -> Html {
    let spec = &stage.set.spec;
    let idle = match () {
        () if !stage.exists => say!("partition.gone"),
        () if !stage.is_ruled() => say!("partition.going"),
        () if !spec.is_rolling() => {
            say!("partition.on-delete")
        }
        () => "",
    };
    if !idle.is_empty() {
        return html! { <p class="partition-note">{ idle }</p> };
    }
    let partition = moved.unwrap_or_else(|| spec.partition());
    let (start, lanes) = (spec.start(), &stage.lanes);
    // Lanes below the start have no slot.
    let below = lanes.iter().filter(|lane| lane.ordinal < start).count() as i64;
    let count = lanes.len() as i64;
    let text = match partition {
        0 => say!("partition.all").to_owned(),
        _ if partition >= spec.replicas() => {
            fill!("partition.none", "partition" => &partition.to_string())
        }
        _ => {
            let first = (start + partition).to_string();
            let pod = format!("{}-{first}", stage.set.metadata.name);
            fill!("partition.from", "partition" => &partition.to_string(), "pod" => &pod)
        }
    };
    let read = move |event: &Event| {
        let input: HtmlInputElement = event.target_unchecked_into();
        (input.value_as_number() as i64 - below).max(0)
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
    let value = (partition + below).min(count).to_string();
    html! {
        <div class={classes!("partition", (partition > 0).then_some("is-set"))}>
            <input
                type="range"
                aria-label={say!("partition.label")}
                aria-valuetext={text.clone()}
                min="0"
                max={count.to_string()}
                step="1"
                {value}
                disabled={!run.allows(Controls::Full)}
                {oninput}
                {onchange}
            />
            <p class="partition-note" aria-hidden="true">{ text }</p>
        </div>
    }
}
