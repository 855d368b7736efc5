//! The history of a workload's template: its revisions, who runs them, how two of them differ, and the way back.

use super::parts::press;
use super::run::Run;
use crate::act::{Act, AnswersMessage, ClusterMessage};
use crate::controls::Controls;
use crate::handle::Handle;
use crate::lab::Lab;
use crate::language::use_language;
use podlab::api::ObjectRef;
use podlab::api::meta::controller;
use podlab::api::replica_set::ReplicaSet;
use podlab::base::text::Text;
use podlab::cluster::command::Command;
use podlab::kubectl::revisions::{Entry, diff, history, history_of_deployment};
use podlab::kubectl::{deployments, rollout};
use podlab_messages::text;
use podlab_stage::workload::Workload;
use std::rc::Rc;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// Most names of Pods in one line.
const MOST: usize = 6;

/// What the panel needs.
#[derive(PartialEq, Properties)]
pub struct RevisionsPanelProps {
    /// The run.
    pub lab: Handle<Lab>,
    /// What a person may do to it.
    pub controls: Controls,
    /// The numbers of the two revisions that are compared; the last two when none.
    pub compared: Option<(i64, i64)>,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The panel.
#[component]
pub fn RevisionsPanel(props: &RevisionsPanelProps) -> Html {
    let RevisionsPanelProps { lab, controls, compared, on } = props;
    use_language();
    let lab = lab.read();
    let run = Run::in_panel(&lab, *controls, on);
    let Some(followed) = lab.followed().filter(|followed| followed.exists) else {
        return html! { <p class="quiet">{ left_behind(&lab) }</p> };
    };
    let world = lab.sim().world();
    let (entries, line) = match &followed.workload {
        Workload::StatefulSet(set) => {
            (history(world, set), rollout::status(set).map_err(str::to_owned))
        }
        Workload::Deployment(deployment) => {
            (history_of_deployment(world, deployment), deployments::status(deployment))
        }
        Workload::ReplicaSet(_) => return Html::default(),
    };
    html! {
        <div class="revisions">
            { status(&followed.workload, line) }
            <h3 class="panel-title">{ text::revisions_title() }</h3>
            <ol class="revision-list">
                { for entries.iter().rev().map(|entry| of(run, &followed.workload, entry)) }
            </ol>
            { comparison(&entries, *compared, on) }
        </div>
    }
}

/// What becomes of the revisions of a set that is gone. Rules S-81, S-82.
fn left_behind(lab: &Lab) -> &'static str {
    let followed = lab.followed().map(|followed| followed.workload);
    if let Some(Workload::Deployment(deployment)) = followed {
        let sets = &lab.sim().world().objects.replica_sets;
        let is_orphan = |set: &Rc<ReplicaSet>| {
            controller(&set.metadata).is_none() && deployment.selects(&set.metadata.labels)
        };
        let stay = sets.iter().any(|(_, set)| is_orphan(set));
        return if stay { text::revisions_sets_stay() } else { text::revisions_sets_gone() };
    }
    let revisions = &lab.sim().world().objects.revisions;
    let are_orphans = lab.last_set().is_some_and(|set| {
        let prefix = format!("{}-", set.metadata.name);
        let mut all = revisions.prefixed(&set.metadata.namespace, &prefix);
        all.any(|(_, revision)| controller(&revision.metadata).is_none())
    });
    if are_orphans { text::revisions_taken_over() } else { text::revisions_gone() }
}

/// What `kubectl rollout status` says. Rules KC-11, KC-12.
fn status(workload: &Workload, line: Result<(String, bool), String>) -> Html {
    let line = match line {
        Ok((line, _)) => line,
        Err(error) => format!("error: {error}"),
    };
    let (kind, name) = (workload.kind().short_name(), &workload.metadata().name);
    html! {
        <pre lang="en" class="terminal" tabindex="0" role="region" aria-label="kubectl rollout status">
            <b>{ format!("$ kubectl rollout status {kind}/{name} --watch=false\n") }</b>
            { line }
        </pre>
    }
}

/// One revision.
fn of(run: Run<'_>, workload: &Workload, entry: &Entry) -> Html {
    let number = entry.number;
    let label = text::lane_revision(number);
    let mut pods: Vec<&str> = entry.pods.iter().take(MOST).map(Text::as_str).collect();
    let more = text::revisions_more(entry.pods.len().saturating_sub(MOST));
    if entry.pods.len() > MOST {
        pods.push(&more);
    }
    let runs = if pods.is_empty() {
        text::revisions_unused().to_owned()
    } else {
        text::revisions_used(pods.join(", "))
    };
    let is_paused = matches!(workload, Workload::Deployment(deployment) if deployment.spec.paused);
    let undo = Command::RolloutUndo {
        object: ObjectRef::new(
            workload.kind(),
            workload.metadata().namespace.clone(),
            workload.metadata().name.clone(),
        ),
        to_revision: Some(number),
    };
    html! {
        <li class="revision-item" data-revision={number.to_string()}>
            <div class="revision-head">
                <b>{ label.clone() }</b>
                <span class="mono quiet">{ entry.name.to_string() }</span>
            </div>
            <p class="revision-marks">
                if entry.is_current {
                    <span class="mark">{ text::revisions_current() }</span>
                }
                if entry.is_update {
                    <span class="mark is-update">{ text::revisions_update() }</span>
                }
                <span>{ runs }</span>
            </p>
            if run.allows(Controls::Faults) {
                <button
                    class="button is-small"
                    type="button"
                    disabled={entry.is_update || is_paused}
                    onclick={press(run.on, Act::Cluster(ClusterMessage::Apply(vec![undo])))}
                >
                    { if entry.is_update {
                        text::revisions_present().to_owned()
                    } else {
                        text::revisions_undo(&label)
                    } }
                </button>
            }
        </li>
    }
}

/// Two revisions beside each other, field by field.
fn comparison(entries: &[Entry], compared: Option<(i64, i64)>, on: &Callback<Act>) -> Html {
    let [.., before, newest] = entries else {
        return html! { <p class="quiet">{ text::revisions_one() }</p> };
    };
    let find = |number: i64| entries.iter().find(|entry| entry.number == number);
    let usual = (before, newest);
    let (old, new) = match compared {
        Some((old, new)) => (find(old).unwrap_or(usual.0), find(new).unwrap_or(usual.1)),
        None => usual,
    };
    let changes = diff(&old.template, &new.template);
    let numbers = (old.number, new.number);
    html! {
        <section class="revision-diff" aria-label={text::revisions_difference()}>
            <h3 class="panel-title">{ text::revisions_differs() }</h3>
            <div class="revision-choice">
                { select(entries, text::revisions_compare(), numbers.0, on, move |old| (old, numbers.1)) }
                { select(entries, text::revisions_with(), numbers.1, on, move |new| (numbers.0, new)) }
            </div>
            if changes.is_empty() {
                <p class="quiet">{ text::revisions_equal() }</p>
            }
            <dl class="fields">
                { for changes.into_iter().map(|change| html! {
                    <div>
                        <dt class="mono">{ change.path }</dt>
                        if let Some(old) = change.old {
                            <dd class="is-old mono"><span aria-hidden="true">{ "− " }</span><span class="visually-hidden">{ text::revisions_was() }{ " " }</span>{ old }</dd>
                        }
                        if let Some(new) = change.new {
                            <dd class="is-new mono"><span aria-hidden="true">{ "+ " }</span><span class="visually-hidden">{ text::revisions_is() }{ " " }</span>{ new }</dd>
                        }
                    </div>
                }) }
            </dl>
        </section>
    }
}

fn select(
    entries: &[Entry],
    label: &'static str,
    chosen: i64,
    on: &Callback<Act>,
    pair: impl Fn(i64) -> (i64, i64) + 'static,
) -> Html {
    let on = on.clone();
    let onchange = Callback::from(move |event: Event| {
        let select: HtmlSelectElement = event.target_unchecked_into();
        if let Ok(number) = select.value().parse() {
            on.emit(Act::Answers(AnswersMessage::CompareRevisions(pair(number))));
        }
    });
    html! {
        <label class="label">
            { label }
            <select class="select" {onchange}>
                { for entries.iter().map(|entry| {
                    let number = entry.number;
                    let text = number.to_string();
                    html! {
                        <option value={text.clone()} selected={number == chosen}>{ text::lane_revision(&text) }</option>
                    }
                }) }
            </select>
        </label>
    }
}
