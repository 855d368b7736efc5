//! The kinds of vectors about one Pod: phase, condition, status-column, backoff, probe.

use super::{in_shape_of, read};
use podlab::api::pod::Pod;
use podlab::api::probe::Probe;
use podlab::api::status::{
    CONTAINERS_READY, INITIALIZED, POD_READY_TO_START_CONTAINERS, PodPhase, READY,
};
use podlab::apiserver::columns::pod_row;
use podlab::base::text::Text;
use podlab::base::time::{SimTime, Timestamp};
use podlab::kubelet::backoff::{Attempt, BackoffConfig, attempt};
use podlab::kubelet::conditions::{
    containers_ready, initialized, ready, ready_to_start_containers,
};
use podlab::kubelet::phase::{PhasePass, frozen_phase, pod_phase};
use podlab::kubelet::probe::{Activity, Outcome, ProbeKind, ProbeState, Seen, Step};
use podlab::kubelet::runtime::SandboxInstance;
use podlab::rules::release::Release;
use serde_json::{Value, json};

fn flag(value: &Value) -> bool {
    value.as_bool().unwrap_or(false)
}

pub fn phase(case: &Value, release: Release) -> Value {
    let pod: Pod = read(&case["pod"]);
    let context = &case["context"];
    let pass = PhasePass {
        terminal: flag(&context["podIsTerminal"]),
        static_pod: flag(&context["staticPod"]),
        regular_container_started: context["regularContainerStarted"].as_bool(),
    };
    let status = &pod.status;
    let computed = if flag(&context["evict"]) {
        PodPhase::Failed
    } else {
        pod_phase(&pod.spec, status.init_containers(), status.containers(), pass, release)
    };
    let cached = context["cachedPhase"].as_str().and_then(PodPhase::parse);
    json!({"phase": frozen_phase(computed, cached, status.phase()).as_str()})
}

/// Returns the condition that a kubelet or the scheduler sets.
///
/// # Errors
///
/// Fails when the case lacks something or cannot be read.
pub fn condition(case: &Value, release: Release) -> Result<Value, String> {
    let pod: Pod = read(&case["pod"]);
    let context = &case["context"];
    let condition = match context["conditionType"].as_str().unwrap_or_default() {
        INITIALIZED => initialized(&pod.spec, &pod.status, release),
        CONTAINERS_READY => containers_ready(&pod.spec, &pod.status, release),
        READY => ready(&pod.spec, &pod.status, release),
        POD_READY_TO_START_CONTAINERS => {
            let host_network = flag(&context["hostNetwork"]) || pod.spec.host_network;
            let sandbox = |value: &Value| SandboxInstance {
                ready: flag(&value["ready"]),
                ip: value["ip"].as_str().unwrap_or_default().to_owned().into(),
                host_network: value["hostNetwork"].as_bool().unwrap_or(host_network),
            };
            let sandboxes = context["sandboxes"].as_array().map_or(&[][..], Vec::as_slice);
            // The file has the newest first.
            let sandboxes: Vec<SandboxInstance> = sandboxes.iter().rev().map(sandbox).collect();
            ready_to_start_containers(host_network, &sandboxes, release)
                .ok_or("the release has no such condition")?
        }
        other => return Err(format!("unknown condition type {other:?}")),
    };
    Ok(json!({
        "type": condition.kind.as_str(),
        "status": condition.status.as_str(),
        "reason": condition.reason.as_str(),
        "message": condition.message.as_str(),
    }))
}

/// Returns what `kubectl get` prints under STATUS.
///
/// # Errors
///
/// Fails when the case lacks something or cannot be read.
pub fn status_column(case: &Value, release: Release) -> Result<Value, String> {
    let pod: Pod = read(&case["pod"]);
    let now = case["context"]["now"].as_str().and_then(Timestamp::parse);
    let row = pod_row(&pod, now.ok_or("context.now is not a time")?, release);
    let all = json!({
        "ready": row.ready,
        "status": row.status,
        "restarts": row.restarts,
        "age": row.age,
        "ip": row.ip,
        "node": row.node,
        "nominatedNode": row.nominated_node,
        "readinessGates": row.readiness_gates,
    });
    Ok(in_shape_of(&all, &case["expect"]))
}

/// Seconds of a vector in milliseconds.
fn milliseconds(value: &Value) -> Option<u64> {
    match value.as_u64() {
        Some(seconds) => seconds.checked_mul(1000),
        None => value.as_f64().filter(|s| (0.0..1e12).contains(s)).map(|s| (s * 1000.0) as u64),
    }
}

fn seconds(milliseconds: u64) -> Value {
    if milliseconds.is_multiple_of(1000) {
        (milliseconds / 1000).into()
    } else {
        (milliseconds as f64 / 1000.0).into()
    }
}

/// Returns which starts the back-off allows, one after the other.
///
/// # Errors
///
/// Fails when the case lacks something or cannot be read.
pub fn backoff(case: &Value, release: Release) -> Result<Value, String> {
    let input = &case["input"];
    let figure = |key: &str| milliseconds(&input[key]);
    let (initial, max) = (figure("initialSeconds"), figure("maxSeconds"));
    let mut config =
        BackoffConfig::with(initial.unwrap_or(10_000), max.unwrap_or(300_000), release);
    config.reset_after = figure("resetAfterSeconds").unwrap_or(config.max.saturating_mul(2));
    let (mut entry, mut finished) = (None, None);
    let mut tries = Vec::new();
    for event in input["events"].as_array().ok_or("input.events is not a list")? {
        let now = SimTime(milliseconds(&event["t"]).ok_or("an event has no time")?);
        match event["op"].as_str().unwrap_or_default() {
            "exit" => finished = Some(now),
            "definitionChanged" => entry = None,
            "try" => {
                let (result, delay) = match attempt(&mut entry, config, finished, now) {
                    Attempt::Start => ("start", entry.map(|known| known.delay)),
                    Attempt::Refused { window, .. } => ("backoff", Some(window)),
                };
                let delay = delay.map_or(Value::Null, seconds);
                tries.push(json!({"t": event["t"], "result": result, "delay": delay}));
            }
            other => return Err(format!("unknown event {other:?}")),
        }
    }
    Ok(json!({"tries": tries}))
}

/// Returns what a probe worker makes of the results.
///
/// # Errors
///
/// Fails when the case lacks something or cannot be read.
pub fn probe(case: &Value) -> Result<Value, String> {
    let input = &case["input"];
    let kind = match input["type"].as_str().unwrap_or_default() {
        "liveness" => ProbeKind::Liveness,
        "readiness" => ProbeKind::Readiness,
        "startup" => ProbeKind::Startup,
        other => return Err(format!("unknown probe type {other:?}")),
    };
    let spec: Probe = read(&input["spec"]);
    let mut worker = ProbeState::new(kind);
    let mut instance = 0;
    let mut stored = Vec::new();
    for tick in input["ticks"].as_array().ok_or("input.ticks is not a list")? {
        instance += u32::from(flag(&tick["newContainer"]));
        let container = Text::from(format!("fake://{instance}"));
        let activity = if flag(&tick["notRunning"]) {
            Activity::Waiting
        } else {
            Activity::Running(milliseconds(&tick["age"]).unwrap_or(0) / 1000)
        };
        let started = tick["started"].as_bool().unwrap_or(true);
        let seen = Seen {
            container: Some(&container),
            activity,
            started,
            deleting: flag(&tick["deleting"]),
        };
        if worker.begin(seen, &spec) == Step::Run {
            let outcome = match tick["result"].as_str().unwrap_or_default() {
                "Success" => Outcome::Success,
                "Failure" => Outcome::Failure,
                "error" => Outcome::Error,
                other => return Err(format!("unknown result {other:?}")),
            };
            worker.finish(outcome, &spec);
        }
        stored.push(worker.stored.as_str());
    }
    Ok(json!({"stored": stored}))
}
