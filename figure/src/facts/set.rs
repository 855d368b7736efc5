//! What a still shows of a workload.

use super::word::Word;
use crate::words::plain;
use podlab::api::meta::controller;
use podlab::api::pod::Pod;
use podlab::questions::stuck::Stuck;
use podlab_messages::text;
use podlab_stage::Lab;
use podlab_stage::lanes::{Gate, SetStage};
use podlab_stage::levels::Levels;
use podlab_stage::pods::PodSummary;
use podlab_stage::set_words::LaneWords;

/// What there is to see of a workload.
#[derive(Debug)]
pub struct SetFacts {
    /// Its kind, such as `StatefulSet`.
    pub kind: &'static str,
    /// Its name.
    pub name: String,
    /// What its controller does next or waits for; empty where the reader is to find that.
    pub intention: String,
    /// The figures of its status, each with what it counts.
    pub figures: Vec<(&'static str, i64)>,
    /// The pod management policy and the update strategy of a StatefulSet.
    pub policies: Vec<&'static str>,
    /// The lowest ordinal that updates reach, when a partition keeps lower ones back.
    pub partition: Option<i64>,
    /// Its lanes, by rising ordinal; for other workloads its Pods, oldest first.
    pub lanes: Vec<Lane>,
}

/// The place of a Pod.
#[derive(Debug)]
pub struct Lane {
    /// The ordinal; for a Pod without one its place in the list.
    pub ordinal: i64,
    /// Name of the Pod.
    pub name: String,
    /// Its short DNS name, when the set has a Service.
    pub dns: String,
    /// The Pod's STATUS, READY, and its node or how far its back-off is; none when there is no Pod.
    pub pod: Option<(Word, String, String)>,
    /// Whether the Pod is being deleted.
    pub is_ending: bool,
    /// Number of the revision of the Pod, and whether it is the newest.
    pub revision: Option<(String, bool)>,
    /// What it waits for, and whether it holds others up.
    pub wait: (String, bool),
    /// Its claims, with their state.
    pub claims: Vec<(String, Word)>,
    /// The gate before it, and what it says; none before the first lane.
    pub gate: Option<(GateState, String)>,
}

/// How a gate is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GateState {
    /// The controller may pass.
    Open,
    /// The controller waits.
    Shut,
    /// The controller waits, and the wait does not end by itself.
    Stuck,
}

/// The set on the stage.
pub fn of(stage: &SetStage<'_>) -> SetFacts {
    let (spec, status) = (&stage.set.spec, &stage.set.status);
    let lanes = (0..stage.lanes.len()).map(|index| lane(stage, index));
    SetFacts {
        kind: "StatefulSet",
        name: stage.set.metadata.name.to_string(),
        intention: intention(&stage.intention(), stage.stuck().map(|(_, stuck)| stuck)),
        figures: vec![
            ("replicas", spec.replicas()),
            ("readyReplicas", status.ready_replicas),
            ("availableReplicas", status.available_replicas),
            ("updatedReplicas", status.updated_replicas),
        ],
        policies: vec![
            if spec.is_parallel() { "Parallel" } else { "OrderedReady" },
            if spec.is_rolling() { "RollingUpdate" } else { "OnDelete" },
        ],
        partition: stage.partition_start(),
        lanes: lanes.collect(),
    }
}

/// What the controller does next or is stuck on, with what helps.
fn intention(words: &str, stuck: Option<&Stuck>) -> String {
    let words = plain(words);
    let remedy = stuck.and_then(|stuck| stuck.remedies.first());
    match remedy.map(|remedy| plain(&podlab_messages::remedy(remedy))) {
        Some(remedy) => format!("{words} {}", text::stage_helps(&remedy)),
        None => words,
    }
}

/// The workload on the stage, when its Pods have no order.
pub fn of_workload(stage: &Levels<'_>, lab: &Lab) -> SetFacts {
    let workload = &stage.followed.workload;
    let pods = stage.levels.iter().flat_map(|level| &level.pods).chain(&stage.orphans);
    SetFacts {
        kind: workload.kind().as_str(),
        name: workload.metadata().name.to_string(),
        intention: intention(&stage.intention(), stage.stuck()),
        figures: workload.counters(lab.sim().settings().release),
        policies: Vec::new(),
        partition: None,
        lanes: pods.enumerate().map(|(index, pod)| place(lab, pod, index)).collect(),
    }
}

/// A Pod without an ordinal.
fn place(lab: &Lab, pod: &Pod, index: usize) -> Lane {
    let stray = controller(&pod.metadata).is_none();
    Lane {
        ordinal: index as i64,
        name: pod.metadata.name.to_string(),
        dns: String::new(),
        pod: Some(pod_facts(lab, pod)),
        is_ending: pod.metadata.deletion_timestamp.is_some(),
        revision: None,
        wait: (if stray { text::lane_no_owner().to_owned() } else { String::new() }, false),
        claims: Vec::new(),
        gate: None,
    }
}

/// The STATUS, READY and node of a Pod.
fn pod_facts(lab: &Lab, pod: &Pod) -> (Word, String, String) {
    let pod = PodSummary::of(lab, pod);
    let last_line = pod.last_line().to_owned();
    (Word { tone: pod.tone, text: pod.row.status }, pod.ready, last_line)
}

fn lane(stage: &SetStage<'_>, index: usize) -> Lane {
    let lane = &stage.lanes[index];
    let pod = lane.pod.map(|pod| pod_facts(stage.lab, pod));
    let revision = stage.revision_words(lane).map(|words| (words.text, words.is_newest));
    let service = &stage.set.spec.service_name;
    let gate = stage.gate(index);
    let claims = lane.claims.iter().map(|claim| {
        let (tone, text) = lane.claim_words(claim);
        (claim.metadata.name.to_string(), Word { tone, text })
    });
    let words = stage.lane_words(lane);
    Lane {
        ordinal: lane.ordinal,
        name: lane.name.to_string(),
        dns: if service.is_empty() { String::new() } else { format!("{}.{service}", lane.name) },
        pod,
        is_ending: lane.is_ending(),
        revision,
        wait: (
            words.text().to_owned(),
            matches!(words, LaneWords::Holding(_) | LaneWords::Stuck(_)),
        ),
        claims: claims.collect(),
        gate: gate.map(|gate| (state(gate), plain(&stage.gate_words(gate)))),
    }
}

const fn state(gate: Gate<'_>) -> GateState {
    match gate {
        Gate::Open => GateState::Open,
        Gate::ShutUp(_) | Gate::ShutDown(_) => GateState::Shut,
        Gate::Stuck(_) => GateState::Stuck,
    }
}
