//! Init containers and sidecars as stepping stones, in the order in which they start.

use super::parts::icon;
use crate::markup::prelude::*;
use crate::sentences::{fill, say};
use crate::tone::{self, Tone};
use crate::view::Stage;
use crate::words::short;
use podlab::api::container::Container;
use podlab::api::status::ContainerState;

/// The stones; nothing when there are no init containers.
pub fn view(stage: Stage<'_>) -> Html {
    let stones = &stage.pod.spec.init_containers;
    if stones.is_empty() {
        return Html::default();
    }
    let mut before: Option<&Container> = None;
    let mut reached = true;
    let items: Vec<Html> = stones
        .iter()
        .enumerate()
        .map(|(index, container)| {
            let (item, passed) = stone(stage, index, container, before, reached);
            before = Some(container);
            reached = reached && passed;
            item
        })
        .collect();
    html! {
        <ol class="stones" aria-label={say!("stones.list")}>{ for items }</ol>
    }
}

fn stone(
    stage: Stage<'_>,
    index: usize,
    container: &Container,
    before: Option<&Container>,
    reached: bool,
) -> (Html, bool) {
    let status = stage.status(&container.name);
    let sidecar = container.is_sidecar() && stage.release.has(28);
    let since = stage.since(&container.name);
    let spent = since.map(|since| short(stage.now.since(since) / 1000 * 1000)).unwrap_or_default();
    let (look, words, passed) = match status.map(|s| &s.state) {
        Some(ContainerState::Terminated(end)) if end.exit_code.0 == 0 => {
            (Tone::Done, say!("stone.completed").to_owned(), !sidecar)
        }
        Some(ContainerState::Terminated(end)) => {
            let code = end.exit_code.0.to_string();
            (Tone::Failed, fill!("stone.exit", "reason" => &end.reason, "code" => &code), false)
        }
        Some(ContainerState::Running(_)) if sidecar => {
            let started = status.is_some_and(|s| s.started == Some(true));
            let words =
                if started { say!("stone.sidecar.runs") } else { say!("stone.sidecar.starts") };
            (tone::of_container(status), words.to_owned(), started)
        }
        Some(ContainerState::Running(_)) => {
            (Tone::Running, fill!("stone.runs", "time" => &spent), false)
        }
        Some(ContainerState::Waiting(waiting))
            if reached && waiting.reason != "PodInitializing" =>
        {
            (Tone::Waiting, waiting.reason.to_string(), false)
        }
        Some(ContainerState::Waiting(_) | ContainerState::Unset) | None => {
            let words = match before {
                Some(before) if !reached => fill!("stone.waits", "container" => &before.name),
                _ => say!("stone.next").to_owned(),
            };
            (Tone::Idle, words, false)
        }
    };
    let is_current = reached && !passed && look != Tone::Idle;
    let item = html! {
        <li
            class={classes!("stone", look.class(), passed.then_some("is-passed"))}
            aria-current={is_current.then_some("step")}
        >
            <span class="stone-mark">
                if look == Tone::Idle { <b>{ index + 1 }</b> } else { { icon(look.icon()) } }
            </span>
            <span class="stone-name">{ container.name.to_string() }</span>
            <span class="stone-state">{ words }</span>
        </li>
    };
    (item, passed)
}
