//! The Pod: a capsule with its facts, its containers and the way it ends.

use super::explained::Reached;
use super::parts::{icon, press};
use super::run::Run;
use super::{container_card, init_containers, menu_opener, node_line, termination_strip};
use crate::act::{Act, ClusterMessage, EditorMessage, RunMessage};
use crate::controls::Controls;
use crate::scenes::Card;
use crate::things::Thing;
use podlab::apiserver::columns::{PodRow, pod_row};
use podlab::base::time::Timestamp;
use podlab_messages::{Term, text};
use podlab_stage::lanes::SetStage;
use podlab_stage::levels::Levels;
use podlab_stage::view::Stage;
use podlab_stage::{containers, tone};
use yew::prelude::*;

/// The Pod on the stage, or the invitation to make one or to open the first scene.
pub fn view(run: Run<'_>, set: Option<&SetStage<'_>>, first: &Card) -> Html {
    let Some(stage) = Stage::of(run.lab) else {
        if let Some(set) = set {
            return unborn(run, set);
        }
        // The Pods of a workload get their names when they are created; until then its places stand for them.
        return match run.lab.scene.workload {
            Some(_) => Html::default(),
            None => empty(run, first),
        };
    };
    let row = pod_row(stage.pod, Timestamp::of(stage.now), stage.release);
    let phase = stage.pod.status.phase();
    let look = stage.tone();
    let ending = stage.is_ending().then_some("is-ending");
    let reached = Reached::default();
    let thing = Thing::Pod(stage.pod.metadata.name.clone());
    html! {
        <article
            class={classes!("capsule", look.class(), ending)}
            aria-labelledby="pod-name"
            data-phase={stage.exists.then(|| phase.as_str())}
            data-status={stage.exists.then(|| row.status.clone())}
            oncontextmenu={menu_opener::on_context(run, &thing)}
        >
            <header class="capsule-head">
                <div>
                    <h2 class="capsule-name" id="pod-name">{ menu_opener::opener(run, &thing, stage.pod.metadata.name.to_string().into()) }</h2>
                    <p class="capsule-where">{ stage.place() }</p>
                    { node_line::of_pod(run, stage) }
                </div>
                { if stage.exists { facts(stage, &row, &reached) } else { gone(run, set) } }
            </header>
            { init_containers::view(run, stage) }
            <div class="containers">
                { for containers::cards(stage).into_iter().map(|card| container_card::view(run, card, &reached)) }
            </div>
            { termination_strip::view(stage, &reached) }
        </article>
    }
}

fn facts(stage: Stage<'_>, row: &PodRow, reached: &Reached) -> Html {
    let phase = stage.pod.status.phase();
    let look = tone::of_phase(phase);
    let ending = stage.is_ending().then_some("is-ending");
    let status = tone::of_status(row.status_kind);
    html! {
        <dl class="facts">
            <div class="fact">
                <dt>{ reached.word(Some(Term::Phase), "phase".into()) }</dt>
                <dd>
                    <span class={classes!("badge", look.class())} id="phase">
                        { icon(look.icon()) }
                        { reached.word(Term::of_word(phase.as_str()), phase.as_str().into()) }
                    </span>
                </dd>
            </div>
            <div class="fact">
                <dt>{ reached.word(Some(Term::Status), "STATUS".into()) }</dt>
                <dd><span class={classes!("chip", status.class(), ending)} id="status">{ reached.word(Term::of_status(&row.status), row.status.clone().into()) }</span></dd>
            </div>
            <div class="fact">
                <dt>{ reached.word(Some(Term::ReadyColumn), "READY".into()) }</dt>
                <dd><span class="ready-count" id="ready">{ &row.ready }</span></dd>
            </div>
        </dl>
    }
}

/// What became of a Pod that is no more, or the way to have it again.
pub fn gone(run: Run<'_>, set: Option<&SetStage<'_>>) -> Html {
    if run.lab.scene.workload.is_some() && !run.lab.story().is_member(run.lab.pod_name()) {
        return html! { <p class="quiet">{ text::pod_gone() }</p> };
    }
    if let Some(set) = set {
        return html! { <p class="quiet">{ set.fate(run.lab.pod_name()) }</p> };
    }
    if let Some(stage) = Levels::of(run.lab) {
        return html! { <p class="quiet">{ stage.fate() }</p> };
    }
    html! {
        if run.allows(Controls::Faults) {
            <button class="button is-primary" type="button" onclick={press(run.on, Act::Cluster(ClusterMessage::Recreate))}>
                { text::pod_again() }
            </button>
        }
    }
}

fn unborn(run: Run<'_>, set: &SetStage<'_>) -> Html {
    html! {
        <section class="empty">
            <h2 class="capsule-name">{ run.lab.pod_name().to_string() }</h2>
            <p>{ text::pod_unborn(set.fate(run.lab.pod_name())) }</p>
        </section>
    }
}

fn empty(run: Run<'_>, first: &Card) -> Html {
    html! {
        <section class="empty">
            <h2 class="capsule-name">{ text::pod_none() }</h2>
            <p>{ text::pod_none_hint() }</p>
            if run.allows(Controls::Full) {
                <div class="row">
                    <button class="button is-primary" type="button" onclick={press(run.on, Act::Run(RunMessage::OpenScene(0)))}>
                        { first.title() }
                    </button>
                    <button class="button" type="button" onclick={press(run.on, Act::Editor(EditorMessage::Open))}>
                        { icon("#i-paste") }
                        { text::top_paste() }
                    </button>
                </div>
            }
        </section>
    }
}
