//! Init containers and sidecars in the order in which they start: how far each is, and what it says. Nothing here knows the browser.

use crate::tone::{self, Tone};
use crate::view::Stage;
use crate::words::short;
use podlab::api::container::Container;
use podlab::api::reason::WaitingReason;
use podlab::api::status::{ContainerState, is_sidecar};
use podlab_messages::text;

/// How far an init container or a sidecar is.
pub struct InitContainer<'a> {
    /// The container.
    pub container: &'a Container,
    /// How it looks.
    pub tone: Tone,
    /// What it says.
    pub words: String,
    /// What its program does while the Pod waits for it, as Podlab reads its command.
    pub program: Option<String>,
    /// Whether the next one may begin. Rules P-502, P-509.
    pub is_passed: bool,
    /// Whether it is the one that the Pod waits for.
    pub is_current: bool,
}

/// The init containers of a Pod, in the order in which they start.
pub fn of_pod(stage: Stage<'_>) -> Vec<InitContainer<'_>> {
    let mut all: Vec<InitContainer<'_>> = Vec::new();
    let mut is_reached = true;
    for container in &stage.pod.spec.init_containers {
        let before = all.last().map(|last| last.container);
        let (tone, words, is_passed) = look(stage, container, before, is_reached);
        let is_current = is_reached && !is_passed && tone != Tone::Idle;
        let program = stage.lab.program(stage.pod, container).filter(|_| is_current);
        all.push(InitContainer { container, tone, words, program, is_passed, is_current });
        is_reached = is_reached && is_passed;
    }
    all
}

fn look(
    stage: Stage<'_>,
    container: &Container,
    before: Option<&Container>,
    is_reached: bool,
) -> (Tone, String, bool) {
    let status = stage.status(&container.name);
    let is_sidecar = is_sidecar(container, stage.release);
    let since = stage.since(&container.name);
    let spent = since.map(|since| short(stage.now.since(since) / 1000 * 1000)).unwrap_or_default();
    match status.map(|s| &s.state) {
        Some(ContainerState::Terminated(end)) if end.exit_code.0 == 0 => {
            (Tone::Done, text::init_completed().to_owned(), !is_sidecar)
        }
        Some(ContainerState::Terminated(end)) => {
            let code = end.exit_code.0.to_string();
            (Tone::Failed, text::init_exit(&code, &end.reason), false)
        }
        Some(ContainerState::Running(_)) if is_sidecar => {
            let has_started = status.is_some_and(|s| s.started == Some(true));
            let runs = text::init_sidecar_runs();
            let words = if has_started { runs } else { text::init_sidecar_starts() };
            (tone::of_container(status), words.to_owned(), has_started)
        }
        Some(ContainerState::Running(_)) => (Tone::Running, text::init_runs(&spent), false),
        Some(ContainerState::Waiting(waiting))
            if is_reached && waiting.reason != WaitingReason::PodInitializing.as_str() =>
        {
            (Tone::Waiting, waiting.reason.to_string(), false)
        }
        Some(ContainerState::Waiting(_) | ContainerState::Unset) | None => {
            let words = match before {
                Some(before) if !is_reached => text::init_waits(&before.name),
                _ => text::init_next().to_owned(),
            };
            (Tone::Idle, words, false)
        }
    }
}
