//! Init containers and sidecars in the order in which they start.

use super::menu_opener;
use super::parts::icon;
use super::run::Run;
use crate::things::Thing;
use podlab_messages::text;
use podlab_stage::init_containers::{self, InitContainer};
use podlab_stage::tone::Tone;
use podlab_stage::view::Stage;
use yew::prelude::*;

/// The steps; nothing when there are no init containers.
pub fn view(run: Run<'_>, stage: Stage<'_>) -> Html {
    if stage.pod.spec.init_containers.is_empty() {
        return Html::default();
    }
    html! {
        <ol class="init-containers" aria-label={text::init_list()}>
            { for init_containers::of_pod(stage).into_iter().enumerate().map(|(index, step)| view_step(run, index + 1, step)) }
        </ol>
    }
}

/// An init container or a sidecar, with its place in the order.
fn view_step(run: Run<'_>, place: usize, step: InitContainer<'_>) -> Html {
    let name = &step.container.name;
    let thing = Thing::Container(name.clone());
    html! {
        <li
            class={classes!("init-container", step.tone.class(), step.is_passed.then_some("is-passed"))}
            aria-current={step.is_current.then_some("step")}
            oncontextmenu={menu_opener::on_context(run, &thing)}
        >
            <span class="init-container-mark">
                if step.tone == Tone::Idle { <b>{ place }</b> } else { { icon(step.tone.icon()) } }
            </span>
            <span class="init-container-name">{ menu_opener::opener(run, &thing, name.to_string().into()) }</span>
            <span class="init-container-state">{ step.words }</span>
            if let Some(program) = step.program {
                <span class="init-container-program">{ program }</span>
            }
        </li>
    }
}
