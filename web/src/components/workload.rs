//! A workload whose Pods have no order: its counters, what its controller does next, and its Pods by ReplicaSet.

use super::explained::Reached;
use super::parts::press;
use super::run::Run;
use super::{follow, lane, menu_opener, set_bar};
use crate::act::{Act, AnswersMessage};
use crate::things::Thing;
use podlab::api::pod::Pod;
use podlab::base::text::Text;
use podlab_messages::{Term, text};
use podlab_stage::levels::{Extent, Level, Levels, Rollout};
use podlab_stage::others::{self, Other};
use podlab_stage::pods::PodSummary;
use std::rc::Rc;
use yew::prelude::*;

/// Above so many Pods each is a cell.
const MOST_WIDE: usize = 12;
/// Above so many Pods the bounds of a rollout are told without a drawing.
const MOST_CELLS: i64 = 24;
/// The width of a cell of that drawing, in CSS pixels.
const CELL: i64 = 20;
/// The most places that are shown for Pods that do not exist yet.
const MOST_PLACES: i64 = 1000;

/// The bar, and the Pods of each ReplicaSet below it.
pub fn view(run: Run<'_>, stage: &Levels<'_>) -> Html {
    html! {
        <>
            { bar(run, stage) }
            if let Some(extent) = stage.extent() {
                { bounds(extent) }
            }
            <section class="lanes-box" aria-label={text::workload_list()}>
                if stage.levels.is_empty() && stage.orphans.is_empty() {
                    <p class="no-lanes">{ text::workload_no_pods() }</p>
                }
                { for stage.levels.iter().map(|level| level_of(run, stage, level)) }
                if !stage.orphans.is_empty() {
                    <section class="level">
                        <h3 class="level-name">{ text::workload_orphans() }</h3>
                        { pods(run, &stage.orphans, 0) }
                    </section>
                }
                { follow::view(run.lab, None) }
            </section>
        </>
    }
}

fn bar(run: Run<'_>, stage: &Levels<'_>) -> Html {
    let workload = &stage.followed.workload;
    let reached = Reached::default();
    let title = html! {
        <>
            <h2 class="set-name" id="set-name">{ menu_opener::opener(run, &Thing::Workload, workload.metadata().name.to_string().into()) }</h2>
            <p class="capsule-where">{ reached.word(Term::of_word(workload.kind().as_str()), workload.kind().as_str().into()) }</p>
        </>
    };
    let counters = html! {
        <dl class="facts set-facts">
            { for workload.counters(run.lab.settings().release).into_iter().map(|counter| set_bar::count(&reached, counter)) }
        </dl>
    };
    let counters = stage.followed.exists.then_some(counters);
    set_bar::bar(run, title, counters, &stage.intention(), stage.stuck())
}

/// A ReplicaSet with its Pods, and a place for each Pod that is still to be created.
fn level_of(run: Run<'_>, stage: &Levels<'_>, level: &Level<'_>) -> Html {
    let places = stage.places(level);
    html! {
        <section class="level" data-set={level.set.metadata.name.to_string()}>
            if let Some(rollout) = level.rollout {
                { level_head(level, rollout) }
            }
            if level.pods.is_empty() && places == 0 {
                <p class="no-lanes">{ text::workload_no_pods() }</p>
            }
            { pods(run, &level.pods, places) }
        </section>
    }
}

/// The workloads beside the one on the stage, with their Pods.
pub fn others(run: Run<'_>) -> Html {
    let one = |other: &Other<'_>| {
        let (ready, replicas) = other.ready();
        html! {
            <section class="level" data-other={other.workload.metadata().name.to_string()}>
                <h3 class="level-name">
                    <span>{ other.workload.kind().as_str() }</span>
                    <span class="mono">{ other.workload.metadata().name.to_string() }</span>
                    <span>{ text::lane_ready(format!("{ready}/{replicas}")) }</span>
                </h3>
                { pods(run, &other.pods, 0) }
            </section>
        }
    };
    let others = others::of(run.lab);
    if others.is_empty() {
        return Html::default();
    }
    html! {
        <section class="lanes-box" aria-label={text::workload_others()}>
            { for others.iter().map(one) }
        </section>
    }
}

/// Which ReplicaSet of a Deployment a level is.
fn level_head(level: &Level<'_>, rollout: Rollout) -> Html {
    let (class, role) = if rollout.is_new {
        ("level-mark is-new", text::workload_new())
    } else {
        ("level-mark", text::workload_old())
    };
    html! {
        <h3 class="level-name">
            <span class="mono">{ level.set.metadata.name.to_string() }</span>
            <span {class}>{ role }</span>
            <span>{ text::lane_revision(rollout.revision) }</span>
            <span>{ text::workload_wants(level.set.spec.replicas()) }</span>
        </h3>
    }
}

/// The Pods of a rollout as cells in a row, with a mark after those that must be available and one after as many as there may be.
fn bounds(extent: Extent) -> Html {
    let (least, most) = (extent.bounds.min_available(), extent.bounds.max_total());
    let number = |number: i64| number.to_string();
    let words = text::workload_extent(
        number(extent.available),
        number(least),
        number(most),
        number(extent.total),
    );
    let places = most.max(extent.total);
    if !(1..=MOST_CELLS).contains(&places) {
        return html! { <p class="extent">{ words }</p> };
    }
    let cell = |place: i64| {
        let state = match place {
            place if place < extent.available => "is-ready",
            place if place < extent.total => "is-waiting",
            _ => "is-idle",
        };
        let x = number(place * CELL + 2);
        html! { <rect class={classes!("extent-cell", state)} {x} y="2" width={number(CELL - 4)} height="12" rx="2" /> }
    };
    let mark = |name: &'static str, place: i64| {
        let x = number(place * CELL);
        html! { <line class="extent-mark" data-mark={name} x1={x.clone()} x2={x} y1="0" y2="20" /> }
    };
    let width = places * CELL;
    html! {
        <div class="extent">
            <svg class="extent-cells" viewBox={format!("-1 0 {} 20", width + 2)} width={number(width + 2)} height="20" aria-hidden="true">
                { for (0..places).map(cell) }
                { mark("least", least) }
                { mark("most", most) }
            </svg>
            <p>{ words }</p>
        </div>
    }
}

fn pods(run: Run<'_>, pods: &[&Rc<Pod>], places: i64) -> Html {
    let places = places.min(MOST_PLACES) as usize;
    if pods.len() + places > MOST_WIDE {
        return html! {
            <ol class="cells">
                { for pods.iter().enumerate().map(|(index, pod)| cell(run, pod, index)) }
                { for (0..places).map(|place| html! {
                    <li class="cell-place" key={format!("place-{place}")}><span class="cell is-idle" title={text::lane_no_pod()}></span></li>
                }) }
            </ol>
        };
    }
    html! {
        <ol class="level-pods">
            { for pods.iter().map(|pod| {
                let name = &pod.metadata.name;
                let is_selected = name == run.lab.pod_name();
                let thing = Thing::Pod(Text::clone(name));
                html! {
                    <li
                        class={classes!("level-pod", is_selected.then_some("is-selected"))}
                        key={name.to_string()}
                        data-pod={name.to_string()}
                        oncontextmenu={menu_opener::on_context(run, &thing)}
                    >
                        <h4 class="level-pod-name" title={name.to_string()}>{ menu_opener::opener(run, &thing, name.to_string().into()) }</h4>
                        { lane::pod(run, name, Some(pod), None) }
                    </li>
                }
            }) }
            { for (0..places).map(|place| html! {
                <li class="level-pod" key={format!("place-{place}")}>
                    <span class="level-pod-name"></span>
                    <span class="lane-pod is-empty"><span class="lane-status">{ text::lane_no_pod() }</span></span>
                </li>
            }) }
        </ol>
    }
}

/// One of very many Pods.
fn cell(run: Run<'_>, pod: &Rc<Pod>, index: usize) -> Html {
    let name = &pod.metadata.name;
    let pod = PodSummary::of(run.lab, pod);
    let more = pod.back_off.as_ref().map(|words| format!(", {words}")).unwrap_or_default();
    let label = format!("{name}: {}{more}", pod.row.status);
    let class = classes!("cell", pod.tone.class(), pod.is_ending.then_some("is-ending"));
    let pressed = if name == run.lab.pod_name() { "true" } else { "false" };
    let choose = Act::Answers(AnswersMessage::PickPod(Text::clone(name)));
    let oncontextmenu = menu_opener::on_context(run, &Thing::Pod(Text::clone(name)));
    html! {
        <li class="cell-place" key={name.to_string()} data-pod={name.to_string()} {oncontextmenu}>
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
