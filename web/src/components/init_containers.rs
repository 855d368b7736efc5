//! Init containers and sidecars in the order in which they start.

use super::parts::icon;
use crate::init_containers;
use crate::tone::Tone;
use crate::view::Stage;
use podlab_messages::text;
use yew::prelude::*;

/// The steps; nothing when there are no init containers.
pub fn view(stage: Stage<'_>) -> Html {
    if stage.pod.spec.init_containers.is_empty() {
        return Html::default();
    }
    html! {
        <ol class="init-containers" aria-label={text::init_list()}>
            { for init_containers::of_pod(stage).into_iter().enumerate().map(|(index, step)| html! {
                <InitStep
                    place={index + 1}
                    name={step.container.name.to_string()}
                    look={step.tone}
                    words={step.words}
                    program={step.program}
                    is_passed={step.is_passed}
                    is_current={step.is_current}
                />
            }) }
        </ol>
    }
}

/// How an init container or a sidecar stands.
#[derive(Debug, PartialEq, Properties)]
pub struct InitStepProps {
    /// Its place in the order, from 1 on.
    pub place: usize,
    /// The name of the container.
    pub name: AttrValue,
    /// How it looks.
    pub look: Tone,
    /// What it says.
    pub words: AttrValue,
    /// What its program does.
    pub program: Option<AttrValue>,
    /// Whether the next one may begin.
    pub is_passed: bool,
    /// Whether it is the one that the Pod waits for.
    pub is_current: bool,
}

/// An init container or a sidecar.
#[component]
pub fn InitStep(props: &InitStepProps) -> Html {
    let InitStepProps { place, name, look, words, program, is_passed, is_current } = props;
    html! {
        <li
            class={classes!("init-container", look.class(), is_passed.then_some("is-passed"))}
            aria-current={is_current.then_some("step")}
        >
            <span class="init-container-mark">
                if *look == Tone::Idle { <b>{ *place }</b> } else { { icon(look.icon()) } }
            </span>
            <span class="init-container-name">{ name }</span>
            <span class="init-container-state">{ words }</span>
            if let Some(program) = program {
                <span class="init-container-program">{ program }</span>
            }
        </li>
    }
}
