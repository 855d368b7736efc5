//! What does not happen yet, and what it waits for.

use crate::view::Stage;
use crate::words::{clock, short};
use podlab::api::status::{PodPhase, READY};

/// What the Pod waits for now, a sentence each.
pub fn sentences(stage: Stage<'_>) -> Vec<String> {
    let mut told = Vec::new();
    let (pod, now) = (stage.pod, stage.now);
    if !stage.exists {
        if let Some(worker) = stage.worker
            && worker.runtime.running().next().is_some()
        {
            told.push("The object is gone, but its node still has to stop what runs.".to_owned());
        }
        return told;
    }
    if pod.spec.node_name.is_empty() {
        let why = pod.status.condition("PodScheduled").map(|c| c.message.clone());
        let why = why.filter(|m| !m.is_empty()).unwrap_or_default();
        told.push(["The Pod waits for a node. ", &why].concat());
    }
    for (container, ..) in stage.cards() {
        let name = &container.name;
        if let Some((until, total)) = stage.backoff(container) {
            let pull = stage
                .status(name)
                .and_then(|s| s.state.waiting())
                .is_some_and(|w| w.reason.contains("Image"));
            let what = if pull { "pulls the image of *" } else { "starts *" };
            let when = if until > now {
                ["at ", &clock(until), " at the earliest, "].concat()
            } else {
                "at its next look, as ".to_owned()
            };
            let from = if pull { " after the last try" } else { " after it ended" };
            told.push(
                ["The kubelet ", what, name, "* again ", &when, &short(total), from, "."].concat(),
            );
        }
        let is_shown = stage.status(name).is_some_and(|s| s.state.running().is_some());
        if is_shown && !stage.runs(name) {
            told.push(["The kubelet has not seen yet that *", name, "* ended."].concat());
        }
        if let Some(stopping) = stage.stopping(name) {
            let until = stopping.since + stopping.grace * 1000;
            let left = short(until.since(now));
            told.push(["*", name, "* has ", &left, " left to end by itself."].concat());
        }
    }
    let gates = pod.spec.readiness_gates.iter();
    for gate in gates.filter(|gate| !pod.status.is_true(&gate.condition_type)) {
        told.push(["Ready waits for the condition *", &gate.condition_type, "*."].concat());
    }
    if pod.status.phase() == PodPhase::Running && !pod.status.is_true(READY) {
        for (container, ..) in stage.cards() {
            let status = stage.status(&container.name);
            let unready = status.is_some_and(|s| !s.ready && s.state.running().is_some());
            let started = status.and_then(|s| s.started).unwrap_or(false);
            if unready && !started && container.startup_probe.is_some() {
                let name = &container.name;
                told.push(["*", name, "* is held back by its startup probe."].concat());
            } else if unready && container.readiness_probe.is_some() {
                let name = &container.name;
                told.push(["Ready waits for the readiness probe of *", name, "*."].concat());
            }
        }
    }
    told
}
