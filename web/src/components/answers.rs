//! What kubectl would answer, and why things are as they are.

use super::coverage_card::CoverageCard;
use super::dns_panel::DnsPanel;
use super::explorer_panel::ExplorerPanel;
use super::parts::{Choice, Look, Segmented, icon, press};
use super::revisions_panel::RevisionsPanel;
use super::storage_panel::StoragePanel;
use super::why::WhyPanel;
use crate::act::{Act, Tab, Target};
use crate::app::{AnswersMessage, DnsQuestion};
use crate::explorer::Explorer;
use crate::figure::Controls;
use crate::handle::Handle;
use crate::lab::Lab;
use crate::language::use_language;
use crate::sentences::{Sentence, say, sentence};
use crate::upcoming::Upcoming;
use crate::view::Stage;
use crate::workload::{Workload, WorkloadStage};
use podlab::api::core::Event;
use podlab::api::pod::uid_of_events;
use podlab::api::{ObjectRef, Resource, write};
use podlab::apiserver::age::event_age;
use podlab::apiserver::columns::{Columns, get_pods};
use podlab::base::text::Text;
use podlab::base::time::Timestamp;
use podlab::cluster::change::Cause;
use podlab::kubectl::describe::{describe_pod, describe_replica_set, describe_stateful_set};
use podlab::kubectl::get::Get;
use podlab::manifest::emit;
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

/// What the answers need.
#[derive(PartialEq, Properties)]
pub struct AnswersPaneProps {
    /// The run.
    pub lab: Handle<Lab>,
    /// What a person may do to it.
    pub controls: Controls,
    /// The tabs that are shown.
    pub tabs: Vec<Tab>,
    /// The tab that is open.
    pub tab: Tab,
    /// Whether they tell of the Pod on the stage or of its set.
    pub target: Target,
    /// The number of the selected change.
    pub selected: Option<u64>,
    /// What happens next.
    pub upcoming: Handle<Upcoming>,
    /// What was asked whether it can happen, and what was seen.
    pub explorer: Handle<Explorer>,
    /// Whether time passes.
    pub is_playing: bool,
    /// The question to the cluster's DNS.
    pub dns: DnsQuestion,
    /// The numbers of the two revisions that are compared; the last two when none.
    pub compared: Option<(i64, i64)>,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The answers.
#[component]
pub fn AnswersPane(props: &AnswersPaneProps) -> Html {
    let AnswersPaneProps { lab, tabs, tab, target, on, .. } = props;
    use_language();
    let lab = lab.read();
    let is_of_set = *target == Target::Set && lab.scene.workload.is_some();
    let chosen = TABS.iter().position(|(other, ..)| other == tab).unwrap_or(0);
    html! {
        <section class="answers" aria-label={say!("answers.section")}>
            { objects(&lab, *target, on) }
            { if is_of_set { get_set_row(&lab) } else { get_pod(&lab) } }
            <div class="tabs" role="tablist" aria-label={say!("answers.section")} onkeydown={Callback::from(|e: KeyboardEvent| move_along(&e))}>
                { for TABS.iter().enumerate().filter(|(_, (tab, ..))| tabs.contains(tab)).map(|(index, (tab, is_command, words))| html! {
                    <button
                        class="tab"
                        type="button"
                        role="tab"
                        id={format!("tab-{index}")}
                        aria-controls="panel"
                        aria-selected={if index == chosen { "true" } else { "false" }}
                        tabindex={if index == chosen { "0" } else { "-1" }}
                        onclick={press(on, Act::Answers(AnswersMessage::ShowTab(*tab)))}
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
                { panel(props, &lab, is_of_set) }
            </div>
        </section>
    }
}

/// What the open tab shows.
fn panel(props: &AnswersPaneProps, lab: &Lab, is_of_set: bool) -> Html {
    let AnswersPaneProps { lab: handle, controls, explorer, on, .. } = props;
    let stage = Stage::of(lab);
    match props.tab {
        Tab::Why => html! {
            <WhyPanel
                lab={handle.clone()}
                controls={*controls}
                selected={props.selected}
                upcoming={props.upcoming.clone()}
                on={on.clone()}
            />
        },
        Tab::Events => events(lab, stage, is_of_set, on),
        Tab::Watch => watch(lab, is_of_set),
        Tab::Describe => describe(lab, stage, is_of_set),
        Tab::Yaml => yaml(lab, stage, is_of_set),
        Tab::Explore => html! {
            <>
                <ExplorerPanel lab={handle.clone()} explorer={explorer.clone()} on={on.clone()} />
                <CoverageCard
                    lab={handle.clone()}
                    explorer={explorer.clone()}
                    is_playing={props.is_playing}
                    on={on.clone()}
                />
            </>
        },
        Tab::Dns => html! {
            <DnsPanel lab={handle.clone()} dns={props.dns.clone()} on={on.clone()} />
        },
        Tab::Storage => html! {
            <StoragePanel lab={handle.clone()} controls={*controls} on={on.clone()} />
        },
        Tab::Revisions => html! {
            <RevisionsPanel
                lab={handle.clone()}
                controls={*controls}
                compared={props.compared}
                on={on.clone()}
            />
        },
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

/// The choice between the set and the Pod on the stage.
fn objects(lab: &Lab, target: Target, on: &Callback<Act>) -> Html {
    let Some(workload) = &lab.scene.workload else { return Html::default() };
    let choices = vec![
        Choice::new(
            format!("{}/{}", workload.kind.short_name(), workload.name),
            target == Target::Set,
            Act::Answers(AnswersMessage::AnswerFor(Target::Set)),
        ),
        Choice::new(
            format!("pod/{}", lab.pod_name()),
            target == Target::Pod,
            Act::Answers(AnswersMessage::AnswerFor(Target::Pod)),
        ),
    ];
    html! {
        <div class="answers-of">
            <Segmented name="answers-of" legend={say!("answers.about")} look={Look::Quiet} {choices} on={on.clone()} />
        </div>
    }
}

fn get_set_row(lab: &Lab) -> Html {
    let Some(ObjectRef { kind, name, .. }) = &lab.scene.workload else { return Html::default() };
    let now = Timestamp::of(lab.now());
    let get = Get { wide: false, now, release: lab.settings().release };
    let text = match (lab.set(), workload(lab)) {
        (Some(set), _) => get.stateful_sets([set]),
        (None, Some(Workload::ReplicaSet(set))) => get.replica_sets([&set]),
        (None, None) => {
            format!("Error from server (NotFound): {} \"{name}\" not found\n\n", kind.plural())
        }
    };
    let workloads = &lab.sim().world().workloads;
    let mut budgets = workloads.budgets.prefixed(&lab.scene.namespace, "");
    html! {
        <pre lang="en" class="terminal answer-now" tabindex="0" aria-label={format!("kubectl get {}", kind.as_str().to_ascii_lowercase())}>
            <b>{ format!("$ kubectl get {} {name}\n", kind.short_name()) }</b>
            { text.trim_end_matches('\n').to_owned() }
            if let Some((_, one)) = budgets.next() {
                <b>{ "\n$ kubectl get pdb\n" }</b>
                { get.budgets([one].into_iter().chain(budgets.map(|(_, other)| other))).trim_end().to_owned() }
            }
        </pre>
    }
}

fn get_pod(lab: &Lab) -> Html {
    let now = Timestamp::of(lab.now());
    let text = match lab.pod() {
        Some((_, pod)) => get_pods([pod.as_ref()], Columns::default(), now, lab.settings().release),
        None => format!("Error from server (NotFound): pods \"{}\" not found\n\n", lab.pod_name()),
    };
    html! {
        <pre lang="en" class="terminal answer-now" tabindex="0" aria-label="kubectl get pod">
            <b>{ format!("$ kubectl get pod {}\n", lab.pod_name()) }</b>
            { text.trim_end_matches('\n').to_owned() }
        </pre>
    }
}

fn events_about(lab: &Lab, uid: &Text) -> Vec<Event> {
    lab.sim().world().recorder.about(uid).cloned().collect()
}

/// The workload on the stage, when its Pods have no order and the API has it.
fn workload(lab: &Lab) -> Option<Workload> {
    WorkloadStage::of(lab).filter(|stage| stage.exists).map(|stage| stage.workload)
}

/// The UID of the workload on the stage as the API had it last.
fn uid_of_workload(lab: &Lab) -> Option<Text> {
    let set = lab.last_set().map(|set| set.metadata.uid.clone());
    set.or_else(|| Some(WorkloadStage::of(lab)?.workload.metadata().uid.clone()))
}

fn events(lab: &Lab, stage: Option<Stage<'_>>, is_of_set: bool, on: &Callback<Act>) -> Html {
    let uid = if is_of_set {
        uid_of_workload(lab)
    } else {
        stage.map(|stage| uid_of_events(stage.pod).clone())
    };
    let Some(uid) = &uid else { return nothing(say!("answers.no-events")) };
    let mut events: Vec<(Event, Cause)> =
        lab.sim().world().recorder.caused(uid).map(|(e, cause)| (e.clone(), cause)).collect();
    let now = lab.now();
    if events.is_empty() {
        return nothing(say!("answers.no-events"));
    }
    events.sort_by_key(|(event, _)| Reverse(event.last));
    html! {
        <ol class="events">
            { for events.iter().map(|(event, cause)| {
                let change = match cause {
                    Cause::Change(change) => lab.story().change(*change),
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
                                onclick={press(on, Act::Answers(AnswersMessage::Select(change.number)))}
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

fn watch(lab: &Lab, is_of_set: bool) -> Html {
    let pod = lab.pod_name();
    let lines = lab.story().watch_lines((!is_of_set).then_some(pod.as_str()));
    let what = if is_of_set { "-l ".to_owned() + &labels(lab) } else { pod.to_string() };
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
fn labels(lab: &Lab) -> String {
    let stage = WorkloadStage::of(lab);
    let selector = match &stage {
        Some(stage) => stage.workload.selector(),
        None => lab.last_set().and_then(|set| set.spec.selector.as_ref()),
    };
    let mut text = String::new();
    for (key, value) in selector.iter().flat_map(|selector| &selector.match_labels) {
        if !text.is_empty() {
            text.push(',');
        }
        text.push_str(&format!("{key}={value}"));
    }
    text
}

fn describe(lab: &Lab, stage: Option<Stage<'_>>, is_of_set: bool) -> Html {
    if is_of_set {
        return describe_set(lab);
    }
    let Some(stage) = stage.filter(|stage| stage.exists) else {
        return nothing(say!("answers.no-pod"));
    };
    let text = describe_pod(
        stage.pod,
        &events_about(lab, uid_of_events(stage.pod)),
        stage.now,
        stage.release,
    );
    html! { <pre lang="en" class="terminal" tabindex="0" role="region" aria-label="kubectl describe pod">{ text }</pre> }
}

fn describe_set(lab: &Lab) -> Html {
    let world = lab.sim().world();
    if let Some(workload) = workload(lab) {
        let told = events_about(lab, &workload.metadata().uid);
        let text = match &workload {
            Workload::ReplicaSet(set) => {
                let stage = WorkloadStage::of(lab);
                let levels = stage.iter().flat_map(|stage| &stage.levels);
                let pods = levels.flat_map(|level| &level.pods).map(|pod| &***pod);
                describe_replica_set(set, pods, &told, world.now, lab.settings().release)
            }
        };
        let name = format!("kubectl describe {}", workload.kind().as_str().to_ascii_lowercase());
        return html! { <pre lang="en" class="terminal" tabindex="0" role="region" aria-label={name}>{ text }</pre> };
    }
    let Some(set) = lab.set() else { return nothing(say!("answers.no-set")) };
    let members = world.workloads.members(&set.metadata.namespace, &set.metadata.name);
    let pods = members.filter_map(|id| world.pod(id)).map(|pod| &**pod);
    let told = events_about(lab, &set.metadata.uid);
    let text = describe_stateful_set(set, pods, &told, world.now, lab.settings().release);
    html! { <pre lang="en" class="terminal" tabindex="0" role="region" aria-label="kubectl describe statefulset">{ text }</pre> }
}

fn yaml(lab: &Lab, stage: Option<Stage<'_>>, is_of_set: bool) -> Html {
    let object = if is_of_set {
        lab.workload()
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
