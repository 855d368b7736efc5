//! The form in which a lesson is made, beside the stage on which its solution is shown.

mod about;
mod fields;
mod goals;
mod question;

use super::parts::{icon, press};
use crate::act::{Act, BuilderMessage};
use crate::builder::{BuilderView, DraftChange, Field, Recorded};
use crate::language::use_language;
use crate::{files, words};
use about::about;
use fields::{area, button, lines};
use goals::goals;
use podlab::manifest::Diagnostic;
use podlab_messages::text;
use question::question;
use std::rc::Rc;
use yew::prelude::*;

/// What the panel needs.
#[derive(Debug, PartialEq, Properties)]
pub struct BuilderPanelProps {
    /// The lesson so far.
    pub view: Rc<BuilderView>,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The panel.
#[component]
pub fn BuilderPanel(BuilderPanelProps { view, on }: &BuilderPanelProps) -> Html {
    use_language();
    let step = text::builder_back(view.step + 1);
    let back = |words: &'static str| {
        html! {
            <p class="builder-note">
                { words }{ " " }
                { button("button is-small", BuilderMessage::Step(view.step), step.clone(), on) }
            </p>
        }
    };
    html! {
        <div class="builder" id="builder" tabindex="-1">
            { match view.recorded {
                Recorded::Yes => Html::default(),
                Recorded::Before => back(text::builder_before()),
                Recorded::Elsewhere => back(text::builder_elsewhere()),
            } }
            { steps(view, on) }
            { lines(view, on, Field::Say, text::builder_say) }
            { goals(view, on) }
            { solution(view) }
            <details>
                <summary>{ text::builder_hints() }</summary>
                { area(view, on, Field::Hints, text::builder_hints, false) }
            </details>
            <details open={view.question.is_some()}>
                <summary>{ text::builder_question() }</summary>
                { question(view, on) }
            </details>
            { about(view, on) }
            { problems(view.steps, view.problems.as_deref()) }
            { foot(on) }
        </div>
    }
}

fn steps(view: &BuilderView, on: &Callback<Act>) -> Html {
    html! {
        <div class="builder-steps" role="group" aria-label={text::builder_steps()}>
            { for (0..view.steps).map(|index| html! {
                <button
                    class="button is-small"
                    type="button"
                    aria-pressed={if index == view.step { "true" } else { "false" }}
                    onclick={press(on, Act::Builder(BuilderMessage::Step(index)))}
                >
                    { index + 1 }
                </button>
            }) }
            // Another step begins where this one ends.
            if view.recorded == Recorded::Yes {
                { button("button is-small", BuilderMessage::Change(DraftChange::AddStep), text::builder_step_add(), on) }
            }
            if view.steps > 1 {
                { button("button is-plain is-small", BuilderMessage::RemoveStep, text::builder_step_remove(view.step + 1), on) }
            }
        </div>
    }
}

fn solution(view: &BuilderView) -> Html {
    html! {
        <section class="builder-part" aria-label={text::builder_solution()}>
            <p class="label">{ text::builder_solution() }</p>
            if view.solution.is_empty() {
                <p class="quiet">{ text::builder_solution_none() }</p>
            } else {
                <ol class="builder-solution">
                    { for view.solution.iter().map(|line| html! { <li class="mono">{ line }</li> }) }
                </ol>
            }
        </section>
    }
}

fn problems(steps: usize, problems: Option<&Vec<Diagnostic>>) -> Html {
    let Some(problems) = problems else { return Html::default() };
    if problems.is_empty() {
        return html! { <p class="builder-right" role="status">{ icon("#i-done") }{ text::builder_right() }</p> };
    }
    html! {
        <section class="builder-missing" role="status">
            <p class="label">{ text::builder_missing() }</p>
            <ul>
                { for problems.iter().map(|problem| html! {
                    <li>
                        if !problem.path.is_empty() {
                            <b>{ place(problem.path.as_ref(), steps) }</b>{ ": " }
                        }
                        { words::wrong(&problem.message) }
                    </li>
                }) }
            </ul>
        </section>
    }
}

/// Returns where something is, in the words of the form. Steps and answers are counted from 1.
fn place(path: &str, steps: usize) -> String {
    let path = path.trim_start_matches("metadata.");
    let words = path.split('.').map(|part| {
        let (name, index) = part.split_once('[').unwrap_or((part, ""));
        let number = index.trim_end_matches(']').parse::<usize>().map_or(0, |index| index + 1);
        let label = match name {
            "steps" if number > 0 => return text::lesson_step(steps, number),
            "name" => text::builder_name(),
            "title" => text::builder_title(),
            "objective" => text::builder_objective(),
            "debrief" => text::builder_debrief(),
            "misconception" => text::builder_misconception(),
            "teacher" => text::builder_teacher(),
            "rules" => text::builder_rules(),
            "links" => text::builder_links(),
            "say" => text::builder_say(),
            "hints" => text::builder_hints(),
            "goals" => text::builder_goals(),
            "solution" => text::builder_solution(),
            "predict" => text::builder_question(),
            "choices" => text::builder_answers(),
            "because" => text::builder_answer_because(),
            "label" => text::builder_answer_label(),
            name => name,
        };
        if number > 0 { format!("{label} {number}") } else { label.to_owned() }
    });
    words.collect::<Vec<_>>().join(" – ")
}

fn foot(on: &Callback<Act>) -> Html {
    let open = on.reform(|text: String| Act::Builder(BuilderMessage::File(text.into())));
    html! {
        <div class="builder-foot">
            { button("button is-primary", BuilderMessage::Try, text::builder_try(), on) }
            { button("button", BuilderMessage::Check, text::builder_check(), on) }
            { button("button", BuilderMessage::Save, text::builder_save(), on) }
            { button("button", BuilderMessage::CopyLink, text::builder_link(), on) }
            <label class="button">
                { text::builder_open() }
                <input class="visually-hidden" type="file" accept=".yaml,.yml,.json" onchange={files::on_choice(open)} />
            </label>
            { button("button", BuilderMessage::New, text::builder_new(), on) }
            { button("button is-plain", BuilderMessage::Close, text::builder_close(), on) }
        </div>
    }
}
