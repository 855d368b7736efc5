//! The open menu of a thing on the stage: what can be done to a workload, a gate, a Pod, a container, a node.

use super::menu_opener::pressed;
use super::parts::ActButton;
use super::run::Run;
use super::{capsule, faults, node_acts, node_line, set_controls};
use crate::act::{Act, AnswersMessage, ControlsMessage};
use crate::popover;
use crate::things::{Menu, Thing};
use crate::views::Target;
use gloo::events::EventListener;
use podlab::base::text::Text;
use podlab_messages::{Term, text};
use podlab_stage::lanes::{Gate, SetStage};
use podlab_stage::view::Stage;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

/// The open menu, with what can be done to its thing now; nothing once the thing is no more.
pub fn view(run: Run<'_>, set: Option<&SetStage<'_>>, menu: &Menu) -> Html {
    let run = run.in_menu();
    let content = match &menu.thing {
        Thing::Workload => workload(run),
        Thing::Gate(ordinal) => set.and_then(|set| gate(run, set, *ordinal)),
        Thing::Pod(name) => pod(run, set, name),
        Thing::Container(name) => container(run, name),
        Thing::Node(name) => Some(node(run, name)),
    };
    let Some((title, content)) = content else { return Html::default() };
    html! { <MenuBox menu={menu.clone()} {title} on={run.on.clone()}>{ content }</MenuBox> }
}

/// The name of a thing, and its acts.
type Content = (String, Html);

fn workload(run: Run<'_>) -> Option<Content> {
    let workload = run.lab.scene.workload.as_ref()?;
    Some((workload.name.to_string(), set_controls::acts(run)))
}

/// What a gate waits for, and what can be done to the Pod that shuts it.
fn gate(run: Run<'_>, set: &SetStage<'_>, ordinal: i64) -> Option<Content> {
    let index = set.lanes.iter().position(|lane| lane.ordinal == ordinal)?;
    let gate = set.gate(index)?;
    let words = set.gate_words(gate);
    let wait = match gate {
        Gate::Open => None,
        Gate::ShutUp(wait) | Gate::ShutDown(wait) | Gate::Stuck(wait) => Some(wait),
    };
    let holding = wait.and_then(|wait| set.lanes.iter().find(|lane| lane.ordinal == wait.ordinal));
    let content = html! {
        <div class="target">
            <p>{ words }</p>
            if let Some(lane) = holding {
                <div class="acts is-wide">
                    <ActButton act={Act::Answers(AnswersMessage::WhyNot)} on={run.on.clone()}>
                        { text::why_not_yet() }
                    </ActButton>
                    <ActButton act={Act::Answers(AnswersMessage::PickPod(lane.name.clone()))} on={run.on.clone()}>
                        { text::menu_show(&lane.name) }
                    </ActButton>
                    if let Some(pod) = lane.pod {
                        { faults::delete_of(run, &text::menu_delete(&lane.name), pod) }
                    }
                </div>
            }
        </div>
    };
    Some((text::menu_gate(&set.lanes[index].name), content))
}

fn pod(run: Run<'_>, set: Option<&SetStage<'_>>, name: &Text) -> Option<Content> {
    let stage = Stage::of(run.lab).filter(|stage| stage.pod.metadata.name == *name)?;
    let content = if stage.exists {
        faults::of_pods(run, Target::Pod, &run.lab.targets(Target::Pod), &stage.pod.spec)
    } else {
        capsule::gone(run, set)
    };
    Some((name.to_string(), content))
}

fn container(run: Run<'_>, name: &Text) -> Option<Content> {
    let spec = &Stage::of(run.lab)?.pod.spec;
    let mut containers = spec.containers.iter().chain(&spec.init_containers);
    let container = containers.find(|container| container.name == *name)?;
    let targets = run.lab.targets(Target::Pod);
    Some((name.to_string(), faults::of_container(run, Target::Pod, &targets, container)))
}

fn node(run: Run<'_>, name: &Text) -> Content {
    let acts = html! {
        <div class="target">
            <div class="target-head"><h3>{ name.to_string() }</h3><span class="quiet">{ Term::Node.name() }</span></div>
            { node_line::of_node(run.lab, name) }
            { node_acts::view(run.lab, name, run.on) }
        </div>
    };
    (name.to_string(), acts)
}

/// What the box of a menu needs.
#[derive(Debug, PartialEq, Properties)]
struct MenuBoxProps {
    menu: Menu,
    /// The name of the thing.
    title: AttrValue,
    /// Where acts go.
    on: Callback<Act>,
    /// The acts.
    children: Html,
}

/// The box of a menu. The browser closes it with Escape or a press elsewhere, and gives the focus back. An act closes it too, so that its
/// effect is seen; a switch does not.
#[component]
fn MenuBox(MenuBoxProps { menu, title, on, children }: &MenuBoxProps) -> Html {
    let node = use_node_ref();
    {
        let (node, on) = (node.clone(), on.clone());
        use_effect_with(menu.clone(), move |menu| {
            let closed = on.reform({
                let menu = menu.clone();
                move |()| Act::Controls(ControlsMessage::CloseMenu(menu.clone()))
            });
            let told = closed.clone();
            let listener = node.cast::<HtmlElement>().map(|shown| {
                // It is in the document and hidden, so it can be shown.
                let _ = shown.show_popover();
                popover::put(&shown, menu.at);
                focus_first(&shown);
                EventListener::new(&shown.clone(), "toggle", move |_| {
                    if !shown.matches(":popover-open").unwrap_or(false) {
                        told.emit(());
                    }
                })
            });
            // Also where its thing is gone: the menu does not come back with the thing.
            move || {
                drop(listener);
                closed.emit(());
            }
        });
    }
    let onclick = {
        let node = node.clone();
        Callback::from(move |event: MouseEvent| {
            let done = pressed(&event, ":is(.act, .button):not([aria-disabled=true])");
            if let Some(shown) = node.cast::<HtmlElement>().filter(|_| done.is_some()) {
                // It shows, since something in it was pressed.
                let _ = shown.hide_popover();
            }
        })
    };
    html! {
        <div ref={node} class="menu" popover="auto" role="dialog" aria-label={text::menu_of(title)} tabindex="-1" {onclick}>
            { children.clone() }
            <button class="button is-small menu-close" type="button">{ text::page_close() }</button>
        </div>
    }
}

/// Gives the focus to the first control of a menu.
fn focus_first(menu: &HtmlElement) {
    let first = menu.query_selector("button, input").ok().flatten();
    let first = first.and_then(|first| first.dyn_into::<HtmlElement>().ok());
    // Whatever takes it: the menu does, where it has no control.
    let _ = first.as_ref().unwrap_or(menu).focus();
}
