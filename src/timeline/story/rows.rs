//! The rows of a story: what they show, and how a change continues them.

use crate::api::status::READY;
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::change::{Change, Subject, Value};

/// A row of a story. Each row shows one thing about a Pod, or around it, that changes independently of the others.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Row {
    /// The phase.
    Phase,
    /// The word that `kubectl get` prints as STATUS.
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
    /// The connection of that machine to the API server, and what the API says about its node.
    Node(Text),
    /// What the controller of the set did. Each decision is a segment without length.
    Controller,
}

/// A part of a row in which nothing changes. A probe's run is a segment without length.
#[derive(Clone, Debug, PartialEq)]
pub struct Segment {
    /// When it begins.
    pub from: SimTime,
    /// When it ends; `None` while it lasts.
    pub to: Option<SimTime>,
    /// The value that it shows.
    pub value: Value,
    /// Whether the container is ready during it; false on other rows.
    pub ready: bool,
    /// The number of the change that began it.
    pub change: u64,
    /// The number of the change that ended it; `None` while it lasts.
    pub ended: Option<u64>,
}

/// The rows of a Pod, or those of no Pod.
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

/// Returns the last segment of a row while it lasts.
fn open<'a>(rows: &'a Rows, row: &Row) -> Option<&'a Segment> {
    let (_, segments) = &rows[find(rows, row).ok()?];
    segments.last().filter(|segment| segment.to.is_none())
}

/// Adds a segment without length to a row.
pub(super) fn push_mark(rows: &mut Rows, row: &Row, change: &Change) {
    push(rows, row.clone(), change, None, false);
    if let Ok(index) = find(rows, row)
        && let Some(last) = rows[index].1.last_mut()
    {
        end(last, change);
    }
}

/// Ends a segment that lasts.
fn end(segment: &mut Segment, change: &Change) {
    if segment.to.is_none() {
        segment.to = Some(change.time);
        segment.ended = Some(change.number);
    }
}

/// Adds a change of a node: the state of its machine, whether it is Ready, and which resources its kubelet says are
/// short.
pub(super) fn note_of_node(rows: &mut Rows, node: &str, change: &Change) {
    let row = Row::Node(node.to_owned().into());
    match &change.subject {
        // What people do to memory or disk is not shown here. It shows once the kubelet has noticed.
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

/// Removes the segments that began with the change of that number or later.
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

/// Ends the last segment of a row and begins a new one, unless the new value is nothing. The new value is `value`, or
/// else that of the change.
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
        // A container that is ready in the moment in which it starts was never seen as not ready.
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
