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
mod field;
mod header;
mod idle_fields;
mod local_text;
mod naming;
mod scenario;
mod server;
mod start;

use crate::api::{Documents, MAX_RESOURCES, ReadOptions, Resource, read_document};
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::command::Command;
use crate::files::variants;
use crate::manifest::node::{Node, Span};
use crate::manifest::wrong::Wrong;
use crate::manifest::{Code, Diagnostic, schema::nearest, yaml};
use crate::rules::release::Release;
use crate::sim::scenario::Act;
use crate::timeline::history::PlannedAct;

pub use field::LEVELS;
pub(crate) use header::API_VERSION;
use header::MAX_MISTAKES;
pub use header::{FIELDS, LESSON_FIELDS};
pub use local_text::{LearnerTurn, LocalText};
pub use scenario::Scenario;
pub(crate) use scenario::names;

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
        match yaml::parse(source.text).and_then(|found| first(source.text, found)) {
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

/// Returns the documents of a file as they are in its first variant.
fn first(text: &str, documents: Vec<Node>) -> Result<Vec<Node>, Vec<Diagnostic>> {
    variants::fill(text, documents).map(|all| all.into_iter().next().unwrap_or_default())
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
        diagnostics.extend(server::missing_namespaces(&scenario));
    }
    if !diagnostics.is_empty() {
        diagnostics.truncate(MAX_MISTAKES);
        return Err(diagnostics);
    }
    scenario.warnings.extend(server::warnings(&scenario, decoded_for));
    scenario.warnings.extend(idle_fields::warnings(&scenario));
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
