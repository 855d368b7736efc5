//! Replays the document of a recorded run: its objects and actions go in, the trace of the simulated run comes out.

mod beat;
mod document;
mod ending;
mod pace;
mod renamed;

use crate::json::Fault;
use crate::trace::Trace;
use beat::{Question, Rests};
use document::{check, moment, read_actions, read_objects, release};
use ending::finish_removals;
use podlab::api::Resource;
use podlab::api::core::PriorityClass;
use podlab::base::text::Text;
use podlab::base::time::SimTime;
use podlab::cluster::command::{Command, NamedPatch};
use podlab::cluster::plan::Server;
use podlab::cluster::world::{Jitter, Programs, Settings};
use podlab::rules::{Feature, Gates};
use podlab::sim::scenario::{Act, Action};
use podlab::sim::{Sim, node};
use renamed::Renamed;
use serde_json::Value;

/// Images that were present on every node of the recorded clusters.
const PRESENT: &str = "app:*";

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
    let end = moment(&document["duration"]).unwrap_or(SimTime::ZERO);
    let Some(question) = Question::new(&best.sim, &acts, end) else { return Ok(best) };
    let mut least = question.distance(&rests);
    for checks in question.beats() {
        let (other, rests, _) = attempt(document, Some(checks))?;
        let distance = question.distance(&rests);
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
    let end = moment(&document["duration"]).unwrap_or(SimTime::ZERO);
    let actions = pace::in_turn(read_actions(document, &renamed, &mut left_out), end);
    // Two of the recorded clusters had this gate on.
    let gates = match document["cluster"].as_str() {
        Some("c" | "d") => Gates::default().with(Feature::MaxUnavailableStatefulSet),
        _ => Gates::default(),
    };
    let jitter = Jitter::Middle;
    // The recorded runtime ran no commands.
    let programs = Programs::Scripted;
    let settings =
        Settings { release, seed: 1, jitter, gates, checks, programs, ..Settings::default() };
    let mut sim = cluster(settings, document);
    let present = Command::Image { image: PRESENT.into(), present: true };
    sim.apply(present).map_err(|error| Fault::new("", error.message.to_string()))?;
    let mut objects = read_objects(document, release, &mut left_out);
    create_named_classes(&mut sim, &objects);
    start_server(&mut sim, &actions)?;
    let mut trace = Trace::new(release, document["cluster"].as_str() == Some("f"));
    sim.take_watch();
    let mut rests = Rests::default();
    let acts = actions.iter().map(|action| action.time).collect();
    for mut action in actions {
        run_until(&mut sim, action.time, &mut trace, &mut rests)?;
        if let Act::Command(command) = &mut action.act {
            trace.resolve(command);
        }
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

/// Starts the server that handlers with a host of their own ask. It is there when an act changes its answers; otherwise nothing listens.
fn start_server(sim: &mut Sim, actions: &[Action]) -> Result<(), Fault> {
    let talks = |action: &Action| {
        matches!(action.act, Act::Command(Command::HttpServer(_) | Command::TcpServer(_)))
    };
    let server = if actions.iter().any(talks) { Server::code(200) } else { Server::Refused };
    for command in [Command::HttpServer(Some(server.clone())), Command::TcpServer(Some(server))] {
        sim.apply(command).map_err(|error| Fault::new("", error.message.to_string()))?;
    }
    Ok(())
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
        Act::Command(command) => match NamedPatch::of(&command) {
            Some(NamedPatch::LabelNode { node, key, value }) => {
                // The recorder made node labels unique to a scenario; the action shows them without that part.
                let unique = format!("{key}-s-{}", document["name"].as_str().unwrap_or_default());
                let is_unique = names_label(objects, sim, &unique);
                let key = if is_unique { Text::from(unique) } else { key.clone() };
                Command::label_node(node.clone(), key, value.cloned())
            }
            Some(
                NamedPatch::SetCondition { .. }
                | NamedPatch::RemoveCondition { .. }
                | NamedPatch::Debug { .. },
            )
            | None => command,
        },
        Act::PutManifest { .. } | Act::Note(_) => return,
    };
    // A refusal is part of the run: the recorded API server refused too.
    let _ = sim.apply(command);
}

fn names_label(objects: &[Resource], sim: &Sim, key: &str) -> bool {
    let in_objects = objects.iter().any(|object| {
        if let Resource::StatefulSet(set) = object {
            set.spec.template.spec.node_selector.contains_key(key)
        } else {
            object.as_pod().is_some_and(|pod| pod.spec.node_selector.contains_key(key))
        }
    });
    in_objects || sim.world().pods().any(|(_, pod)| pod.spec.node_selector.contains_key(key))
}
