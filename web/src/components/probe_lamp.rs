//! The probes of a container: a lamp each, pips towards the threshold, a line towards the next run.

use super::parts::icon;
use crate::sentences::{fill, say, sentence};
use crate::spec;
use crate::tone::Tone;
use crate::view::Stage;
use crate::words::short;
use podlab::api::container::Container;
use podlab::api::probe::Probe;
use podlab::cluster::change::Value;
use podlab::kubelet::probe::{Outcome, ProbeKind, ProbeResult};
use podlab::kubelet::prober::ProbeWorker;
use podlab::kubelet::worker::Place;
use podlab::timeline::story::Row;
use yew::prelude::*;

/// Thresholds above this are told in words only.
const MOST_PIPS: u64 = 8;

/// The probes of a container; nothing when it has none.
pub fn list(stage: Stage<'_>, container: &Container, place: Place) -> Html {
    let kinds = [ProbeKind::Startup, ProbeKind::Liveness, ProbeKind::Readiness];
    let probes = kinds.into_iter().filter_map(|kind| Some((kind, spec::probe(container, kind)?)));
    let items: Vec<Html> =
        probes.map(|(kind, probe)| lamp(stage, container, place, kind, probe)).collect();
    if items.is_empty() {
        return Html::default();
    }
    html! { <ul class="probes" aria-label={say!("lamp.list")}>{ for items }</ul> }
}

fn lamp(
    stage: Stage<'_>,
    container: &Container,
    place: Place,
    kind: ProbeKind,
    probe: &Probe,
) -> Html {
    let worker = stage
        .worker
        .and_then(|worker| worker.probes.iter().find(|w| w.kind == kind && w.place == place));
    let runs = stage.runs(&container.name);
    let works = worker.filter(|w| w.alive && runs);
    let started = stage.status(&container.name).and_then(|s| s.started).unwrap_or(false);
    let startup_done = kind == ProbeKind::Startup && started;
    let held_back = kind != ProbeKind::Startup && !started && container.startup_probe.is_some();
    let row = Row::Probe(container.name.clone(), kind.as_str());
    let life = stage.instance(&container.name).map(|i| i.started);
    let run = stage.lab.story().segments(&row).last().filter(|run| life <= Some(run.from));
    let (look, symbol, word) = match run.map(|run| &run.value) {
        _ if !runs && !startup_done => (Tone::Idle, "#i-idle", say!("lamp.not-run")),
        Some(Value::Because("Success", _)) => (Tone::Ready, "#i-done", "Success"),
        Some(Value::Because("Failure", _)) => (Tone::Failed, "#i-cross", "Failure"),
        Some(_) => (Tone::Unknown, "#i-unknown", "Unknown"),
        None => (Tone::Idle, "#i-idle", say!("lamp.not-run")),
    };
    let next = match works {
        _ if startup_done && runs => say!("lamp.done").to_owned(),
        None if !runs && stage.pod.status.phase().is_terminal() => say!("lamp.off").to_owned(),
        None if !runs => fill!("lamp.waits-until", "container" => &container.name),
        None => say!("lamp.off").to_owned(),
        Some(_) if held_back => say!("lamp.waits-startup").to_owned(),
        Some(worker) => fill!("lamp.next-in", "time" => &short(worker.next_tick.since(stage.now))),
    };
    let period = probe.period_seconds() * 1000;
    let gone = match works {
        _ if startup_done => 100,
        Some(worker) if !held_back => {
            let left = worker.next_tick.since(stage.now).min(period);
            100 - left * 100 / period
        }
        Some(_) | None => 0,
    };
    let count = count(works, kind, probe, startup_done && runs);
    html! { <ProbeLamp {kind} {look} {symbol} {word} {next} {count} {gone} /> }
}

/// What a lamp shows.
#[derive(Debug, PartialEq, Properties)]
struct ProbeLampProps {
    /// The kind of the probe.
    kind: ProbeKind,
    /// How the last run went: its look, its symbol and its word.
    look: Tone,
    symbol: &'static str,
    word: &'static str,
    /// When it runs next.
    next: String,
    /// How far the count has come.
    count: Count,
    /// How much of the time to the next run is gone, in per cent.
    gone: u64,
}

/// A count of runs towards a threshold.
#[derive(Clone, Debug, PartialEq)]
struct Count {
    so_far: u64,
    threshold: u64,
    /// The CSS class of what is counted.
    class: &'static str,
    words: String,
}

/// A probe.
#[component]
fn ProbeLamp(props: &ProbeLampProps) -> Html {
    let ProbeLampProps { kind, look, symbol, word, next, count, gone } = props;
    html! {
        <li class="probe" data-probe={kind.as_str()}>
            <span class={classes!("lamp", look.class())}>
                { icon(symbol) }
                <span class="visually-hidden">{ *word }</span>
            </span>
            <span class="probe-name">{ kind.as_str().to_ascii_lowercase() }</span>
            <span class="probe-next">{ next }</span>
            <span class="probe-count">
                if count.threshold <= MOST_PIPS {
                    <span class="pips" aria-hidden="true">
                        { for (0..count.threshold).map(|pip| html! {
                            <i class={if pip < count.so_far { count.class } else { "pip" }} />
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

/// How far the count has come towards the threshold that matters next.
fn count(
    worker: Option<&ProbeWorker>,
    kind: ProbeKind,
    probe: &Probe,
    startup_done: bool,
) -> Count {
    let (length, outcome) = worker.map_or((0, Outcome::Success), ProbeWorker::run_length);
    let is_ready = worker.is_some_and(|w| w.state.stored == ProbeResult::Success);
    let failing = outcome == Outcome::Failure && length > 0;
    let to_success = match kind {
        ProbeKind::Liveness => false,
        ProbeKind::Readiness => !failing || !is_ready,
        ProbeKind::Startup => !failing,
    };
    let threshold = if to_success { probe.success_threshold() } else { probe.failure_threshold() };
    let counts = failing != to_success;
    let so_far = if startup_done {
        threshold
    } else if counts {
        u64::from(length).min(threshold)
    } else {
        0
    };
    let is_one = threshold == 1;
    let sentence = match (kind, to_success) {
        (ProbeKind::Startup, _) if startup_done => sentence!("lamp.passed"),
        (ProbeKind::Liveness, _) | (ProbeKind::Startup, false) if is_one => {
            sentence!("lamp.restart.one")
        }
        (ProbeKind::Liveness, _) | (ProbeKind::Startup, false) => sentence!("lamp.restart"),
        (ProbeKind::Readiness, false) if is_one => sentence!("lamp.unready.one"),
        (ProbeKind::Readiness, false) => sentence!("lamp.unready"),
        (ProbeKind::Startup, true) => sentence!("lamp.others"),
        (ProbeKind::Readiness, true) => match (is_ready, is_one) {
            (false, true) => sentence!("lamp.ready.one"),
            (false, false) => sentence!("lamp.ready"),
            (true, true) => sentence!("lamp.still.one"),
            (true, false) => sentence!("lamp.still"),
        },
    };
    let words = sentence.fill(&["count", "of"], &[&so_far.to_string(), &threshold.to_string()]);
    let class = if to_success { "pip is-ready" } else { "pip is-failed" };
    Count { so_far, threshold, class, words }
}
