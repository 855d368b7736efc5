//! What a still shows, put together: everything in words, each with its look.

mod pod;
mod set;
mod word;

use crate::card::Card;
use crate::lab::Figure;
use crate::words;
pub use pod::{Container, InitContainer, PodFacts, Probe, Step};
use podlab::api::pod::Pod;
use podlab::apiserver::columns::Columns;
use podlab::apiserver::error::ApiError;
use podlab::base::time::{SimTime, Timestamp};
use podlab::rules::release::Release;
use podlab::timeline::story::Story;
use podlab_stage::lanes::SetStage;
use podlab_stage::levels::Levels;
use podlab_stage::rows::{self, Line};
pub use set::{GateState, Lane, SetFacts};
pub use word::Word;

/// Most Pods in the table that kubectl prints.
const MOST_PODS: usize = 24;

/// A row of the chart.
#[derive(Clone, Debug)]
pub struct Track {
    /// What it is called.
    pub name: String,
    /// Whether it matters more than others.
    pub is_strong: bool,
    /// Whether it begins a group.
    pub is_new: bool,
    /// Whether what is on it has no length.
    pub has_marks: bool,
    /// What is on it, oldest first.
    pub stretches: Vec<Stretch>,
}

/// A stretch of a row in which nothing changes.
#[derive(Clone, Debug, PartialEq)]
pub struct Stretch {
    /// When it begins.
    pub from: SimTime,
    /// When it ends; none while it lasts.
    pub to: Option<SimTime>,
    /// What is there.
    pub word: Word,
}

/// What a still shows.
pub struct Facts {
    /// What it is called.
    pub title: String,
    /// The moment.
    pub now: SimTime,
    /// What a lesson tells, where one does.
    pub card: Option<Card>,
    /// The Kubernetes release.
    pub release: Release,
    /// The set, when it is one.
    pub set: Option<SetFacts>,
    /// The Pod, unless the set is shown without.
    pub pod: Option<PodFacts>,
    /// The namespace.
    pub namespace: String,
    /// The rows of the chart.
    pub tracks: Vec<Track>,
    /// What `kubectl get pods` prints: the header, then a row for each Pod.
    pub table: Vec<Vec<String>>,
    /// How many Pods the table has no room for.
    pub more_pods: usize,
}

impl Facts {
    /// What there is to see of a run now.
    pub fn of(figure: &Figure) -> Facts {
        let lab = &figure.lab;
        let findings = figure.findings();
        let of_set = SetStage::of(lab).map(|stage| set::of(&stage.knowing(&findings)));
        let of_levels = || {
            let stage = Levels::of(lab)?.knowing(lab, &findings);
            Some(set::of_workload(&stage, lab))
        };
        let mut set = of_set.or_else(of_levels);
        if let Some(set) = set.as_mut().filter(|_| figure.is_quiet) {
            set.intention.clear();
        }
        let is_of_set = set.is_some();
        let lines = rows::lines(lab, lab.story(), !is_of_set || figure.has_chosen_pod);
        let pod = (!is_of_set || figure.has_chosen_pod).then(|| pod::of(lab)).flatten();
        let (table, more_pods) = table(figure);
        Facts {
            title: figure.title(),
            now: lab.now(),
            card: figure.card.clone(),
            release: lab.sim().settings().release,
            set,
            pod,
            namespace: lab.scene.namespace.to_string(),
            tracks: tracks(lab.story(), &lines),
            table,
            more_pods,
        }
    }

    /// The moment, as the page writes it.
    pub fn clock(&self) -> String {
        words::clock(self.now)
    }

    /// What stands above the table.
    pub fn command(&self) -> String {
        match (&self.set, &self.pod) {
            (None, Some(pod)) => format!("kubectl get pod {}", pod.name),
            _ => "kubectl get pods".to_owned(),
        }
    }

    /// What kubectl says when it has nothing to print.
    pub fn nothing(&self) -> String {
        match (&self.set, &self.pod) {
            (None, Some(pod)) => ApiError::not_found("pods", &pod.name).kubectl(""),
            _ => format!("No resources found in {} namespace.", self.namespace),
        }
    }
}

/// The Pods that kubectl prints: those of the namespace, by name; for a single Pod it alone.
fn table(figure: &Figure) -> (Vec<Vec<String>>, usize) {
    let lab = &figure.lab;
    let (now, release) = (Timestamp::of(lab.now()), lab.sim().settings().release);
    let pods = lab.sim().world().pods().map(|(_, pod)| &**pod);
    let is_shown = |pod: &&Pod| {
        pod.metadata.namespace == lab.scene.namespace
            && (lab.scene.workload.is_some() || pod.metadata.name == *lab.pod_name())
    };
    let mut pods: Vec<&Pod> = pods.filter(is_shown).collect();
    pods.sort_by(|a, b| a.metadata.name.cmp(&b.metadata.name));
    let columns = Columns::default();
    // A cell stays in its line, whatever a reason contains.
    let harmless = |cell: String| cell.chars().map(words::harmless).collect();
    let cells = |pod: &&Pod| columns.cells(pod, now, release).into_iter().map(harmless).collect();
    let cells = pods.iter().take(MOST_PODS).map(cells);
    let rows = std::iter::once(columns.header()).chain(cells).collect();
    (rows, pods.len().saturating_sub(MOST_PODS))
}

/// The lines with what is on them.
fn tracks(story: &Story, lines: &[Line]) -> Vec<Track> {
    let track = |line: &Line| {
        let pod = line.pod.as_deref().unwrap_or(story.name());
        let has_marks = matches!(
            line.row,
            podlab::timeline::story::Row::Probe(..) | podlab::timeline::story::Row::Controller
        );
        let stretch = |segment: &podlab::timeline::story::Segment| Stretch {
            from: segment.from,
            to: segment.to,
            word: Word {
                tone: podlab_stage::tone::of_segment(segment),
                text: podlab_messages::shown(segment),
            },
        };
        Track {
            name: line.name.clone(),
            is_strong: line.is_strong,
            is_new: line.is_new,
            has_marks,
            stretches: story.segments_of(pod, &line.row).iter().map(stretch).collect(),
        }
    };
    lines.iter().map(track).collect()
}
