//! Why something happened: the chain of causes, down to an act.

use super::parts::rich;
use crate::app::App;
use crate::lanes::SetStage;
use crate::markup::prelude::*;
use crate::view::Stage;
use crate::{waits, words};
use podlab::change::{Cause, Change, Subject, Value};
use podlab::command::Command;
use podlab::rules;
use podlab::time::SimTime;

/// Most steps that are shown from the top; the act at the end is always shown.
const STEPS: usize = 9;

/// Why the selected change happened, and what does not happen yet.
pub fn view(app: &App, stage: Option<Stage<'_>>, set: Option<&SetStage<'_>>) -> Html {
    let story = app.lab.story();
    let selected = app.selected.and_then(|n| story.change(n));
    let mut waits = set.map(SetStage::sentences).unwrap_or_default();
    waits.extend(stage.map(waits::sentences).unwrap_or_default());
    html! {
        <>
            { match selected {
                Some(change) => chain(app, change),
                None => html! {
                    <p class="quiet">{ "Select a change on the tracks, or press Why?, to see what led to it." }</p>
                },
            } }
            if !waits.is_empty() {
                <section class="why-not">
                    <h2 class="heading">{ "Why not yet?" }</h2>
                    { for waits.iter().map(|wait| html! { <p>{ rich(wait) }</p> }) }
                </section>
            }
        </>
    }
}

fn chain(app: &App, change: &Change) -> Html {
    let story = app.lab.story();
    let steps = story.why(change.number);
    let root = steps.last().map(|last| last.cause);
    // Two steps that say the same are one.
    let mut told: Vec<&Change> = Vec::new();
    for step in &steps {
        if told.last().is_none_or(|last| last.subject != step.subject || last.time != step.time) {
            told.push(step);
        }
    }
    let left_out = told.len().saturating_sub(STEPS);
    told.truncate(STEPS);
    html! {
        <>
            <h2 class="why-question">{ question(change) }</h2>
            <ol class="chain">
                { for told.iter().map(|step| html! {
                    <li class="chain-step" data-rule={step.rule}>
                        <span class="chain-time">{ words::clock(step.time) }</span>
                        <p>{ rich(&words::told(&app.lab, step)) }</p>
                        { rule(step.rule) }
                    </li>
                }) }
                if left_out > 0 {
                    <li class="chain-step">
                        <p class="quiet">{ ["… and ", &left_out.to_string(), " earlier steps."].concat() }</p>
                    </li>
                }
                { act(app, root) }
            </ol>
        </>
    }
}

/// The rule by which it happened, with the official page.
fn rule(id: &'static str) -> Html {
    let rule = rules::find(id);
    html! {
        <>
            if let Some(rule) = rule {
                <p class="label">{ rule.sentence }</p>
            }
            <div class="chain-links">
                <span class="rule">{ id }</span>
                if let Some(rule) = rule {
                    <a
                        href={["https://kubernetes.io/docs/", rule.page].concat()}
                        target="_blank"
                        rel="noreferrer"
                    >
                        { rule.title }
                    </a>
                }
            </div>
        </>
    }
}

/// The act everything came from.
fn act(app: &App, root: Option<Cause>) -> Html {
    let (time, text) = match root {
        Some(Cause::Command(number)) => {
            let Some((time, command)) = app.lab.sim().commands().get(number as usize) else {
                return Html::default();
            };
            let who = if is_by_person(app, *time, command) { "You " } else { "The scene " };
            (*time, [who, &words::command(command)].concat())
        }
        Some(Cause::Start | Cause::Change(_)) | None => {
            (SimTime::ZERO, "The simulation began.".to_owned())
        }
    };
    html! {
        <li class="chain-step is-act">
            <span class="chain-time">{ words::clock(time) }</span>
            <p>{ rich(&text) }</p>
        </li>
    }
}

fn is_by_person(app: &App, time: SimTime, command: &Command) -> bool {
    let mut plan = app.lab.history().plan().iter();
    plan.any(|act| act.by_person && act.time == time && act.commands.contains(command))
}

/// The question the chain answers.
fn question(change: &Change) -> String {
    let new = match &change.new {
        Value::Because(word, reason)
            if reason.is_empty() || *word == "True" || *word == "False" =>
        {
            (*word).to_owned()
        }
        Value::Because(_, reason) => reason.to_string(),
        other => other.to_string(),
    };
    match &change.subject {
        Subject::Phase => ["Why is the phase ", &new, "?"].concat(),
        Subject::Status => ["Why does kubectl print ", &new, "?"].concat(),
        Subject::Condition(kind) => ["Why is ", kind, " ", &new, "?"].concat(),
        Subject::State(container) => match &change.new {
            Value::Because("running", _) => ["Why does ", container, " run?"].concat(),
            _ => ["Why is ", container, " in the state ", &new, "?"].concat(),
        },
        Subject::Ready(container) if change.new == Value::Flag(true) => {
            ["Why is ", container, " ready?"].concat()
        }
        Subject::Ready(container) => ["Why is ", container, " not ready?"].concat(),
        Subject::Probe(_, kind) => {
            ["Why did the ", &kind.to_ascii_lowercase(), " probe answer this?"].concat()
        }
        Subject::Signal(container) => ["Why did ", container, " get ", &new, "?"].concat(),
        Subject::RestartCount(container) => ["Why was ", container, " started again?"].concat(),
        Subject::Removed => "Why is the Pod gone?".to_owned(),
        Subject::Deletion => "Why is the Pod to be deleted?".to_owned(),
        Subject::Endpoints => "Why did the endpoints change?".to_owned(),
        Subject::Node => "Why this node?".to_owned(),
        Subject::Created
        | Subject::Reason
        | Subject::Started(_)
        | Subject::Spec
        | Subject::Field(_)
        | Subject::Decision
        | Subject::Hook(..)
        | Subject::Program(_)
        | Subject::World => "Why did this happen?".to_owned(),
    }
}
