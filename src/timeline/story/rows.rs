//! Rows of a story: what is on them, and how a change goes on with them.

use crate::api::status::READY;
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::change::{Change, Subject, Value};

/// A row of the story: one of the things about a Pod, or around it, that change independently of each other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Row {
    /// The phase.
    Phase,
    /// The word `kubectl get` prints as STATUS.
    Status,
    /// How often that container was restarted.
    Restarts(Text),
    /// The condition of that type.
    Condition(Text),
    /// The state of that container.
    Container(Text),
    /// The runs of that probe of a container.
    Probe(Text, &'static str),
    /// The addresses of that Service.
    Endpoints(Text),
    /// How the machine of that name stands to the API server, and what the API says of its node.
    Node(Text),
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
pub(super) type Rows = Vec<(Row, Vec<Segment>)>;

pub(super) fn find(rows: &Rows, row: &Row) -> Result<usize, usize> {
    rows.binary_search_by(|(known, _)| known.cmp(row))
}

pub(super) fn note_of_pod(rows: &mut Rows, change: &Change) {
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
        Subject::RestartCount(container) => {
            push(rows, Row::Restarts(container.clone()), change, None, false);
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
        | Subject::Spec
        | Subject::Field(_)
        | Subject::Decision
        | Subject::Eviction
        | Subject::Hook(..)
        | Subject::Signal(_)
        | Subject::Program(_)
        | Subject::Endpoints
        | Subject::Machine
        | Subject::Resource
        | Subject::Taint
        | Subject::Drain
        | Subject::World => {}
    }
}

/// The segment of a row that lasts.
fn open<'a>(rows: &'a Rows, row: &Row) -> Option<&'a Segment> {
    let (_, segments) = &rows[find(rows, row).ok()?];
    segments.last().filter(|segment| segment.to.is_none())
}

/// Puts something on a row that has no length.
pub(super) fn push_mark(rows: &mut Rows, row: &Row, change: &Change) {
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

/// A change of a node: how its machine is, whether it is Ready, and what its kubelet says that it is short of.
pub(super) fn note_of_node(rows: &mut Rows, node: &str, change: &Change) {
    let row = Row::Node(node.to_owned().into());
    match &change.subject {
        // What people do to memory or disk counts when the kubelet has noticed: it is not shown here.
        Subject::Machine => push(rows, row, change, None, false),
        Subject::Condition(kind) if *kind == *READY => push(rows, row, change, None, false),
        Subject::Condition(kind) => {
            let pressed = Value::Text(kind.clone());
            let last = find(rows, &row).ok().and_then(|index| rows[index].1.last());
            if change.new == Value::Because("True", Text::default()) {
                push(rows, row, change, Some(pressed), false);
            } else if last.is_some_and(|last| last.value == pressed) {
                let well = Value::Because("True", Text::default());
                push(rows, row, change, Some(well), false);
            }
        }
        _ => {}
    }
}

/// Takes off rows what came with the change of that number and later ones.
pub(super) fn truncate(rows: &mut Rows, first: u64) {
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
pub(super) fn push(rows: &mut Rows, row: Row, change: &Change, value: Option<Value>, ready: bool) {
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
