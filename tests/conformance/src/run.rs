//! One run, read from its trace: the rows of steps and the acts that are compared.
use crate::steps::{Step, steps};
use crate::text::{without_durations, without_nodes};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Owners whose Pods have random names; their Pods are compared as a set.
const RANDOM_OWNERS: [&str; 6] =
    ["ReplicaSet", "Job", "DaemonSet", "ReplicationController", "CronJob", "Deployment"];

/// Kinds whose status is compared.
const CONTROLLERS: [&str; 7] = [
    "StatefulSet",
    "Deployment",
    "ReplicaSet",
    "Job",
    "DaemonSet",
    "PodDisruptionBudget",
    "ReplicationController",
];

/// Fields of a controller's status that are compared, where they are neither empty nor zero.
const STATUS: [&str; 17] = [
    "replicas",
    "readyReplicas",
    "availableReplicas",
    "currentReplicas",
    "updatedReplicas",
    "currentRevision",
    "updateRevision",
    "active",
    "succeeded",
    "failed",
    "currentHealthy",
    "desiredHealthy",
    "disruptionsAllowed",
    "numberReady",
    "desiredNumberScheduled",
    "updatedNumberScheduled",
    "unavailableReplicas",
];

/// Rows of steps by name; Pods with random names share one name and are a set.
pub type Rows = BTreeMap<String, Vec<Vec<Step>>>;

/// What an Event is known by: about, type, reason, message.
pub type EventKey = (String, Option<String>, Option<String>, String);

/// One entry of a trace, with the fields every comparison needs.
struct Entry<'a> {
    at: f64,
    kind: &'a str,
    op: &'a str,
    name: &'a str,
    fields: &'a Map<String, Value>,
}

impl<'a> Entry<'a> {
    fn read(value: &'a Value) -> Result<Self, String> {
        let fields = value.as_object().ok_or("an entry is not an object")?;
        let text = |key: &str| fields.get(key).and_then(Value::as_str);
        let kind = text("kind").ok_or("an entry has no kind")?;
        let plain = !matches!(kind, "Pod" | "Endpoints") && !CONTROLLERS.contains(&kind);
        let need = |key: &str| match text(key) {
            Some(text) => Ok(text),
            None if plain => Ok(""),
            None => Err(format!("an entry of kind {kind} has no {key}")),
        };
        let at = match fields.get("t").and_then(Value::as_f64) {
            Some(at) => at,
            None if plain => 0.0,
            None => return Err(format!("an entry of kind {kind} has no t")),
        };
        let (op, name) = (need("op")?, need("name")?);
        Ok(Self { at, kind, op, name, fields })
    }

    fn deleted(&self) -> bool {
        self.op == "DELETED"
    }

    fn get(&self, key: &str) -> &'a Value {
        self.fields.get(key).unwrap_or(&Value::Null)
    }

    fn list(&self, key: &str) -> &'a [Value] {
        self.get(key).as_array().map_or(&[], Vec::as_slice)
    }
}

/// The Pods of a run under the names they are compared by, and the entries of its trace.
pub struct Run<'a> {
    entries: Vec<Entry<'a>>,
    /// Pods in order of appearance: the name they are compared by and the indices of their entries.
    pods: Vec<(String, Vec<usize>)>,
    /// Random Pod names in order of appearance and what stands for them.
    random_names: Vec<(&'a str, String)>,
}

impl<'a> Run<'a> {
    /// Reads the trace of a document.
    ///
    /// # Errors
    ///
    /// Says why when the document has no usable trace.
    pub fn read(document: &'a Value) -> Result<Self, String> {
        let trace = match &document["trace"] {
            Value::Array(trace) if !trace.is_empty() => trace,
            Value::Array(_) | Value::Null => return Err("empty trace".to_owned()),
            Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_) => {
                return Err("the trace is not a list".to_owned());
            }
        };
        let entries = trace.iter().map(Entry::read).collect::<Result<Vec<_>, _>>()?;
        let mut run = Self { entries, pods: Vec::new(), random_names: Vec::new() };
        run.name_pods();
        Ok(run)
    }

    /// Gives every incarnation of a Pod its name: `web-0#2`, or `<ReplicaSet-pod>` where the name is random.
    fn name_pods(&mut self) {
        let mut current: HashMap<&str, usize> = HashMap::new();
        let mut count: HashMap<&str, usize> = HashMap::new();
        for (index, entry) in self.entries.iter().enumerate().filter(|(_, e)| e.kind == "Pod") {
            if entry.op == "ADDED" || !current.contains_key(entry.name) {
                let nth = count.entry(entry.name).or_default();
                *nth += 1;
                let owner = entry.list("owner").first().and_then(Value::as_str).unwrap_or_default();
                let owner = owner.split('/').next().unwrap_or_default();
                let random = RANDOM_OWNERS.contains(&owner);
                let alias =
                    if random { format!("<{owner}-pod>") } else { format!("{}#{nth}", entry.name) };
                if random {
                    match self.random_names.iter_mut().find(|(name, _)| *name == entry.name) {
                        Some(known) => known.1.clone_from(&alias),
                        None => self.random_names.push((entry.name, alias.clone())),
                    }
                }
                current.insert(entry.name, self.pods.len());
                self.pods.push((alias, Vec::new()));
            }
            self.pods[current[entry.name]].1.push(index);
        }
    }

    /// The name, or what stands for it if it is random.
    fn stable_name(&self, name: &'a str) -> &str {
        let known = self.random_names.iter().find(|(random, _)| *random == name);
        known.map_or(name, |(_, alias)| alias)
    }

    fn per_pod(&self, parts: impl Fn(&Entry<'a>) -> Vec<(String, Value)>) -> Rows {
        let mut rows = Rows::new();
        for (alias, indices) in &self.pods {
            let mut seen: BTreeMap<String, Vec<(f64, Value)>> = BTreeMap::new();
            for entry in indices.iter().map(|i| &self.entries[*i]) {
                for (part, value) in parts(entry) {
                    seen.entry(part).or_default().push((entry.at, value));
                }
            }
            for (part, seen) in seen {
                let name = format!("{alias} {part}").trim().to_owned();
                rows.entry(name).or_default().push(steps(seen));
            }
        }
        rows
    }

    /// What `kubectl get pods` showed of each Pod: phase, READY, STATUS, RESTARTS.
    #[must_use]
    pub fn rows(&self) -> Rows {
        self.per_pod(|entry| {
            if entry.deleted() {
                return vec![(String::new(), json!(["gone"]))];
            }
            let row = entry.get("row");
            let restarts = match row.get("RESTARTS") {
                Some(Value::String(text)) => text.split(' ').next().unwrap_or_default().to_owned(),
                Some(other) => other.to_string(),
                None => String::new(),
            };
            vec![(
                String::new(),
                json!([entry.get("phase"), row["READY"], row["STATUS"], restarts]),
            )]
        })
    }

    /// State, reason, exit code and restarts of each container.
    #[must_use]
    pub fn containers(&self) -> Rows {
        self.per_pod(|entry| {
            if entry.deleted() {
                return Vec::new();
            }
            let statuses = entry.list("init").iter().chain(entry.list("ctr"));
            statuses
                .map(|status| {
                    let state = status["state"].as_object().and_then(|s| s.iter().next());
                    let (kind, detail) =
                        state.map_or(("none", &Value::Null), |(k, d)| (k.as_str(), d));
                    let restarts = status.get("restarts").cloned().unwrap_or(json!(0));
                    let name = status["name"].as_str().unwrap_or_default().to_owned();
                    (name, json!([kind, detail["reason"], detail["exitCode"], restarts]))
                })
                .collect()
        })
    }

    /// Status and reason of each condition.
    #[must_use]
    pub fn conditions(&self) -> Rows {
        self.per_pod(|entry| {
            let conditions = entry.get("cond").as_object().filter(|_| !entry.deleted());
            let conditions = conditions.into_iter().flatten();
            conditions
                .map(|(kind, condition)| (kind.clone(), json!([condition["s"], condition["r"]])))
                .collect()
        })
    }

    fn series(&self, kinds: &[&str], value: impl Fn(&Entry<'a>) -> Value) -> Rows {
        let mut seen: BTreeMap<String, Vec<(f64, Value)>> = BTreeMap::new();
        let mut count: HashMap<&str, usize> = HashMap::new();
        let mut aliases: HashMap<(&str, &str), String> = HashMap::new();
        for entry in self.entries.iter().filter(|e| kinds.contains(&e.kind)) {
            let alias = aliases.entry((entry.kind, entry.name)).or_insert_with(|| {
                let nth = count.entry(entry.kind).or_default();
                *nth += 1;
                if matches!(entry.kind, "ReplicaSet" | "Job") && !entry.list("owner").is_empty() {
                    format!("{}/#{nth}", entry.kind)
                } else {
                    format!("{}/{}", entry.kind, entry.name)
                }
            });
            let value = if entry.deleted() { json!("gone") } else { value(entry) };
            seen.entry(alias.clone()).or_default().push((entry.at, value));
        }
        seen.into_iter().map(|(name, seen)| (name, vec![steps(seen)])).collect()
    }

    /// Pods that were ready and not ready behind each Service.
    #[must_use]
    pub fn endpoints(&self) -> Rows {
        let names = |list: &'a [Value]| {
            let names = list.iter().map(|n| self.stable_name(n.as_str().unwrap_or_default()));
            let mut names: Vec<&str> = names.collect();
            names.sort_unstable();
            json!(names)
        };
        self.series(&["Endpoints"], |e| json!([names(e.list("ready")), names(e.list("notReady"))]))
    }

    /// Conditions of the Pods behind each Service, as its EndpointSlice told them.
    #[must_use]
    pub fn endpoint_slices(&self) -> Rows {
        self.series(&["EndpointSlice"], |entry| {
            let pods = entry.get("endpoints").as_object().into_iter().flatten();
            let mut pods: Vec<_> =
                pods.map(|(name, told)| (self.stable_name(name), told)).collect();
            // Pods with generated names have one name here, and no order.
            pods.sort_by_cached_key(|(name, told)| (*name, told.to_string()));
            json!(pods)
        })
    }

    /// Status of each controller.
    #[must_use]
    pub fn controllers(&self) -> Rows {
        self.series(&CONTROLLERS, |entry| {
            let status = entry.get("status");
            let told = |value: &Value| match value {
                Value::Null | Value::Bool(false) => false,
                Value::String(text) => !text.is_empty(),
                Value::Number(number) => number.as_f64() != Some(0.0),
                Value::Bool(true) | Value::Array(_) | Value::Object(_) => true,
            };
            let fields = STATUS.iter().filter(|field| told(&status[**field]));
            fields.map(|field| ((*field).to_owned(), status[*field].clone())).collect()
        })
    }

    /// Creations, deletions and removals of Pods with their times; equal acts are numbered.
    #[must_use]
    pub fn acts(&self) -> Vec<(String, f64)> {
        let mut acts = Vec::new();
        let mut nth: HashMap<String, usize> = HashMap::new();
        let mut known: HashSet<&str> = HashSet::new();
        let mut dying: HashSet<&str> = HashSet::new();
        let mut act = |at: f64, what: String| {
            let n = nth.entry(what.clone()).or_default();
            *n += 1;
            acts.push((format!("{what} ({n})"), at));
        };
        for entry in self.entries.iter().filter(|e| e.kind == "Pod") {
            let name = self.stable_name(entry.name);
            if entry.op == "ADDED" || known.insert(entry.name) {
                known.insert(entry.name);
                dying.remove(entry.name);
            }
            let leaving = entry.deleted() || told_deletion(entry.get("deletion"));
            if entry.op == "ADDED" {
                let revision = entry.get("labels")["controller-revision-hash"].as_str();
                let revision = revision.filter(|r| r.contains("-rev")).unwrap_or_default();
                act(entry.at, format!("create {name} {revision}").trim().to_owned());
            } else if leaving && dying.insert(entry.name) {
                act(entry.at, format!("delete {name}"));
            }
            if entry.deleted() {
                act(entry.at, format!("removed {name}"));
            }
        }
        acts
    }

    /// Events and the highest count each was seen with.
    #[must_use]
    pub fn events(&self) -> BTreeMap<EventKey, f64> {
        let mut events = BTreeMap::new();
        for entry in self.entries.iter().filter(|e| e.kind == "Event") {
            let text = |key: &str| entry.get(key).as_str().unwrap_or_default();
            let (kind, name) = text("about").split_once('/').unwrap_or((text("about"), ""));
            let mut message = without_durations(text("message"));
            for (random, alias) in &self.random_names {
                message = message.replace(random, alias);
            }
            let key = (
                format!("{kind}/{}", self.stable_name(name)),
                entry.get("type").as_str().map(str::to_owned),
                entry.get("reason").as_str().map(str::to_owned),
                without_nodes(&message),
            );
            let count = entry.get("count").as_f64().filter(|n| *n != 0.0).unwrap_or(1.0);
            let highest = events.entry(key).or_insert(count);
            *highest = highest.max(count);
        }
        events
    }
}

/// Whether the `deletion` of an entry says that the Pod is being deleted.
fn told_deletion(deletion: &Value) -> bool {
    deletion.as_object().is_some_and(|d| !d.is_empty())
}
