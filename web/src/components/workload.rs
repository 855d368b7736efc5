//! A workload whose Pods have no order: its counters, what its controller does next, and its Pods by ReplicaSet.

use super::parts::press;
use super::run::Run;
use super::{lanes, set_bar};
use crate::act::Act;
use crate::app::AnswersMessage;
use crate::levels::{Level, Levels};
use crate::sentences::say;
use podlab::api::pod::Pod;
use podlab::base::text::Text;
use podlab_stage::pods::PodSummary;
use std::rc::Rc;
use yew::prelude::*;

/// Above so many Pods each is a cell.
const MOST_WIDE: usize = 12;
/// The most places that are shown for Pods that do not exist yet.
const MOST_PLACES: i64 = 50;

/// The bar, and the Pods of each ReplicaSet below it.
pub fn view(run: Run<'_>, stage: &Levels<'_>) -> Html {
    html! {
        <>
            { bar(run, stage) }
            <section class="lanes-box" aria-label={say!("group.list")} tabindex="0">
                { for stage.levels.iter().map(|level| level_of(run, stage, level)) }
                if !stage.orphans.is_empty() {
                    <section class="level">
                        <h3 class="level-name">{ say!("group.orphans") }</h3>
                        { pods(run, &stage.orphans, 0) }
                    </section>
                }
            </section>
        </>
    }
}

fn bar(run: Run<'_>, stage: &Levels<'_>) -> Html {
    let workload = &stage.followed.workload;
    let title = html! {
        <>
            <h2 class="set-name" id="set-name">{ workload.metadata().name.to_string() }</h2>
            <p class="capsule-where">{ workload.kind().as_str() }</p>
        </>
    };
    let counters = html! {
        <dl class="facts set-facts">
            { for workload.counters(run.lab.settings().release).into_iter().map(set_bar::count) }
        </dl>
    };
    set_bar::bar(run, title, stage.followed.exists.then_some(counters), &stage.intention())
}

/// A ReplicaSet with its Pods, and a place for each Pod that is still to be created.
fn level_of(run: Run<'_>, stage: &Levels<'_>, level: &Level<'_>) -> Html {
    let places = stage.places(level);
    html! {
        <section class="level" data-set={level.set.metadata.name.to_string()}>
            if level.pods.is_empty() && places == 0 {
                <p class="no-lanes">{ say!("group.no-pods") }</p>
            }
            { pods(run, &level.pods, places) }
        </section>
    }
}

fn pods(run: Run<'_>, pods: &[&Rc<Pod>], places: i64) -> Html {
    let places = places.min(MOST_PLACES) as usize;
    if pods.len() + places > MOST_WIDE {
        return html! {
            <ol class="cells">
                { for pods.iter().enumerate().map(|(index, pod)| cell(run, pod, index)) }
                { for (0..places).map(|place| html! {
                    <li class="cell-place" key={format!("place-{place}")}><span class="cell is-idle" title={say!("lane.no-pod")}></span></li>
                }) }
            </ol>
        };
    }
    html! {
        <ol class="level-pods">
            { for pods.iter().map(|pod| {
                let name = &pod.metadata.name;
                let is_selected = name == run.lab.pod_name();
                html! {
                    <li
                        class={classes!("level-pod", is_selected.then_some("is-selected"))}
                        key={name.to_string()}
                        data-pod={name.to_string()}
                    >
                        <h4 class="level-pod-name" title={name.to_string()}>{ name.to_string() }</h4>
                        { lanes::pod(run, name, Some(pod), None) }
                    </li>
                }
            }) }
            { for (0..places).map(|place| html! {
                <li class="level-pod" key={format!("place-{place}")}>
                    <span class="level-pod-name"></span>
                    <span class="lane-pod is-empty"><span class="lane-status">{ say!("lane.no-pod") }</span></span>
                </li>
            }) }
        </ol>
    }
}

/// One of very many Pods.
fn cell(run: Run<'_>, pod: &Rc<Pod>, index: usize) -> Html {
    let name = &pod.metadata.name;
    let pod = PodSummary::of(run.lab, pod);
    let label = format!("{name}: {}", pod.row.status);
    let class = classes!("cell", pod.tone.class(), pod.is_ending.then_some("is-ending"));
    let pressed = if name == run.lab.pod_name() { "true" } else { "false" };
    let choose = Act::Answers(AnswersMessage::PickPod(Text::clone(name)));
    html! {
        <li class="cell-place" key={name.to_string()}>
            <button
                {class}
                type="button"
                aria-pressed={pressed}
                aria-label={label.clone()}
                title={label}
                onclick={press(run.on, choose)}
            >
                { index + 1 }
            </button>
        </li>
    }
}
