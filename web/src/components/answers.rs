//! What kubectl would answer, and why things are as they are.

use super::parts::{icon, press};
use super::why;
use crate::act::{Act, Tab};
use crate::app::App;
use crate::view::Stage;
use podlab::api::core::Event;
use podlab::kubectl::age::event_age;
use podlab::kubectl::columns::{Columns, get_pods};
use podlab::kubectl::describe::describe_pod;
use podlab::manifest::{Resource, emit, write};
use podlab::time::Timestamp;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

/// Most lines of a watch that are shown.
const LINES: usize = 200;

/// The tabs, whether they are a command, and their words.
const TABS: [(Tab, bool, &str); 5] = [
    (Tab::Why, false, "Why"),
    (Tab::Events, false, "Events"),
    (Tab::Watch, true, "get -w"),
    (Tab::Describe, true, "describe"),
    (Tab::Yaml, false, "YAML"),
];

/// The answers.
pub fn view(app: &App) -> Html {
    let stage = Stage::of(&app.lab);
    let chosen = TABS.iter().position(|(tab, ..)| *tab == app.tab).unwrap_or(0);
    html! {
        <section class="answers" aria-label="Answers">
            { get_pod(app) }
            <div class="tabs" role="tablist" aria-label="Answers" onkeydown={Callback::from(|e: KeyboardEvent| move_along(&e))}>
                { for TABS.iter().enumerate().map(|(index, (tab, is_command, words))| html! {
                    <button
                        class="tab"
                        type="button"
                        role="tab"
                        id={["tab-", &index.to_string()].concat()}
                        aria-controls="panel"
                        aria-selected={if index == chosen { "true" } else { "false" }}
                        tabindex={if index == chosen { "0" } else { "-1" }}
                        onclick={press(&app.on, Act::Tab(*tab))}
                    >
                        <span class={is_command.then_some("mono")}>{ *words }</span>
                    </button>
                }) }
            </div>
            <div
                class="tab-panel"
                role="tabpanel"
                id="panel"
                aria-labelledby={["tab-", &chosen.to_string()].concat()}
                tabindex="0"
            >
                { match app.tab {
                    Tab::Why => why::view(app, stage),
                    Tab::Events => events(app, stage),
                    Tab::Watch => watch(app),
                    Tab::Describe => describe(app, stage),
                    Tab::Yaml => yaml(stage),
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

fn get_pod(app: &App) -> Html {
    let scene = &app.lab.scene;
    let now = Timestamp::of(app.lab.now());
    let text = match app.lab.pod() {
        Some((_, pod)) => get_pods([pod.as_ref()], Columns::default(), now, app.settings.release),
        None => ["Error from server (NotFound): pods \"", &scene.pod, "\" not found\n\n"].concat(),
    };
    html! {
        <pre class="terminal answer-now" tabindex="0" aria-label="kubectl get pod">
            <b>{ ["$ kubectl get pod ", &scene.pod, "\n"].concat() }</b>
            { text.trim_end_matches('\n').to_owned() }
        </pre>
    }
}

fn own_events(app: &App, stage: Stage<'_>) -> Vec<Event> {
    app.lab.sim().world().recorder.about(&stage.pod.metadata.uid).cloned().collect()
}

fn events(app: &App, stage: Option<Stage<'_>>) -> Html {
    let Some(stage) = stage else { return nothing("No Events yet.") };
    let mut events = own_events(app, stage);
    if events.is_empty() {
        return nothing("No Events yet.");
    }
    podlab::order::order(&mut events, |a, b| a.last > b.last);
    html! {
        <ol class="events">
            { for events.iter().map(|event| {
                let is_warning = event.kind == "Warning";
                let first = event_age(event.first, stage.now, false);
                let age = if event.count > 1 {
                    let last = event_age(event.last, stage.now, false);
                    [&last, " (x", &event.count.to_string(), " over ", &first, ")"].concat()
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
                            <span class="visually-hidden">{ [event.kind, ", "].concat() }</span>
                            { event.message.to_string() }
                        </span>
                    </li>
                }
            }) }
        </ol>
    }
}

fn watch(app: &App) -> Html {
    let lines = app.lab.story().watch_lines();
    let from = lines.len().saturating_sub(LINES).max(1).min(lines.len());
    let newest = lines.last().map(|(time, _)| *time);
    html! {
        <pre class="terminal" tabindex="0" role="region" aria-label="kubectl get pods --watch">
            <b>{ ["$ kubectl get pod ", &app.lab.scene.pod, " -w\n"].concat() }</b>
            { for lines.iter().take(1).map(|(_, line)| [line, "\n"].concat()) }
            { for lines[from..].iter().map(|(time, line)| {
                let text = [line, "\n"].concat();
                if Some(*time) == newest {
                    html! { <span class="is-new">{ text }</span> }
                } else {
                    html! { text }
                }
            }) }
        </pre>
    }
}

fn describe(app: &App, stage: Option<Stage<'_>>) -> Html {
    let Some(stage) = stage.filter(|stage| stage.exists) else {
        return nothing("There is no Pod to describe.");
    };
    let text = describe_pod(stage.pod, &own_events(app, stage), stage.now, stage.release);
    html! { <pre class="terminal" tabindex="0" role="region" aria-label="kubectl describe pod">{ text }</pre> }
}

fn yaml(stage: Option<Stage<'_>>) -> Html {
    let Some(stage) = stage.filter(|stage| stage.exists) else {
        return nothing("There is no Pod to print.");
    };
    html! { <pre class="terminal" tabindex="0" role="region" aria-label="YAML">{ emit::yaml(&write(&Resource::Pod(stage.pod.clone()))) }</pre> }
}

fn nothing(words: &'static str) -> Html {
    html! { <p class="quiet">{ words }</p> }
}
