//! The rows of the tracks: which there are.

use crate::lab::Lab;
use crate::lanes::SetStage;
use crate::spec;
use crate::view::Stage;
use podlab::api::pod::PodSpec;
use podlab::base::text::Text;
use podlab::kubelet::probe::ProbeKind;
use podlab::rules::Feature;
use podlab::rules::release::Release;
use podlab::timeline::story::{Row, Story};
use podlab_messages::{Section, Term, text};

/// Most lanes that have a row.
const MOST_LANES: usize = 12;

/// A row and how it is shown.
pub struct Line {
    /// The row.
    pub row: Row,
    /// The Pod, when it is not the one on the stage.
    pub pod: Option<Text>,
    /// What it is called.
    pub name: String,
    /// Whether it matters more than others.
    pub is_strong: bool,
    /// Whether it begins a group.
    pub is_new: bool,
}

impl Line {
    /// The term that its name is.
    pub fn term(&self) -> Option<Term> {
        match &self.row {
            Row::Phase => Some(Term::Phase),
            // The row of another Pod has the name of that Pod.
            Row::Status => self.pod.is_none().then_some(Term::Status),
            // A readiness gate can have the name of something else.
            Row::Condition(kind) => {
                let of_deployments =
                    [Term::Progressing, Term::Available, Term::ReplicaFailure].as_slice();
                let is_of_pods = |term: &Term| {
                    term.section() == Section::Conditions && !of_deployments.contains(term)
                };
                Term::of_word(kind).filter(is_of_pods)
            }
            Row::Probe(_, ProbeKind::Startup) => Some(Term::Startup),
            Row::Probe(_, ProbeKind::Liveness) => Some(Term::Liveness),
            Row::Probe(_, ProbeKind::Readiness) => Some(Term::Readiness),
            Row::Controller => Some(Term::Controller),
            Row::Restarts(_) | Row::Container(_) | Row::Endpoints(_) | Row::Node(_) => None,
        }
    }
}

/// The rows, those that move most first; without those that seldom tell more, unless all are wanted. They depend on the
/// spec, so that none comes or goes while time passes.
pub fn lines(lab: &Lab, story: &Story, is_full: bool) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let has_workload = lab.scene.workload.is_some();
    if has_workload {
        let name = text::tracks_controller().to_owned();
        lines.push(Line { row: Row::Controller, pod: None, name, is_strong: true, is_new: false });
        for pod in members(lab, story) {
            let (pod, name) = (Some(pod.clone()), pod.to_string());
            lines.push(Line { row: Row::Status, pod, name, is_strong: true, is_new: false });
        }
    }
    let mut add = |row: Row, name: &str, is_strong: bool, is_new: bool| {
        lines.push(Line { row, pod: None, name: name.to_owned(), is_strong, is_new });
    };
    let of_pod = is_full || !has_workload;
    if of_pod {
        add(Row::Phase, "phase", true, has_workload);
        if !has_workload {
            add(Row::Status, "STATUS", true, false);
        }
        add(Row::Condition("Ready".into()), "Ready", true, false);
    }
    for row in story.rows() {
        match row {
            Row::Endpoints(service) => {
                add(row.clone(), &format!("Service {service}"), true, false);
            }
            // A node has a row as soon as something happened to it.
            Row::Node(node) => add(row.clone(), &format!("Node {node}"), true, false),
            Row::Phase
            | Row::Status
            | Row::Restarts(_)
            | Row::Condition(_)
            | Row::Container(_)
            | Row::Probe(..)
            | Row::Controller => {}
        }
    }
    let Some(stage) = Stage::of(lab).filter(|_| of_pod) else { return lines };
    let spec = &stage.pod.spec;
    let conditions = conditions(spec, stage.release);
    let init = spec.init_containers.iter();
    let all = init.chain(&spec.containers).chain(&spec.ephemeral_containers);
    for (index, container) in all.enumerate() {
        add(Row::Container(container.name.clone()), &container.name, true, index == 0);
        for kind in [ProbeKind::Startup, ProbeKind::Liveness, ProbeKind::Readiness] {
            if spec::probe(container, kind).is_some() {
                let row = Row::Probe(container.name.clone(), kind);
                let name = text::probe_of_kind(kind.as_str().to_ascii_lowercase());
                add(row, &name, false, false);
            }
        }
    }
    if !is_full {
        return lines;
    }
    for (index, kind) in conditions.iter().enumerate() {
        add(Row::Condition(kind.clone()), kind, false, index == 0);
    }
    for row in story.rows() {
        if let Row::Condition(kind) = row
            && *kind != "Ready"
            && !conditions.contains(kind)
        {
            add(row.clone(), kind, false, false);
        }
    }
    lines
}

/// The Pods of the workload that have a row: those of a StatefulSet by ordinal, of any other the youngest, oldest first.
fn members(lab: &Lab, story: &Story) -> Vec<Text> {
    if let Some(set) = SetStage::of(lab) {
        return set.lanes.iter().take(MOST_LANES).map(|lane| lane.name.clone()).collect();
    }
    let mut members: Vec<Text> = story.members().cloned().collect();
    members.drain(..members.len().saturating_sub(MOST_LANES));
    members
}

/// The conditions a Pod has in a release, beside Ready.
pub fn conditions(spec: &PodSpec, release: Release) -> Vec<Text> {
    let mut conditions: Vec<Text> = vec!["ContainersReady".into(), "Initialized".into()];
    if release.has(Feature::PodReadyToStartContainersCondition) {
        conditions.push("PodReadyToStartContainers".into());
    }
    conditions.push("PodScheduled".into());
    conditions.extend(spec.readiness_gates.iter().map(|gate| gate.condition_type.clone()));
    conditions
}
