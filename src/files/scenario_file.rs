//! Files of scenarios: manifests, and what happens to them, in YAML or JSON.
//!
//! A file is a series of YAML documents. One of them may be the scenario. The others are manifests, which are created
//! at the start in their order, unless an action creates them. A file with manifests only is also a scenario.
//!
//! ```
//! use podlab::api::ReadOptions;
//! use podlab::files::scenario_file::read;
//! use podlab::base::time::SimTime;
//!
//! let text = "
//! apiVersion: podlab/v1
//! kind: Scenario
//! metadata: {name: crash-loop}
//! title: A program that keeps ending
//! until: 5m
//! actions:
//! - {do: runtime-rule, plan: [{run: 2s, exit: 1}]}
//! - {t: 4m, do: delete, object: pod/demo}
//! ---
//! apiVersion: v1
//! kind: Pod
//! metadata: {name: demo}
//! spec: {containers: [{name: app, image: nginx}]}
//! ";
//! let scenario = read(text, &ReadOptions::default()).unwrap();
//! let mut player = scenario.play(scenario.settings());
//! player.run_until(SimTime::from_seconds(60));
//! let (_, pod) = player.sim.pod("default", "demo").unwrap();
//! assert!(pod.status.container_statuses.as_ref().unwrap()[0].restart_count > 1);
//!
//! let mistakes = read(&text.replace("object:", "objct:"), &ReadOptions::default()).unwrap_err();
//! assert_eq!(
//!     mistakes[0].to_string(),
//!     "9:23: actions[1].objct: unknown field \"objct\"\nhelp: did you mean \"object\"?"
//! );
//! ```

mod classes;
mod header;
mod local_text;
mod naming;
mod server;
mod start;

use crate::api::pod::Pod;
use crate::api::{Documents, MAX_RESOURCES, ReadOptions, Resource, read_document};
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::command::Command;
use crate::cluster::eviction::Eviction;
use crate::cluster::world::{Cadence, Jitter, Oom, Settings};
use crate::files::player::{Player, Refusal};
use crate::kubelet::static_pod::name_on;
use crate::manifest::node::{Node, Span, Value};
use crate::manifest::wrong::{Complaint, TypeName, Wanted, Wrong};
use crate::manifest::{Code, Diagnostic, schema::nearest, yaml};
use crate::rules::Gates;
use crate::rules::release::Release;
use crate::sim::scenario::{Act, Action};
use crate::timeline::history::PlannedAct;

pub(super) use header::LESSON;
pub use header::{FIELDS, LESSON_FIELDS, LEVELS};
pub use local_text::{LearnerTurn, LocalText};

/// The `apiVersion` of scenarios.
pub(crate) const API_VERSION: &str = "podlab/v1";
/// The number of nodes when a scenario does not say one.
pub(crate) const NODES: u16 = 3;
/// The most mistakes that are reported at once.
const MAX_MISTAKES: usize = 100;

/// Objects, and what is done to them at which time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scenario {
    /// The field `metadata.name`; empty when no document is a scenario.
    pub name: Text,
    /// The title, one line for people.
    pub title: LocalText,
    /// What it shows, in a few sentences.
    pub summary: LocalText,
    /// What it asks its reader, in one sentence.
    pub question: LocalText,
    /// The group that the scenario is shown in.
    pub group: Text,
    /// How much it asks of its reader: `beginner`, `intermediate` or `advanced`; empty when it does not say.
    pub level: Text,
    /// The release that it is made for, from `kubernetes`.
    pub release: Option<Release>,
    /// The moment at which the page shows it when it is opened.
    pub opens: SimTime,
    /// When the page stops it and hands over to the reader.
    pub turn: Option<LearnerTurn>,
    /// When it ends.
    pub until: Option<SimTime>,
    /// The seed of all random numbers.
    pub seed: Option<u64>,
    /// How random waits are drawn: `seeded`, `middle` or `zero`.
    pub jitter: Option<Jitter>,
    /// When kubelets report what they know: `real` or, for teaching, `didactic`.
    pub cadence: Option<Cadence>,
    /// How many nodes the cluster has, in addition to those among the objects.
    pub nodes: Option<u16>,
    /// The suffix of the names of Services, from `clusterDomain`. Rule S-07.
    pub cluster_domain: Option<Text>,
    /// The feature gates that are switched on, from `featureGates`.
    pub gates: Gates,
    /// The longest time for which a restart is held back, in milliseconds, from `maxContainerRestartPeriod`. Rule
    /// P-414.
    pub max_container_restart_period: Option<u64>,
    /// The kubelets' settings for evictions, from `evictionSoft` and similar fields. Rule P-1021.
    pub eviction: Eviction,
    /// How many Pods that have ended may exist, from `terminatedPodGCThreshold`. Rule P-1023.
    pub pod_gc_threshold: Option<u32>,
    /// What is killed when memory runs out, from `singleProcessOOMKill` and `cgroupV1`. Rule P-321.
    pub oom: Oom,
    /// What is done, sorted by time.
    pub actions: Vec<Action>,
    /// The objects of the other documents, in their order. Before them come the storage classes that sets name and no
    /// document defines.
    pub objects: Vec<Resource>,
    /// What a person should know about the documents, such as that Podlab does not run a kind.
    pub warnings: Vec<Diagnostic>,
    /// The documents that the objects came from, to find the place of a mistake.
    documents: Vec<(Option<Text>, Node)>,
    /// Where each of the objects stands: the index of its document, and where it begins there; nothing for classes that were added.
    places: Vec<Option<(usize, Span)>>,
}

/// A text to read, with the name of its file.
#[derive(Clone, Debug, Default)]
pub struct Source<'a> {
    /// The name of the file, for diagnostics.
    pub file: Option<Text>,
    /// The text.
    pub text: &'a str,
}

/// Reads a text of manifests with at most one scenario.
///
/// The scenario's release decides which fields are known. When it names none, the release of `options` does.
///
/// # Errors
///
/// Returns every mistake that was found, with its place.
///
/// ```
/// use podlab::base::language::Language;
/// use podlab::files::scenario_file::read;
/// use podlab::{ReadOptions, Release};
///
/// # fn main() -> Result<(), Vec<podlab::manifest::Diagnostic>> {
/// let text = "{apiVersion: podlab/v1, kind: Scenario, kubernetes: '1.20', title: An old cluster}";
/// let scenario = read(text, &ReadOptions::default())?;
/// assert_eq!(scenario.title.in_language(Language::English), "An old cluster");
/// assert_eq!(scenario.settings().release.as_str(), "1.20");
/// assert_ne!(scenario.settings().release, Release::default());
/// # Ok(())
/// # }
/// ```
pub fn read(text: &str, options: &ReadOptions) -> Result<Scenario, Vec<Diagnostic>> {
    read_all(&[Source { file: options.file.clone(), text }], None, options.release)
}

/// Reads a scenario whose objects are created in a cluster that runs already. Objects with `generateName` get their names only
/// then, so that a text can be applied several times.
///
/// # Errors
///
/// Returns every mistake that was found, with its place.
pub fn read_unnamed(text: &str, options: &ReadOptions) -> Result<Scenario, Vec<Diagnostic>> {
    read_sources(&[Source { file: options.file.clone(), text }], None, options.release)
}

/// Reads several texts into one scenario. `release` overrides the release of the scenario; `usual` counts when neither
/// names one.
///
/// # Errors
///
/// Returns every mistake that was found, with its file and its place.
pub fn read_all(
    sources: &[Source<'_>],
    release: Option<Release>,
    usual: Release,
) -> Result<Scenario, Vec<Diagnostic>> {
    let mut scenario = read_sources(sources, release, usual)?;
    naming::generate_names(&mut scenario);
    Ok(scenario)
}

fn read_sources(
    sources: &[Source<'_>],
    release: Option<Release>,
    usual: Release,
) -> Result<Scenario, Vec<Diagnostic>> {
    let mut diagnostics = Vec::new();
    let mut documents = Vec::new();
    for source in sources {
        match yaml::parse(source.text) {
            Ok(found) => {
                documents.extend(found.into_iter().map(|node| (source.file.clone(), node)));
            }
            Err(mut found) => {
                name_file(&mut found, source.file.as_ref());
                diagnostics.extend(found);
            }
        }
    }
    read_trees(documents, diagnostics, release, usual)
}

/// Reads a scenario from the documents of one file, which were read as trees already.
///
/// # Errors
///
/// Returns every mistake that was found, with its place.
pub(crate) fn read_documents(
    documents: Vec<Node>,
    options: &ReadOptions,
) -> Result<Scenario, Vec<Diagnostic>> {
    let documents = documents.into_iter().map(|node| (options.file.clone(), node)).collect();
    let mut scenario = read_trees(documents, Vec::new(), None, options.release)?;
    naming::generate_names(&mut scenario);
    Ok(scenario)
}

/// Reads documents, each with the name of its file. `diagnostics` has what was found out about them before.
fn read_trees(
    documents: Vec<(Option<Text>, Node)>,
    mut diagnostics: Vec<Diagnostic>,
    release: Option<Release>,
    usual: Release,
) -> Result<Scenario, Vec<Diagnostic>> {
    let mut scenario = Scenario::default();
    let mut manifests = Vec::new();
    let mut header: Option<(Option<Text>, Node)> = None;
    for (file, node) in documents {
        if !is_scenario(&node) {
            manifests.push((file, node));
        } else if header.is_none() {
            header = Some((file, node));
        } else {
            let mut second = Diagnostic::new(Code::Limit, node.span, Wrong::ScenarioSecond);
            second.file = file;
            diagnostics.push(second);
        }
    }
    let mut creations = Vec::new();
    if let Some((file, node)) = &header {
        let told = diagnostics.len();
        let namespace = header::read(node, &mut scenario, &mut diagnostics);
        let release = release.or(scenario.release).unwrap_or(usual);
        creations =
            header::read_actions(node, &namespace, release, &mut scenario, &mut diagnostics);
        name_file(&mut diagnostics[told..], file.as_ref());
    }
    let decoded_for = release.or(scenario.release).unwrap_or(usual);
    scenario.release = release.or(scenario.release);
    let mut read = Documents { mistakes: diagnostics, ..Documents::default() };
    for (file, node) in manifests {
        let told = (read.mistakes.len(), read.warnings.len());
        read_document(node.clone(), decoded_for, &mut read);
        let document = scenario.documents.len();
        let read_now = read.places.drain(..).map(|span| Some((document, span)));
        scenario.places.extend(read_now);
        name_file(&mut read.mistakes[told.0..], file.as_ref());
        name_file(&mut read.warnings[told.1..], file.as_ref());
        scenario.documents.push((file, node));
    }
    let Documents { resources, mistakes: mut diagnostics, warnings, places: _ } = read;
    scenario.objects = resources;
    scenario.warnings = warnings;
    if diagnostics.is_empty() {
        let told = diagnostics.len();
        for (index, span) in creations {
            diagnostics.extend(creation_without_object(&scenario, index, span));
        }
        name_file(&mut diagnostics[told..], header.and_then(|(file, _)| file).as_ref());
    }
    if !diagnostics.is_empty() {
        diagnostics.truncate(MAX_MISTAKES);
        return Err(diagnostics);
    }
    scenario.warnings.extend(server::warnings(&scenario, decoded_for));
    let added = classes::complete(&mut scenario.objects);
    scenario.places.splice(0..0, std::iter::repeat_n(None, added));
    // Actions are done in the order of time. Actions of the same moment are done in the order in which they are
    // written.
    scenario.actions.sort_by_key(|action| action.time);
    Ok(scenario)
}

fn is_scenario(node: &Node) -> bool {
    let is = |key: &str, value: &str| {
        node.get(key).and_then(Node::as_text) == Some(&Text::from(value.to_owned()))
    };
    let version = node.get("apiVersion").and_then(Node::as_text);
    is("kind", "Scenario") || version.is_some_and(|v| v.starts_with("podlab/"))
}

fn name_file(diagnostics: &mut [Diagnostic], file: Option<&Text>) {
    for diagnostic in diagnostics {
        diagnostic.file = file.cloned();
    }
}

/// Returns the mistake of an action that creates an object which no document defines.
fn creation_without_object(scenario: &Scenario, index: usize, span: Span) -> Option<Diagnostic> {
    let act = &scenario.actions[index].act;
    let object = act.object()?;
    if scenario.objects.iter().any(|o| names(object, o) && act.with(o).is_some()) {
        return None;
    }
    let what = if matches!(act, Act::PutManifest { .. }) { "a Pod " } else { "" };
    let message = Wrong::ScenarioObject { object: format!("{what}{object}").into() };
    let names = scenario.objects.iter().take(MAX_RESOURCES);
    let names: Vec<String> =
        names.map(|object| format!("{}/{}", object.kind(), object.metadata().name)).collect();
    let known: Vec<&str> = names.iter().map(String::as_str).collect();
    Some(
        Diagnostic::new(Code::Invalid, span, message)
            .at(format!("actions[{index}].object"))
            .guess(nearest(object, &known)),
    )
}

/// Returns whether `Pod/web-0`, `pods/web-0` or `web-0` refers to the object.
pub(crate) fn names(reference: &str, resource: &Resource) -> bool {
    let (kind, name) = match reference.split_once('/') {
        Some((kind, name)) => (Some(kind), name),
        None => (None, reference),
    };
    let is_kind = |kind: &str| {
        kind.eq_ignore_ascii_case(resource.kind()) || kind.eq_ignore_ascii_case(resource.plural())
    };
    resource.metadata().name == *name && kind.is_none_or(is_kind)
}

impl Scenario {
    /// Returns the settings that the scenario asks for. Others have their default values.
    pub fn settings(&self) -> Settings {
        let usual = Settings::default();
        Settings {
            release: self.release.unwrap_or(usual.release),
            seed: self.seed.unwrap_or(usual.seed),
            jitter: self.jitter.unwrap_or(usual.jitter),
            cadence: self.cadence.unwrap_or(usual.cadence),
            gates: self.gates,
            max_container_restart_period: self.max_container_restart_period,
            cluster_domain: self.cluster_domain.clone().unwrap_or(usual.cluster_domain),
            checks: usual.checks,
            eviction: self.eviction.clone(),
            pod_gc_threshold: self.pod_gc_threshold.unwrap_or(usual.pod_gc_threshold),
            oom: self.oom,
            programs: usual.programs,
        }
    }

    /// Begins a run: creates the nodes and the objects that no action creates, and does the actions of the first
    /// moment.
    pub fn play(&self, settings: Settings) -> Player {
        Player::new(self, settings)
    }

    /// Returns a refusal as mistakes in the files: one for each field that is wrong, or one for the whole object.
    pub fn diagnose(&self, refusal: &Refusal) -> Vec<Diagnostic> {
        let place = refusal.index.and_then(|index| self.place_of(index));
        let error = &refusal.error;
        let diagnostic = |path: &str, message: Complaint| {
            let span = place.map_or_else(Span::default, |(_, node)| node.locate(path));
            let file = place.and_then(|(file, _)| file.clone());
            let diagnostic = Diagnostic::new(Code::Invalid, span, message).at(path.to_owned());
            Diagnostic { file, ..diagnostic }
        };
        if error.causes.is_empty() {
            let diagnostic = diagnostic("metadata.name", error.message.clone());
            return vec![Diagnostic { path: Text::default(), ..diagnostic }];
        }
        error.causes.iter().map(|cause| diagnostic(&cause.path, cause.body().into())).collect()
    }

    /// Returns the part of a document that an object was read from, with the name of its file.
    fn place_of(&self, index: usize) -> Option<(&Option<Text>, &Node)> {
        let (document, span) = self.places.get(index).copied().flatten()?;
        let (file, tree) = self.documents.get(document)?;
        let mut pending = vec![tree];
        while let Some(node) = pending.pop() {
            if node.span == span && node.get("kind").is_some() && node.get("items").is_none() {
                return Some((file, node));
            }
            pending.extend(node.elements().iter().rev());
            pending.extend(node.get("items"));
        }
        None
    }

    /// Returns whether an action creates the object.
    pub(crate) fn is_created_later(&self, resource: &Resource) -> bool {
        let mut objects = self.actions.iter().filter_map(|action| action.act.object());
        objects.any(|object| names(object, resource))
    }

    /// Returns the name that one of the Pods has in the API. A Pod whose manifest lies on a machine gets the machine's
    /// name as a suffix.
    pub fn name_of(&self, pod: &Pod) -> Text {
        let name = &pod.metadata.name;
        let put = self.actions.iter().find_map(|action| {
            if let Act::PutManifest { object, node } = &action.act
                && object.rsplit('/').next() == Some(name)
            {
                Some(node)
            } else {
                None
            }
        });
        put.map_or_else(|| name.clone(), |node| name_on(name, node))
    }
}

/// Returns the entries of a map. Reports a value that is not a map.
fn expect_map<'a>(
    node: &'a Node,
    path: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> &'a [crate::manifest::node::Entry] {
    if !matches!(node.value, Value::Map(_) | Value::Null) {
        let message =
            Wrong::UnexpectedType { wanted: Wanted::Map, found: TypeName::of(&node.value) };
        diagnostics.push(Diagnostic::new(Code::WrongType, node.span, message).at(path.to_owned()));
    }
    node.entries()
}

/// Returns what a scenario does, as a plan: first the objects that no action creates, then the actions.
pub fn script(scenario: &Scenario) -> Vec<PlannedAct> {
    let create = |object: &Resource| Command::Create(Box::new(object.clone()));
    let objects = scenario.objects.iter().filter(|o| !scenario.is_created_later(o)).map(create);
    let mut script = vec![PlannedAct::at(SimTime::ZERO, objects.collect())];
    for action in &scenario.actions {
        let command = if let Act::Command(command) = &action.act {
            Some(command.clone())
        } else {
            let mut objects = scenario.objects.iter();
            let object = objects.find(|o| action.act.object().is_some_and(|name| names(name, o)));
            object.and_then(|object| action.act.with(object))
        };
        script.extend(command.map(|command| PlannedAct::at(action.time, vec![command])));
    }
    script
}
