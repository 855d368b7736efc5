//! What a still shows of a StatefulSet.

use super::Word;
use crate::lanes::{Gate, Lane as Place, SetStage, of_claim};
use crate::sentences::{fill, say};
use crate::tone::Tone;
use crate::words::plain;
use podlab::api::stateful_set::revision_of;
use podlab::apiserver::columns::pod_row;
use podlab::base::time::Timestamp;

/// What there is to see of a set.
#[derive(Debug)]
pub struct SetFacts {
    /// Its name.
    pub name: String,
    /// What its controller does next or waits for.
    pub intention: String,
    /// The figures of its status, each with what it counts.
    pub figures: Vec<(&'static str, i64)>,
    /// Its pod management policy and its update strategy.
    pub policies: [String; 2],
    /// The lowest ordinal that updates reach, when a partition keeps lower ones back.
    pub partition: Option<i64>,
    /// Its lanes, by rising ordinal.
    pub lanes: Vec<Lane>,
}

/// The place of an ordinal.
#[derive(Debug)]
pub struct Lane {
    /// The ordinal.
    pub ordinal: i64,
    /// Name of the Pod.
    pub name: String,
    /// Its short DNS name, when the set has a Service.
    pub dns: String,
    /// The Pod's STATUS, READY and node; none when there is no Pod.
    pub pod: Option<(Word, String, String)>,
    /// Whether the Pod is being deleted.
    pub is_ending: bool,
    /// Number of the revision of the Pod, and whether it is the newest.
    pub revision: Option<(String, bool)>,
    /// What it waits for, and whether it holds others up.
    pub wait: (String, bool),
    /// Its claims, with their state.
    pub claims: Vec<(String, Word)>,
    /// Whether the gate before it is open, and what it says; none before the first lane.
    pub gate: Option<(bool, String)>,
}

/// The set on the stage.
pub fn of(stage: &SetStage<'_>) -> SetFacts {
    let (spec, status) = (&stage.set.spec, &stage.set.status);
    let lanes = (0..stage.lanes.len()).map(|index| lane(stage, index));
    SetFacts {
        name: stage.set.metadata.name.to_string(),
        intention: plain(&stage.intention()),
        figures: vec![
            ("replicas", spec.replicas()),
            ("readyReplicas", status.ready_replicas),
            ("availableReplicas", status.available_replicas),
            ("updatedReplicas", status.updated_replicas),
        ],
        policies: [
            if spec.is_parallel() { "Parallel" } else { "OrderedReady" }.to_owned(),
            if spec.is_rolling() { "RollingUpdate" } else { "OnDelete" }.to_owned(),
        ],
        partition: stage.partition_start(),
        lanes: lanes.collect(),
    }
}

fn lane(stage: &SetStage<'_>, index: usize) -> Lane {
    let lane = &stage.lanes[index];
    let now = Timestamp::of(stage.lab.now());
    let pod = lane.pod.map(|pod| {
        let row = pod_row(pod, now, stage.lab.sim().settings().release);
        let tone = lane.tone(&row.status);
        let ready = if tone == Tone::Ready {
            fill!("lane.ready", "count" => &row.ready)
        } else {
            fill!("lane.not-ready", "count" => &row.ready)
        };
        let node = &pod.spec.node_name;
        let node = if node.is_empty() { say!("lane.no-node") } else { node.as_str() };
        (Word { tone, text: row.status }, ready, node.to_owned())
    });
    let revision = lane.pod.map(|pod| {
        let number = stage.revision(revision_of(pod));
        let text = number.map_or_else(|| "?".to_owned(), |number| number.to_string());
        (fill!("lane.revision", "number" => &text), !lane.is_outdated && number.is_some())
    });
    let service = &stage.set.spec.service_name;
    let gate = stage.gate(index);
    let claims = lane.claims.iter().map(|claim| {
        let (tone, word) = of_claim(claim);
        let kept = || fill!("lane.kept", "state" => word);
        let text = if lane.pod.is_some() { word.to_owned() } else { kept() };
        (claim.metadata.name.to_string(), Word { tone, text })
    });
    Lane {
        ordinal: lane.ordinal,
        name: lane.name.to_string(),
        dns: if service.is_empty() { String::new() } else { format!("{}.{service}", lane.name) },
        pod,
        is_ending: lane.is_ending(),
        revision,
        wait: wait(stage, lane),
        claims: claims.collect(),
        gate: gate.map(|gate| (gate == Gate::Open, plain(&stage.gate_words(gate)))),
    }
}

/// What a lane waits for, or what waits for it.
fn wait(stage: &SetStage<'_>, lane: &Place<'_>) -> (String, bool) {
    let words = match stage.wait_of(lane) {
        Some((true, words)) => return (words, true),
        Some((false, words)) => fill!("lane.waits", "reason" => &words),
        None if lane.is_outdated && lane.is_kept_back && lane.is_wanted => {
            say!("lane.stays").to_owned()
        }
        None if lane.pod.is_some() && !stage.exists => {
            let with_set = say!("lane.with-set");
            if lane.goes_with_set() { with_set } else { say!("lane.nobodys") }.to_owned()
        }
        None if lane.pod.is_some() && stage.goes_last() => say!("lane.before-set").to_owned(),
        None if lane.is_ending() => stage.ending(&lane.name),
        None if lane.is_leaving() => say!("lane.leaving").to_owned(),
        None if lane.pod.is_none() && !lane.is_wanted => say!("lane.claim-stays").to_owned(),
        None => String::new(),
    };
    (words, false)
}
