//! A container: its state, how often it was started again, its probes.

use super::backoff_ring::BackoffRing;
use super::parts::icon;
use super::probe_lamp;
use crate::sentences::say;
use crate::tone::{self, Tone};
use crate::view::Stage;
use podlab::api::container::Container;
use podlab::api::status::{ContainerState, ContainerStatus};
use podlab::kubelet::worker::Place;
use yew::prelude::*;

/// The card of a container.
pub fn view(stage: Stage<'_>, container: &Container, kind: &'static str, place: Place) -> Html {
    let name = &container.name;
    let status = stage.status(name);
    let orphaned = !stage.exists && !stage.runs(name);
    let look = if orphaned { Tone::Idle } else { tone::of_container(status) };
    let ending = (stage.stopping(name).is_some()).then_some("is-ending");
    let symbol = if ending.is_some() { "#i-ending" } else { look.icon() };
    let (word, reason) = words(stage, container, status);
    let is_ready = status.is_some_and(|s| s.ready) && stage.exists;
    let id = format!("c-{name}");
    html! {
        <section
            class={classes!("container-card", look.class(), ending)}
            aria-labelledby={id.clone()}
            data-container={name.to_string()}
        >
            <header class="container-head">
                <h3 class="container-name" {id}>{ name.to_string() }</h3>
                <span class="kind">{ kind }</span>
                if is_ready {
                    <span class="ready-mark">{ icon("#i-ready") }{ say!("card.ready") }</span>
                } else {
                    <span class="ready-mark is-off">{ icon("#i-running") }{ say!("card.not-ready") }</span>
                }
            </header>
            <div class="container-body">
                <div class="now">
                    <div class="state">
                        { icon(symbol) }
                        <div>
                            <span class="state-word">{ word }</span>
                            <span class="state-reason">{ reason }</span>
                        </div>
                    </div>
                    <BackoffRing ring={stage.ring(container)} />
                    { facts(status) }
                </div>
                { probe_lamp::list(stage, container, place) }
            </div>
        </section>
    }
}

fn words(
    stage: Stage<'_>,
    container: &Container,
    status: Option<&ContainerStatus>,
) -> (&'static str, String) {
    if !stage.exists {
        return if stage.runs(&container.name) {
            ("Running", say!("card.on-node").to_owned())
        } else {
            (say!("card.gone"), String::new())
        };
    }
    match status.map(|s| &s.state) {
        Some(ContainerState::Running(_)) => {
            let ignores = stage.stopping(&container.name).is_some()
                && stage.lab.ignores_stop(&container.name);
            let reason =
                if ignores { say!("card.ignores").to_owned() } else { container.image.to_string() };
            ("Running", reason)
        }
        Some(ContainerState::Terminated(end)) => ("Terminated", end.reason.to_string()),
        Some(ContainerState::Waiting(waiting)) => ("Waiting", waiting.reason.to_string()),
        Some(ContainerState::Unset) | None => ("Waiting", say!("card.no-status").to_owned()),
    }
}

fn facts(status: Option<&ContainerStatus>) -> Html {
    let restarts = status.map_or(0, |s| s.restart_count);
    let present = status.and_then(|s| s.state.terminated());
    let last = status.and_then(|s| s.last_state.terminated());
    let dash = || "–".to_owned();
    let code = present.map_or_else(dash, |end| end.exit_code.0.to_string());
    let last = last.map_or_else(dash, |end| format!("{} ({})", end.reason, end.exit_code.0));
    html! {
        <dl class="container-facts">
            <div><dt>{ say!("card.restarts") }</dt><dd class="restarts">{ restarts }</dd></div>
            <div><dt>{ say!("card.exit-code") }</dt><dd>{ code }</dd></div>
            <div><dt>{ say!("card.last") }</dt><dd>{ last }</dd></div>
        </dl>
    }
}
