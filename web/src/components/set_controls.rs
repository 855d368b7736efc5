//! What we do to a workload, and what a StatefulSet is.

use super::explained::Explained;
use super::number_field::Field;
use super::parts::{ActButton, Choice, Look, Segmented, Toggle, breakable, icon, press};
use super::run::Run;
use super::set_bar;
use super::subject::Subject;
use crate::act::{Act, ClusterMessage, FeatureGate, RunMessage};
use crate::kubectl_line;
use crate::lab::Lab;
use crate::language::use_language;
use crate::words::listed;
use podlab::api::ObjectRef;
use podlab::api::meta::Propagation;
use podlab::api::stateful_set::StatefulSetSpec;
use podlab::base::text::Text;
use podlab::cluster::command::{Command, DeleteOptions};
use podlab::kubectl::{deployments, revisions};
use podlab::manifest::schema::Shared;
use podlab::rules::Feature;
use podlab::rules::release::Release;
use podlab_messages::{Term, text};
use podlab_stage::set_spec::{self, SetField};
use podlab_stage::spec::Setting;
use podlab_stage::workload::{Followed, Workload};
use yew::prelude::*;

/// The id of the words that say why nothing can be done to a workload.
pub const ABSENCE: &str = "set-absence";

/// What we do to the workload on the stage; nothing when there is none.
pub fn acts(run: Run<'_>) -> Html {
    let (Some(object), Some(followed)) = (&run.lab.scene.workload, run.lab.followed()) else {
        return Html::default();
    };
    let (is_ruled, exists) = (followed.is_ruled(), followed.exists);
    let act = |command: Command| Act::Cluster(ClusterMessage::Apply(vec![command]));
    let is_paused =
        matches!(&followed.workload, Workload::Deployment(deployment) if deployment.spec.paused);
    let paused = is_paused.then_some(AttrValue::from(text::do_set_paused()));
    let undo = Command::RolloutUndo { object: object.clone(), to_revision: None };
    let restart = Command::RolloutRestart { object: object.clone() };
    let delete = |label: &'static str, propagation| {
        let delete = Command::Delete {
            object: object.clone(),
            options: DeleteOptions { propagation, ..DeleteOptions::default() },
        };
        let title = kubectl_line::of(&delete);
        html! {
            <button class="act is-failed" type="button" {title} onclick={press(run.on, act(delete))}>
                { label }
            </button>
        }
    };
    html! {
        <div class="target" role="group" aria-labelledby={run.id("do-set")}>
            <div class="target-head">
                <h3 id={run.id("do-set")}>{ object.name.to_string() }</h3>
                <span class="quiet">{ object.kind.as_str() }</span>
            </div>
            { absence(run, &followed) }
            <fieldset class="target" disabled={!is_ruled} aria-describedby={run.id(ABSENCE)}>
                { replicas(run, &followed) }
                <div class="acts">
                    { image_button(run, "act", set_spec::set_image(run.lab, false)) }
                    { image_button(run, "act is-failed", set_spec::set_image(run.lab, true)) }
                    if let Some(can_undo) = can_undo(run.lab, &followed.workload) {
                        <ActButton off={paused.clone().or_else(|| (!can_undo).then_some(text::do_set_undo_off().into()))} term={Term::Rollout} act={act(undo)} on={run.on.clone()}>
                            { text::do_set_undo() }
                        </ActButton>
                        <ActButton off={paused} term={Term::Rollout} act={act(restart)} on={run.on.clone()}>
                            { text::do_set_restart() }
                        </ActButton>
                    }
                    if let Workload::Deployment(deployment) = &followed.workload {
                        { pause(run, object, deployment.spec.paused) }
                    }
                </div>
            </fieldset>
            <fieldset class="target is-close" disabled={!exists} aria-describedby={run.id(ABSENCE)}>
                <legend class="label">{ text::do_set_delete() }{ " " }</legend>
                <div class="acts is-wide">
                    { delete(text::do_set_after(), Propagation::Background) }
                    { delete(text::do_set_before(), Propagation::Foreground) }
                    { delete(text::do_set_never(), Propagation::Orphan) }
                </div>
            </fieldset>
        </div>
    }
}

/// The two acts on the workload on the stage that matter most: how many Pods it has, and a new image.
pub fn main_acts(run: Run<'_>) -> Html {
    let Some(followed) = run.lab.followed() else { return Html::default() };
    html! {
        <fieldset disabled={!followed.is_ruled()}>
            { replicas(run, &followed) }
            { image_button(run, "act", set_spec::set_image(run.lab, false)) }
        </fieldset>
    }
}

/// How many Pods the workload is to have.
fn replicas(run: Run<'_>, followed: &Followed) -> Html {
    let value = followed.workload.replicas().to_string();
    let setting = Setting::OfSet(SetField::Replicas);
    let id = run.id("set-replicas");
    html! { <Stepper {setting} {id} name="replicas" {value} is_void={!followed.exists} on={run.on.clone()} /> }
}

/// The button that gives the Pods of the workload another image, with the image and what does it.
fn image_button(run: Run<'_>, class: &'static str, image: Option<(Text, Vec<Command>)>) -> Html {
    let (image, commands) = image.unwrap_or_default();
    let label = text::do_set_image(image.rsplit(':').next().unwrap_or_default());
    let act = Act::Cluster(ClusterMessage::Apply(commands));
    html! {
        <button {class} type="button" title={image.to_string()} onclick={press(run.on, act)}>{ label }</button>
    }
}

/// Whether an older template can be rolled back to; `None` for a workload without rollouts.
fn can_undo(lab: &Lab, workload: &Workload) -> Option<bool> {
    match workload {
        Workload::StatefulSet(set) => Some(revisions::owned(lab.sim().world(), set).len() > 1),
        Workload::Deployment(deployment) => {
            Some(deployments::owned(lab.sim().world(), deployment).len() > 1)
        }
        Workload::ReplicaSet(_) => None,
    }
}

/// The button that pauses the rollouts of a Deployment, or resumes them.
fn pause(run: Run<'_>, object: &ObjectRef, is_paused: bool) -> Html {
    let command = Command::RolloutPause { object: object.clone(), paused: !is_paused };
    let title = kubectl_line::of(&command);
    let label = if is_paused { text::do_set_resume() } else { text::do_set_pause() };
    let act = Act::Cluster(ClusterMessage::Apply(vec![command]));
    html! {
        <button class="act" type="button" {title} onclick={press(run.on, act)}>{ label }</button>
    }
}

/// Why nothing can be done to a workload that is gone, or is going, and the way out.
fn absence(run: Run<'_>, followed: &Followed) -> Html {
    if followed.is_ruled() {
        return Html::default();
    }
    let words = if followed.exists { text::do_set_going() } else { text::do_set_gone() };
    html! {
        <div class="absence">
            <p id={run.id(ABSENCE)}>{ words }</p>
            if !followed.exists {
                <button class="button" type="button" onclick={press(run.on, Act::Cluster(ClusterMessage::RecreateSet))}>
                    { set_bar::create_again(run) }
                </button>
            }
        </div>
    }
}

/// What the fields of a set need.
#[derive(Debug, PartialEq, Properties)]
pub struct SetSpecProps {
    /// What the set is.
    pub spec: Shared<StatefulSetSpec>,
    /// The release.
    pub release: Release,
    /// Whether the gate `MaxUnavailableStatefulSet` is on.
    pub has_max_unavailable: bool,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// What the set is.
#[component]
pub fn SetSpec(props: &SetSpecProps) -> Html {
    let SetSpecProps { spec, release, has_max_unavailable: gate, on } = props;
    use_language();
    let switch = |field: SetField,
                  name: &'static str,
                  legend: &'static str,
                  look,
                  values: [&'static str; 2]| {
        let choice = |value: &'static str| {
            let act = Act::Cluster(ClusterMessage::Set(Setting::OfSet(field), value.to_owned()));
            Choice::new(value, field.value(spec) == value, act)
        };
        html! { <Segmented {name} {legend} {look} choices={values.map(choice).to_vec()} on={on.clone()} /> }
    };
    let stepper = |field: SetField, name: &'static str, step: i64| {
        let setting = Setting::OfSet(field);
        html! { <Stepper {setting} {name} value={field.value(spec)} {step} on={on.clone()} /> }
    };
    let policies = ["OrderedReady", "Parallel"];
    let strategies = ["RollingUpdate", "OnDelete"];
    let fates = ["Retain", "Delete"];
    let newer = [
        (Feature::StatefulSetMinReadySeconds, "minReadySeconds"),
        (Feature::StatefulSetStartOrdinal, "ordinals"),
        (Feature::StatefulSetAutoDeletePVC, "persistentVolumeClaimRetentionPolicy"),
    ];
    let newer = newer.into_iter().filter(|(feature, _)| !release.has(*feature));
    let newer: Vec<String> = newer.map(|(_, name)| name.to_owned()).collect();
    html! {
        <section class="target">
            { switch(SetField::Policy, "set-policy", "podManagementPolicy", Look::Block, policies) }
            { switch(SetField::Strategy, "set-strategy", "updateStrategy", Look::Block, strategies) }
            if spec.is_rolling() {
                { stepper(SetField::Partition, "partition", 1) }
            }
            if release.has(Feature::StatefulSetMinReadySeconds) {
                { stepper(SetField::MinReady, "minReadySeconds", 5) }
            }
            if release.has(Feature::StatefulSetStartOrdinal) {
                { stepper(SetField::Start, "ordinals.start", 1) }
            }
            if release.has(Feature::StatefulSetAutoDeletePVC) {
                <div class="target is-close" role="group" aria-labelledby="set-retention">
                    <p class="label" id="set-retention">
                        { "persistentVolumeClaim" }<wbr />{ "RetentionPolicy" }
                    </p>
                    { switch(SetField::WhenDeleted, "set-when-deleted", "whenDeleted", Look::Line, fates) }
                    { switch(SetField::WhenScaled, "set-when-scaled", "whenScaled", Look::Line, fates) }
                    if spec.volume_claim_templates.is_empty() {
                        <p class="quiet">{ text::is_set_no_claims() }</p>
                    }
                </div>
            }
            if release.knows(Feature::MaxUnavailableStatefulSet) {
                if spec.is_rolling() && *gate {
                    { stepper(SetField::MaxUnavailable, "maxUnavailable", 1) }
                }
                <Toggle
                    checked={*gate}
                    term={Term::FeatureGate}
                    act={Act::Run(RunMessage::MaxUnavailable(FeatureGate::other(*gate)))}
                    on={on.clone()}
                >
                    <span>{ text::is_set_gate() }{ " " }<code>{ "MaxUnavailable" }<wbr />{ "StatefulSet" }</code></span>
                </Toggle>
            }
            if !newer.is_empty() {
                <p class="quiet newer">
                    { text::is_set_newer(listed(&newer), release.number()) }
                </p>
            }
        </section>
    }
}

/// What a number of a workload needs.
#[derive(Debug, PartialEq, Properties)]
pub struct StepperProps {
    /// What it sets.
    pub setting: Setting,
    /// The id of its field, where one made from the name is not the only one.
    #[prop_or_default]
    pub id: Option<AttrValue>,
    /// The name of the field.
    pub name: &'static str,
    /// The number, or a percentage.
    pub value: String,
    /// By how much a press changes it.
    #[prop_or(1)]
    pub step: i64,
    /// Whether there is no number, since the workload is gone.
    #[prop_or_default]
    pub is_void: bool,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// By how many times its step a press changes a percentage.
const PERCENT: i64 = 25;

/// The value after a press of a button that changes it by so much. A percentage stays one, up to 100 %.
fn stepped(value: &str, by: i64) -> String {
    let number = |text: &str| text.trim().parse::<i64>().unwrap_or(0);
    match value.trim().strip_suffix('%') {
        Some(percent) => format!("{}%", (number(percent) + by * PERCENT).clamp(0, 100)),
        None => (number(value) + by).max(0).to_string(),
    }
}

/// A number of a workload or of a Pod, with a button that makes it less and one that makes it more.
#[component]
pub fn Stepper(props: &StepperProps) -> Html {
    let StepperProps { setting, id, name, value, step, is_void, on } = props;
    use_language();
    let id = id.clone().unwrap_or_else(|| format!("set-{name}").into());
    let move_by =
        |by: i64| press(on, Act::Cluster(ClusterMessage::Set(setting.clone(), stepped(value, by))));
    let shown = if *is_void { "–".to_owned() } else { value.clone() };
    let by = if value.ends_with('%') { format!("{} %", step * PERCENT) } else { step.to_string() };
    let term = Term::of_word(name);
    let label = classes!("label", term.map(|_| "has-about"));
    html! {
        <Explained subject={term.map(Subject::Term)}>
        <div class="stepper">
            <label class={label} for={id.clone()}>{ breakable(name) }</label>
            <div class="stepper-row">
                <button type="button" title={format!("− {by}")} aria-label={text::is_less_of(*name)} onclick={move_by(-step)}>
                    { icon("#i-minus") }
                </button>
                <Field id={id} class="" value={shown} setting={setting.clone()} on={on.clone()} />
                <button type="button" title={format!("+ {by}")} aria-label={text::is_more_of(*name)} onclick={move_by(*step)}>
                    { icon("#i-plus") }
                </button>
            </div>
        </div>
        </Explained>
    }
}
