//! `podlab run --why`: why an object is as it is at the end of a run, or why it does not exist.

use podlab::api::ResourceKind;
use podlab::api::meta::ObjectMeta;
use podlab::api::stateful_set::{StatefulSet, parent_and_ordinal};
use podlab::api::status::READY;
use podlab::cluster::cause::Cause;
use podlab::cluster::change::Change;
use podlab::cluster::fact::Fact;
use podlab::cluster::object::ChangedObject;
use podlab::controller::stateful_set::claims::claim_names;
use podlab::manifest::schema::nearest;
use podlab::questions::explanation::Explanation;
use podlab::questions::manifest_line::manifest_line;
use podlab::questions::root::Root;
use podlab::questions::stuck::{Bounds, Search, Stuck};
use podlab::questions::waits::{Wait, WaitKind, waits};
use podlab::sim::Sim;
use podlab_messages::text::stuck_helps;
use podlab_messages::{
    Actor, PodNames, Teller, absence, caution, chain, clock, conclusion, question, remedy, stuck,
    wait,
};
use std::str::FromStr;

/// What `--why` asks about, in each way in which it can be read: `shop/web` is the Pod `web` in the namespace `shop`, or the subject
/// `web` of the Pod `shop`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// At least one; the first one about an object that there was counts.
    readings: Vec<Reading>,
}

/// One way to read a question.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Reading {
    kind: &'static str,
    /// The namespace; any one where the question names none.
    namespace: Option<String>,
    name: String,
    subject: Option<String>,
}

/// A question about an object, and the changes so far.
#[derive(Debug)]
pub struct Why {
    question: Question,
    changes: Vec<Change>,
}

/// The kinds that Podlab runs whose changes are recorded.
const KINDS: [&str; 7] = [
    "Pod",
    "StatefulSet",
    "PersistentVolumeClaim",
    "PersistentVolume",
    "ControllerRevision",
    "PodDisruptionBudget",
    "Endpoints",
];

/// Returns the kind with that name or short name. A Service stands for its Endpoints.
fn kind(word: &str) -> Option<&'static str> {
    let name = match word.to_ascii_lowercase().as_str() {
        "controllerrevision" | "controllerrevisions" => "ControllerRevision",
        "endpoints" | "ep" => "Endpoints",
        _ => {
            let kind = ResourceKind::read(word)?;
            if let ResourceKind::Kept(kind) = kind {
                return Some(kind.as_str());
            }
            if kind == ResourceKind::Service { "Endpoints" } else { kind.as_str() }
        }
    };
    KINDS.into_iter().find(|kind| *kind == name)
}

impl FromStr for Question {
    type Err = String;

    fn from_str(text: &str) -> Result<Question, String> {
        let words: Vec<&str> = text.split('/').collect();
        let reading = |kind, namespace: Option<&str>, name: &str, subject: Option<&str>| {
            let [namespace, subject] = [namespace, subject].map(|word| word.map(str::to_owned));
            Reading { kind, namespace, name: name.to_owned(), subject }
        };
        let first = kind(words[0]);
        let readings = match (&words[..], first) {
            (words, _) if words.iter().any(|word| word.is_empty()) => Vec::new(),
            ([name], _) => vec![reading("Pod", None, name, None)],
            ([_, name], Some(kind)) => vec![reading(kind, None, name, None)],
            ([word, name], None) => {
                vec![reading("Pod", None, word, Some(name)), reading("Pod", Some(word), name, None)]
            }
            ([_, word, name], Some(kind)) => {
                vec![reading(kind, None, word, Some(name)), reading(kind, Some(word), name, None)]
            }
            ([namespace, name, subject], None) => {
                vec![reading("Pod", Some(namespace), name, Some(subject))]
            }
            ([_, namespace, name, subject], Some(kind)) => {
                vec![reading(kind, Some(namespace), name, Some(subject))]
            }
            _ => Vec::new(),
        };
        if readings.is_empty() {
            return Err("it must be POD or POD/SUBJECT, or KIND/NAME or KIND/NAME/SUBJECT, with NAMESPACE/ before the name for another namespace".into());
        }
        Ok(Question { readings })
    }
}

impl Reading {
    /// Returns whether a change is about the object.
    fn is_of(&self, change: &Change) -> bool {
        change.object.kind() == self.kind
            && change.object.name() == self.name
            && self.namespace.as_deref().is_none_or(|own| namespace(&change.object) == Some(own))
    }
}

/// Returns the namespace of an object that has one.
fn namespace(object: &ChangedObject) -> Option<&str> {
    object.reference().map(|object| &*object.namespace)
}

impl Why {
    /// A question before any change.
    pub fn new(question: Question) -> Why {
        Why { question, changes: Vec::new() }
    }

    /// Collects the changes since the last call.
    pub fn watch(&mut self, sim: &mut Sim) {
        self.changes.extend(sim.take_changes());
        sim.take_watch();
    }

    /// Returns the chain of causes, what the object waits for, and why it does not exist if a StatefulSet is to create it.
    ///
    /// # Errors
    /// When the object never changed, and no StatefulSet is to create it.
    pub fn answer(&self, sim: &Sim) -> Result<String, String> {
        let is_known = |reading: &&Reading| {
            self.changes.iter().any(|change| reading.is_of(change))
                || absent(sim, reading).is_some()
        };
        let readings = &self.question.readings;
        let Some(known) = readings.iter().find(is_known) else {
            return Err(self.unknown(&readings[0]));
        };
        // Of objects of one name in several namespaces, the one in `default` is meant.
        let mut reading = known.clone();
        if reading.namespace.is_none() {
            let changes = self.changes.iter().filter(|change| reading.is_of(change));
            let mut spaces = changes.filter_map(|change| namespace(&change.object));
            let first = spaces.next();
            let is_default = |space: &&str| *space == "default";
            let meant = first.into_iter().chain(spaces).find(is_default).or(first);
            reading.namespace = meant.map(str::to_owned);
        }
        self.answer_of(sim, &reading)
    }

    /// Says that there was no such object, with the nearest name.
    fn unknown(&self, reading: &Reading) -> String {
        let objects = self.changes.iter().map(|change| &change.object);
        let seen = objects.filter(|object| object.kind() == reading.kind);
        let seen: Vec<&str> = seen.map(ChangedObject::name).collect();
        let guess = nearest(&reading.name, &seen);
        let guess = guess.map(|guess| format!("; did you mean {guess}?")).unwrap_or_default();
        let place = reading.namespace.as_ref().map(|own| format!(" in the namespace {own}"));
        let kinds = place.as_ref().map(|_| format!("; known kinds are {}", KINDS.join(", ")));
        let (place, kinds) = (place.unwrap_or_default(), kinds.unwrap_or_default());
        format!("there was no {} {}{place}{guess}{kinds}", reading.kind, reading.name)
    }

    fn answer_of(&self, sim: &Sim, reading: &Reading) -> Result<String, String> {
        let news = |change: &&Change| match &reading.subject {
            Some(subject) => is_about(&change.fact, subject),
            None => change.pod.is_none() || (change.is_news() && !is_by_the_way(&change.fact)),
        };
        let mut text = String::new();
        let absence = absent(sim, reading);
        if let Some(last) = self.changes.iter().rfind(|c| reading.is_of(c) && news(c)) {
            self.write_chain(sim, last, &mut text);
        } else if self.changes.iter().any(|change| reading.is_of(change)) {
            let Reading { kind, name, subject, .. } = reading;
            let subject = subject.as_deref().unwrap_or_default();
            return Err(format!("{subject} of the {kind} {name} never changed"));
        }
        let mut waiting = vec![(reading.kind, reading.name.clone())];
        if let Some((set, question, why)) = absence {
            text.push_str(&format!("{}\n  {}\n", plain(&question), plain(&why)));
            waiting.push(set);
        }
        write_waits(sim, reading.namespace.as_deref(), waiting, &mut text);
        Ok(text)
    }

    /// Writes the causes of a change.
    fn write_chain(&self, sim: &Sim, last: &Change, text: &mut String) {
        text.push_str(&format!("{}\n", plain(&question(last))));
        let why = Explanation::of(&self.causes(last));
        let pods = PodNames::Others(last.pod);
        let teller = Teller { commands: sim.commands(), actor: &|_| Actor::Scene, pods };
        let goes_on = why.goes_on(sim, &self.changes);
        let root = Root::of(&why, sim, &self.changes);
        if let Some(conclusion) = conclusion(&why, root.as_ref(), goes_on.as_ref(), &teller) {
            text.push_str(&format!("{}\n", plain(&conclusion)));
        }
        for step in chain(&why, &teller) {
            text.push_str(&format!("  {}  {}\n", clock(step.time), plain(&step.text)));
            if let Some(rule) = step.rule {
                let release = sim.settings().release.number();
                text.push_str(&format!(
                    "           {} (Kubernetes {release}) {}: {}\n",
                    rule,
                    podlab_messages::rule_title(rule),
                    podlab_messages::rule_sentence(rule)
                ));
                let change = step.change.and_then(|number| self.changes.get(number as usize));
                if let Some(line) = change.and_then(|change| manifest_line(sim, change)) {
                    let line = plain(&podlab_messages::line(&line));
                    text.push_str(&format!("           {line}\n"));
                }
                text.push_str(&format!("           https://kubernetes.io/docs/{}\n", rule.page()));
            }
        }
    }

    /// Returns a change and its causes, the latest first.
    fn causes<'a>(&'a self, change: &'a Change) -> Vec<&'a Change> {
        let mut causes = vec![change];
        while let Some(Cause::Change(earlier)) = causes.last().map(|last| last.cause) {
            // The number of a change is its index: all changes since the beginning are in the list.
            let Some(change) = self.changes.get(earlier as usize) else { break };
            causes.push(change);
        }
        causes
    }
}

/// Returns the StatefulSet that is to create a missing object, the question why it is missing, and the answer.
fn absent(sim: &Sim, reading: &Reading) -> Option<(KindAndName, String, String)> {
    let objects = &sim.world().objects;
    let (parent, ordinal) = parent_and_ordinal(&reading.name)?;
    let is_here = |metadata: &ObjectMeta| {
        reading.namespace.as_ref().is_none_or(|own| *metadata.namespace == **own)
    };
    let is_it = |metadata: &ObjectMeta| metadata.name == *reading.name && is_here(metadata);
    let is_there = match reading.kind {
        "Pod" => sim.world().pods().any(|(_, pod)| is_it(&pod.metadata)),
        "PersistentVolumeClaim" => objects.claims.iter().any(|(_, claim)| is_it(&claim.metadata)),
        _ => true,
    };
    if is_there {
        return None;
    }
    let makes = |set: &StatefulSet| {
        let name = &set.metadata.name;
        is_here(&set.metadata)
            && match reading.kind {
                "Pod" => *name == *parent,
                _ => claim_names(set, ordinal).any(|claim| claim == *reading.name),
            }
    };
    let (_, set) = objects.sets.iter().find(|(_, set)| makes(set))?;
    let object = format!("{}/{}", reading.kind, reading.name);
    let (question, why) = absence(&object, set, ordinal);
    let set = (ResourceKind::StatefulSet.as_str(), set.metadata.name.to_string());
    Some((set, question, why))
}

/// Writes what these objects of a namespace wait for. Where a StatefulSet waits for a Pod, writes also what that Pod waits for.
fn write_waits(
    sim: &Sim,
    namespace: Option<&str>,
    mut waiting: Vec<KindAndName>,
    text: &mut String,
) {
    let is_here = |held: &Wait| {
        let own = &held.object.namespace;
        own.is_empty() || namespace.is_none_or(|namespace| **own == *namespace)
    };
    let mut all = waits(sim);
    all.retain(is_here);
    let mut at = 0;
    while let Some((kind, name)) = waiting.get(at).cloned() {
        at += 1;
        // The sentence about another Pod begins with its name; the sentences about a StatefulSet contain its name.
        let is_other = kind == ResourceKind::Pod.as_str() && at > 1;
        let before = if is_other { format!("{name}: ") } else { String::new() };
        let is_it = |held: &&Wait| held.object.kind.as_str() == kind && held.object.name == *name;
        for held in all.iter().filter(is_it) {
            let sentence = plain(&wait(held, sim.now()));
            text.push_str(&format!("{before}{sentence}\n"));
            if let WaitKind::Set { pod, .. } = &held.kind {
                let pod = (ResourceKind::Pod.as_str(), pod.to_string());
                if !waiting.contains(&pod) {
                    waiting.push(pod);
                }
            }
        }
    }
    write_stuck(sim, &waiting, text);
}

/// Writes which of these objects are stuck, and what helps.
fn write_stuck(sim: &Sim, waiting: &[KindAndName], text: &mut String) {
    let mut search = Search::new(sim, Bounds::default());
    while search.work(u64::MAX) {}
    let is_asked = |found: &&Stuck| {
        let object = &found.wait.object;
        waiting.iter().any(|(kind, name)| *kind == object.kind.as_str() && object.name == **name)
    };
    for found in search.stuck().iter().filter(is_asked) {
        let object = &found.wait.object;
        text.push_str(&format!("{}/{}: {}\n", object.kind.as_str(), object.name, stuck(found)));
        for commands in &found.remedies {
            text.push_str(&format!("  {} {}\n", stuck_helps(), plain(&remedy(commands))));
            if let Some(caution) = caution(commands) {
                text.push_str(&format!("    {caution}\n"));
            }
        }
    }
}

/// Returns whether a question about a Pod as a whole is not about this: fields, and every condition but *Ready*.
fn is_by_the_way(fact: &Fact) -> bool {
    matches!(fact, Fact::Field { .. })
        || matches!(fact, Fact::Condition { kind, .. } if *kind != *READY)
}

/// The kind and the name of an object.
type KindAndName = (&'static str, String);

/// Returns a sentence without the marks around names.
pub fn plain(text: &str) -> String {
    text.replace('*', "")
}

/// Whether a fact has that name on the command line.
fn is_about(fact: &Fact, name: &str) -> bool {
    let (container, part) = name.rsplit_once('.').unwrap_or((name, ""));
    match fact {
        Fact::Phase { .. } | Fact::ClaimPhase { .. } | Fact::VolumePhase { .. } => name == "phase",
        Fact::Status { .. } => name == "status",
        Fact::Reason { .. } => name == "reason",
        Fact::Bound { .. } => name == "node",
        Fact::Created | Fact::RevisionCreated(_) => name == "created",
        Fact::RevisionNumber { .. } => name == "revision",
        Fact::Removed => name == "removed",
        Fact::Deletion { .. } => name == "deletion",
        Fact::EvictionRefused(_) => name == "eviction",
        Fact::Spec => name == "spec",
        Fact::Condition { kind, .. } => *kind == *name,
        Fact::NodeReady { .. } => name == READY,
        Fact::NodePressure { signal, .. } => signal.condition() == name,
        Fact::State { container: of, .. } => *of == *name,
        Fact::Ready { container: of, .. } => *of == *container && part == "ready",
        Fact::RestartCount { container: of, .. } => *of == *container && part == "restarts",
        Fact::Started { container: of, .. } => *of == *container && part == "started",
        Fact::Probe { container: of, kind, .. } => {
            *of == *container && part.eq_ignore_ascii_case(kind.as_str())
        }
        Fact::Hook { container: of, hook } => {
            *of == *container && part.eq_ignore_ascii_case(hook.as_str())
        }
        Fact::Signal { container: of, .. } => *of == *container && part == "signal",
        Fact::Program { container: of, .. } => *of == *container && part == "program",
        Fact::SandboxKilled => name == "sandbox.program",
        Fact::ContainersRemoved => name == "containers.program",
        Fact::Field { field, .. } => field.rsplit('.').next() == Some(name) || *field == name,
        Fact::Decision { .. } => name == "decision",
        Fact::Endpoints { .. } => name == "endpoints",
        Fact::Connectivity { .. } | Fact::Machine(_) | Fact::Resource { .. } => name == "machine",
        Fact::TaintAdded(_) | Fact::TaintRemoved(_) => name == "taint",
        Fact::Drain { .. } => name == "drain",
        Fact::World(_) => false,
    }
}
