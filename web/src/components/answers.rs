//! What kubectl would answer, and why things are as they are.

use super::builder_panel::BuilderPanel;
use super::console_panel::ConsolePanel;
use super::coverage_card::CoverageCard;
use super::dns_panel::DnsPanel;
use super::explained::Reached;
use super::explorer_panel::ExplorerPanel;
use super::kubectl_answers;
use super::pane::{FoldButton, PaneView, Separator};
use super::parts::{Choice, Look, Segmented, icon, press};
use super::revisions_panel::RevisionsPanel;
use super::storage_panel::StoragePanel;
use super::why::{self, WhyPanel};
use crate::act::{Act, AnswersMessage};
use crate::builder::BuilderView;
use crate::console::Console;
use crate::controls::Controls;
use crate::explorer::Explorer;
use crate::handle::Handle;
use crate::lab::Lab;
use crate::language::use_language;
use crate::panes::Pane;
use crate::state::DnsQuestion;
use crate::stuck::StuckNow;
use crate::upcoming::Upcoming;
use crate::views::{Tab, Target};
use podlab::api::core::{Event, EventType};
use podlab::api::pod::uid_of_events;
use podlab::apiserver::age::event_age;
use podlab::cluster::cause::Cause;
use podlab_messages::{Sentence, Term, text};
use podlab_stage::view::Stage;
use std::cmp::Reverse;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

/// The tabs, whether they are a command, their words, and what they show.
const TABS: [(Tab, bool, Sentence, Sentence); 11] = [
    (Tab::Why, false, text::tab_why, text::tab_why_title),
    (Tab::Events, false, text::tab_events, text::tab_events_title),
    (Tab::Watch, true, text::tab_watch, text::tab_watch_title),
    (Tab::Describe, true, text::tab_describe, text::tab_describe_title),
    (Tab::Yaml, false, text::tab_yaml, text::tab_yaml_title),
    (Tab::Console, true, text::tab_console, text::tab_console_title),
    (Tab::Explore, false, text::tab_explore, text::tab_explore_title),
    (Tab::Dns, false, text::tab_dns, text::tab_dns_title),
    (Tab::Storage, false, text::tab_storage, text::tab_storage_title),
    (Tab::Revisions, false, text::tab_revisions, text::tab_revisions_title),
    (Tab::Lesson, false, text::tab_lesson, text::tab_lesson_title),
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
    /// What is stuck.
    pub stuck: Handle<StuckNow>,
    /// What was asked whether it can happen, and what was seen.
    pub explorer: Handle<Explorer>,
    /// The lines for kubectl, and their answers.
    pub console: Handle<Console>,
    /// Whether time passes.
    pub is_playing: bool,
    /// Whether the learner is asked what comes next; none where that cannot be chosen.
    pub quiz: Option<bool>,
    /// Whether the open lesson asks what comes next, and waits for the answer.
    pub asks: bool,
    /// The question to the cluster's DNS.
    pub dns: DnsQuestion,
    /// The numbers of the two revisions that are compared; the last two when none.
    pub compared: Option<(i64, i64)>,
    /// The lesson that is being made, while its tab is open.
    pub builder: Option<Rc<BuilderView>>,
    /// The pane that they are in; none in a figure, where they cannot be folded.
    pub pane: Option<PaneView>,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The answers.
#[component]
pub fn AnswersPane(props: &AnswersPaneProps) -> Html {
    let AnswersPaneProps { lab, target, on, .. } = props;
    use_language();
    let lab = lab.read();
    let is_folded = props.pane.is_some_and(|pane| pane.is_folded);
    let asked = props.selected.filter(|_| props.tab == Tab::Why && !is_folded);
    let why = asked.and_then(|number| lab.story().change(number));
    html! {
        <section
            class={classes!("answers", is_folded.then_some("is-folded"))}
            id={Pane::Answers.id()}
            aria-label={text::answers_section()}
            tabindex="-1"
        >
            <div class="answers-head">
                if let Some(view) = props.pane {
                    <h2 class="heading"><FoldButton {view} on={on.clone()} /></h2>
                }
                if !is_folded {
                    { objects(&lab, *target, on) }
                }
            </div>
            // The focus stays on the button that asked why. A screen reader announces the answer.
            <p class="visually-hidden" role="status">
                { for why.map(|change| why::conclusion(&lab, change)) }
            </p>
            if !is_folded {
                { tabs(props, &lab) }
            }
        </section>
    }
}

/// What kubectl prints of what they tell of, the tabs, and what the open one shows.
fn tabs(props: &AnswersPaneProps, lab: &Lab) -> Html {
    let AnswersPaneProps { tabs, tab, target, on, .. } = props;
    let is_of_set = *target == Target::Set && lab.scene.workload.is_some();
    let chosen = TABS.iter().position(|(other, ..)| other == tab).unwrap_or(0);
    html! {
        <>
            { if is_of_set { kubectl_answers::get_workload(lab) } else { kubectl_answers::get_pod(lab) } }
            <div class="tabs" role="tablist" aria-label={text::answers_section()} onkeydown={Callback::from(|e: KeyboardEvent| move_along(&e))}>
                { for TABS.iter().enumerate().filter(|(_, (tab, ..))| tabs.contains(tab)).map(|(index, (tab, is_command, words, about))| html! {
                    <button
                        class="tab"
                        type="button"
                        role="tab"
                        id={format!("tab-{index}")}
                        title={about()}
                        aria-controls="panel"
                        aria-selected={if index == chosen { "true" } else { "false" }}
                        tabindex={if index == chosen { "0" } else { "-1" }}
                        onclick={press(on, Act::Answers(AnswersMessage::ShowTab(*tab)))}
                    >
                        <span class={is_command.then_some("mono")}>{ words() }</span>
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
                { panel(props, lab, is_of_set) }
            </div>
            if let Some(view) = props.pane {
                <Separator {view} on={on.clone()} />
            }
        </>
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
                stuck={props.stuck.clone()}
                quiz={props.quiz}
                asks={props.asks}
                on={on.clone()}
            />
        },
        Tab::Events => events(lab, stage, is_of_set, on),
        Tab::Watch => kubectl_answers::watch(lab, is_of_set),
        Tab::Describe => kubectl_answers::describe(lab, stage, is_of_set),
        Tab::Yaml => kubectl_answers::yaml(lab, stage, is_of_set),
        Tab::Console => html! {
            <ConsolePanel lab={handle.clone()} console={props.console.clone()} on={on.clone()} />
        },
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
        Tab::Lesson => html! {
            if let Some(view) = &props.builder {
                <BuilderPanel view={Rc::clone(view)} on={on.clone()} />
            }
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
    if lab.pod_name().is_empty() {
        return Html::default();
    }
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
            <Segmented name="answers-of" legend={text::answers_about()} look={Look::Quiet} {choices} on={on.clone()} />
        </div>
    }
}

/// The Events of the Pod on the stage, or of its workload.
pub fn events(lab: &Lab, stage: Option<Stage<'_>>, is_of_set: bool, on: &Callback<Act>) -> Html {
    let uid = if is_of_set {
        lab.followed().map(|followed| followed.workload.metadata().uid.clone())
    } else {
        stage.map(|stage| uid_of_events(stage.pod).clone())
    };
    let Some(uid) = &uid else { return kubectl_answers::nothing(text::answers_no_events()) };
    let mut events: Vec<(Event, Cause)> =
        lab.sim().world().recorder.caused(uid).map(|(e, cause)| (e.clone(), cause)).collect();
    let now = lab.now();
    if events.is_empty() {
        return kubectl_answers::nothing(text::answers_no_events());
    }
    events.sort_by_key(|(event, _)| Reverse(event.last));
    let reached = Reached::default();
    html! {
        <ol class="events">
            { for events.iter().map(|(event, cause)| {
                let change = match cause {
                    Cause::Change(change) => lab.story().change(*change),
                    Cause::Command(_) | Cause::Start => None,
                };
                let is_warning = event.kind == EventType::Warning;
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
                        <span class="event-reason">{ reached.word(Term::of_event(&event.reason), event.reason.to_string().into()) }</span>
                        <span class="event-age">{ age }</span>
                        <span class="event-text">
                            <span class="visually-hidden">{ format!("{}, ", event.kind) }</span>
                            { event.message.to_string() }
                        </span>
                        if let Some(change) = change {
                            <button
                                class="button is-small"
                                type="button"
                                aria-label={format!("{} {}", text::say_why(), event.reason)}
                                onclick={press(on, Act::Answers(AnswersMessage::Select(change.number)))}
                            >
                                { text::say_why() }
                            </button>
                        }
                    </li>
                }
            }) }
        </ol>
    }
}
