//! What a workload is now: its counters, its revisions, and what its controller does next.

use super::explained::Reached;
use super::menu_opener;
use super::parts::{icon, press, rich};
use super::run::Run;
use crate::act::{Act, AnswersMessage, ClusterMessage};
use crate::kubectl_line;
use crate::things::Thing;
use podlab::api::stateful_set::StatefulSet;
use podlab::cluster::command::Command;
use podlab::questions::stuck::Stuck;
use podlab_messages::{Term, text};
use podlab_stage::lanes::SetStage;
use podlab_stage::set_spec::SetField;
use podlab_stage::workload::Workload;
use std::rc::Rc;
use yew::prelude::*;

/// The bar above the lanes of a StatefulSet.
pub fn view(run: Run<'_>, stage: &SetStage<'_>) -> Html {
    let set = stage.set;
    let policy = SetField::Policy.value(&set.spec);
    let strategy = SetField::Strategy.value(&set.spec);
    let reached = Reached::default();
    let title = html! {
        <>
            <h2 class="set-name" id="set-name"><span class="visually-hidden">{ "StatefulSet " }</span>{ menu_opener::opener(run, &Thing::Workload, set.metadata.name.to_string().into()) }</h2>
            <p class="capsule-where">
                { reached.word(Term::of_word(&policy), policy.clone().into()) }
                { ", " }
                { reached.word(Term::of_word(&strategy), strategy.clone().into()) }
            </p>
        </>
    };
    let counters = stage.exists.then(|| counters(run, stage, &reached));
    bar(run, title, counters, &stage.intention(), stage.stuck().map(|(_, stuck)| stuck))
}

/// The bar above the Pods of a workload. Without counters the API does not have the workload, and the bar offers to create it again. A
/// workload that is stuck says so, and offers the act that helps.
pub fn bar(
    run: Run<'_>,
    title: Html,
    counters: Option<Html>,
    intention: &str,
    stuck: Option<&Stuck>,
) -> Html {
    html! {
        <header class="set-bar" oncontextmenu={menu_opener::on_context(run, &Thing::Workload)}>
            <div class="set-title">
                { title }
                { done(run) }
            </div>
            if let Some(counters) = counters {
                { counters }
            } else {
                <button
                    class="button is-primary"
                    type="button"
                    onclick={press(run.on, Act::Cluster(ClusterMessage::RecreateSet))}
                >
                    { create_again(run) }
                </button>
            }
            <p class={classes!("intention", stuck.map(|_| "is-stuck"))} id="intention">
                { icon(if stuck.is_some() { "#i-stuck" } else { "#i-next" }) }
                <span>{ rich(intention) }</span>
            </p>
            if let Some(stuck) = stuck {
                { helps(run, stuck) }
            }
        </header>
    }
}

/// Where the acts that help are told, and the one that helps best. The search finds the act later, so it comes last: no button takes
/// the place of another one that a pointer is about to press.
fn helps(run: Run<'_>, stuck: &Stuck) -> Html {
    let remedy = stuck.remedies.first();
    let act = |commands: &Vec<Command>| Act::Cluster(ClusterMessage::Apply(commands.clone()));
    let offered = remedy.filter(|commands| run.allows(act(commands).needs()));
    html! {
        <div class="intention-acts">
            <button class="button" type="button" onclick={press(run.on, Act::Answers(AnswersMessage::WhyNot))}>
                { text::stuck_what() }
            </button>
            if let Some(commands) = offered {
                <button class="button is-primary" type="button" onclick={press(run.on, act(commands))}>
                    { rich(&podlab_messages::remedy(commands)) }
                </button>
            } else if let Some(commands) = remedy {
                <p>{ rich(&text::stage_helps(podlab_messages::remedy(commands))) }</p>
            }
            if let Some(caution) = offered.and_then(|commands| podlab_messages::caution(commands)) {
                <p class="quiet">{ caution }</p>
            }
        </div>
    }
}

fn counters(run: Run<'_>, stage: &SetStage<'_>, reached: &Reached) -> Html {
    let workload = Workload::StatefulSet(Rc::clone(stage.set));
    html! {
        <dl class="facts set-facts">
            { for workload.counters(run.lab.settings().release).into_iter().map(|counter| count(reached, counter)) }
            { revisions(stage.set) }
        </dl>
    }
}

/// A counter of a workload, with the field of its status as the term.
pub fn count(reached: &Reached, (name, number): (&'static str, i64)) -> Html {
    let field = format!("{name}Replicas");
    let term = Term::of_word(&field).or_else(|| Term::of_word(name));
    html! {
        <div class="fact" data-count={name}>
            <dt>{ reached.word(term, name.into()) }</dt>
            <dd>{ number }</dd>
        </div>
    }
}

fn revisions(set: &StatefulSet) -> Html {
    let prefix = format!("{}-", set.metadata.name);
    let hash = |name: &str| name.strip_prefix(&prefix).unwrap_or(name).to_owned();
    let status = &set.status;
    html! {
        <>
            <div class="fact is-wide" data-count="currentRevision">
                <dt>{ "currentRevision" }</dt>
                <dd title={status.current_revision.to_string()}>{ hash(&status.current_revision) }</dd>
            </div>
            <div class="fact is-wide" data-count="updateRevision">
                <dt>{ "updateRevision" }</dt>
                <dd
                    class={(status.current_revision != status.update_revision).then_some("is-new")}
                    title={status.update_revision.to_string()}
                >
                    { hash(&status.update_revision) }
                </dd>
            </div>
        </>
    }
}

/// What the button says that creates the workload again.
pub fn create_again(run: Run<'_>) -> String {
    let workload = run.lab.scene.workload.as_ref();
    text::set_again(workload.map_or("", |workload| workload.kind.as_str()))
}

/// What a person did last, as kubectl would be told. Room for it is always kept.
fn done(run: Run<'_>) -> Html {
    let last = run.lab.history().last_act();
    let line = last.and_then(|act| act.commands.iter().rev().find_map(kubectl_line::of));
    let line = line.map_or(String::new(), |line| format!("$ {line}"));
    html! { <p class="done mono">{ line }</p> }
}
