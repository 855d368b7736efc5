//! The document: the same in JSON, for programs. `docs/EMBEDDING.md` tells what stands in it.

use crate::card::Card;
use crate::facts::{Container, Facts, GateState, Lane, PodFacts, SetFacts, Track, Word};
use crate::lab::Figure;
use crate::svg::canvas;
use crate::words::{language, plain};
use podlab::lesson::Progress;
use podlab_stage::why;
use serde_json::{Value, json};

/// The version of the document. A field more does not change it, a field less or another meaning does.
pub const VERSION: u32 = 1;

impl Figure {
    /// The document of this moment.
    pub fn json(&self) -> String {
        let facts = Facts::of(self);
        let story = self.lab.story();
        let settings = self.lab.sim().settings();
        let changes =
            story.changes().iter().filter(|change| story.is_visible(change)).map(|change| {
                json!({
                    "number": change.number,
                    "at": change.time.0,
                    "object": change.object.to_string(),
                    "rule": change.rule,
                    "text": plain(&why::said(&self.lab, change)),
                })
            });
        let mut document = json!({
            "podlabFigure": VERSION,
            "scene": self.lab.scene.name.as_str(),
            "title": facts.title,
            "language": language().code(),
            "kubernetes": facts.release.as_str(),
            "seed": settings.seed,
            "at": facts.now.0,
            "clock": facts.clock(),
            "set": facts.set.as_ref().map(set),
            "pod": facts.pod.as_ref().map(pod),
            "tracks": facts.tracks.iter().map(track).collect::<Vec<_>>(),
            "changes": changes.collect::<Vec<_>>(),
            "kubectl": { "command": facts.command(), "rows": facts.table, "more": facts.more_pods },
        });
        if let Some(card) = &facts.card {
            document["lesson"] = lesson(card);
        }
        format!("{document:#}\n")
    }
}

fn lesson(card: &Card) -> Value {
    let question = card.question.as_ref();
    let goals = card.goals.iter().map(|goal| {
        let state = match goal.progress {
            Progress::Open => "open",
            Progress::Reached => "reached",
            Progress::Lost => "lost",
        };
        json!({ "text": goal.says, "now": goal.now, "state": state })
    });
    json!({
        "step": card.step,
        "steps": card.count,
        "says": card.says,
        "question": question.map(|(asks, choices)| json!({ "asks": asks, "answers": choices })),
        "goals": goals.collect::<Vec<_>>(),
    })
}

fn look(word: &Word) -> Value {
    json!({ "text": word.text, "look": canvas::name(word.tone) })
}

fn pod(pod: &PodFacts) -> Value {
    let conditions = pod
        .conditions
        .iter()
        .map(|[kind, status, reason]| json!({ "type": kind, "status": status, "reason": reason }));
    let init = pod.init_containers.iter().map(
        |init| json!({ "name": init.name, "state": look(&init.word), "passed": init.is_passed }),
    );
    let ending = pod.ending.iter().map(|step| {
        json!({ "step": step.name.as_str(), "text": step.words, "past": step.is_past, "now": step.is_now })
    });
    json!({
        "name": pod.name,
        "exists": pod.exists,
        "terminating": pod.exists && pod.is_ending,
        "phase": look(&pod.phase),
        "status": look(&pod.status),
        "ready": pod.ready,
        "restarts": pod.restarts,
        "place": pod.place,
        "conditions": conditions.collect::<Vec<_>>(),
        "initContainers": init.collect::<Vec<_>>(),
        "containers": pod.containers.iter().map(container).collect::<Vec<_>>(),
        "ending": ending.collect::<Vec<_>>(),
    })
}

fn container(container: &Container) -> Value {
    let probes = container.probes.iter().map(|probe| {
        json!({
            "kind": probe.kind,
            "answer": look(&probe.answer),
            "counted": probe.so_far,
            "threshold": probe.threshold,
            "counts": if probe.to_success { "successes" } else { "failures" },
            "next": probe.next,
        })
    });
    json!({
        "name": container.name,
        "kind": container.kind,
        "state": look(&container.state),
        "reason": container.reason,
        "ready": container.is_ready,
        "stopping": container.is_ending,
        "restarts": container.restarts,
        "exitCode": container.exit_code,
        "last": container.last.as_ref().map(|(reason, code)| json!({ "reason": reason, "exitCode": code })),
        "ring": { "text": container.ring.number, "of": container.ring.caption, "percentLeft": container.ring.left },
        "probes": probes.collect::<Vec<_>>(),
    })
}

fn set(set: &SetFacts) -> Value {
    let figures = set.figures.iter().map(|(label, count)| ((*label).to_owned(), json!(count)));
    json!({
        "kind": set.kind,
        "name": set.name,
        "next": set.intention,
        "podManagementPolicy": set.policies.first(),
        "updateStrategy": set.policies.get(1),
        "partition": set.partition,
        "counts": figures.collect::<serde_json::Map<_, _>>(),
        "lanes": set.lanes.iter().map(lane).collect::<Vec<_>>(),
    })
}

fn lane(lane: &Lane) -> Value {
    let claims =
        lane.claims.iter().map(|(name, word)| json!({ "name": name, "state": look(word) }));
    json!({
        "ordinal": lane.ordinal,
        "name": lane.name,
        "dns": lane.dns,
        "pod": lane.pod.as_ref().map(|(status, ready, node)| {
            json!({ "status": look(status), "ready": ready, "node": node, "terminating": lane.is_ending })
        }),
        "revision": lane.revision.as_ref().map(|(text, newest)| json!({ "text": text, "newest": newest })),
        "waits": lane.wait.0,
        "holdsOthersUp": lane.wait.1,
        "claims": claims.collect::<Vec<_>>(),
        "gate": lane.gate.as_ref().map(|(state, text)| {
            json!({ "open": *state == GateState::Open, "stuck": *state == GateState::Stuck, "text": text })
        }),
    })
}

fn track(track: &Track) -> Value {
    let stretches = track.stretches.iter().map(|stretch| {
        json!({ "from": stretch.from.0, "to": stretch.to.map(|to| to.0), "shows": look(&stretch.word) })
    });
    json!({ "name": track.name, "marks": track.has_marks, "stretches": stretches.collect::<Vec<_>>() })
}
