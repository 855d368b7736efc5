//! The containers of a Pod that have a card: their states, what they are called, and their probes.

use crate::back_off;
use crate::ghost::{self, Ghost};
use crate::probes::{self, ProbeLamp};
use crate::tone::{self, Tone};
use crate::view::{Ring, Stage};
use podlab::api::container::Container;
use podlab::api::status::{ContainerState, ContainerStatus};
use podlab::base::text::Text;
use podlab::kubelet::worker::ContainerIndex;
use podlab_messages::text;

/// A container of the Pod on the stage.
#[derive(Clone, Debug)]
pub struct ContainerCard<'a> {
    /// The container.
    pub container: &'a Container,
    /// Which kind it is, in words.
    pub kind: &'static str,
    /// How it looks.
    pub tone: Tone,
    /// Its state in one word.
    pub word: &'static str,
    /// What stands below the state: the image, the reason or what makes the state special.
    pub reason: String,
    /// What its program does, as Podlab reads its command.
    pub program: Option<String>,
    /// Whether it is ready.
    pub is_ready: bool,
    /// Whether it is being stopped.
    pub is_ending: bool,
    /// How often it was started again.
    pub restarts: i64,
    /// Its exit code while it has ended.
    pub exit_code: Option<i32>,
    /// Reason and exit code of its last end.
    pub last: Option<(Text, i32)>,
    /// What it does on its node, while the API says something else.
    pub ghost: Option<Ghost>,
    /// How far its back-off is, whatever STATUS says.
    pub back_off: Option<String>,
    /// Why STATUS does not say `CrashLoopBackOff` although it is in back-off.
    pub back_off_note: Option<String>,
    /// A wait that counts down, or the time spent in the state.
    pub ring: Ring,
    /// Its probes.
    pub probes: Vec<ProbeLamp>,
}

impl ContainerCard<'_> {
    /// Returns the symbol that stands beside the state.
    pub const fn icon(&self) -> &'static str {
        if self.is_ending { tone::ENDING } else { self.tone.icon() }
    }
}

/// Returns the containers that have a card.
pub fn cards(stage: Stage<'_>) -> Vec<ContainerCard<'_>> {
    stage.cards().map(|(container, kind, place)| card(stage, container, kind, place)).collect()
}

fn card<'a>(
    stage: Stage<'a>,
    container: &'a Container,
    kind: &'static str,
    place: ContainerIndex,
) -> ContainerCard<'a> {
    let name = &container.name;
    let status = stage.status(name);
    let is_orphan = !stage.exists && !stage.runs(name);
    let (word, reason) = state(stage, container, status);
    let ended = status.and_then(|s| s.state.terminated());
    let last = status.and_then(|s| s.last_state.terminated());
    let held = stage.back_off(name);
    ContainerCard {
        container,
        kind,
        tone: if is_orphan { Tone::Idle } else { tone::of_container(status) },
        word,
        reason,
        program: stage.lab.program(stage.pod, container),
        is_ready: status.is_some_and(|s| s.ready) && stage.exists,
        is_ending: stage.stopping(name).is_some(),
        restarts: status.map_or(0, |s| s.restart_count),
        exit_code: ended.map(|end| end.exit_code.0),
        last: last.map(|end| (end.reason.clone(), end.exit_code.0)),
        ghost: ghost::of_container(stage.lab, stage.pod, name).filter(|_| stage.exists),
        back_off: held.as_ref().map(|held| back_off::words(held, stage.now)),
        back_off_note: held.as_ref().and_then(|held| back_off::note(stage.lab, held, status)),
        ring: stage.ring(container),
        probes: probes::of_container(stage, container, place),
    }
}

/// The state in one word, and what stands below it.
fn state(
    stage: Stage<'_>,
    container: &Container,
    status: Option<&ContainerStatus>,
) -> (&'static str, String) {
    if !stage.exists {
        return if stage.runs(&container.name) {
            ("Running", text::card_on_node().to_owned())
        } else {
            (text::card_gone(), String::new())
        };
    }
    match status.map(|s| &s.state) {
        Some(ContainerState::Running(_)) => {
            let ignores = stage.stopping(&container.name).is_some()
                && stage.lab.ignores_stop(&container.name);
            let ignores = ignores.then(|| text::card_ignores().to_owned());
            ("Running", ignores.unwrap_or_else(|| container.image.to_string()))
        }
        Some(ContainerState::Terminated(end)) => ("Terminated", end.reason.to_string()),
        Some(ContainerState::Waiting(waiting)) => ("Waiting", waiting.reason.to_string()),
        Some(ContainerState::Unset) | None => ("Waiting", text::card_no_status().to_owned()),
    }
}
