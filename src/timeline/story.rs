//! What happened to Pods and to the set they belong to, told as parallel rows over time, and why each thing happened.
//!
//! A story is made from the changes and the watch of a [`crate::sim::Sim`]; it knows no rule of its own. It tells of every
//! Pod, and one of them is selected, whose rows are those of the Pod lab.

mod ask;
mod cut;
mod rows;

use crate::api::pod::Pod;
use crate::api::stateful_set::StatefulSet;
use crate::apiserver::columns::Columns;
use crate::base::text::Text;
use crate::base::time::{SimTime, Timestamp};
use crate::cluster::change::{Change, Subject};
use crate::cluster::world::{PodId, WatchEvent, Watched};
use crate::rules::release::Release;
pub(crate) use cut::Tail;
pub use rows::{Row, Segment};
use rows::{Rows, note_of_node, note_of_pod, push, push_mark};
use std::rc::Rc;

/// Most changes that are remembered; beyond them the oldest quarter goes.
const MOST_CHANGES: usize = 200_000;
/// Most lines of the watch that are remembered; beyond them the oldest quarter goes.
const MOST_LINES: usize = 4000;

/// The Pods that had one name, one after the other.
#[derive(Clone, Debug)]
struct Tale {
    name: Text,
    /// Their numbers, each with that of the change that created it, oldest first.
    ids: Vec<(u64, PodId)>,
    rows: Rows,
}

/// Objects as they were seen last, also when they are gone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    /// By the number of the tale.
    pods: Vec<Option<(PodId, Rc<Pod>)>>,
    set: Option<Rc<StatefulSet>>,
}

/// A line of the watch: the cells of a Pod's row.
#[derive(Clone, Debug)]
struct Line {
    time: SimTime,
    pod: Text,
    cells: Rc<[String]>,
}

/// The story of all Pods of a run. One is selected: what is asked without a name is asked of it.
#[derive(Clone, Debug)]
pub struct Story {
    namespace: Text,
    name: Text,
    set: Option<Text>,
    changes: Vec<Change>,
    /// How many changes were forgotten, which is the number of the first one left.
    forgotten: usize,
    tales: Vec<Tale>,
    /// The tales, by name.
    names: Vec<u32>,
    /// The tale of each Pod, by its number.
    whose: Vec<u32>,
    /// Rows that belong to no Pod.
    common: Rows,
    lines: Vec<Line>,
    forgotten_lines: usize,
    seen: Seen,
}

/// Stands for "no tale".
const NOBODY: u32 = u32::MAX;

impl Story {
    /// A story that has not begun. The Pod of that name is selected.
    pub fn new(namespace: Text, name: Text) -> Story {
        Story {
            namespace,
            name,
            set: None,
            changes: Vec::new(),
            forgotten: 0,
            tales: Vec::new(),
            names: Vec::new(),
            whose: Vec::new(),
            common: Rows::new(),
            lines: Vec::new(),
            forgotten_lines: 0,
            seen: Seen::default(),
        }
    }

    /// Namespace of the Pods.
    pub fn namespace(&self) -> &Text {
        &self.namespace
    }

    /// Name of the selected Pod.
    pub fn name(&self) -> &Text {
        &self.name
    }

    /// Name of the StatefulSet that is followed.
    pub fn set(&self) -> Option<&Text> {
        self.set.as_ref()
    }

    /// Selects the Pod of that name.
    pub fn select(&mut self, name: Text) {
        self.name = name;
    }

    /// Follows the StatefulSet of that name, from the start.
    pub fn follow(&mut self, set: Text) {
        self.set = Some(set);
    }

    /// Goes on with what a simulation recorded and a watch saw. Changes must come without gaps.
    pub fn tell(&mut self, changes: Vec<Change>, watch: &[WatchEvent], release: Release) {
        for change in changes {
            self.note(&change);
            self.changes.push(change);
        }
        for event in watch {
            match &event.object {
                Watched::Pod(pod) if pod.metadata.namespace == self.namespace => {
                    let Ok(place) = self.place(&pod.metadata.name) else { continue };
                    let tale = self.names[place] as usize;
                    if self.seen.pods.len() <= tale {
                        self.seen.pods.resize(tale + 1, None);
                    }
                    let Some((_, id)) = self.tales[tale].ids.last() else { continue };
                    self.seen.pods[tale] = Some((*id, Rc::clone(pod)));
                    let cells = Columns::default().cells(pod, Timestamp::of(event.time), release);
                    let pod = self.tales[tale].name.clone();
                    self.lines.push(Line { time: event.time, pod, cells: cells.into() });
                }
                Watched::StatefulSet(set) if self.is_followed(set) => {
                    self.seen.set = Some(Rc::clone(set));
                }
                _ => {}
            }
        }
        self.bound();
    }

    fn is_followed(&self, set: &StatefulSet) -> bool {
        self.set.as_ref() == Some(&set.metadata.name) && set.metadata.namespace == self.namespace
    }

    fn forget(&mut self, count: usize) {
        self.changes.drain(..count);
        self.forgotten += count;
        let since = self.changes[0].time;
        let tales = self.tales.iter_mut().map(|tale| &mut tale.rows);
        for rows in tales.chain([&mut self.common]) {
            for (_, segments) in rows {
                segments.retain(|segment| segment.to.is_none_or(|to| to >= since));
            }
        }
    }

    /// How many changes there were.
    pub fn told(&self) -> usize {
        self.forgotten + self.changes.len()
    }

    pub(crate) fn lines(&self) -> usize {
        self.forgotten_lines + self.lines.len()
    }

    pub(crate) fn seen(&self) -> &Seen {
        &self.seen
    }

    /// Forgets the oldest of very much.
    fn bound(&mut self) {
        while self.lines.len() > MOST_LINES {
            self.lines.drain(..MOST_LINES / 4);
            self.forgotten_lines += MOST_LINES / 4;
        }
        if self.changes.len() > MOST_CHANGES {
            self.forget(MOST_CHANGES / 4);
        }
    }

    /// Where a name is among the tales, or would be.
    fn place(&self, name: &str) -> Result<usize, usize> {
        self.names.binary_search_by(|tale| self.tales[*tale as usize].name.as_str().cmp(name))
    }

    fn tale_of(&self, change: &Change) -> Option<usize> {
        let tale = *self.whose.get(change.pod? as usize)?;
        (tale != NOBODY).then_some(tale as usize)
    }

    /// Begins the tale of a Pod, or goes on with that of the Pods that had its name before.
    fn open_tale(&mut self, id: PodId, name: &str, created: u64) {
        let tale = match self.place(name) {
            Ok(place) => self.names[place],
            Err(place) => {
                let tale = self.tales.len() as u32;
                let name = name.to_owned().into();
                self.tales.push(Tale { name, ids: Vec::new(), rows: Rows::new() });
                self.names.insert(place, tale);
                tale
            }
        };
        self.tales[tale as usize].ids.push((created, id));
        let index = id as usize;
        if self.whose.len() <= index {
            self.whose.resize(index + 1, NOBODY);
        }
        self.whose[index] = tale;
    }

    fn note(&mut self, change: &Change) {
        if change.subject == Subject::Created
            && let Some(id) = change.pod
            && let Some(name) = change.object.strip_prefix("Pod/")
        {
            self.open_tale(id, name, change.number);
        }
        if change.subject == Subject::Endpoints {
            let service = change.object.rsplit('/').next().unwrap_or_default().to_owned();
            push(&mut self.common, Row::Endpoints(service.into()), change, None, false);
        }
        if let Some(node) = change.object.strip_prefix("Node/") {
            note_of_node(&mut self.common, node, change);
        }
        if change.subject == Subject::Decision
            && change.object.strip_prefix("StatefulSet/") == self.set.as_deref()
            && self.set.is_some()
        {
            push_mark(&mut self.common, &Row::Controller, change);
        }
        if let Some(tale) = self.tale_of(change) {
            note_of_pod(&mut self.tales[tale].rows, change);
        }
    }
}
