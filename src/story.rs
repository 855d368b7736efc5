//! What happened to Pods and to the set they belong to, told as parallel rows over time, and why each thing happened.
//!
//! A story is made from the changes and the watch of a [`crate::sim::Sim`]; it knows no rule of its own. It tells of every
//! Pod, and one of them is selected, whose rows are those of the Pod lab.

use crate::api::pod::Pod;
use crate::api::stateful_set::StatefulSet;
use crate::change::{Cause, Change, Subject, Value};
use crate::controller::stateful_set::identity::parent_and_ordinal;
use crate::kubectl::columns::Columns;
use crate::kubectl::table::Table;
use crate::release::Release;
use crate::text::Text;
use crate::time::{SimTime, Timestamp};
use crate::world::{PodId, WatchEvent, Watched};
use std::rc::Rc;

/// Most changes that are remembered; beyond them the oldest quarter goes.
const MOST_CHANGES: usize = 200_000;
/// Most lines of the watch that are remembered; beyond them the oldest quarter goes.
const MOST_LINES: usize = 4000;

/// A row of the story: one of the things about a Pod, or around it, that change independently of each other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Row {
    /// The phase.
    Phase,
    /// The word `kubectl get` prints as STATUS.
    Status,
    /// The condition of that type.
    Condition(Text),
    /// The state of that container.
    Container(Text),
    /// The runs of that probe of a container.
    Probe(Text, &'static str),
    /// The addresses of that Service.
    Endpoints(Text),
    /// What the controller of the set did, each time a stretch without length.
    Controller,
}

/// A stretch of a row in which nothing changes. A probe's run is a stretch without length.
#[derive(Clone, Debug, PartialEq)]
pub struct Segment {
    /// When it begins.
    pub from: SimTime,
    /// When it ends; none while it lasts.
    pub to: Option<SimTime>,
    /// What is there.
    pub value: Value,
    /// Whether the container is ready meanwhile; false on other rows.
    pub ready: bool,
    /// Number of the change that began it.
    pub change: u64,
    /// Number of the change that ended it; none while it lasts.
    pub ended: Option<u64>,
}

/// The rows of something.
type Rows = Vec<(Row, Vec<Segment>)>;

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

/// The end of a story that was cut off.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tail {
    /// Number of its first change.
    first: usize,
    changes: Vec<Change>,
    /// Number of its first line.
    first_line: usize,
    lines: Vec<Line>,
}

impl Tail {
    /// This tail with the one that followed it, as far as they fit together.
    pub(crate) fn before(mut self, mut later: Tail) -> Tail {
        let end = self.first + self.changes.len();
        let end_line = self.first_line + self.lines.len();
        if later.first <= end && later.first_line <= end_line {
            self.changes.extend(later.changes.drain(..).skip(end - later.first));
            self.lines.extend(later.lines.drain(..).skip(end_line - later.first_line));
        }
        self
    }
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

    /// The changes so far, of all that is around, the oldest of very many forgotten.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// The change of that number, if it happened and is not forgotten.
    pub fn change(&self, number: u64) -> Option<&Change> {
        self.changes.get((number as usize).checked_sub(self.forgotten)?)
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

    /// The Pod of that name as the API had it last, with its number.
    pub fn last(&self, name: &str) -> Option<&(PodId, Rc<Pod>)> {
        let place = self.place(name).ok()?;
        self.seen.pods.get(self.names[place] as usize)?.as_ref()
    }

    /// The StatefulSet that is followed, as the API had it last.
    pub fn last_set(&self) -> Option<&Rc<StatefulSet>> {
        self.seen.set.as_ref()
    }

    /// The lines that `kubectl get pod -w` printed for a Pod, or for all Pods of the set that is followed when none is
    /// named; the header first, each with its time.
    pub fn watch_lines(&self, name: Option<&str>) -> Vec<(SimTime, String)> {
        let mut table = Table::default();
        let mut printed = Vec::new();
        let wanted =
            |line: &&Line| name.map_or(self.is_member(&line.pod), |name| line.pod == *name);
        for line in self.lines.iter().filter(wanted) {
            if printed.is_empty() {
                printed.push((line.time, table.print(&[Columns::default().header()])));
            }
            printed.push((line.time, table.print(&[line.cells.to_vec()])));
        }
        printed
    }

    fn is_member(&self, pod: &str) -> bool {
        parent_and_ordinal(pod).is_some_and(|(parent, _)| self.set.as_deref() == Some(parent))
    }

    /// The segments of a row, oldest first.
    pub fn segments(&self, row: &Row) -> &[Segment] {
        self.segments_of(&self.name, row)
    }

    /// The segments of a row of the Pod of that name, oldest first.
    pub fn segments_of(&self, name: &str, row: &Row) -> &[Segment] {
        let rows = match row {
            Row::Endpoints(_) | Row::Controller => Some(&self.common),
            _ => self.place(name).ok().map(|place| &self.tales[self.names[place] as usize].rows),
        };
        let found = rows.and_then(|rows| Some(&rows[find(rows, row).ok()?].1));
        found.map_or(&[], Vec::as_slice)
    }

    /// The rows that have something to show.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        let own = self.place(&self.name).ok().map(|place| self.names[place] as usize);
        let own = own.map_or(&[][..], |tale| &self.tales[tale].rows);
        own.iter().chain(&self.common).map(|(row, _)| row)
    }

    /// Whether a change is about the selected Pod.
    pub fn is_about(&self, change: &Change) -> bool {
        self.tale_of(change).is_some_and(|tale| self.tales[tale].name == self.name)
    }

    /// Whether a change is one that a learner should see happen: of the selected Pod, or one of the larger things that
    /// happen to the set and its other Pods.
    pub fn is_visible(&self, change: &Change) -> bool {
        if !change.is_news() {
            return false;
        }
        if change.subject == Subject::Endpoints || self.is_about(change) {
            return true;
        }
        let Some(set) = &self.set else { return false };
        if let Some(tale) = self.tale_of(change) {
            let large = match &change.subject {
                Subject::Phase
                | Subject::Status
                | Subject::Created
                | Subject::Removed
                | Subject::Deletion => true,
                Subject::Condition(kind) => *kind == "Ready",
                _ => false,
            };
            return large && self.is_member(&self.tales[tale].name);
        }
        match change.object.split_once('/') {
            Some(("StatefulSet", name)) => name == set.as_str(),
            // Its claims are named after a template, the set and the ordinal.
            Some(("PersistentVolumeClaim", name)) => parent_and_ordinal(name)
                .and_then(|(parent, _)| parent.strip_suffix(set.as_str()))
                .is_some_and(|template| template.ends_with('-')),
            _ => false,
        }
    }

    /// The last change that a learner should see.
    pub fn last_visible(&self) -> Option<&Change> {
        self.changes.iter().rev().find(|change| self.is_visible(change))
    }

    /// The change of that number and what led to it, latest first. What led to the last one is no change.
    pub fn why(&self, number: u64) -> Vec<&Change> {
        let mut chain = Vec::new();
        let mut next = self.change(number);
        while let Some(change) = next {
            chain.push(change);
            next = match change.cause {
                Cause::Change(earlier) if earlier < change.number => self.change(earlier),
                Cause::Change(_) | Cause::Command(_) | Cause::Start => None,
            };
        }
        chain
    }

    /// Goes back to when it had told `changes` changes and `lines` lines of the watch, and `seen` was what was seen last.
    /// Gives what comes after that.
    pub(crate) fn cut(&mut self, changes: usize, lines: usize, seen: Seen) -> Tail {
        let first = changes.max(self.forgotten);
        let later = self.changes.split_off((first - self.forgotten).min(self.changes.len()));
        let first_line = lines.max(self.forgotten_lines);
        let place = (first_line - self.forgotten_lines).min(self.lines.len());
        let tail = Tail { first, changes: later, first_line, lines: self.lines.split_off(place) };
        self.forgotten = self.forgotten.min(changes);
        self.forgotten_lines = self.forgotten_lines.min(lines);
        self.seen = seen;
        // What lasted no time is not remembered, so the moment of the cut is told again from its beginning.
        let Some(moment) = tail.changes.first().map(|change| change.time) else { return tail };
        let kept = self.changes.iter().rev().take_while(|change| change.time == moment).count();
        let again = self.changes.split_off(self.changes.len() - kept);
        let from = (self.forgotten + self.changes.len()) as u64;
        for tale in &mut self.tales {
            tale.ids.retain(|(created, _)| *created < from);
            truncate(&mut tale.rows, from);
        }
        truncate(&mut self.common, from);
        for change in again {
            self.note(&change);
            self.changes.push(change);
        }
        tail
    }

    /// Goes on with what was cut off, up to when it had told `changes` changes and `lines` lines and `seen` was what was
    /// seen last. Gives whether the tail reaches that far; nothing happens otherwise.
    pub(crate) fn resume(
        &mut self,
        tail: &Tail,
        changes: usize,
        lines: usize,
        seen: &Seen,
    ) -> bool {
        let range = |first: usize, from: usize, to: usize, count: usize| {
            let range = from.checked_sub(first)?..to.checked_sub(first)?;
            (range.start <= range.end && range.end <= count).then_some(range)
        };
        let new = range(tail.first, self.told(), changes, tail.changes.len());
        let new_lines = range(tail.first_line, self.lines(), lines, tail.lines.len());
        let (Some(new), Some(new_lines)) = (new, new_lines) else { return false };
        for change in &tail.changes[new] {
            self.note(change);
            self.changes.push(change.clone());
        }
        self.lines.extend_from_slice(&tail.lines[new_lines]);
        self.seen = seen.clone();
        self.bound();
        true
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

fn find(rows: &Rows, row: &Row) -> Result<usize, usize> {
    rows.binary_search_by(|(known, _)| known.cmp(row))
}

fn note_of_pod(rows: &mut Rows, change: &Change) {
    match &change.subject {
        Subject::Phase => push(rows, Row::Phase, change, None, false),
        Subject::Status => push(rows, Row::Status, change, None, false),
        Subject::Condition(kind) => push(rows, Row::Condition(kind.clone()), change, None, false),
        Subject::State(container) => {
            let row = Row::Container(container.clone());
            let was_ready = open(rows, &row).is_some_and(|segment| segment.ready);
            let runs = matches!(change.new, Value::Because("running", _));
            push(rows, row, change, None, was_ready && runs);
        }
        Subject::Ready(container) => {
            let row = Row::Container(container.clone());
            let ready = change.new == Value::Flag(true);
            if let Some(open) = open(rows, &row)
                && open.ready != ready
            {
                let value = open.value.clone();
                push(rows, row, change, Some(value), ready);
            }
        }
        Subject::Probe(container, kind) => {
            push_mark(rows, &Row::Probe(container.clone(), kind), change);
        }
        Subject::Removed => {
            for (_, segments) in rows {
                if let Some(last) = segments.last_mut() {
                    end(last, change);
                }
            }
        }
        Subject::Created
        | Subject::Deletion
        | Subject::Node
        | Subject::Reason
        | Subject::Started(_)
        | Subject::RestartCount(_)
        | Subject::Spec
        | Subject::Field(_)
        | Subject::Decision
        | Subject::Hook(..)
        | Subject::Signal(_)
        | Subject::Program(_)
        | Subject::Endpoints
        | Subject::World => {}
    }
}

/// The segment of a row that lasts.
fn open<'a>(rows: &'a Rows, row: &Row) -> Option<&'a Segment> {
    let (_, segments) = &rows[find(rows, row).ok()?];
    segments.last().filter(|segment| segment.to.is_none())
}

/// Puts something on a row that has no length.
fn push_mark(rows: &mut Rows, row: &Row, change: &Change) {
    push(rows, row.clone(), change, None, false);
    if let Ok(index) = find(rows, row)
        && let Some(last) = rows[index].1.last_mut()
    {
        end(last, change);
    }
}

/// Ends what lasts.
fn end(segment: &mut Segment, change: &Change) {
    if segment.to.is_none() {
        segment.to = Some(change.time);
        segment.ended = Some(change.number);
    }
}

/// Takes off rows what came with the change of that number and later ones.
fn truncate(rows: &mut Rows, first: u64) {
    for (_, segments) in rows.iter_mut() {
        while segments.last().is_some_and(|segment| segment.change >= first) {
            segments.pop();
        }
        if let Some(last) = segments.last_mut().filter(|last| last.ended >= Some(first)) {
            last.to = None;
            last.ended = None;
        }
    }
    rows.retain(|(_, segments)| !segments.is_empty());
}

/// Ends what lasted on a row and begins something new, unless it is nothing. What is new is what the change says, unless
/// it is given.
fn push(rows: &mut Rows, row: Row, change: &Change, value: Option<Value>, ready: bool) {
    let index = match find(rows, &row) {
        Ok(index) => index,
        Err(index) => {
            rows.insert(index, (row, Vec::new()));
            index
        }
    };
    let segments = &mut rows[index].1;
    if let Some(last) = segments.last_mut() {
        end(last, change);
        // What lasted no time was never seen.
        if last.to == Some(last.from) && last.from == change.time && ready {
            segments.pop();
        }
    }
    let value = value.unwrap_or_else(|| change.new.clone());
    if value != Value::None {
        let (from, change) = (change.time, change.number);
        segments.push(Segment { from, to: None, value, ready, change, ended: None });
    }
}
