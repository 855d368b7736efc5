//! What we do to a StatefulSet, and what it is.

use super::number_field::Field;
use super::parts::{Choice, Look, icon, press, segmented, toggle};
use crate::act::Act;
use crate::app::App;
use crate::lanes::SetStage;
use crate::markup::prelude::*;
use crate::set_spec::{self, SetField};
use crate::spec::Setting;
use podlab::apiserver::sets::Propagation;
use podlab::command::Command;

/// What we do to the set.
#[inline(never)]
pub fn acts(app: &App, stage: &SetStage<'_>) -> Html {
    let gone = !stage.exists;
    let (namespace, name) = (app.lab.scene.namespace.clone(), stage.set.metadata.name.clone());
    let act = |command: Command| Act::Do(vec![command]);
    let undo = Command::UndoStatefulSet {
        namespace: namespace.clone(),
        name: name.clone(),
        to_revision: None,
    };
    let restart = Command::RestartStatefulSet { namespace: namespace.clone(), name: name.clone() };
    let revisions = &app.lab.sim().world().workloads.revisions;
    let prefix = [&name, "-"].concat();
    let can_undo = revisions.prefixed(&namespace, &prefix).nth(1).is_some();
    let image = |class: &'static str, is_broken: bool| {
        let commands = set_spec::set_image(&app.lab, is_broken);
        let title = commands.as_ref().map(|(image, _)| image.to_string());
        let tag = title.as_ref().and_then(|image| image.rsplit(':').next()).unwrap_or_default();
        let label = ["Image ", tag].concat();
        let act = Act::Do(commands.map_or(Vec::new(), |(_, commands)| commands));
        html! {
            <button {class} type="button" disabled={gone} {title} onclick={press(&app.on, act)}>{ label }</button>
        }
    };
    let delete = |label: &'static str, propagation| {
        let (namespace, name) = (namespace.clone(), name.clone());
        let delete = Command::DeleteStatefulSet { namespace, name, propagation };
        html! {
            <button class="act is-failed" type="button" disabled={gone} onclick={press(&app.on, act(delete))}>
                { label }
            </button>
        }
    };
    html! {
        <div class="target" role="group" aria-labelledby="do-set">
            <div class="target-head">
                <h3 id="do-set">{ stage.set.metadata.name.to_string() }</h3>
                <span class="quiet">{ "the StatefulSet" }</span>
            </div>
            { stepper(app, stage, SetField::Replicas, "replicas", 1) }
            <div class="acts">
                { image("act", false) }
                { image("act is-failed", true) }
                <button class="act" type="button" disabled={gone || !can_undo} onclick={press(&app.on, act(undo))}>
                    { "Rollout undo" }
                </button>
                <button class="act" type="button" disabled={gone} onclick={press(&app.on, act(restart))}>
                    { "Rollout restart" }
                </button>
            </div>
            <p class="label" id="delete-set">{ "Delete the set, its Pods " }</p>
            <div class="acts" role="group" aria-labelledby="delete-set">
                { delete("after it", Propagation::Background) }
                { delete("before it", Propagation::Foreground) }
                { delete("not at all", Propagation::Orphan) }
            </div>
        </div>
    }
}

/// What the set is.
#[inline(never)]
pub fn spec(app: &App, stage: &SetStage<'_>) -> Html {
    let spec = &stage.set.spec;
    let release = app.settings.release;
    let choice = |field: SetField, value: &'static str| {
        let act = Act::Set(Setting::OfSet(field), value.to_owned());
        Choice::new(value, field.value(spec) == value, act)
    };
    let policies = ["OrderedReady", "Parallel"].map(|value| choice(SetField::Policy, value));
    let strategies = ["RollingUpdate", "OnDelete"].map(|value| choice(SetField::Strategy, value));
    let gate = app.settings.gates.max_unavailable_stateful_set;
    html! {
        <section class="target">
            { segmented(&app.on, "set-policy", "podManagementPolicy", Look::Block, policies.into()) }
            { segmented(&app.on, "set-strategy", "updateStrategy", Look::Block, strategies.into()) }
            if spec.is_rolling() {
                { stepper(app, stage, SetField::Partition, "partition", 1) }
            }
            if release.has(22) {
                { stepper(app, stage, SetField::MinReady, "minReadySeconds", 5) }
            }
            if release.has(24) {
                if spec.is_rolling() && gate {
                    { stepper(app, stage, SetField::MaxUnavailable, "maxUnavailable", 1) }
                }
                { toggle(
                    &app.on,
                    html! { <span>{ "Gate " }<code>{ "MaxUnavailable" }<wbr />{ "StatefulSet" }</code></span> },
                    gate,
                    false,
                    Act::MaxUnavailable(!gate),
                ) }
            }
        </section>
    }
}

fn stepper(
    app: &App,
    stage: &SetStage<'_>,
    field: SetField,
    name: &'static str,
    step: i64,
) -> Html {
    let value = field.value(&stage.set.spec);
    let setting = Setting::OfSet(field);
    let id = ["set-", name].concat();
    let move_by = |by: i64| {
        let number = value.parse::<i64>().unwrap_or(0);
        press(&app.on, Act::Set(setting.clone(), (number + by).max(0).to_string()))
    };
    html! {
        <div class="stepper">
            <label class="label" for={id.clone()}>{ name }</label>
            <div class="stepper-row">
                <button
                    type="button"
                    aria-label={["Less ", name].concat()}
                    disabled={!stage.exists}
                    onclick={move_by(-step)}
                >
                    { icon("#i-minus") }
                </button>
                <Field
                    id={id}
                    class=""
                    value={value.clone()}
                    setting={setting.clone()}
                    readonly={!stage.exists}
                    on={app.on.clone()}
                />
                <button
                    type="button"
                    aria-label={["More ", name].concat()}
                    disabled={!stage.exists}
                    onclick={move_by(step)}
                >
                    { icon("#i-plus") }
                </button>
            </div>
        </div>
    }
}
