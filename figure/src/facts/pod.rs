//! What a still shows of a Pod.

use super::Word;
use crate::words::short;
use podlab::api::container::Container as Spec;
use podlab::api::status::{ContainerState, ContainerStatus};
use podlab::apiserver::columns::pod_row;
use podlab::base::time::Timestamp;
use podlab::cluster::change::Value;
use podlab::kubelet::probe::{Outcome, ProbeKind, ProbeResult};
use podlab::kubelet::prober::ProbeWorker;
use podlab::kubelet::worker::Place;
use podlab::timeline::story::Row;
use podlab_stage::Lab;
use podlab_stage::sentences::{fill, say};
use podlab_stage::tone::{self, Tone};
use podlab_stage::view::{EndingStep, Ring, Stage};
use podlab_stage::{init_containers, spec};

/// A step of the way a Pod ends.
pub type Step = EndingStep;

/// What there is to see of a Pod.
pub struct PodFacts {
    /// Its name.
    pub name: String,
    /// Where it runs.
    pub place: String,
    /// Whether the API has it.
    pub exists: bool,
    /// Whether it is being deleted.
    pub is_ending: bool,
    /// How the whole looks.
    pub tone: Tone,
    /// Its phase.
    pub phase: Word,
    /// What kubectl prints as STATUS.
    pub status: Word,
    /// Ready containers of all.
    pub ready: String,
    /// How often its containers were started again, all together.
    pub restarts: i64,
    /// Type, status and reason of its conditions.
    pub conditions: Vec<[String; 3]>,
    /// Its init containers, in order.
    pub init_containers: Vec<InitContainer>,
    /// Its other containers, and sidecars.
    pub containers: Vec<Container>,
    /// The way it ends, once it has begun.
    pub ending: Vec<Step>,
}

/// An init container.
#[derive(Debug)]
pub struct InitContainer {
    /// Its name.
    pub name: String,
    /// Its state.
    pub word: Word,
    /// Whether it holds nobody up any more.
    pub is_passed: bool,
}

/// A container.
pub struct Container {
    /// Its name.
    pub name: String,
    /// What kind it is.
    pub kind: &'static str,
    /// Its state, in one word.
    pub state: Word,
    /// Why it is in that state, or its image.
    pub reason: String,
    /// Whether it is ready.
    pub is_ready: bool,
    /// Whether it is being stopped.
    pub is_ending: bool,
    /// How often it was started again.
    pub restarts: i64,
    /// With which code it ended, when it did.
    pub exit_code: Option<i64>,
    /// Reason and code of the life before, when there was one.
    pub last: Option<(String, i64)>,
    /// A wait that counts down, or the time spent in this state.
    pub ring: Ring,
    /// Its probes.
    pub probes: Vec<Probe>,
}

/// A probe.
#[derive(Debug)]
pub struct Probe {
    /// Which one, in lower case.
    pub kind: String,
    /// What it answered last.
    pub answer: Word,
    /// When it runs next, or why it does not.
    pub next: String,
    /// Answers that count so far.
    pub so_far: u64,
    /// How many it takes.
    pub threshold: u64,
    /// Whether successes are counted, and not failures.
    pub to_success: bool,
}

/// The Pod that is looked at, if there was one.
pub fn of(lab: &Lab) -> Option<PodFacts> {
    let stage = Stage::of(lab)?;
    let pod = stage.pod;
    let row = pod_row(pod, Timestamp::of(stage.now), stage.release);
    let phase = pod.status.phase();
    let statuses = pod.status.containers().iter().chain(pod.status.init_containers());
    let conditions = pod.status.conditions.iter();
    Some(PodFacts {
        name: pod.metadata.name.to_string(),
        place: stage.place(),
        exists: stage.exists,
        is_ending: stage.is_ending(),
        tone: stage.tone(),
        phase: Word { tone: tone::of_phase(phase), text: phase.as_str().to_owned() },
        status: Word { tone: tone::of_status(row.status_kind), text: row.status },
        ready: row.ready,
        restarts: statuses.map(|status| status.restart_count).sum(),
        conditions: conditions
            .map(|c| [c.kind.to_string(), c.status.as_str().to_owned(), c.reason.to_string()])
            .collect(),
        init_containers: init_containers(stage),
        containers: stage
            .cards()
            .map(|(spec, kind, place)| container(stage, spec, kind, place))
            .collect(),
        ending: if stage.is_ending() && stage.exists { stage.ending().into() } else { Vec::new() },
    })
}

fn container(stage: Stage<'_>, spec: &Spec, kind: &'static str, place: Place) -> Container {
    let status = stage.status(&spec.name);
    let is_orphan = !stage.exists && !stage.runs(&spec.name);
    let tone = if is_orphan { Tone::Idle } else { tone::of_container(status) };
    let (word, reason) = state(stage, spec, status);
    let ended = status.and_then(|s| s.state.terminated());
    let last = status.and_then(|s| s.last_state.terminated());
    let kinds = [ProbeKind::Startup, ProbeKind::Liveness, ProbeKind::Readiness];
    Container {
        name: spec.name.to_string(),
        kind,
        state: Word { tone, text: word.to_owned() },
        reason,
        is_ready: status.is_some_and(|s| s.ready) && stage.exists,
        is_ending: stage.stopping(&spec.name).is_some(),
        restarts: status.map_or(0, |s| s.restart_count),
        exit_code: ended.map(|end| i64::from(end.exit_code.0)),
        last: last.map(|end| (end.reason.to_string(), i64::from(end.exit_code.0))),
        ring: stage.ring(spec),
        probes: kinds.into_iter().filter_map(|kind| probe(stage, spec, place, kind)).collect(),
    }
}

fn state(
    stage: Stage<'_>,
    spec: &Spec,
    status: Option<&ContainerStatus>,
) -> (&'static str, String) {
    if !stage.exists {
        return if stage.runs(&spec.name) {
            ("Running", say!("card.on-node").to_owned())
        } else {
            (say!("card.gone"), String::new())
        };
    }
    match status.map(|s| &s.state) {
        Some(ContainerState::Running(_)) => {
            let ignores =
                stage.stopping(&spec.name).is_some() && stage.lab.ignores_stop(&spec.name);
            let image = || spec.image.to_string();
            ("Running", if ignores { say!("card.ignores").to_owned() } else { image() })
        }
        Some(ContainerState::Terminated(end)) => ("Terminated", end.reason.to_string()),
        Some(ContainerState::Waiting(waiting)) => ("Waiting", waiting.reason.to_string()),
        Some(ContainerState::Unset) | None => ("Waiting", say!("card.no-status").to_owned()),
    }
}

fn init_containers(stage: Stage<'_>) -> Vec<InitContainer> {
    let one = |init: init_containers::InitContainer<'_>| InitContainer {
        name: init.container.name.to_string(),
        word: Word { tone: init.tone, text: init.words },
        is_passed: init.is_passed,
    };
    init_containers::of_pod(stage).into_iter().map(one).collect()
}

fn probe(stage: Stage<'_>, spec: &Spec, place: Place, kind: ProbeKind) -> Option<Probe> {
    let probe = spec::probe(spec, kind)?;
    let mut workers = stage.worker.into_iter().flat_map(|worker| &worker.probes);
    let runs = stage.runs(&spec.name);
    let works = workers.find(|w| w.kind == kind && w.place == place).filter(|w| w.alive && runs);
    let started = stage.status(&spec.name).and_then(|s| s.started).unwrap_or(false);
    let is_over = kind == ProbeKind::Startup && started;
    let is_held_back = kind != ProbeKind::Startup && !started && spec.startup_probe.is_some();
    let row = Row::Probe(spec.name.clone(), kind.as_str());
    let life = stage.instance(&spec.name).map(|i| i.started);
    let run = stage.lab.story().segments(&row).last().filter(|run| life <= Some(run.from));
    let (tone, text) = match run.map(|run| &run.value) {
        Some(_) if !runs && !is_over => (Tone::Idle, say!("lamp.not-run")),
        Some(Value::Because("Success", _)) => (Tone::Ready, "Success"),
        Some(Value::Because("Failure", _)) => (Tone::Failed, "Failure"),
        Some(_) => (Tone::Unknown, "Unknown"),
        None => (Tone::Idle, say!("lamp.not-run")),
    };
    let next = match works {
        _ if is_over && runs => say!("lamp.done").to_owned(),
        None if !runs && !stage.pod.status.phase().is_terminal() => {
            fill!("lamp.waits-until", "container" => &spec.name)
        }
        None => say!("lamp.off").to_owned(),
        Some(_) if is_held_back => say!("lamp.waits-startup").to_owned(),
        Some(worker) => fill!("lamp.next-in", "time" => &short(worker.next_tick.since(stage.now))),
    };
    let (length, outcome) = works.map_or((0, Outcome::Success), ProbeWorker::run_length);
    let is_ready = works.is_some_and(|w| w.state.stored == ProbeResult::Success);
    let is_failing = outcome == Outcome::Failure && length > 0;
    let to_success = match kind {
        ProbeKind::Liveness => false,
        ProbeKind::Readiness => !is_failing || !is_ready,
        ProbeKind::Startup => !is_failing,
    };
    let threshold = if to_success { probe.success_threshold() } else { probe.failure_threshold() };
    let so_far = match () {
        () if is_over && runs => threshold,
        () if is_failing != to_success => u64::from(length).min(threshold),
        () => 0,
    };
    let answer = Word { tone, text: text.to_owned() };
    let kind = kind.as_str().to_ascii_lowercase();
    Some(Probe { kind, answer, next, so_far, threshold, to_success })
}
