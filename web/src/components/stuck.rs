//! What is stuck, and the acts that help.

use super::console_panel::line_to_copy;
use super::parts::{press, rich};
use super::run::Run;
use crate::act::{Act, AnswersMessage, ClusterMessage};
use crate::handle::Handle;
use crate::kubectl_line;
use crate::lab::Lab;
use crate::language::use_language;
use crate::stuck::StuckNow;
use podlab::cluster::command::Command;
use podlab::questions::stuck::Findings;
use podlab_messages::text;
use podlab_stage::lanes::SetStage;
use podlab_stage::levels::Levels;
use podlab_stage::why;
use yew::prelude::*;

/// What the line needs.
#[derive(PartialEq, Properties)]
pub struct StuckLineProps {
    /// The run.
    pub lab: Handle<Lab>,
    /// What is stuck.
    pub stuck: Handle<StuckNow>,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The line below the sentence that says what is stuck. What the stage says of its workload itself, it leaves to the stage.
#[component]
pub fn StuckLine(props: &StuckLineProps) -> Html {
    use_language();
    let (lab, found) = (props.lab.read(), props.stuck.read());
    let is_busy = found.is_pending().then_some("true");
    let Some((stuck, wait)) = found.found(&lab).into_iter().next() else {
        return html! { <div class="stuck-line" aria-busy={is_busy} hidden=true /> };
    };
    let title = podlab_messages::stuck_title(stuck);
    let is_said = stuck.wait.object.kind.is_workload() && is_on_stage(&lab, found.findings());
    html! {
        <>
        <p class="visually-hidden" role="status">{ title }{ ": " }{ stuck.wait.object.name.to_string() }</p>
        <div class="stuck-line" aria-busy={is_busy} hidden={is_said}>
            <p class="stuck-words"><b>{ title }{ ":" }</b>{ " " }{ rich(&why::waiting(&lab, &wait)) }{ " " }{ podlab_messages::stuck(stuck) }</p>
            <button class="button" type="button" onclick={press(&props.on, Act::Answers(AnswersMessage::WhyNot))}>
                { text::stuck_what() }
            </button>
        </div>
        </>
    }
}

/// Whether the stage says that its workload is stuck.
fn is_on_stage(lab: &Lab, findings: &Findings) -> bool {
    let set = SetStage::of(lab).map(|stage| stage.knowing(findings));
    let levels = Levels::of(lab).map(|stage| stage.knowing(lab, findings));
    set.is_some_and(|stage| stage.stuck().is_some())
        || levels.is_some_and(|stage| stage.stuck().is_some())
}

/// What is stuck, and what helps. Pressing does it.
pub fn what_is_stuck(run: Run<'_>, stuck: &StuckNow) -> Html {
    /// The most of it that is told.
    const MOST: usize = 3;
    let found = stuck.found(run.lab);
    if found.is_empty() {
        return Html::default();
    }
    // It is a crash loop only where nothing else is stuck.
    let worst = found.iter().find(|(stuck, _)| !stuck.goal.recurs()).or(found.first());
    html! {
        <div class="why-not stuck">
            <h2 class="heading">{ worst.map(|(stuck, _)| podlab_messages::stuck_title(stuck)) }</h2>
            <ul>
                { for found.into_iter().take(MOST).map(|(stuck, wait)| html! {
                    <li class="stuck-item" data-rule={stuck.wait.rule.id()} data-object={stuck.wait.object.name.to_string()}>
                        <p>{ rich(&why::waiting(run.lab, &wait)) }</p>
                        <p class="quiet">{ podlab_messages::stuck(stuck) }</p>
                        if !stuck.remedies.is_empty() {
                            <p class="label">{ text::stuck_helps() }</p>
                            { for stuck.remedies.iter().map(|remedy| remedy_button(run, remedy)) }
                        }
                    </li>
                }) }
            </ul>
        </div>
    }
}

/// An act that helps, with the lines that kubectl would be told.
fn remedy_button(run: Run<'_>, commands: &[Command]) -> Html {
    let lines: Vec<String> = commands.iter().filter_map(kubectl_line::of).collect();
    let act = Act::Cluster(ClusterMessage::Apply(commands.to_vec()));
    html! {
        <div class="remedy">
            <button class="button" type="button" disabled={!run.allows(act.needs())} onclick={press(run.on, act)}>
                { rich(&podlab_messages::remedy(commands)) }
            </button>
            if let Some(caution) = podlab_messages::caution(commands) {
                <p class="quiet">{ caution }</p>
            }
            { for lines.into_iter().map(|line| line_to_copy(&line, run.on)) }
        </div>
    }
}
