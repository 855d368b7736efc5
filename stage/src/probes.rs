//! The probes of a container: how each answered last, when it runs next, and how far its count has come.

use crate::spec;
use crate::tone::Tone;
use crate::view::Stage;
use crate::words::short;
use podlab::api::container::Container;
use podlab::api::probe::Probe;
use podlab::kubelet::probe::{Outcome, ProbeKind, ProbeResult};
use podlab::kubelet::worker::ContainerIndex;
use podlab::kubelet::worker::ProbeWorker;
use podlab::timeline::story::Row;
use podlab::timeline::story::Sight;
use podlab_messages::text;

/// A probe of a container.
#[derive(Clone, Debug, PartialEq)]
pub struct ProbeLamp {
    /// Which one.
    pub kind: ProbeKind,
    /// How the last answer looks.
    pub tone: Tone,
    /// The symbol of the last answer.
    pub icon: &'static str,
    /// The last answer.
    pub answer: &'static str,
    /// When it runs next, or why it does not.
    pub next: String,
    /// How much of the time to the next run is gone, in per cent.
    pub gone: u64,
    /// How far the count has come.
    pub count: Count,
}

/// A count of answers towards the threshold that matters next.
#[derive(Clone, Debug, PartialEq)]
pub struct Count {
    /// Answers that count so far.
    pub so_far: u64,
    /// How many it takes.
    pub threshold: u64,
    /// Whether successes are counted, and not failures.
    pub to_success: bool,
    /// How far it has come, and what follows.
    pub words: String,
}

/// What is known of a probe while it is read.
struct Reading<'a> {
    kind: ProbeKind,
    probe: &'a Probe,
    /// The worker, while it works.
    worker: Option<&'a ProbeWorker>,
    /// Whether the program of the container runs.
    runs: bool,
    /// Whether it is a startup probe that has succeeded.
    is_over: bool,
    /// Whether it waits for the startup probe.
    is_held_back: bool,
}

/// Returns the probes of a container, in the order startup, liveness, readiness.
pub fn of_container(
    stage: Stage<'_>,
    container: &Container,
    place: ContainerIndex,
) -> Vec<ProbeLamp> {
    let kinds = [ProbeKind::Startup, ProbeKind::Liveness, ProbeKind::Readiness];
    let probes = kinds.into_iter().filter_map(|kind| Some((kind, spec::probe(container, kind)?)));
    probes.map(|(kind, probe)| lamp(stage, container, place, kind, probe)).collect()
}

fn lamp(
    stage: Stage<'_>,
    container: &Container,
    place: ContainerIndex,
    kind: ProbeKind,
    probe: &Probe,
) -> ProbeLamp {
    let runs = stage.runs(&container.name);
    let mut workers = stage.worker.into_iter().flat_map(|worker| &worker.probes);
    let worker = workers.find(|w| w.kind == kind && w.container_index == place);
    let has_started = stage.status(&container.name).and_then(|s| s.started).unwrap_or(false);
    let reading = Reading {
        kind,
        probe,
        worker: worker.filter(|w| w.alive && runs),
        runs,
        is_over: kind == ProbeKind::Startup && has_started,
        is_held_back: kind != ProbeKind::Startup
            && !has_started
            && container.startup_probe.is_some(),
    };
    let (tone, icon, answer) = answer(stage, container, &reading);
    ProbeLamp {
        kind,
        tone,
        icon,
        answer,
        next: next(stage, container, &reading),
        gone: gone(stage, &reading),
        count: count(&reading),
    }
}

/// The last answer in the present life of the container.
fn answer(
    stage: Stage<'_>,
    container: &Container,
    reading: &Reading<'_>,
) -> (Tone, &'static str, &'static str) {
    let row = Row::Probe(container.name.clone(), reading.kind);
    let life = stage.instance(&container.name).map(|i| i.started);
    let run = stage.lab.story().segments(&row).last().filter(|run| life <= Some(run.from));
    match run.map(|run| &run.value) {
        _ if !reading.runs && !reading.is_over => (Tone::Idle, "#i-idle", text::lamp_not_run()),
        Some(Sight::Probe(Outcome::Success, _)) => (Tone::Ready, "#i-done", "Success"),
        Some(Sight::Probe(Outcome::Failure, _)) => (Tone::Failed, "#i-cross", "Failure"),
        Some(_) => (Tone::Unknown, "#i-unknown", "Unknown"),
        None => (Tone::Idle, "#i-idle", text::lamp_not_run()),
    }
}

fn next(stage: Stage<'_>, container: &Container, reading: &Reading<'_>) -> String {
    match reading.worker {
        _ if reading.is_over && reading.runs => text::lamp_done().to_owned(),
        None if !reading.runs && !stage.pod.status.phase().is_terminal() => {
            text::lamp_waits_until(&container.name)
        }
        None => text::lamp_off().to_owned(),
        Some(_) if reading.is_held_back => text::lamp_waits_startup().to_owned(),
        Some(worker) => text::lamp_next_in(short(worker.next_tick.since(stage.now))),
    }
}

fn gone(stage: Stage<'_>, reading: &Reading<'_>) -> u64 {
    let period = reading.probe.period_seconds() * 1000;
    match reading.worker {
        _ if reading.is_over => 100,
        Some(worker) if !reading.is_held_back => {
            let left = worker.next_tick.since(stage.now).min(period);
            100 - left * 100 / period
        }
        Some(_) | None => 0,
    }
}

/// How far the count has come towards the threshold that matters next.
fn count(reading: &Reading<'_>) -> Count {
    let Reading { kind, probe, worker, .. } = *reading;
    let (length, outcome) = worker.map_or((0, Outcome::Success), ProbeWorker::run_length);
    let is_ready = worker.is_some_and(|w| w.state.stored == ProbeResult::Success);
    let is_failing = outcome == Outcome::Failure && length > 0;
    let to_success = match kind {
        ProbeKind::Liveness => false,
        ProbeKind::Readiness => !is_failing || !is_ready,
        ProbeKind::Startup => !is_failing,
    };
    let threshold = if to_success { probe.success_threshold() } else { probe.failure_threshold() };
    let has_passed = reading.is_over && reading.runs;
    let so_far = match () {
        () if has_passed => threshold,
        () if is_failing != to_success => u64::from(length).min(threshold),
        () => 0,
    };
    let is_one = threshold == 1;
    let words = match (kind, to_success) {
        (ProbeKind::Startup, _) if has_passed => text::lamp_passed().to_owned(),
        (ProbeKind::Liveness, _) | (ProbeKind::Startup, false) if is_one => {
            text::lamp_restart_one(so_far, threshold)
        }
        (ProbeKind::Liveness, _) | (ProbeKind::Startup, false) => {
            text::lamp_restart(so_far, threshold)
        }
        (ProbeKind::Readiness, false) if is_one => text::lamp_unready_one(so_far, threshold),
        (ProbeKind::Readiness, false) => text::lamp_unready(so_far, threshold),
        (ProbeKind::Startup, true) => text::lamp_others(so_far, threshold),
        (ProbeKind::Readiness, true) => match (is_ready, is_one) {
            (false, true) => text::lamp_ready_one(so_far, threshold),
            (false, false) => text::lamp_ready(so_far, threshold),
            (true, true) => text::lamp_still_one(so_far, threshold),
            (true, false) => text::lamp_still(so_far, threshold),
        },
    };
    Count { so_far, threshold, to_success, words }
}
