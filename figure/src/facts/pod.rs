//! What a still shows of a Pod.

use super::word::Word;
use podlab::apiserver::columns::pod_row;
use podlab::base::time::Timestamp;
use podlab_stage::Lab;
use podlab_stage::containers::{self, ContainerCard};
use podlab_stage::init_containers;
use podlab_stage::probes::ProbeLamp;
use podlab_stage::tone::{self, Tone};
use podlab_stage::view::{EndingStep, Ring, Stage};

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
    /// Whether no other Pod waits for it any more.
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
        containers: containers::cards(stage).into_iter().map(container).collect(),
        ending: if stage.is_ending() && stage.exists { stage.ending().into() } else { Vec::new() },
    })
}

fn container(card: ContainerCard<'_>) -> Container {
    Container {
        name: card.container.name.to_string(),
        kind: card.kind,
        state: Word { tone: card.tone, text: card.word.to_owned() },
        reason: card.reason,
        is_ready: card.is_ready,
        is_ending: card.is_ending,
        restarts: card.restarts,
        exit_code: card.exit_code.map(i64::from),
        last: card.last.map(|(reason, code)| (reason.to_string(), i64::from(code))),
        ring: card.ring,
        probes: card.probes.into_iter().map(probe).collect(),
    }
}

fn probe(lamp: ProbeLamp) -> Probe {
    Probe {
        kind: lamp.kind.as_str().to_ascii_lowercase(),
        answer: Word { tone: lamp.tone, text: lamp.answer.to_owned() },
        next: lamp.next,
        so_far: lamp.count.so_far,
        threshold: lamp.count.threshold,
        to_success: lamp.count.to_success,
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
