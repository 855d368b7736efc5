//! Why something happened: the chain of causes, down to an act.

use super::parts::rich;
use crate::app::App;
use crate::lanes::SetStage;
use crate::markup::prelude::*;
use crate::view::Stage;
use crate::{waits, words};
use podlab::change::{Cause, Change};
use podlab::command::Command;
use podlab::rules;
use podlab::time::SimTime;
use podlab_words::Actor;

/// Most steps that are shown from the top; the act at the end is always shown.
const STEPS: usize = 9;

/// Why the selected change happened, and what does not happen yet.
pub fn view(app: &App, stage: Option<Stage<'_>>, set: Option<&SetStage<'_>>) -> Html {
    let story = app.lab.story();
    let selected = app.selected.and_then(|n| story.change(n));
    let mut waits = set.map(SetStage::sentences).unwrap_or_default();
    for wait in stage.map(waits::sentences).unwrap_or_default() {
        // Among several Pods a sentence has to say whose it is.
        waits.push(match set {
            Some(_) => ["*", &app.lab.scene.pod, "*: ", &wait].concat(),
            None => wait,
        });
    }
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
            <h2 class="why-question">{ words::question(change) }</h2>
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
                        <p class="quiet">{ podlab_words::earlier(words::messages(), left_out) }</p>
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
            { links(id) }
        </>
    }
}

/// The number of a rule, and the official page.
pub fn links(id: &'static str) -> Html {
    let rule = rules::find(id);
    html! {
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
    }
}

/// The act everything came from.
fn act(app: &App, root: Option<Cause>) -> Html {
    let (time, text) = match root {
        Some(Cause::Command(number)) => {
            let Some((time, command)) = app.lab.sim().commands().get(number as usize) else {
                return Html::default();
            };
            let is_by_person = is_by_person(app, *time, command);
            let who = if is_by_person { Actor::You } else { Actor::Scene };
            (*time, podlab_words::act(words::messages(), who, command))
        }
        Some(Cause::Start | Cause::Change(_)) | None => {
            (SimTime::ZERO, podlab_words::start(words::messages()))
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
