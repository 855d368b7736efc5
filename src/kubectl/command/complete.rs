//! What can stand at the end of a line: commands, kinds, names of objects, flags and their values.

use super::get::OUTPUTS;
use super::shown;
use super::verbs::{Names, VERBS, Verb, named};
use super::words::{Flag, Takes, split};
use super::{Cluster, View, change::pod_spec, kinds, logs, without_kubectl};
use crate::api::{ResourceKind, meta::ObjectMeta};
use crate::base::text::Text;
use std::collections::BTreeSet;

/// A word that can stand at the end of a line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Candidate {
    /// The word.
    pub text: String,
    /// Whether the word is complete, so that a space can follow.
    pub is_whole: bool,
}

/// What can stand in place of the end of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completion {
    /// Where the end begins, in bytes from the beginning of the line.
    pub from: usize,
    /// What can stand there, sorted.
    pub candidates: Vec<Candidate>,
}

/// Returns what can stand in place of the last word of a line, or behind it when the line ends with a space.
///
/// ```
/// use podlab::kubectl::command::complete;
/// use podlab::{Settings, Sim};
///
/// let sim = Sim::with_nodes(Settings::default(), 2);
/// let words = |line: &str| {
///     let found = complete(&sim, &"default".into(), line);
///     found.candidates.into_iter().map(|word| word.text).collect::<Vec<_>>()
/// };
/// assert_eq!(words("kubectl un"), ["uncordon"]);
/// assert_eq!(words("kubectl cordon "), ["node-1", "node-2"]);
/// assert_eq!(words("kubectl get pods --output="), ["json", "name", "wide", "yaml"]);
/// ```
pub fn complete(view: &dyn View, namespace: &Text, line: &str) -> Completion {
    let from = line.rfind(char::is_whitespace).map_or(0, |at| at + 1);
    let (before, word) = line.split_at(from);
    let Ok(words) = split(before) else { return Completion::default() };
    let is_first = words.is_empty();
    let words = without_kubectl(words);
    let line = Line { cluster: Cluster::of(view, namespace), words: &words };
    let (skipped, mut candidates) = line.candidates(word);
    if is_first && !word.is_empty() {
        candidates.push("kubectl".to_owned());
    }
    let rest = &word[skipped..];
    candidates.retain(|candidate| candidate.starts_with(rest));
    candidates.sort();
    candidates.dedup();
    let whole = |text: String| Candidate { is_whole: !text.ends_with(['=', '/']), text };
    Completion { from: from + skipped, candidates: candidates.into_iter().map(whole).collect() }
}

/// The words of a line before the one to complete.
struct Line<'a> {
    cluster: Cluster<'a>,
    words: &'a [String],
}

impl Line<'_> {
    /// Returns what can stand at the end, and how many bytes of the word stay as they are.
    fn candidates(&self, word: &str) -> (usize, Vec<String>) {
        let Some((first, rest)) = self.words.split_first() else {
            let names = VERBS.iter().map(|verb| verb.name).chain(["help"]);
            return (0, owned(names));
        };
        if first == "help" {
            return (
                0,
                if rest.is_empty() {
                    owned(VERBS.iter().map(|verb| verb.name))
                } else {
                    Vec::new()
                },
            );
        }
        let Some(verb) = named(first) else { return (0, Vec::new()) };
        if word.starts_with('-') {
            return match word.split_once('=') {
                Some((flag, _)) => (flag.len() + 1, self.values(verb, flag)),
                None => (0, flags(verb)),
            };
        }
        if let Some(flag) = rest.last().filter(|last| awaits_value(verb, last)) {
            return (0, self.values(verb, flag));
        }
        let plain = plain(verb, rest);
        match (verb.below, &plain[..]) {
            ([], _) => self.objects(verb, &plain, word),
            (below, []) => (0, owned(below.iter().copied())),
            (_, [_, objects @ ..]) => self.objects(verb, objects, word),
        }
    }

    /// Returns the kinds and names that can stand behind the words of a command.
    fn objects(&self, verb: &Verb, plain: &[&str], word: &str) -> (usize, Vec<String>) {
        match (verb.names, plain) {
            (Names::Nothing, _) => (0, Vec::new()),
            (Names::Nodes, _) => (0, self.names(ResourceKind::Node)),
            (Names::Container, []) => match word.split_once('/') {
                Some((kind, _)) => (kind.len() + 1, self.names_of(kind)),
                None => (0, self.names(ResourceKind::Pod)),
            },
            (Names::Container, [pod, ..]) => (0, self.containers_of(pod)),
            (Names::NodesByKind, []) => (0, owned(["nodes"])),
            (Names::Objects | Names::Workloads | Names::NodesByKind, [first, ..])
                if !first.contains('/') =>
            {
                (0, self.behind_kind(verb, first, &plain[1..]))
            }
            (Names::Objects | Names::Workloads | Names::NodesByKind, _) => {
                if let Some((kind, _)) = word.split_once('/') {
                    return (kind.len() + 1, self.names_of(kind));
                }
                if verb.name == "set" && !plain.is_empty() {
                    return (0, self.containers(plain));
                }
                let skipped = word.rfind(',').map_or(0, |at| at + 1);
                (skipped, self.kinds(verb))
            }
        }
    }

    /// Returns what can stand behind a kind: names, and behind those of `set image` the containers.
    fn behind_kind(&self, verb: &Verb, kind: &str, names: &[&str]) -> Vec<String> {
        if verb.name == "set" && !names.is_empty() {
            let objects: Vec<String> = names.iter().map(|name| format!("{kind}/{name}")).collect();
            return self.containers(&objects.iter().map(String::as_str).collect::<Vec<_>>());
        }
        let mut found = self.names_of(kind);
        found.retain(|name| !names.contains(&name.as_str()));
        found
    }

    /// Returns the words for the kinds that a command is for: plurals and short names.
    fn kinds(&self, verb: &Verb) -> Vec<String> {
        let is_meant =
            |kind: &ResourceKind| !matches!(verb.names, Names::Workloads) || kind.is_workload();
        let kinds = kinds::served(self.cluster.world).into_iter().filter(is_meant);
        let mut words: Vec<String> = kinds
            .flat_map(|kind| [kinds::word(kind), kind.short_name()])
            .map(str::to_owned)
            .collect();
        words.retain(|word| !word.is_empty());
        if matches!(verb.name, "get" | "describe") {
            words.push("all".to_owned());
        }
        words
    }

    /// Returns the names of the objects of the kinds that a word lists.
    fn names_of(&self, kinds: &str) -> Vec<String> {
        let kinds = kinds.split(',').filter_map(|word| kinds::read(self.cluster.world, word).ok());
        kinds.flat_map(|kind| self.names(kind)).collect()
    }

    fn names(&self, kind: ResourceKind) -> Vec<String> {
        let namespace = self.namespace();
        let all = shown::list(&self.cluster, kind, Some(&namespace));
        all.iter().map(|shown| shown.name().to_string()).collect()
    }

    /// Returns the namespace that the line names, or the usual one.
    fn namespace(&self) -> Text {
        let mut words = self.words.iter();
        while let Some(word) = words.next() {
            let value = match word.as_str() {
                "-n" | "--namespace" => words.next().map(String::as_str),
                word => word.strip_prefix("--namespace=").or_else(|| word.strip_prefix("-n")),
            };
            if let Some(value) = value {
                return value.to_owned().into();
            }
        }
        self.cluster.namespace.clone()
    }

    /// Returns `NAME=` for the containers of objects.
    fn containers(&self, objects: &[&str]) -> Vec<String> {
        let mut found = Vec::new();
        for (kind, name) in objects.iter().filter_map(|object| object.split_once('/')) {
            let Ok(kind) = kinds::read(self.cluster.world, kind) else { continue };
            let (name, namespace) = (name.to_owned().into(), self.namespace());
            let metadata = ObjectMeta { name, namespace, ..ObjectMeta::default() };
            let Some(spec) = pod_spec(&self.cluster, kind, &metadata) else { continue };
            let all = spec.containers.iter().chain(&spec.init_containers);
            found.extend(all.map(|container| format!("{}=", container.name)));
        }
        if self.words.get(1).is_some_and(|below| below == "image") { found } else { Vec::new() }
    }

    /// Returns the names of the containers of a Pod.
    fn containers_of(&self, pod: &str) -> Vec<String> {
        let name = pod.split_once('/').map_or(pod, |(_, name)| name).to_owned().into();
        let pod = self.cluster.pod(&self.namespace(), &name);
        pod.map_or(Vec::new(), |pod| {
            logs::names(pod).iter().map(|(name, _)| name.to_string()).collect()
        })
    }

    /// Returns the values of a flag.
    fn values(&self, verb: &Verb, flag: &str) -> Vec<String> {
        let Some((long, ..)) = flag_named(verb, flag) else { return Vec::new() };
        match *long {
            "cascade" => owned(["background", "foreground", "orphan"]),
            "container" => plain(verb, &self.words[1..])
                .first()
                .map_or(Vec::new(), |pod| self.containers_of(pod)),
            "namespace" => self.namespaces(),
            "output" => owned(OUTPUTS),
            "selector" => self.labels(verb),
            "subresource" => owned(["resize", "status"]),
            "type" => owned(["merge", "strategic"]),
            _ => Vec::new(),
        }
    }

    fn namespaces(&self) -> Vec<String> {
        let of_pods = self.cluster.world.pods().map(|(_, pod)| pod.metadata.namespace.to_string());
        let objects = self.cluster.world.objects.all();
        let of_objects = objects.map(|object| object.metadata().namespace.to_string());
        let usual = self.cluster.namespace.to_string();
        of_pods.chain(of_objects).chain([usual]).collect()
    }

    /// Returns the labels of the objects that the line is about, as `key=value`.
    fn labels(&self, verb: &Verb) -> Vec<String> {
        let kind = match (verb.names, self.words.get(1)) {
            (Names::Nodes, _) => Some(ResourceKind::Node),
            (_, Some(word)) => kinds::read(self.cluster.world, word).ok(),
            (_, None) => None,
        };
        let namespace = self.namespace();
        let list = |kind| shown::list(&self.cluster, kind, Some(&namespace));
        let all = kind.map(list).unwrap_or_default();
        let labels = all.iter().filter_map(shown::Shown::labels).flatten();
        let labels: BTreeSet<String> =
            labels.map(|(key, value)| format!("{key}={value}")).collect();
        labels.into_iter().collect()
    }
}

fn owned<'a>(words: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    words.into_iter().map(str::to_owned).collect()
}

/// Returns the flags of a command. One with a value ends with `=`.
fn flags(verb: &Verb) -> Vec<String> {
    let long = |(long, _, takes): &Flag| match takes {
        Takes::Value => format!("--{long}="),
        Takes::Nothing => format!("--{long}"),
    };
    verb.flags.iter().map(long).chain(["--help".to_owned()]).collect()
}

/// Returns the flag of a command that a word names.
fn flag_named<'a>(verb: &'a Verb, word: &str) -> Option<&'a Flag> {
    let mut flags = verb.flags.iter();
    match word.strip_prefix("--") {
        Some(long) => flags.find(|flag| flag.0 == long),
        None => {
            let letter = word.strip_prefix('-')?;
            flags.find(|flag| letter.chars().eq([flag.1]))
        }
    }
}

/// Returns whether a word is a flag whose value is the next word.
fn awaits_value(verb: &Verb, word: &str) -> bool {
    flag_named(verb, word).is_some_and(|flag| flag.2 == Takes::Value)
}

/// Returns the words that are neither flags nor their values.
fn plain<'a>(verb: &Verb, words: &'a [String]) -> Vec<&'a str> {
    let mut plain = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if awaits_value(verb, word) {
            words.next();
        } else if !word.starts_with('-') {
            plain.push(word.as_str());
        }
    }
    plain
}
