//! What kubectl would answer, and why things are as they are.

use super::parts::{Choice, Look, Segmented, icon, press};
use super::{coverage_card, dns_panel, explorer_panel, revisions_panel, storage_panel, why};
use crate::act::{Act, Tab, Target};
use crate::app::{AnswersMessage, App};
use crate::sentences::{Sentence, say, sentence};
use crate::view::Stage;
use podlab::api::core::Event;
use podlab::change::Cause;
use podlab::kubectl::age::event_age;
use podlab::kubectl::columns::{Columns, get_pods};
use podlab::kubectl::describe::{describe_pod, describe_stateful_set};
use podlab::kubectl::get::Get;
use podlab::kubelet::static_pod::uid_of_events;
use podlab::manifest::{Resource, emit, write};
use podlab::text::Text;
use podlab::time::Timestamp;
use std::cmp::Reverse;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

/// Most lines of a watch that are shown.
const LINES: usize = 200;

/// The tabs, whether they are a command, and their words.
const TABS: [(Tab, bool, Sentence); 9] = [
    (Tab::Why, false, sentence!("tab.why")),
    (Tab::Events, false, sentence!("tab.events")),
    (Tab::Watch, true, sentence!("tab.watch")),
    (Tab::Describe, true, sentence!("tab.describe")),
    (Tab::Yaml, false, sentence!("tab.yaml")),
    (Tab::Explore, false, sentence!("tab.explore")),
    (Tab::Dns, false, sentence!("tab.dns")),
    (Tab::Storage, false, sentence!("tab.storage")),
    (Tab::Revisions, false, sentence!("tab.revisions")),
];

/// The answers.
pub fn view(app: &App) -> Html {
    let stage = Stage::of(&app.lab);
    let chosen = TABS.iter().position(|(tab, ..)| *tab == app.answers.tab).unwrap_or(0);
    html! {
        <section class="answers" aria-label={say!("answers.section")}>
            { objects(app) }
            { if is_set(app) { get_set_row(app) } else { get_pod(app) } }
            <div class="tabs" role="tablist" aria-label={say!("answers.section")} onkeydown={Callback::from(|e: KeyboardEvent| move_along(&e))}>
                { for TABS.iter().enumerate().filter(|(_, (tab, ..))| app.shows(*tab)).map(|(index, (tab, is_command, words))| html! {
                    <button
                        class="tab"
                        type="button"
                        role="tab"
                        id={format!("tab-{index}")}
                        aria-controls="panel"
                        aria-selected={if index == chosen { "true" } else { "false" }}
                        tabindex={if index == chosen { "0" } else { "-1" }}
                        onclick={press(&app.on, Act::Answers(AnswersMessage::ShowTab(*tab)))}
                    >
                        <span class={is_command.then_some("mono")}>{ words.say() }</span>
                    </button>
                }) }
            </div>
            <div
                class="tab-panel"
                role="tabpanel"
                id="panel"
                aria-labelledby={format!("tab-{chosen}")}
                tabindex="0"
            >
                { match app.answers.tab {
                    Tab::Why => why::view(app),
                    Tab::Events => events(app, stage),
                    Tab::Watch => watch(app),
                    Tab::Describe => describe(app, stage),
                    Tab::Yaml => yaml(app, stage),
                    Tab::Explore => html! { <>{ explorer_panel::view(app) }{ coverage_card::view(app) }</> },
                    Tab::Dns => dns_panel::view(app),
                    Tab::Storage => storage_panel::view(app),
                    Tab::Revisions => revisions_panel::view(app),
                } }
            </div>
        </section>
    }
}

/// Left and right go from tab to tab.
fn move_along(event: &KeyboardEvent) {
    let Some(target) = event.target().and_then(|t| t.dyn_into::<Element>().ok()) else { return };
    let next = match event.key().as_str() {
        "ArrowLeft" => target.previous_element_sibling(),
        "ArrowRight" => target.next_element_sibling(),
        _ => return,
    };
    event.prevent_default();
    if let Some(next) = next.and_then(|next| next.dyn_into::<HtmlElement>().ok()) {
        // A tab is chosen as soon as it has the focus.
        let _ = next.focus();
        next.click();
    }
}

/// Whether the answers tell of the set.
pub fn is_set(app: &App) -> bool {
    app.answers.target == Target::Set && app.lab.scene.set.is_some()
}

/// The choice between the set and the Pod on the stage.
fn objects(app: &App) -> Html {
    let Some(set) = &app.lab.scene.set else { return Html::default() };
    let choices = vec![
        Choice::new(
            format!("sts/{set}"),
            app.answers.target == Target::Set,
            Act::Answers(AnswersMessage::AnswerFor(Target::Set)),
        ),
        Choice::new(
            format!("pod/{}", app.lab.scene.pod),
            app.answers.target == Target::Pod,
            Act::Answers(AnswersMessage::AnswerFor(Target::Pod)),
        ),
    ];
    html! {
        <div class="answers-of">
            <Segmented name="answers-of" legend={say!("answers.about")} look={Look::Quiet} {choices} on={app.on.clone()} />
        </div>
    }
}

fn get_set_row(app: &App) -> Html {
    let Some(name) = &app.lab.scene.set else { return Html::default() };
    let now = Timestamp::of(app.lab.now());
    let get = Get { wide: false, now, release: app.lab.settings().release };
    let text = match app.lab.set() {
        Some(set) => get.stateful_sets([set]),
        None => format!("Error from server (NotFound): statefulsets.apps \"{name}\" not found\n\n"),
    };
    let workloads = &app.lab.sim().world().workloads;
    let mut budgets = workloads.budgets.prefixed(&app.lab.scene.namespace, "");
    html! {
        <pre lang="en" class="terminal answer-now" tabindex="0" aria-label="kubectl get statefulset">
            <b>{ format!("$ kubectl get sts {name}\n") }</b>
            { text.trim_end_matches('\n').to_owned() }
            if let Some((_, one)) = budgets.next() {
                <b>{ "\n$ kubectl get pdb\n" }</b>
                { get.budgets([one].into_iter().chain(budgets.map(|(_, other)| other))).trim_end().to_owned() }
            }
        </pre>
    }
}

fn get_pod(app: &App) -> Html {
    let scene = &app.lab.scene;
    let now = Timestamp::of(app.lab.now());
    let text = match app.lab.pod() {
        Some((_, pod)) => {
            get_pods([pod.as_ref()], Columns::default(), now, app.lab.settings().release)
        }
        None => format!("Error from server (NotFound): pods \"{}\" not found\n\n", scene.pod),
    };
    html! {
        <pre lang="en" class="terminal answer-now" tabindex="0" aria-label="kubectl get pod">
            <b>{ format!("$ kubectl get pod {}\n", scene.pod) }</b>
            { text.trim_end_matches('\n').to_owned() }
        </pre>
    }
}

fn events_about(app: &App, uid: &Text) -> Vec<Event> {
    app.lab.sim().world().recorder.about(uid).cloned().collect()
}

fn events(app: &App, stage: Option<Stage<'_>>) -> Html {
    let uid = if is_set(app) {
        app.lab.last_set().map(|set| &set.metadata.uid)
    } else {
        stage.map(|stage| uid_of_events(stage.pod))
    };
    let Some(uid) = uid else { return nothing(say!("answers.no-events")) };
    let mut events: Vec<(Event, Cause)> =
        app.lab.sim().world().recorder.caused(uid).map(|(e, cause)| (e.clone(), cause)).collect();
    let now = app.lab.now();
    if events.is_empty() {
        return nothing(say!("answers.no-events"));
    }
    events.sort_by_key(|(event, _)| Reverse(event.last));
    html! {
        <ol class="events">
            { for events.iter().map(|(event, cause)| {
                let change = match cause {
                    Cause::Change(change) => app.lab.story().change(*change),
                    Cause::Command(_) | Cause::Start => None,
                };
                let is_warning = event.kind == "Warning";
                let first = event_age(event.first, now, false);
                let age = if event.count > 1 {
                    let last = event_age(event.last, now, false);
                    format!("{last} (x{} over {first})", event.count)
                } else {
                    first
                };
                html! {
                    <li
                        class={classes!("event", is_warning.then_some("is-failed"))}
                        data-first={event.first.to_string()}
                        data-last={event.last.to_string()}
                    >
                        { icon(if is_warning { "#i-failed" } else { "#i-info" }) }
                        <span class="event-reason">{ event.reason.to_string() }</span>
                        <span class="event-age">{ age }</span>
                        <span class="event-text">
                            <span class="visually-hidden">{ format!("{}, ", event.kind) }</span>
                            { event.message.to_string() }
                        </span>
                        if let Some(change) = change {
                            <button
                                class="button is-small"
                                type="button"
                                aria-label={format!("{} {}", say!("say.why"), event.reason)}
                                onclick={press(&app.on, Act::Answers(AnswersMessage::Select(change.number)))}
                            >
                                { say!("say.why") }
                            </button>
                        }
                    </li>
                }
            }) }
        </ol>
    }
}

fn watch(app: &App) -> Html {
    let pod = &app.lab.scene.pod;
    let whole = is_set(app);
    let lines = app.lab.story().watch_lines((!whole).then_some(pod.as_str()));
    let what = if whole { "-l ".to_owned() + &labels(app) } else { pod.to_string() };
    let from = lines.len().saturating_sub(LINES).max(1).min(lines.len());
    let newest = lines.last().map(|(time, _)| *time);
    html! {
        <pre lang="en" class="terminal" tabindex="0" role="region" aria-label="kubectl get pods --watch">
            <b>{ format!("$ kubectl get pod {what} -w\n") }</b>
            { for lines.iter().take(1).map(|(_, line)| line.clone()) }
            { for lines[from..].iter().map(|(time, line)| {
                let text = line.clone();
                if Some(*time) == newest {
                    html! { <span class="is-new">{ text }</span> }
                } else {
                    html! { text }
                }
            }) }
        </pre>
    }
}

/// The labels that select the Pods of the set.
fn labels(app: &App) -> String {
    let selector = app.lab.last_set().and_then(|set| set.spec.selector.as_ref());
    let mut text = String::new();
    for (key, value) in selector.iter().flat_map(|selector| &selector.match_labels) {
        if !text.is_empty() {
            text.push(',');
        }
        text.push_str(&format!("{key}={value}"));
    }
    text
}

fn describe(app: &App, stage: Option<Stage<'_>>) -> Html {
    if is_set(app) {
        return describe_set(app);
    }
    let Some(stage) = stage.filter(|stage| stage.exists) else {
        return nothing(say!("answers.no-pod"));
    };
    let text = describe_pod(
        stage.pod,
        &events_about(app, uid_of_events(stage.pod)),
        stage.now,
        stage.release,
    );
    html! { <pre lang="en" class="terminal" tabindex="0" role="region" aria-label="kubectl describe pod">{ text }</pre> }
}

fn describe_set(app: &App) -> Html {
    let Some(set) = app.lab.set() else { return nothing(say!("answers.no-set")) };
    let world = app.lab.sim().world();
    let members = world.workloads.members(&set.metadata.namespace, &set.metadata.name);
    let pods = members.filter_map(|id| world.pod(id)).map(|pod| &**pod);
    let told = events_about(app, &set.metadata.uid);
    let text = describe_stateful_set(set, pods, &told, world.now, app.lab.settings().release);
    html! { <pre lang="en" class="terminal" tabindex="0" role="region" aria-label="kubectl describe statefulset">{ text }</pre> }
}

fn yaml(app: &App, stage: Option<Stage<'_>>) -> Html {
    let object = if is_set(app) {
        app.lab.set().map(|set| Resource::StatefulSet((**set).clone()))
    } else {
        stage.filter(|stage| stage.exists).map(|stage| Resource::Pod(stage.pod.clone()))
    };
    let Some(object) = object else { return nothing(say!("answers.nothing")) };
    let text = emit::yaml(&write(&object));
    html! { <pre lang="en" class="terminal" tabindex="0" role="region" aria-label="YAML">{ text }</pre> }
}

fn nothing(words: &'static str) -> Html {
    html! { <p class="quiet">{ words }</p> }
}
