//! What the Pod is: the fields of its spec that change its life.

use super::number_field::Field;
use super::parts::{Choice, Segmented, icon, press};
use super::set_controls::Stepper;
use crate::act::{Act, ClusterMessage};
use crate::language::use_language;
use podlab::api::container::Container;
use podlab::api::pod::PodSpec;
use podlab::api::pod_requests::RESOURCES;
use podlab::api::quantity::Quantity;
use podlab::kubelet::probe::ProbeKind;
use podlab::manifest::schema::Shared;
use podlab_messages::text;
use podlab_stage::spec::{self, ProbeField, Setting};
use yew::prelude::*;

const KINDS: [ProbeKind; 3] = [ProbeKind::Startup, ProbeKind::Liveness, ProbeKind::Readiness];

/// What the fields of a Pod need.
#[derive(Debug, PartialEq, Properties)]
pub struct SpecEditorProps {
    /// What the Pod is to be.
    pub spec: Shared<PodSpec>,
    /// Whether a container can have a rule that starts all containers again.
    pub has_restart_all: bool,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The fields of a Pod.
#[component]
pub fn SpecEditor(props: &SpecEditorProps) -> Html {
    let SpecEditorProps { spec, on, .. } = props;
    use_language();
    let set =
        |value: &str| Act::Cluster(ClusterMessage::Set(Setting::RestartPolicy, value.to_owned()));
    let present = spec.restart_policy().as_str();
    let policies = ["Always", "OnFailure", "Never"]
        .map(|policy| Choice::new(policy, present == policy, set(policy)));
    let init = spec
        .init_containers
        .iter()
        .map(|c| (c, if c.is_sidecar() { text::card_sidecar() } else { text::card_init() }));
    let apps = spec.containers.iter().map(|c| (c, text::card_app()));
    html! {
        <>
            <section class="target">
                <Segmented name="policy" legend="restartPolicy" choices={policies.to_vec()} on={on.clone()} />
                { grace(props) }
            </section>
            { for init.chain(apps).map(|(container, kind)| of_container(props, container, kind)) }
            <section class="target">
                <button
                    class="button"
                    type="button"
                    onclick={press(on, Act::Cluster(ClusterMessage::Set(Setting::MoreContainers, String::new())))}
                >
                    { icon("#i-plus") }
                    { text::is_add_container() }
                </button>
            </section>
        </>
    }
}

fn grace(SpecEditorProps { spec, on, .. }: &SpecEditorProps) -> Html {
    let present = spec.termination_grace_period_seconds.unwrap_or(30);
    html! {
        <Stepper
            setting={Setting::Grace}
            name="terminationGracePeriodSeconds"
            value={present.to_string()}
            step={10}
            on={on.clone()}
        />
    }
}

fn of_container(props: &SpecEditorProps, container: &Container, kind: &'static str) -> Html {
    let name = &container.name;
    let on = &props.on;
    let (id, image) = (format!("is-{name}"), format!("image-{name}"));
    let has_probe = KINDS.iter().any(|kind| spec::probe(container, *kind).is_some());
    html! {
        <div class="target" role="group" aria-labelledby={id.clone()} key={name.to_string()}>
            <div class="target-head">
                <h3 {id}>{ name.to_string() }</h3>
                <span class="quiet">{ kind }</span>
            </div>
            <div class="field">
                <label class="label" for={image.clone()}>{ "image" }</label>
                <Field
                    id={image}
                    class="input mono"
                    is_number={false}
                    value={container.image.to_string()}
                    setting={Setting::Image(name.clone())}
                    on={on.clone()}
                />
            </div>
            { requests(on, container) }
            if has_probe {
                { numbers(on, container) }
            }
            { parts(props, container) }
        </div>
    }
}

/// What the container asks for. Rule P-214.
fn requests(on: &Callback<Act>, container: &Container) -> Html {
    let name = &container.name;
    html! {
        <div class="pair">
            { for RESOURCES.into_iter().map(|resource| {
                let id = format!("{resource}-{name}");
                let amount = container.resources.requests.get(resource).map(Quantity::canonical);
                html! {
                    <div class="field">
                        <label class="label" for={id.clone()}>{ "requests." }<wbr />{ resource }</label>
                        <Field
                            {id}
                            class="input mono"
                            is_number={false}
                            value={amount.unwrap_or_default()}
                            setting={Setting::Request(name.clone(), resource)}
                            on={on.clone()}
                        />
                    </div>
                }
            }) }
        </div>
    }
}

fn numbers(on: &Callback<Act>, container: &Container) -> Html {
    let kinds = || KINDS.into_iter().filter(|kind| spec::probe(container, *kind).is_some());
    html! {
        <table class="numbers">
            <caption class="visually-hidden">
                { text::is_numbers(&container.name) }
            </caption>
            <thead>
                <tr>
                    <td></td>
                    { for kinds().map(|kind| html! {
                        <th scope="col">{ kind.as_str().to_ascii_lowercase() }</th>
                    }) }
                </tr>
            </thead>
            <tbody>
                { for ProbeField::ALL.into_iter().map(|figure| html! {
                    <tr>
                        <th scope="row">{ figure.as_str() }</th>
                        { for kinds().filter_map(|kind| number(on, container, kind, figure)) }
                    </tr>
                }) }
            </tbody>
        </table>
    }
}

fn number(
    on: &Callback<Act>,
    container: &Container,
    kind: ProbeKind,
    figure: ProbeField,
) -> Option<Html> {
    let probe = spec::probe(container, kind)?;
    let name = &container.name;
    let kind_word = kind.as_str().to_ascii_lowercase();
    // The API server allows only 1 here.
    let readonly = figure == ProbeField::SuccessThreshold && kind != ProbeKind::Readiness;
    Some(html! {
        <td>
            <Field
                label={format!("{name} {kind_word} {}", figure.as_str())}
                value={figure.of(probe).to_string()}
                setting={Setting::Probe(name.clone(), kind, figure)}
                {readonly}
                on={on.clone()}
            />
        </td>
    })
}

/// Buttons that add a probe or hook, or take it away.
fn parts(props: &SpecEditorProps, container: &Container) -> Html {
    let SpecEditorProps { spec, has_restart_all, on } = props;
    let name = &container.name;
    let is_this = |c: &Container| c.name == *name && !c.is_sidecar();
    if spec.init_containers.iter().any(is_this) {
        // The API server would refuse them. Rule P-516.
        return html! { <p class="quiet">{ text::is_no_parts() }</p> };
    }
    let button = |there: bool, words: String, setting: Setting| {
        let label = if there { text::is_remove(name, &words) } else { text::is_add(name, &words) };
        html! {
            <button
                class="button is-small"
                type="button"
                aria-label={label}
                onclick={press(on, Act::Cluster(ClusterMessage::Set(setting, String::new())))}
            >
                { icon(if there { "#i-minus" } else { "#i-plus" }) }
                { words }
            </button>
        }
    };
    let hooks = container.lifecycle.as_ref();
    html! {
        <div class="row">
            { for KINDS.into_iter().map(|kind| {
                let there = spec::probe(container, kind).is_some();
                let words = text::probe_of_kind(kind.as_str().to_ascii_lowercase());
                button(there, words, Setting::HasProbe(name.clone(), kind))
            }) }
            { button(
                hooks.is_some_and(|h| h.post_start.is_some()),
                "postStart".to_owned(),
                Setting::HasPostStart(name.clone()),
            ) }
            { button(
                hooks.is_some_and(|h| h.pre_stop.is_some()),
                "preStop".to_owned(),
                Setting::HasPreStop(name.clone()),
            ) }
            if *has_restart_all {
                { button(
                    !container.restart_policy_rules.is_empty(),
                    "RestartAllContainers".to_owned(),
                    Setting::RestartAll(name.clone()),
                ) }
            }
        </div>
    }
}
