//! What happened to Pods and to their workload, as parallel rows over time, and why each thing happened.
//!
//! A story is made from the changes and the watch of a [`crate::sim::Sim`] and has no rules of its own. It contains
//! every Pod. One Pod is selected, and its rows are those of the Pod lab.

mod ask;
mod cut;
mod rows;

use crate::api::deployment::Deployment;
use crate::api::meta::ObjectMeta;
use crate::api::pod::Pod;
use crate::api::replica_set::ReplicaSet;
use crate::api::stateful_set::StatefulSet;
use crate::api::{ObjectRef, ResourceKind};
use crate::apiserver::columns::Columns;
use crate::base::text::Text;
use crate::base::time::{SimTime, Timestamp};
use crate::cluster::change::Change;
use crate::cluster::fact::Fact;
use crate::cluster::world::{PodId, WatchEvent, Watched};
use crate::rules::release::Release;
pub use ask::has_member_name;
pub(crate) use cut::Tail;
pub use rows::{Row, Segment, Sight};
use rows::{Rows, note_of_node, note_of_pod, push_mark, show};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The most changes that are kept. Beyond them the oldest quarter is dropped.
const MOST_CHANGES: usize = 200_000;
/// The most lines of the watch that are kept. Beyond them the oldest quarter is dropped.
const MOST_LINES: usize = 4000;

/// What became of the Pods that had the same name, one after the other.
#[derive(Clone, Debug)]
struct PodHistory {
    name: Text,
    /// Their numbers, oldest first, each with the number of the change that created it.
    ids: Vec<(u64, PodId)>,
    rows: Rows,
}

/// Objects as they were last seen, including those that are gone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    /// Indexed by the number of the history.
    pods: Vec<Option<(PodId, Rc<Pod>)>>,
    set: Option<Rc<StatefulSet>>,
    /// The Deployment that is followed.
    deployment: Option<Rc<Deployment>>,
    /// The ReplicaSets of the namespace, by name.
    replica_sets: BTreeMap<Text, Rc<ReplicaSet>>,
}

/// A line of the watch: the cells of a Pod's row.
#[derive(Clone, Debug)]
struct Line {
    time: SimTime,
    pod: Text,
    cells: Rc<[String]>,
}

/// The story of all Pods of a run. Questions without a name are about the selected Pod.
///
/// ```
/// use podlab::timeline::history::PlannedAct;
/// use podlab::timeline::story::Row;
/// use podlab::{ApiError, Command, History, ReadOptions, Settings, Sim, SimTime, read};
///
/// # fn main() -> Result<(), ApiError> {
/// let text = "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: nginx}]}}";
/// let create = Command::Create(Box::new(read(text, &ReadOptions::default()).unwrap().remove(0)));
/// let script = vec![PlannedAct::at(SimTime::ZERO, vec![create])];
/// let mut history = History::new(Sim::with_nodes(Settings::default(), 1), "default".into(), "web".into(), script)?;
/// history.run_until(SimTime::from_seconds(30), u64::MAX);
/// let phases: Vec<String> = history.story().segments(&Row::Phase).iter().map(|s| s.value.to_string()).collect();
/// assert_eq!(phases, ["Pending", "Running"]);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Story {
    namespace: Text,
    name: Text,
    workload: Option<ObjectRef>,
    changes: Vec<Change>,
    /// How many changes were dropped, which is also the number of the first one left.
    forgotten: usize,
    histories: Vec<PodHistory>,
    /// The histories, sorted by name.
    names: Vec<u32>,
    /// The history of each Pod, indexed by the Pod's number.
    whose: Vec<u32>,
    /// Rows that belong to no Pod.
    common: Rows,
    lines: Vec<Line>,
    forgotten_lines: usize,
    seen: Seen,
}

/// Stands for no history.
const NO_HISTORY: u32 = u32::MAX;

impl Story {
    /// Returns an empty story, with the Pod of that name selected. With an empty name, the first Pod of the workload that is
    /// followed is selected.
    pub fn new(namespace: Text, name: Text) -> Story {
        Story {
            namespace,
            name,
            workload: None,
            changes: Vec::new(),
            forgotten: 0,
            histories: Vec::new(),
            names: Vec::new(),
            whose: Vec::new(),
            common: Rows::new(),
            lines: Vec::new(),
            forgotten_lines: 0,
            seen: Seen::default(),
        }
    }

    /// Returns the namespace of the Pods.
    pub(crate) fn namespace(&self) -> &Text {
        &self.namespace
    }

    /// Returns the name of the selected Pod.
    pub fn name(&self) -> &Text {
        if !self.name.is_empty() {
            return &self.name;
        }
        self.members().next().unwrap_or(&self.name)
    }

    /// Returns the name of the Pod that a person selected; empty when none is selected.
    pub(crate) fn chosen(&self) -> &Text {
        &self.name
    }

    /// Returns the workload that is followed.
    pub(crate) fn workload(&self) -> Option<&ObjectRef> {
        self.workload.as_ref()
    }

    /// Selects the Pod of that name.
    pub(crate) fn select(&mut self, name: Text) {
        self.name = name;
    }

    /// Follows a workload, such as a StatefulSet, from the start.
    pub fn follow(&mut self, workload: ObjectRef) {
        self.workload = Some(workload);
    }

    /// Adds what a simulation recorded and what a watch saw. The changes must have no gaps.
    pub(crate) fn add(&mut self, changes: Vec<Change>, watch: &[WatchEvent], release: Release) {
        for change in changes {
            self.note(&change);
            self.changes.push(change);
        }
        for event in watch {
            if let Watched::Pod(pod) = &event.object
                && pod.metadata.namespace == self.namespace
            {
                let Ok(place) = self.place(&pod.metadata.name) else { continue };
                let history = self.names[place] as usize;
                if self.seen.pods.len() <= history {
                    self.seen.pods.resize(history + 1, None);
                }
                let Some((_, id)) = self.histories[history].ids.last() else { continue };
                self.seen.pods[history] = Some((*id, Rc::clone(pod)));
                let cells = Columns::default().cells(pod, Timestamp::of(event.time), release);
                let pod = self.histories[history].name.clone();
                self.lines.push(Line { time: event.time, pod, cells: cells.into() });
            } else if let Watched::StatefulSet(set) = &event.object
                && self.is_followed(ResourceKind::StatefulSet, &set.metadata)
            {
                self.seen.set = Some(Rc::clone(set));
            } else if let Watched::Deployment(deployment) = &event.object
                && self.is_followed(ResourceKind::Deployment, &deployment.metadata)
            {
                self.seen.deployment = Some(Rc::clone(deployment));
            } else if let Watched::ReplicaSet(set) = &event.object
                && set.metadata.namespace == self.namespace
            {
                self.seen.replica_sets.insert(set.metadata.name.clone(), Rc::clone(set));
            }
        }
        self.bound();
    }

    fn is_followed(&self, kind: ResourceKind, metadata: &ObjectMeta) -> bool {
        self.workload.as_ref().is_some_and(|workload| {
            workload.kind == kind
                && workload.name == metadata.name
                && workload.namespace == metadata.namespace
        })
    }

    fn forget(&mut self, count: usize) {
        self.changes.drain(..count);
        self.forgotten += count;
        let since = self.changes[0].time;
        let histories = self.histories.iter_mut().map(|history| &mut history.rows);
        for rows in histories.chain([&mut self.common]) {
            for (_, segments) in rows {
                segments.retain(|segment| segment.to.is_none_or(|to| to >= since));
            }
        }
    }

    /// Returns how many changes there were.
    pub fn change_count(&self) -> usize {
        self.forgotten + self.changes.len()
    }

    pub(crate) fn lines(&self) -> usize {
        self.forgotten_lines + self.lines.len()
    }

    pub(crate) fn seen(&self) -> &Seen {
        &self.seen
    }

    /// Drops the oldest changes and lines when there are too many.
    fn bound(&mut self) {
        while self.lines.len() > MOST_LINES {
            self.lines.drain(..MOST_LINES / 4);
            self.forgotten_lines += MOST_LINES / 4;
        }
        if self.changes.len() > MOST_CHANGES {
            self.forget(MOST_CHANGES / 4);
        }
    }

    /// Finds the place of a name among the histories, or the place where it would be inserted.
    fn place(&self, name: &str) -> Result<usize, usize> {
        self.names
            .binary_search_by(|history| self.histories[*history as usize].name.as_str().cmp(name))
    }

    fn history_of(&self, change: &Change) -> Option<usize> {
        let history = *self.whose.get(change.pod? as usize)?;
        (history != NO_HISTORY).then_some(history as usize)
    }

    /// Begins the history of a Pod, or continues the history of the Pods that had its name before.
    fn open_history(&mut self, id: PodId, name: &str, created: u64) {
        let history = match self.place(name) {
            Ok(place) => self.names[place],
            Err(place) => {
                let history = self.histories.len() as u32;
                let name = name.to_owned().into();
                self.histories.push(PodHistory { name, ids: Vec::new(), rows: Rows::new() });
                self.names.insert(place, history);
                history
            }
        };
        self.histories[history as usize].ids.push((created, id));
        let index = id as usize;
        if self.whose.len() <= index {
            self.whose.resize(index + 1, NO_HISTORY);
        }
        self.whose[index] = history;
    }

    fn note(&mut self, change: &Change) {
        if change.fact == Fact::Created
            && let Some(id) = change.pod
            && let Some(name) = change.object.named(ResourceKind::Pod)
        {
            self.open_history(id, name, change.number);
        }
        if let Fact::Endpoints { new, .. } = &change.fact {
            let service = change.object.name().to_owned().into();
            show(&mut self.common, Row::Endpoints(service), change, Sight::Endpoints(new.clone()));
        }
        if let Some(node) = change.object.named(ResourceKind::Node) {
            note_of_node(&mut self.common, node, change);
        }
        if let Fact::Decision { decision, kind, name } = &change.fact
            && self.is_workload(&change.object)
        {
            let sight = Sight::Decision(*decision, *kind, name.clone());
            push_mark(&mut self.common, &Row::Controller, change, sight);
        }
        if let Some(history) = self.history_of(change) {
            note_of_pod(&mut self.histories[history].rows, change);
        }
    }
}
