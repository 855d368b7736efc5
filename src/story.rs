//! What happened to one Pod, told as parallel rows over time, and why each thing happened.
//!
//! A story is made from the changes and the watch of a [`crate::sim::Sim`]; it knows no rule of its own.

use crate::change::{Cause, Change, Subject, Value};
use crate::kubectl::columns::{Columns, PodWatch};
use crate::map::Map;
use crate::release::Release;
use crate::text::Text;
use crate::time::{SimTime, Timestamp};
use crate::world::{PodId, WatchEvent, Watched};

/// A row of the story: one of the things about a Pod that change independently of each other.
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
}

/// The story of the Pods that had one name, one after the other.
#[derive(Clone, Debug)]
pub struct Story {
    namespace: Text,
    name: Text,
    ids: Vec<PodId>,
    changes: Vec<Change>,
    rows: Map<Row, Vec<Segment>>,
    watch: PodWatch,
    lines: Vec<(SimTime, Text)>,
}

impl Story {
    /// The story of the Pods of that name, which has not begun.
    pub fn new(namespace: Text, name: Text) -> Story {
        Story {
            namespace,
            name,
            ids: Vec::new(),
            changes: Vec::new(),
            rows: Map::new(),
            watch: PodWatch::new(Columns::default()),
            lines: Vec::new(),
        }
    }

    /// Namespace of the Pods.
    pub fn namespace(&self) -> &Text {
        &self.namespace
    }

    /// Name of the Pods.
    pub fn name(&self) -> &Text {
        &self.name
    }

    /// Goes on with what a simulation recorded and a watch saw. Changes must come without gaps.
    pub fn tell(&mut self, changes: Vec<Change>, watch: &[WatchEvent], release: Release) {
        for change in changes {
            self.note(&change);
            self.changes.push(change);
        }
        for seen in watch {
            if let Watched::Pod(pod) = &seen.object
                && pod.metadata.name == self.name
                && pod.metadata.namespace == self.namespace
            {
                let text = self.watch.line(pod, Timestamp::of(seen.time), release);
                for line in text.lines() {
                    self.lines.push((seen.time, line.to_owned().into()));
                }
            }
        }
    }

    /// Every change so far, of this Pod and of what is around it; a change stands at its number.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// The lines `kubectl get pod -w` printed, header first, each with its time.
    pub fn watch_lines(&self) -> &[(SimTime, Text)] {
        &self.lines
    }

    /// The segments of a row, oldest first.
    pub fn segments(&self, row: &Row) -> &[Segment] {
        self.rows.get(row).map_or(&[], Vec::as_slice)
    }

    /// The rows that have something to show.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.rows.keys()
    }

    /// Whether a change is about this Pod.
    pub fn is_about(&self, change: &Change) -> bool {
        change.pod.is_some_and(|id| self.ids.contains(&id))
    }

    /// Whether a change is one of this Pod that a learner should see happen.
    pub fn is_visible(&self, change: &Change) -> bool {
        let other = matches!(change.subject, Subject::Endpoints);
        (self.is_about(change) || other) && change.is_news()
    }

    /// The last change of this Pod that a learner should see.
    pub fn last_visible(&self) -> Option<&Change> {
        self.changes.iter().rev().find(|change| self.is_visible(change))
    }

    /// The change of that number and what led to it, latest first. What led to the last one is no change.
    pub fn why(&self, number: u64) -> Vec<&Change> {
        let mut chain = Vec::new();
        let mut next = self.changes.get(number as usize);
        while let Some(change) = next {
            chain.push(change);
            next = match change.cause {
                Cause::Change(earlier) if earlier < change.number => {
                    self.changes.get(earlier as usize)
                }
                Cause::Change(_) | Cause::Command(_) | Cause::Start => None,
            };
        }
        chain
    }

    /// Forgets everything but the first `changes` changes and the first `lines` lines of the watch.
    pub fn cut(&mut self, changes: usize, lines: usize) {
        self.changes.truncate(changes);
        self.lines.truncate(lines);
        self.ids.clear();
        self.rows.clear();
        if lines == 0 {
            self.watch = PodWatch::new(Columns::default());
        }
        let kept = std::mem::take(&mut self.changes);
        for change in &kept {
            self.note(change);
        }
        self.changes = kept;
    }

    fn note(&mut self, change: &Change) {
        if change.subject == Subject::Created
            && let Some(id) = change.pod
            && change.object.strip_prefix("Pod/") == Some(self.name.as_str())
        {
            self.ids.push(id);
        }
        if change.subject == Subject::Endpoints {
            let service = change.object.rsplit('/').next().unwrap_or_default().to_owned();
            self.begin(Row::Endpoints(service.into()), change, false);
        }
        if !self.is_about(change) {
            return;
        }
        match &change.subject {
            Subject::Phase => self.begin(Row::Phase, change, false),
            Subject::Status => self.begin(Row::Status, change, false),
            Subject::Condition(kind) => self.begin(Row::Condition(kind.clone()), change, false),
            Subject::State(container) => {
                let row = Row::Container(container.clone());
                let was_ready = self.open(&row).is_some_and(|segment| segment.ready);
                let runs = matches!(change.new, Value::Because("running", _));
                self.begin(row, change, was_ready && runs);
            }
            Subject::Ready(container) => {
                let row = Row::Container(container.clone());
                let ready = change.new == Value::Flag(true);
                if let Some(open) = self.open(&row)
                    && open.ready != ready
                {
                    let value = open.value.clone();
                    self.push(row, change, value, ready);
                }
            }
            Subject::Probe(container, kind) => {
                let row = Row::Probe(container.clone(), kind);
                self.push(row.clone(), change, change.new.clone(), false);
                if let Some(run) = self.rows.get_mut(&row).and_then(|row| row.last_mut()) {
                    run.to = Some(change.time);
                }
            }
            Subject::Removed => {
                for (row, segments) in &mut self.rows {
                    let whose = !matches!(row, Row::Endpoints(_));
                    if let Some(last) = segments.last_mut().filter(|_| whose) {
                        last.to.get_or_insert(change.time);
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
    fn open(&self, row: &Row) -> Option<&Segment> {
        self.segments(row).last().filter(|segment| segment.to.is_none())
    }

    fn begin(&mut self, row: Row, change: &Change, ready: bool) {
        self.push(row, change, change.new.clone(), ready);
    }

    /// Ends what lasted on a row and begins something new, unless it is nothing.
    fn push(&mut self, row: Row, change: &Change, value: Value, ready: bool) {
        let segments = self.rows.or_default(row);
        if let Some(last) = segments.last_mut() {
            last.to.get_or_insert(change.time);
            // What lasted no time was never seen.
            if last.to == Some(last.from) && last.from == change.time && ready {
                segments.pop();
            }
        }
        if value != Value::None {
            let (from, change) = (change.time, change.number);
            segments.push(Segment { from, to: None, value, ready, change });
        }
    }
}
