//! What a first visitor is told: what this is, and one thing to press after the other.

use super::parts::{ActButton, rich};
use crate::act::{
    Act, AnswersMessage, BranchMessage, ClusterMessage, LessonMessage, PreferencesMessage,
};
use crate::handle::Handle;
use crate::lab::Lab;
use crate::language::use_language;
use crate::preferences::FirstStep;
use podlab::cluster::command::Command;
use podlab::cluster::fact::{Fact, ProgramEvent};
use podlab_messages::text;
use yew::prelude::*;

/// What the first steps need.
#[derive(PartialEq, Properties)]
pub struct FirstStepsProps {
    /// The run.
    pub lab: Handle<Lab>,
    /// The step.
    pub step: FirstStep,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The first steps.
#[component]
pub fn FirstSteps(FirstStepsProps { lab, step, on }: &FirstStepsProps) -> Html {
    use_language();
    let number = FirstStep::ALL.iter().position(|other| other == step).unwrap_or_default() + 1;
    let of = FirstStep::ALL.len().to_string();
    let text = match step {
        FirstStep::Exit => text::first_exit(),
        FirstStep::Why => text::first_why(),
        FirstStep::Back => text::first_back(),
        FirstStep::Choose | FirstStep::Done => text::first_choose(),
    };
    let leave = |label: &'static str| {
        html! {
            <ActButton class="button is-plain" act={Act::Preferences(PreferencesMessage::FirstStep(FirstStep::Done))} on={on.clone()}>
                { label }
            </ActButton>
        }
    };
    html! {
        <section class="first-steps" aria-label={text::first_title()}>
            if *step == FirstStep::Exit {
                <p class="first-purpose">{ text::first_purpose() }</p>
            }
            <p class="first-step" role="status">
                <span class="quiet">{ text::first_number(number, &of) }{ " " }</span>
                { rich(text) }
            </p>
            <div class="first-acts">
                { match step {
                    FirstStep::Exit => html! { <Primary act={exit(&lab.read())} off={off(&lab.read())} label={text::fault_exit_1()} on={on.clone()} /> },
                    FirstStep::Why => html! {
                        <Primary act={why(&lab.read())} label={text::say_why()} on={on.clone()} />
                    },
                    FirstStep::Back => html! {
                        <Primary act={Act::Branch(BranchMessage::Undo)} label={text::controls_undo()} on={on.clone()} />
                    },
                    FirstStep::Choose | FirstStep::Done => html! {
                        <>
                            <button class="button is-primary" type="button" popovertarget="scenes">{ text::first_scenes() }</button>
                            <ActButton class="button" act={Act::Lesson(LessonMessage::ShowCourse)} on={on.clone()}>{ text::course_title() }</ActButton>
                        </>
                    },
                } }
                if *step == FirstStep::Choose {
                    { leave(text::page_done()) }
                } else {
                    { leave(text::first_skip()) }
                }
            </div>
        </section>
    }
}

/// What the one button of a step needs.
#[derive(PartialEq, Properties)]
struct PrimaryProps {
    /// What it does; none while the Pod has no container that runs.
    act: Option<Act>,
    /// Why it does nothing then.
    #[prop_or_default]
    off: AttrValue,
    /// What it says.
    label: &'static str,
    /// Where acts go.
    on: Callback<Act>,
}

/// The one button of a step.
#[component]
fn Primary(PrimaryProps { act, off, label, on }: &PrimaryProps) -> Html {
    let off = act.is_none().then(|| off.clone());
    html! {
        <ActButton class="button is-primary" act={act.clone().unwrap_or(Act::Close)} {off} on={on.clone()}>
            { *label }
        </ActButton>
    }
}

/// Why the program of the Pod cannot end now.
fn off(lab: &Lab) -> String {
    let container = lab.pod().and_then(|(_, pod)| pod.spec.containers.first());
    match container {
        Some(container) => text::fault_off_not_running(&container.name),
        None => text::fault_off_no_pod().to_owned(),
    }
}

/// The question why the container was restarted, or why its program ended while it was not. Later changes only follow from that.
fn why(lab: &Lab) -> Act {
    let changes = lab.story().changes();
    let last = |is_it: fn(&Fact) -> bool| changes.iter().rev().find(|change| is_it(&change.fact));
    let restarted = last(|fact| matches!(fact, Fact::RestartCount { .. }));
    let ended =
        || last(|fact| matches!(fact, Fact::Program { event: ProgramEvent::Ended { .. }, .. }));
    Act::Answers(match restarted.or_else(ended) {
        Some(change) => AnswersMessage::Select(change.number),
        None => AnswersMessage::WhyLast,
    })
}

/// The end of the first container of the Pod that runs, with an error.
fn exit(lab: &Lab) -> Option<Act> {
    let (id, pod) = lab.pod()?;
    let (namespace, name) = (&pod.metadata.namespace, &pod.metadata.name);
    let container = &pod.spec.containers.first()?.name;
    lab.runs(id, container).then(|| {
        let (namespace, pod) = (namespace.clone(), name.clone());
        let (container, reason) = (container.clone(), "".into());
        let exit = Command::Exit { namespace, pod, container, code: 1, reason };
        Act::Cluster(ClusterMessage::Apply(vec![exit]))
    })
}
