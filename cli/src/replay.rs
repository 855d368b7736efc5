//! Replays the document of a run: its objects and actions go in, the trace of the simulated run comes out.

use crate::beat::{Question, Rests};
use crate::json::Fault;
use crate::renamed::Renamed;
use crate::tree::to_tree;
use podlab::api::core::PriorityClass;
use podlab::api::pod::Pod;
use podlab::api::status::{ContainerState, ContainerStatus, POD_SCHEDULED, READY};
use podlab::command::Command;
use podlab::manifest::{self, ReadOptions, Resource};
use podlab::plan::Server;
use podlab::release::{Gates, Release};
use podlab::scenario::{self, Act, Action};
use podlab::sim::{Sim, node};
use podlab::text::Text;
use podlab::time::{SimTime, Timestamp};
use podlab::world::{Jitter, Settings};
use serde_json::Value;

use crate::trace::Trace;
use crate::values::LONGEST;
use podlab::kubelet::legacy::RECLAIM;

/// Namespace the recorded runs call `ns`.
const NAMESPACE: &str = "ns";
/// Images that were present on every node of the recorded clusters.
const PRESENT: &str = "app:*";

/// Milliseconds a script looked on when what it waited for had happened.
const SETTLED: u64 = 2000;
/// Milliseconds a run may take longer than the recorded one.
const GRACE: u64 = 12_000;
/// Most entries of a trace: a recorded run has some hundreds.
const MAX_ENTRIES: usize = 200_000;
/// Most events of a run, which end every replay within seconds.
const MAX_EVENTS: u64 = 10_000_000;

/// A document that was replayed.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The document with the trace of its simulated run in place of any trace it had; texts are left out.
    pub document: Value,
    /// What of the document could not take part in the run.
    pub left_out: Vec<Fault>,
    /// The simulation at its end. What was done and not refused is in [`Sim::commands`]; done again at the same moments
    /// on a [`cluster`], it leads to the same run.
    pub sim: Sim,
}

/// A cluster as the recorded run of a document had it, before anything was done.
pub fn cluster(settings: Settings, document: &Value) -> Sim {
    let mut sim = Sim::new(settings);
    for name in nodes(document) {
        sim.add_node(node(name, "1", "3840Mi"));
    }
    sim
}

/// The nodes of the recorded cluster. The two clusters whose nodes failed had a fourth one, that which failed.
fn nodes(document: &Value) -> &'static [&'static str] {
    match document["cluster"].as_str() {
        Some("b" | "d") => &["node-a", "node-b", "node-c", "node-d"],
        _ => &["node-a", "node-b", "node-c"],
    }
}

/// Replays the document of a run, with the beat of checks that fits its acts best.
///
/// # Errors
/// What is wrong with the document when it is not one of a run.
pub fn replay(document: &Value) -> Result<Replayed, Fault> {
    check(document)?;
    let (mut best, rests, acts) = attempt(document, None)?;
    let Some(question) = Question::new(&best.sim, &acts) else { return Ok(best) };
    let mut least = rests.distance(question.due, question.act);
    for checks in question.beats() {
        let (other, rests, _) = attempt(document, Some(checks))?;
        let distance = rests.distance(question.due, question.act);
        if distance < least {
            (best, least) = (other, distance);
        }
    }
    Ok(best)
}

/// A run with given checks of the kubelets, when everything came to rest in it, and when something was done.
fn attempt(
    document: &Value,
    checks: Option<u64>,
) -> Result<(Replayed, Rests, Vec<SimTime>), Fault> {
    let release = release(&document["kubernetes"])?;
    let mut left_out = Vec::new();
    let renamed = Renamed::read(&document["renamed"])?;
    let actions = read_actions(document, &renamed, &mut left_out);
    let end = moment(&document["duration"]).unwrap_or(SimTime::ZERO);
    // Two of the recorded clusters had this gate on.
    let gate = matches!(document["cluster"].as_str(), Some("c" | "d")) && release.has(24);
    let gates = Gates { max_unavailable_stateful_set: gate, ..Gates::default() };
    let jitter = Jitter::Middle;
    let settings = Settings { release, seed: 1, jitter, gates, checks, ..Settings::default() };
    let mut sim = cluster(settings, document);
    let present = Command::Image { image: PRESENT.into(), present: true };
    sim.apply(present).map_err(|error| Fault::new("", error.message.as_str()))?;
    let mut objects = read_objects(document, release, &mut left_out);
    create_named_classes(&mut sim, &objects);
    let talks = |action: &Action| {
        matches!(action.act, Act::Command(Command::HttpServer(_) | Command::TcpServer(_)))
    };
    if !actions.iter().any(talks) {
        // No server was scripted, so nothing listens.
        let refuse = Command::HttpServer(Some(Server::Refused));
        sim.apply(refuse).map_err(|error| Fault::new("", error.message.as_str()))?;
    }
    let mut trace = Trace::new(release, document["cluster"].as_str() == Some("f"));
    sim.take_watch();
    let mut rests = Rests::default();
    let acts = actions.iter().map(|action| action.time).collect();
    for action in actions {
        run_until(&mut sim, action.time, &mut trace, &mut rests)?;
        carry_out(&mut sim, action.act, &mut objects, document);
        trace.drain(&mut sim);
    }
    run_until(&mut sim, end, &mut trace, &mut rests)?;
    finish_removals(&mut sim, &mut trace);
    let mut run = document.clone();
    if let Some(fields) = run.as_object_mut() {
        fields.remove("texts");
    }
    run["trace"] = renamed.written(trace.into_value());
    Ok((Replayed { document: run, left_out, sim }, rests, acts))
}

/// The actions of a document. What cannot be read, or is about kinds that Podlab does not run, is left out of the run, as
/// such objects are.
fn read_actions(document: &Value, renamed: &Renamed, left_out: &mut Vec<Fault>) -> Vec<Action> {
    let mut actions = Vec::new();
    for (index, action) in document["actions"].as_array().into_iter().flatten().enumerate() {
        let mut leave_out = |path: &str, message: &str| {
            let dot = if path.is_empty() { "" } else { "." };
            left_out.push(Fault::new(format!("actions[{index}]{dot}{path}"), message));
        };
        match scenario::action(&to_tree(&renamed.read_in(action)), &NAMESPACE.into()) {
            Ok(action) if action.time > LONGEST => {
                leave_out("t", "it must be seconds, up to ten years");
            }
            Ok(action) => actions.push(action),
            Err(error) => {
                let guess = error.guess.map(|guess| format!("; did you mean {guess}?"));
                leave_out(&error.path, &(error.message.clone() + &guess.unwrap_or_default()));
            }
        }
    }
    actions
}

/// Whether a document can be that of a run: its fields have the right types. A wrong one is told before a missing one.
fn check(document: &Value) -> Result<(), Fault> {
    const LISTS: [&str; 2] = ["objects", "actions"];
    let Some(fields) = document.as_object() else {
        return Err(Fault::new("", "must be a map with the lists \"objects\" and \"actions\""));
    };
    release(&document["kubernetes"])?;
    for field in LISTS {
        if fields.get(field).is_some_and(|value| !value.is_array()) {
            return Err(Fault::new(field, "must be a list"));
        }
    }
    let texts = document["objects"].as_array().into_iter().flatten();
    if let Some(index) = texts.enumerate().find(|(_, text)| !text.is_string()).map(|(at, _)| at) {
        return Err(Fault::new(format!("objects[{index}]"), "must be a string of YAML"));
    }
    let duration = &document["duration"];
    if !duration.is_null() && moment(duration).is_none() {
        return Err(Fault::new("duration", "must be seconds, up to ten years"));
    }
    Renamed::read(&document["renamed"])?;
    match LISTS.iter().find(|field| !fields.contains_key(**field)) {
        Some(missing) => Err(Fault::new(*missing, "is missing; it must be a list")),
        None => Ok(()),
    }
}

fn release(name: &Value) -> Result<Release, Fault> {
    let read = match name {
        Value::Null => Some(Release::Current),
        name => name.as_str().and_then(Release::parse),
    };
    let unknown = || format!("unknown release {name}; known are 1.20, 1.28 and current");
    read.ok_or_else(|| Fault::new("kubernetes", unknown()))
}

/// Seconds as a moment, when they are no more than a run may last.
fn moment(seconds: &Value) -> Option<SimTime> {
    let seconds = seconds.as_f64().filter(|seconds| *seconds >= 0.0)?;
    let longest = LONGEST.0 as f64 / 1000.0;
    (seconds <= longest).then(|| SimTime((seconds * 1000.0).round() as u64))
}

fn run_until(
    sim: &mut Sim,
    until: SimTime,
    trace: &mut Trace,
    rests: &mut Rests,
) -> Result<(), Fault> {
    while sim.next_event_time().is_some_and(|next| next <= until) {
        sim.step();
        sim.take_changes();
        let before = trace.len();
        trace.drain(sim);
        if trace.len() > before {
            rests.note(sim);
        }
        if trace.len() > MAX_ENTRIES {
            let message = format!("the run shows more than {MAX_ENTRIES} changes");
            return Err(Fault::new("", message));
        }
        if sim.events_handled() > MAX_EVENTS {
            return Err(Fault::new("", format!("the run has more than {MAX_EVENTS} events")));
        }
    }
    sim.run_until(until);
    Ok(())
}

/// A recording ended when a deleted Pod was gone. The periodic check that removes it (rule K-7) came at another
/// moment there, so a removal that is under way at the end may still take place.
fn finish_removals(sim: &mut Sim, trace: &mut Trace) {
    let latest = sim.now() + GRACE;
    let clean_up = if sim.settings().release.has(22) { 0 } else { RECLAIM + SETTLED };
    let latest_exit = Timestamp::of(SimTime(sim.now().0.saturating_sub(clean_up)));
    let is_leaving = |sim: &Sim| {
        sim.world().pods().any(|(_, pod)| {
            let mut statuses = pod.status.containers().iter().chain(pod.status.init_containers());
            let over = |s: &ContainerStatus| match &s.state {
                ContainerState::Running(_) => false,
                ContainerState::Terminated(end) => {
                    end.finished_at.is_none_or(|at| at <= latest_exit)
                }
                ContainerState::Waiting(_) | ContainerState::Unset => true,
            };
            pod.metadata.deletion_timestamp.is_some()
                && pod.metadata.finalizers.is_empty()
                && !pod.spec.node_name.is_empty()
                && statuses.all(over)
        })
    };
    let goes_on = |sim: &Sim| is_leaving(sim) || is_rolling_out(sim, latest);
    while goes_on(sim) && sim.next_event_time().is_some_and(|next| next <= latest) {
        sim.step();
        trace.drain(sim);
    }
    // The controllers see what happened last: a document tells its end to a tenth of a second.
    sim.run_until(sim.now() + 100);
    trace.drain(sim);
}

/// Whether a set is about to have all its Pods: those that are missing come, and those that came lately get ready.
fn is_rolling_out(sim: &Sim, latest: SimTime) -> bool {
    let world = sim.world();
    let is_arriving = |pod: &Pod| {
        let fresh = pod.metadata.creation_timestamp >= Some(Timestamp::of(latest - 2 * GRACE));
        let well = pod.status.containers().iter().all(|status| {
            let waits_well = status.state.waiting().is_none_or(|w| w.reason == "ContainerCreating");
            status.restart_count == 0 && waits_well && status.state.terminated().is_none()
        });
        let placed = pod.status.condition(POD_SCHEDULED).is_none_or(|c| c.reason.is_empty());
        fresh && well && placed && !pod.status.is_true(READY)
    };
    world.workloads.sets.iter().any(|(_, set)| {
        let (namespace, name) = (&set.metadata.namespace, &set.metadata.name);
        let members = world.workloads.members(namespace, name);
        let pods: Vec<&Pod> = members.filter_map(|id| Some(&**world.pod(id)?)).collect();
        let others_ready = pods.iter().all(|pod| pod.status.is_true(READY) || is_arriving(pod));
        let complete = pods.len() as i64 == set.spec.replicas();
        others_ready && (!complete || pods.iter().any(|pod| is_arriving(pod)))
    })
}

fn read_objects(document: &Value, release: Release, left_out: &mut Vec<Fault>) -> Vec<Resource> {
    let texts = document["objects"].as_array().into_iter().flatten();
    let mut objects = Vec::new();
    for (index, text) in texts.filter_map(Value::as_str).enumerate() {
        let options = ReadOptions { release, ..ReadOptions::default() };
        // What the API server would refuse, and kinds Podlab does not run, are missing from the run.
        match manifest::read(text, &options) {
            Ok(read) => objects.extend(read),
            Err(found) => {
                let why = found.first().map_or("it cannot be read", |found| &found.message);
                left_out.push(Fault::new(format!("objects[{index}]"), why));
            }
        }
    }
    for object in &mut objects {
        if object.is_namespaced() && object.metadata().namespace.is_empty() {
            object.metadata_mut().namespace = NAMESPACE.into();
        }
    }
    objects
}

/// Priority classes that Pods name were made before the recording began: `high…` outranks `low…`.
fn create_named_classes(sim: &mut Sim, objects: &[Resource]) {
    for object in objects {
        let Resource::Pod(pod) = object else { continue };
        let name = &pod.spec.priority_class_name;
        if !name.is_empty() && !name.starts_with("system-") {
            let value = if name.starts_with("high") { 1000 } else { 0 };
            let mut class = PriorityClass { value, ..PriorityClass::default() };
            class.metadata.name = name.clone();
            // Making it twice changes nothing.
            let _ = sim.apply(Command::Create(Box::new(Resource::PriorityClass(class))));
        }
    }
}

fn carry_out(sim: &mut Sim, act: Act, objects: &mut Vec<Resource>, document: &Value) {
    let command = match act {
        Act::Create(object) => {
            let (kind, name) = object.split_once('/').unwrap_or(("", &object));
            let same = |o: &Resource| o.kind() == kind && o.metadata().name == *name;
            let Some(index) = objects.iter().position(same) else { return };
            Command::Create(Box::new(objects.remove(index)))
        }
        Act::Command(Command::LabelNode { node, key, value }) => {
            // The recorder made node labels unique to a scenario; the action shows them without that part.
            let unique = format!("{key}-s-{}", document["name"].as_str().unwrap_or_default());
            let key = if names_label(objects, sim, &unique) { Text::from(unique) } else { key };
            Command::LabelNode { node, key, value }
        }
        Act::Command(command) => command,
        Act::PutManifest { .. } => return,
    };
    // A refusal is part of the run: the recorded API server refused too.
    let _ = sim.apply(command);
}

fn names_label(objects: &[Resource], sim: &Sim, key: &str) -> bool {
    let in_objects = objects.iter().any(|o| match o {
        Resource::Pod(pod) => pod.spec.node_selector.contains_key(key),
        Resource::StatefulSet(set) => set.spec.template.spec.node_selector.contains_key(key),
        _ => false,
    });
    in_objects || sim.world().pods().any(|(_, pod)| pod.spec.node_selector.contains_key(key))
}
