//! A run that can be opened.

use podlab::api::pod::Pod;
use podlab::api::{ObjectRef, Resource};
use podlab::base::language::Language;
use podlab::base::text::Text;
use podlab::base::time::SimTime;
use podlab::cluster::world::Settings;
use podlab::files::run_file::RunFile;
use podlab::files::scenario_file::{LearnerTurn, LocalText, Scenario, script};
use podlab::rules::release::Release;
use podlab::timeline::history::PlannedAct;
use podlab::timeline::story::has_member_name;

/// A run that can be opened: what happens in it, and which Pod is on the stage.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Name of the scene; empty for a pasted manifest.
    pub name: Text,
    /// The group it is shown in.
    pub group: Text,
    /// What it is called.
    pub title: LocalText,
    /// What it asks its reader; empty when it asks nothing.
    pub question: LocalText,
    /// The release that it is made for.
    pub release: Option<Release>,
    /// The moment at which it is shown when it is opened.
    pub opens: SimTime,
    /// When it stops and hands over to the reader.
    pub turn: Option<LearnerTurn>,
    /// Namespace of the Pod on the stage.
    pub namespace: Text,
    /// The workload on the stage, when there is one.
    pub workload: Option<ObjectRef>,
    /// Name of the Pod on the stage, or of the one of the workload that is selected. Empty when the first one is.
    pub pod: Text,
    /// How many nodes there are.
    pub nodes: u16,
    /// What happens by itself.
    pub script: Vec<PlannedAct>,
}

impl Scene {
    /// Returns the scene of a scenario, with its first workload or else its first Pod on the stage; `None` when it has neither.
    pub fn of(scenario: &Scenario) -> Option<Scene> {
        let (namespace, pod) = scenario.first_pod()?;
        Some(Scene {
            workload: scenario.workload(),
            nodes: scenario.roomy_node_count(),
            ..Scene::at(scenario, namespace, pod)
        })
    }

    /// Returns the scene of a scenario with one of its own Pods on the stage.
    pub fn of_pod(scenario: &Scenario, pod: &Pod) -> Scene {
        let namespace = &pod.metadata.namespace;
        let namespace = if namespace.is_empty() { "default".into() } else { namespace.clone() };
        Scene::at(scenario, namespace, scenario.name_of(pod))
    }

    /// Returns the scene of a run that was saved. It has no name and nothing that happens by itself.
    pub fn of_run(run: &RunFile) -> Scene {
        Scene {
            name: Text::default(),
            group: Text::default(),
            title: run.title.clone().into(),
            question: LocalText::default(),
            release: None,
            opens: SimTime::ZERO,
            turn: None,
            namespace: run.pod.0.clone(),
            workload: run.workload.clone(),
            pod: run.pod.1.clone(),
            nodes: run.nodes,
            script: Vec::new(),
        }
    }

    /// Returns what it is called in English, which is how files and links call it.
    pub fn english_title(&self) -> &Text {
        self.title.in_language(Language::English)
    }

    /// Returns these settings, with the release that it is made for.
    pub fn settings(&self, usual: Settings) -> Settings {
        Settings { release: self.release.unwrap_or(usual.release), ..usual }
    }

    /// Returns whether a Pod of this name can be one of the workload.
    pub fn may_have(&self, pod: &str) -> bool {
        self.workload.as_ref().is_some_and(|workload| has_member_name(workload, pod))
    }

    fn at(scenario: &Scenario, namespace: Text, pod: Text) -> Scene {
        Scene {
            name: scenario.name.clone(),
            group: scenario.group.clone(),
            title: scenario.title.clone(),
            question: scenario.question.clone(),
            release: scenario.release,
            opens: scenario.opens,
            turn: scenario.turn.clone(),
            namespace,
            workload: None,
            pod,
            nodes: scenario.node_count(),
            script: script(scenario),
        }
    }
}

/// Returns the Pods that a scenario itself creates.
pub fn pods(scenario: &Scenario) -> impl Iterator<Item = &Pod> {
    scenario.objects.iter().filter_map(Resource::as_pod)
}
