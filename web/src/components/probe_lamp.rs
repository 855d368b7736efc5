//! The probes of a container: a lamp each, pips towards the threshold, a line towards the next run.

use super::explained::{Reached, Word};
use super::faults::term_of;
use super::parts::icon;
use podlab_messages::text;
use podlab_stage::probes::ProbeLamp;
use yew::prelude::*;

/// Thresholds above this are told in words only.
const MOST_PIPS: u64 = 8;

/// The probes of a container; nothing when it has none.
pub fn list(probes: Vec<ProbeLamp>, reached: &Reached) -> Html {
    if probes.is_empty() {
        return Html::default();
    }
    html! {
        <ul class="probes" aria-label={text::lamp_list()}>
            { for probes.into_iter().map(|lamp| {
                let is_stop = reached.is_first(term_of(lamp.kind));
                html! { <Lamp {lamp} {is_stop} /> }
            }) }
        </ul>
    }
}

/// What a lamp shows.
#[derive(Debug, PartialEq, Properties)]
struct LampProps {
    /// The probe.
    lamp: ProbeLamp,
    /// Whether Tab leads to its name.
    is_stop: bool,
}

/// A probe.
#[component]
fn Lamp(LampProps { lamp, is_stop }: &LampProps) -> Html {
    let ProbeLamp { kind, tone, icon: symbol, answer, next, count, gone } = lamp;
    let pip = if count.to_success { "pip is-ready" } else { "pip is-failed" };
    html! {
        <li class="probe" data-probe={kind.as_str()}>
            <span class={classes!("lamp", tone.class())}>
                { icon(symbol) }
                <span class="visually-hidden">{ *answer }</span>
            </span>
            <span class="probe-name">
                <Word term={term_of(*kind)} is_stop={*is_stop}>{ kind.as_str().to_ascii_lowercase() }</Word>
            </span>
            <span class="probe-next">{ next }</span>
            <span class="probe-count">
                if count.threshold <= MOST_PIPS {
                    <span class="pips" aria-hidden="true">
                        { for (0..count.threshold).map(|place| html! {
                            <i class={if place < count.so_far { pip } else { "pip" }} />
                        }) }
                    </span>
                }
                { &count.words }
            </span>
            <svg class="probe-line" aria-hidden="true">
                <line class="base" x2="100%" y1="2.5" y2="2.5" />
                <line class="gone" x2={format!("{gone}%")} y1="2.5" y2="2.5" />
                <line class="tick" x1="100%" x2="100%" y2="5" />
            </svg>
        </li>
    }
}
