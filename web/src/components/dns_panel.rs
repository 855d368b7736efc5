//! A question to the cluster's DNS: the answer at this moment, and why.

use super::parts::{icon, press, rich};
use super::why;
use crate::act::{Act, AnswersMessage};
use crate::handle::Handle;
use crate::lab::Lab;
use crate::language::use_language;
use crate::state::DnsQuestion;
use crate::words::clock;
use podlab::base::text::Text;
use podlab::cluster::world::World;
use podlab::controller::stateful_set::identity::pod_name;
use podlab::dns::{Answer, Record, TTL, resolve};
use podlab_messages::text;
use podlab_stage::tone::Tone;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

/// Most names of Pods that are offered.
const MOST: i64 = 12;

/// What the panel needs.
#[derive(PartialEq, Properties)]
pub struct DnsPanelProps {
    /// The run.
    pub lab: Handle<Lab>,
    /// The question.
    pub dns: DnsQuestion,
    /// Where acts go.
    pub on: Callback<Act>,
}

/// The panel.
#[component]
pub fn DnsPanel(DnsPanelProps { lab, dns, on }: &DnsPanelProps) -> Html {
    use_language();
    let update = use_force_update();
    let lab = lab.read();
    let world = lab.sim().world();
    let offered = offered(&lab);
    let from = dns.namespace(&lab).clone();
    let name = if dns.name.is_empty() {
        offered.first().cloned().unwrap_or_default()
    } else {
        dns.name.clone()
    };
    let answer = resolve(world, &name, &from);
    html! {
        <div class="dns-panel">
            { question(&lab, &name, &from, on, update) }
            { answer_view(world, dns, &name, &from, &answer) }
            <h3 class="panel-title">{ text::dns_offered() }</h3>
            <ul class="dns-names">
                { for offered.iter().map(|offer| {
                    let resolves = resolve(world, offer, &from).resolves();
                    let look = if resolves { Tone::Ready } else { Tone::Failed };
                    let said = if resolves { text::dns_resolves() } else { text::dns_resolves_not() };
                    html! {
                        <li>
                            <button
                                class={classes!("dns-pick", look.class())}
                                type="button"
                                aria-pressed={if *offer == name { "true" } else { "false" }}
                                onclick={press(on, Act::Answers(AnswersMessage::Resolve(offer.clone())))}
                            >
                                { icon(if resolves { "#i-ready" } else { "#i-cross" }) }
                                <span class="mono">{ offer.to_string() }</span>
                                <span class="visually-hidden">{ format!(", {said}") }</span>
                            </button>
                        </li>
                    }
                }) }
            </ul>
        </div>
    }
}

/// The short names of the set's Service and Pods, and of every other Service.
fn offered(lab: &Lab) -> Vec<Text> {
    let namespace = &lab.scene.namespace;
    let mut names = Vec::new();
    if let Some(set) = lab.last_set() {
        let service = &set.spec.service_name;
        let start = set.spec.start();
        for ordinal in start..start + set.spec.replicas().clamp(0, MOST) {
            names.push(format!("{}.{service}", pod_name(set, ordinal)).into());
        }
    }
    for (service, _) in
        lab.sim().world().services().filter(|(s, _)| s.metadata.namespace == *namespace)
    {
        let name = &service.metadata.name;
        names.push(name.clone());
        for port in service.spec.ports.iter().filter(|port| !port.name.is_empty()) {
            let protocol = port.protocol.to_ascii_lowercase();
            names.push(format!("_{}._{protocol}.{name}", port.name).into());
        }
    }
    names
}

/// The name, and where it is asked from. The panel is drawn again, so that it shows the name that holds also where the one that was
/// typed changes nothing.
fn question(
    lab: &Lab,
    name: &Text,
    from: &Text,
    on: &Callback<Act>,
    update: UseForceUpdateHandle,
) -> Html {
    let ask = {
        let on = on.clone();
        Callback::from(move |event: Event| {
            let input: HtmlInputElement = event.target_unchecked_into();
            on.emit(Act::Answers(AnswersMessage::Resolve(input.value().into())));
            update.force_update();
        })
    };
    let choose = {
        let on = on.clone();
        Callback::from(move |event: Event| {
            let select: HtmlSelectElement = event.target_unchecked_into();
            on.emit(Act::Answers(AnswersMessage::ResolveFrom(select.value().into())));
        })
    };
    let mut spaces: Vec<Text> = vec![lab.scene.namespace.clone()];
    let used = lab.sim().world().services().map(|(service, _)| &service.metadata.namespace);
    let known = [Text::Static("default"), Text::Static("another")];
    for space in used.chain(known.iter()) {
        if !spaces.contains(space) {
            spaces.push(space.clone());
        }
    }
    html! {
        <div class="dns-ask">
            <label class="label" for="dns-name">{ text::dns_name() }</label>
            <input
                id="dns-name"
                class="input mono"
                value={name.to_string()}
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                onchange={ask}
            />
            <label class="label" for="dns-from">{ text::dns_from() }</label>
            <select id="dns-from" class="select" onchange={choose}>
                { for spaces.iter().map(|space| html! {
                    <option value={space.to_string()} selected={space == from}>{ space.to_string() }</option>
                }) }
            </select>
            <button class="button" type="button" onclick={press(on, Act::Answers(AnswersMessage::Resolve(name.clone())))}>
                { icon("#i-resolve") }{ text::dns_ask() }
            </button>
        </div>
    }
}

/// The answer, why it is so, and what was tried.
fn answer_view(
    world: &World,
    dns: &DnsQuestion,
    name: &Text,
    from: &Text,
    answer: &Answer,
) -> Html {
    let resolves = answer.resolves();
    let look = if resolves { Tone::Ready } else { Tone::Failed };
    let outcome = match answer.records.len() {
        0 => text::dns_nxdomain().to_owned(),
        1 => text::dns_resolves().to_owned(),
        count => text::dns_records(count),
    };
    html! {
        <section class={classes!("dns-answer", look.class())} role="status" aria-label={text::dns_answer()}>
            <p class="dns-full mono">{ answer.name.to_string() }</p>
            <p class="dns-outcome">
                { icon(if resolves { "#i-ready" } else { "#i-cross" }) }
                <b>{ outcome }</b>
            </p>
            <ul class="dns-records mono">
                { for answer.records.iter().map(|record| html! {
                    <li>
                        { record.to_string() }
                        if let Record::Address(_, Some(pod)) = record {
                            <span class="quiet">{ format!(" {pod}") }</span>
                        }
                    </li>
                }) }
            </ul>
            <p class="dns-why">{ podlab_messages::reason(&answer.reason) }</p>
            { why::links(answer.reason.rule()) }
            { remembered(world, dns, name, from, answer) }
            { tried(answer) }
        </section>
    }
}

/// What a DNS server that was asked before goes on saying. Rule E-24.
fn remembered(world: &World, dns: &DnsQuestion, name: &Text, from: &Text, answer: &Answer) -> Html {
    let (heard, earlier) = dns.cache.clone().ask(world, name, from);
    let Some(asked) = earlier.filter(|_| heard.records != answer.records) else {
        return Html::default();
    };
    let (asked, until) = (clock(asked), clock(asked + TTL));
    let text = match heard.records.first() {
        None => text::dns_remembered_none(&asked, &until),
        Some(record) => {
            let record = format!("*{record}*");
            text::dns_remembered(&asked, &record, &until)
        }
    };
    html! { <p class="dns-remembered">{ rich(&text) }</p> }
}

/// The names of the search path, in order. Rule E-25.
fn tried(answer: &Answer) -> Html {
    html! {
        <details class="dns-tried">
            <summary>{ text::dns_tried(answer.tried.len()) }</summary>
            <ol>
                { for answer.tried.iter().map(|name| {
                    let hit = answer.resolves() && *name == answer.name;
                    html! {
                        <li class={if hit { "is-ready" } else { "is-false" }}>
                            { icon(if hit { "#i-ready" } else { "#i-cross" }) }
                            <span class="mono">{ name.to_string() }</span>
                        </li>
                    }
                }) }
            </ol>
        </details>
    }
}
