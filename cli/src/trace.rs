//! The trace of a run, in the schema of the recorded runs.

mod aliases;
mod deployments;
mod sets;

use aliases::Aliases;
use podlab::api::KeptObject;
use podlab::api::endpoints::{EndpointSlice, Endpoints};
use podlab::api::pod::Pod;
use podlab::api::stateful_set::REVISION_LABEL;
use podlab::api::status::{ContainerState, ContainerStatus, PodCondition};
use podlab::apiserver::columns::pod_row;
use podlab::base::names::Names;
use podlab::base::text::Text;
use podlab::base::time::{SimTime, Timestamp};
use podlab::cluster::command::Command;
use podlab::cluster::world::{WatchEvent, Watched};
use podlab::rules::release::Release;
use podlab::sim::Sim;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Collects what a watch sees.
#[derive(Debug)]
pub struct Trace {
    release: Release,
    entries: Vec<Value>,
    /// Names of UIDs and addresses in the order of their appearance.
    uids: BTreeMap<Text, String>,
    addresses: BTreeMap<Text, String>,
    /// Names of revisions in the order of their creation.
    revisions: BTreeMap<Text, String>,
    /// What recorded runs have in the place of generated names.
    aliases: Aliases,
    /// Whether Endpoints are followed by slices, which take a name of their own.
    slices: bool,
}

impl Trace {
    /// An empty trace.
    pub fn new(release: Release, slices: bool) -> Self {
        Trace {
            release,
            entries: Vec::new(),
            uids: BTreeMap::new(),
            addresses: BTreeMap::new(),
            revisions: BTreeMap::new(),
            aliases: Aliases::default(),
            slices,
        }
    }

    /// The trace as JSON.
    pub fn into_value(self) -> Value {
        Value::Array(self.entries)
    }

    /// The entries since the last call.
    pub fn take(&mut self) -> Vec<Value> {
        std::mem::take(&mut self.entries)
    }

    /// How many entries wait to be taken.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether no entry waits to be taken.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Puts the names of this run in the place of the generated names that an act of a recorded run has.
    pub fn resolve(&mut self, command: &mut Command) {
        self.aliases.resolve(command);
    }

    /// Takes what the simulation's watch has seen.
    pub fn drain(&mut self, sim: &mut Sim) {
        for event in sim.take_watch() {
            // Recorded runs do not watch Services and volumes, nor Events about what belongs to no namespace; those of 1.20 no EndpointSlices.
            let is_shared = if let Watched::Event { index, .. } = &event.object {
                sim.events()[*index].namespace.is_empty()
            } else if let Watched::EndpointSlice(_) = &event.object {
                self.release == Release::V1_20
            } else {
                matches!(&event.object, Watched::Service(_) | Watched::PersistentVolume(_))
            };
            if !is_shared {
                if let Watched::ReplicaSet(set) = &event.object {
                    self.aliases.replica_set(&set.metadata);
                } else if let Watched::Pod(pod) = &event.object {
                    self.aliases.pod(&pod.metadata);
                }
                let mut entry = self.entry(sim, &event);
                if !self.aliases.is_empty() {
                    self.aliases.rename(&mut entry);
                }
                self.entries.push(entry);
            }
        }
    }

    fn entry(&mut self, sim: &Sim, event: &WatchEvent) -> Value {
        let t = (event.time.0 as f64 / 100.0).round() / 10.0;
        let op = event.kind.as_str();
        match &event.object {
            Watched::Pod(pod) => self.pod(event.time, t, op, pod),
            Watched::StatefulSet(set) => self.stateful_set(t, op, set),
            Watched::ControllerRevision(revision) => self.controller_revision(t, op, revision),
            Watched::PersistentVolumeClaim(claim) => self.claim(t, op, claim),
            Watched::Service(_) | Watched::PersistentVolume(_) => Value::Null,
            Watched::Kept(object) => self.kept(t, op, object),
            Watched::ReplicaSet(set) => self.replica_set(t, op, set),
            Watched::Deployment(deployment) => self.deployment(t, op, deployment),
            Watched::PodDisruptionBudget(budget) => self.budget(t, op, budget),
            Watched::Endpoints(endpoints) => self.endpoints(t, op, endpoints),
            Watched::EndpointSlice(slice) => endpoint_slice(t, op, slice),
            Watched::Event { index, count, message } => {
                let told = &sim.events()[*index];
                let message = self.normalised(message, &told.uid);
                let mut entry = json!({"t": t, "kind": "Event", "type": told.kind.as_str(), "reason": told.reason.as_str(),
                    "about": told.about.as_str(), "message": message, "count": count, "from": told.from});
                if !told.field.is_empty() {
                    entry["field"] = told.field.as_str().into();
                }
                entry
            }
        }
    }

    fn kept(&mut self, t: f64, op: &str, object: &KeptObject) -> Value {
        let metadata = &object.metadata;
        self.uid(&metadata.uid);
        let mut entry = json!({"t": t, "kind": object.kind.as_str(), "op": op, "name": metadata.name.as_str(),
            "apiVersion": object.api_version.as_str()});
        if metadata.generation > 0 {
            entry["generation"] = json!(metadata.generation);
        }
        sets::put_finalizers(&mut entry, metadata);
        entry
    }

    fn uid(&mut self, uid: &Text) -> String {
        let next = format!("uid-{}", self.uids.len() + 1);
        self.uids.entry(uid.clone()).or_insert(next).clone()
    }

    fn normalised(&mut self, message: &str, uid: &Text) -> String {
        let name = self.uid(uid);
        message.replace(uid.as_str(), &name)
    }

    fn endpoints(&mut self, t: f64, op: &str, endpoints: &Endpoints) -> Value {
        let name = &endpoints.metadata.name;
        self.uid(&format!("endpoints {name}").into());
        if self.slices {
            self.uid(&format!("slice {name}").into());
        }
        let names = |list: &Names| list.iter().map(Text::to_string).collect::<Vec<_>>();
        let (ready, not_ready) = &endpoints.addresses;
        json!({"t": t, "kind": "Endpoints", "op": op, "name": name.as_str(),
            "ready": names(ready), "notReady": names(not_ready)})
    }

    fn pod(&mut self, now: SimTime, t: f64, op: &str, pod: &Pod) -> Value {
        let (metadata, status) = (&pod.metadata, &pod.status);
        let uid = self.uid(&metadata.uid);
        let mut entry = Map::new();
        let mut put = |key: &str, value: Value| drop(entry.insert(key.to_owned(), value));
        put("t", json!(t));
        put("kind", json!("Pod"));
        put("op", json!(op));
        put("name", json!(metadata.name.as_str()));
        put("uid", json!(uid));
        put("phase", json!(status.phase().as_str()));
        let labels = metadata.labels.iter().map(|(key, value)| {
            let value = match key.as_str() {
                REVISION_LABEL => self.revision_name(value),
                _ => value.to_string(),
            };
            (key.to_string(), json!(value))
        });
        put("labels", Value::Object(labels.collect()));
        if !metadata.owner_references.is_empty() {
            put("owner", json!(sets::owners(metadata)));
        }
        for (key, text) in [("reason", &status.reason), ("node", &pod.spec.node_name)] {
            if !text.is_empty() {
                put(key, json!(text.as_str()));
            }
        }
        if !status.message.is_empty() {
            put("message", json!(status.message.replace(metadata.uid.as_str(), &uid)));
        }
        if !status.pod_ip.is_empty() {
            let next = format!("ip-{}", self.addresses.len() + 1);
            let ip = self.addresses.entry(status.pod_ip.clone()).or_insert(next);
            put("ip", json!(ip));
        }
        if let Some(at) = status.start_time {
            put("startTime", seconds(at));
        }
        put("qos", json!(status.qos_class.as_str()));
        put("cond", conditions(&status.conditions));
        let statuses = |list: &[ContainerStatus]| {
            Value::Array(list.iter().map(|s| container(s, &metadata.uid, &uid)).collect())
        };
        if !status.init_containers().is_empty() {
            put("init", statuses(status.init_containers()));
        }
        if !status.containers().is_empty() {
            put("ctr", statuses(status.containers()));
        }
        if let Some(at) = metadata.deletion_timestamp {
            let grace = metadata.deletion_grace_period_seconds.unwrap_or(0);
            put("deletion", json!({"at": seconds(at), "grace": grace}));
        }
        if !metadata.finalizers.is_empty() {
            let names: Vec<&str> = metadata.finalizers.iter().map(Text::as_str).collect();
            put("finalizers", json!(names));
        }
        let row = pod_row(pod, Timestamp::of(now), self.release);
        put("row", json!({"READY": row.ready, "STATUS": row.status, "RESTARTS": row.restarts}));
        Value::Object(entry)
    }
}

/// Conditions by type.
fn endpoint_slice(t: f64, op: &str, slice: &EndpointSlice) -> Value {
    let told = slice.iter().map(|(pod, c)| {
        let conditions =
            json!({"ready": c.ready, "serving": c.serving, "terminating": c.terminating});
        (pod.to_string(), conditions)
    });
    let (name, endpoints) = (&slice.metadata.name, Value::Object(told.collect()));
    json!({"t": t, "kind": "EndpointSlice", "op": op, "name": format!("{name}-slice1"),
        "endpoints": endpoints})
}

fn conditions(list: &[PodCondition]) -> Value {
    let entries = list.iter().map(|c| {
        let mut fields = json!({"s": c.status.as_str()});
        if !c.reason.is_empty() {
            fields["r"] = json!(c.reason.as_str());
        }
        if !c.message.is_empty() {
            fields["m"] = json!(c.message.as_str());
        }
        if let Some(at) = c.last_transition_time {
            fields["at"] = seconds(at);
        }
        (c.kind.to_string(), fields)
    });
    Value::Object(entries.collect())
}

/// A time of the API in seconds since the start of the run.
fn seconds(at: Timestamp) -> Value {
    json!(at.0 - Timestamp::EPOCH.0)
}

fn container(status: &ContainerStatus, uid: &Text, name: &str) -> Value {
    let mut entry = json!({
        "name": status.name.as_str(),
        "state": state(&status.state, uid, name),
        "ready": status.ready,
        "restarts": status.restart_count,
        "image": status.image.as_str(),
    });
    if let Some(started) = status.started {
        entry["started"] = json!(started);
    }
    if status.last_state != ContainerState::Unset {
        entry["last"] = state(&status.last_state, uid, name);
    }
    entry
}

fn state(state: &ContainerState, uid: &Text, name: &str) -> Value {
    let with = |fields: &mut Value, key: &str, text: &Text| {
        if !text.is_empty() {
            fields[key] = json!(text.replace(uid.as_str(), name));
        }
    };
    match state {
        ContainerState::Unset => json!({}),
        ContainerState::Waiting(waiting) => {
            let mut fields = json!({});
            with(&mut fields, "reason", &waiting.reason);
            with(&mut fields, "message", &waiting.message);
            json!({"waiting": fields})
        }
        ContainerState::Running(running) => {
            json!({"running": {"startedAt": running.started_at.map(seconds)}})
        }
        ContainerState::Terminated(end) => {
            let mut fields = json!({"exitCode": end.exit_code.0});
            with(&mut fields, "reason", &end.reason);
            with(&mut fields, "message", &end.message);
            fields["startedAt"] = json!(end.started_at.map(seconds));
            fields["finishedAt"] = json!(end.finished_at.map(seconds));
            json!({"terminated": fields})
        }
    }
}
