//! Reads the fields of a recorded run's document.

use super::renamed::Renamed;
use crate::json::Fault;
use crate::values::LONGEST;
use podlab::api;
use podlab::api::{ReadOptions, Resource};
use podlab::base::time::SimTime;
use podlab::manifest::node::Node;
use podlab::rules::release::Release;
use podlab::sim::scenario::{self, Action};
use serde::Deserialize;
use serde_json::Value;

/// Namespace the recorded runs call `ns`.
const NAMESPACE: &str = "ns";

/// The actions of a document. What cannot be read is left out of the run.
pub(super) fn read_actions(
    document: &Value,
    renamed: &Renamed,
    left_out: &mut Vec<Fault>,
) -> Vec<Action> {
    let mut actions = Vec::new();
    for (index, action) in document["actions"].as_array().into_iter().flatten().enumerate() {
        let mut leave_out = |path: &str, message: &str| {
            let dot = if path.is_empty() { "" } else { "." };
            left_out.push(Fault::new(format!("actions[{index}]{dot}{path}"), message));
        };
        let action = Node::deserialize(renamed.read_in(action)).expect("all JSON is a tree");
        match scenario::action(&action, &NAMESPACE.into()) {
            Ok(action) if action.time > LONGEST => {
                leave_out("t", "it must be seconds, up to ten years");
            }
            Ok(action) => actions.push(action),
            Err(error) => {
                let help = error.help.map(|help| format!("; {help}"));
                leave_out(&error.path, &format!("{}{}", error.message, help.unwrap_or_default()));
            }
        }
    }
    actions
}

/// Checks that the fields of a document have the right types. A wrong field is told before a missing one.
pub(super) fn check(document: &Value) -> Result<(), Fault> {
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

/// Reads the release of a document; without one it is the newest.
pub(super) fn release(name: &Value) -> Result<Release, Fault> {
    let read = if let Value::Null = name {
        Some(Release::Current)
    } else {
        name.as_str().and_then(Release::parse)
    };
    let unknown = || format!("unknown release {name}; known are 1.20, 1.28 and current");
    read.ok_or_else(|| Fault::new("kubernetes", unknown()))
}

/// Seconds as a moment, when they are no more than a run may last.
pub(super) fn moment(seconds: &Value) -> Option<SimTime> {
    let seconds = seconds.as_f64().filter(|seconds| *seconds >= 0.0)?;
    let longest = LONGEST.0 as f64 / 1000.0;
    (seconds <= longest).then(|| SimTime((seconds * 1000.0).round() as u64))
}

/// The objects of a document. What the API server would refuse is left out of the run, and the objects whose Pods Podlab does not
/// create: a run without these Pods agrees with nothing.
pub(super) fn read_objects(
    document: &Value,
    release: Release,
    left_out: &mut Vec<Fault>,
) -> Vec<Resource> {
    let texts = document["objects"].as_array().into_iter().flatten();
    let mut objects = Vec::new();
    for (index, text) in texts.filter_map(Value::as_str).enumerate() {
        let options = ReadOptions { release, ..ReadOptions::default() };
        match api::read(text, &options) {
            Ok(read) => {
                for object in read {
                    if let Resource::Kept(kept) = &object
                        && kept.kind.creates_pods()
                    {
                        let why = format!("Podlab does not run {}", kept.kind.several());
                        left_out.push(Fault::new(format!("objects[{index}]"), why));
                    } else {
                        objects.push(object);
                    }
                }
            }
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
