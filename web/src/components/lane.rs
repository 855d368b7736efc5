//! The lane of an ordinal of a StatefulSet: the gate before it, the Pod, what it waits for and its claims.

use super::gate::{self, LaneGate};
use super::menu_opener;
use super::parts::{breakable, icon, press};
use super::run::Run;
use crate::act::{Act, AnswersMessage};
use crate::things::Thing;
use podlab::api::pod::Pod;
use podlab::base::text::Text;
use podlab_messages::text;
use podlab_stage::lanes::{Gate, Lane, SetStage};
use podlab_stage::pods::PodSummary;
use podlab_stage::set_words::LaneWords;
use std::rc::Rc;
use yew::prelude::*;

/// The lane at an index, with the gate before it.
pub fn view(run: Run<'_>, stage: &SetStage<'_>, index: usize) -> Html {
    let lane = &stage.lanes[index];
    let is_selected = lane.name == *run.lab.pod_name();
    let thing = Thing::Pod(lane.name.clone());
    html! {
        <li
            class={classes!(
                "lane",
                is_selected.then_some("is-selected"),
                (!lane.is_wanted).then_some("is-unwanted"),
                (stage.partition_start() == Some(lane.ordinal)).then_some("is-partition"),
            )}
            key={lane.ordinal as usize}
            data-pod={lane.name.to_string()}
            oncontextmenu={lane.pod.and_then(|_| menu_opener::on_context(run, &thing))}
        >
            { match stage.gate(index) {
                Some(gate) => html! {
                    <LaneGate
                        class={gate::class(gate)}
                        is_stuck={matches!(gate, Gate::Stuck(_))}
                        words={stage.gate_words(gate)}
                        menu={menu_opener::on_gate(run, lane.ordinal)}
                    />
                },
                None => html! { <span class="gate-room"></span> },
            } }
            <div class="lane-body">
                { head(run, stage, lane, &thing) }
                { pod(run, &lane.name, lane.pod, Some(format!("lane-wait-{}", lane.name))) }
                { waits(stage, lane) }
                { storage(stage, lane) }
            </div>
        </li>
    }
}

fn head(run: Run<'_>, stage: &SetStage<'_>, lane: &Lane<'_>, thing: &Thing) -> Html {
    let service = &stage.set.spec.service_name;
    let short = format!("{}.{service}", lane.name);
    let domain = &run.lab.settings().cluster_domain;
    let name = format!("{short}.{}.svc.{domain}", stage.set.metadata.namespace);
    html! {
        <div class="lane-head">
            <h3 class="lane-name">
                { match lane.pod {
                    Some(_) => menu_opener::opener(run, thing, lane.name.to_string().into()),
                    None => lane.name.to_string().into(),
                } }
            </h3>
            { revision(stage, lane) }
            if !service.is_empty() {
                <button
                    class="dns"
                    type="button"
                    aria-label={text::lane_resolve(&name)}
                    title={name.clone()}
                    onclick={press(run.on, Act::Answers(AnswersMessage::Resolve(name.clone().into())))}
                >
                    <span>{ short }</span>
                    { icon("#i-resolve") }
                </button>
            }
        </div>
    }
}

/// The number of the Pod's revision.
fn revision(stage: &SetStage<'_>, lane: &Lane<'_>) -> Html {
    let Some(words) = stage.revision_words(lane) else { return Html::default() };
    let class = if words.is_newest { "revision" } else { "revision is-old" };
    html! { <span {class} title={words.title}>{ words.text }</span> }
}

/// A Pod: how it looks, its STATUS, its ready containers and its node. A press puts it on the stage. The element with the id `described_by`
/// says more about it.
pub fn pod(run: Run<'_>, name: &Text, pod: Option<&Rc<Pod>>, described_by: Option<String>) -> Html {
    let choose = press(run.on, Act::Answers(AnswersMessage::PickPod(name.clone())));
    let is_selected = name == run.lab.pod_name();
    let pressed = if is_selected { "true" } else { "false" };
    let Some(pod) = pod else {
        return html! {
            <button class="lane-pod is-empty" type="button" aria-pressed={pressed} onclick={choose}>
                <span class="lane-status">{ text::lane_no_pod() }</span>
            </button>
        };
    };
    let summary = PodSummary::of(run.lab, pod);
    html! {
        <button
            class={classes!("lane-pod", summary.tone.class(), summary.is_ending.then_some("is-ending"))}
            type="button"
            key={pod.metadata.uid.to_string()}
            aria-pressed={pressed}
            aria-describedby={described_by}
            data-status={summary.row.status.clone()}
            data-ready={summary.row.ready.clone()}
            onclick={choose}
        >
            <span class="lane-look">{ icon(summary.icon()) }</span>
            if let Some(ghost) = summary.ghost.clone() {
                <span class="lane-ghost" title={ghost.clone()}>
                    { icon("#i-ghost") }
                    <span class="visually-hidden">{ ghost }{ ". " }</span>
                </span>
            }
            <span class="visually-hidden">{ format!("{name}: ") }</span>
            <span class="lane-status" title={summary.row.status.clone()}>{ breakable(&summary.row.status) }</span>
            <span class="lane-ready">{ &summary.ready }</span>
            <span class={classes!("lane-node", summary.back_off.is_some().then_some("back-off"))} title={summary.node.clone()}>
                { summary.last_line() }
            </span>
        </button>
    }
}

/// What the lane waits for, or what waits for it. Room for the words is always kept.
fn waits(stage: &SetStage<'_>, lane: &Lane<'_>) -> Html {
    let id = format!("lane-wait-{}", lane.name);
    let words = stage.lane_words(lane);
    let class = match words {
        LaneWords::Holding(_) => "lane-wait is-holding",
        LaneWords::Stuck(_) => "lane-wait is-stuck",
        LaneWords::Waiting(_) => "lane-wait is-waiting",
        LaneWords::Plain(_) => "lane-wait",
    };
    let text = words.text().to_owned();
    html! { <p {class} {id} title={text.clone()}>{ text }</p> }
}

fn storage(stage: &SetStage<'_>, lane: &Lane<'_>) -> Html {
    if stage.set.spec.volume_claim_templates.is_empty() {
        return Html::default();
    }
    html! {
        <ul class="claims" aria-label={text::lane_claims(&lane.name)}>
            { for lane.claims.iter().map(|claim| {
                let (look, state) = lane.claim_words(claim);
                let volume = &claim.spec.volume_name;
                html! {
                    <li class={classes!("claim", look.class())} title={volume.to_string()}>
                        { icon("#i-volume") }
                        <span class="claim-name">{ claim.metadata.name.to_string() }</span>
                        <span class="claim-state">{ state }</span>
                    </li>
                }
            }) }
            if lane.claims.is_empty() {
                <li class="claim is-idle">{ icon("#i-volume") }<span class="claim-name">{ text::lane_no_claim() }</span></li>
            }
        </ul>
    }
}
