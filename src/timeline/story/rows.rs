//! The rows of a story: what they show, and how a change continues them.

use crate::api::ResourceKind;
use crate::api::endpoints::Addresses;
use crate::api::reason::PodStatusKind;
use crate::api::status::{ConditionStatus, PodPhase};
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::change::Change;
use crate::cluster::fact::{
    Because, ConditionValue, Decision, Fact, Listed, MachineEvent, StateSummary,
};
use crate::cluster::machines::Connectivity;
use crate::cluster::pressure::EvictionSignal;
use crate::cluster::probe::{Outcome, ProbeKind};
use std::fmt;

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
    Probe(Text, ProbeKind),
    /// The addresses of that Service.
    Endpoints(Text),
    /// The connection of that machine to the API server, and what the API says about its node.
    Node(Text),
    /// What the controller of the set did. Each decision is a segment without length.
    Controller,
}

/// What a row shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Sight {
    /// The phase.
    Phase(PodPhase),
    /// What the word says that `kubectl get` prints as STATUS, and the word.
    Status(PodStatusKind, Text),
    /// How often the container was restarted.
    Restarts(i64),
    /// The condition.
    Condition(ConditionValue),
    /// The state of the container.
    Container(StateSummary),
    /// How a run of the probe ended, and what it found.
    Probe(Outcome, Text),
    /// The Pods behind the Service: those that are ready, and those that are not.
    Endpoints(Box<Addresses>),
    /// The connection of the machine.
    Connectivity(Connectivity),
    /// What happened to the machine.
    Machine(MachineEvent),
    /// Whether the node is ready, and why it is not.
    NodeReady(ConditionStatus, Text),
    /// The node runs out of this resource.
    Pressure(EvictionSignal),
    /// The decision about the object of this kind, a Pod or a ReplicaSet, with this name.
    Decision(Decision, ResourceKind, Text),
}

/// A part of a row in which nothing changes. A probe's run is a segment without length.
#[derive(Clone, Debug, PartialEq)]
pub struct Segment {
    /// When it begins.
    pub from: SimTime,
    /// When it ends; `None` while it lasts.
    pub to: Option<SimTime>,
    /// The value that it shows.
    pub value: Sight,
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
    match &change.fact {
        Fact::Phase { new, .. } => show(rows, Row::Phase, change, Sight::Phase(*new)),
        Fact::Status { new, kind, .. } => {
            show(rows, Row::Status, change, Sight::Status(*kind, new.clone()));
        }
        Fact::Condition { kind, new, .. } => {
            let sight = new.clone().map(Sight::Condition);
            push(rows, Row::Condition(kind.clone()), change, sight, false);
        }
        Fact::State { container, new, .. } => {
            let row = Row::Container(container.clone());
            let was_ready = open(rows, &row).is_some_and(|segment| segment.ready);
            let runs = *new == Some(StateSummary::Running);
            push(rows, row, change, new.clone().map(Sight::Container), was_ready && runs);
        }
        Fact::Ready { container, ready } => {
            let row = Row::Container(container.clone());
            if let Some(open) = open(rows, &row)
                && open.ready != *ready
            {
                let value = open.value.clone();
                push(rows, row, change, Some(value), *ready);
            }
        }
        Fact::Probe { container, kind, outcome, message, .. } => {
            let row = Row::Probe(container.clone(), *kind);
            push_mark(rows, &row, change, Sight::Probe(*outcome, message.clone()));
        }
        Fact::RestartCount { container, new, .. } => {
            show(rows, Row::Restarts(container.clone()), change, Sight::Restarts(*new));
        }
        Fact::Removed => {
            for (_, segments) in rows {
                if let Some(last) = segments.last_mut() {
                    end(last, change);
                }
            }
        }
        Fact::Created
        | Fact::RevisionCreated(_)
        | Fact::RevisionNumber { .. }
        | Fact::Deletion { .. }
        | Fact::EvictionRefused(_)
        | Fact::Bound { .. }
        | Fact::ClaimPhase { .. }
        | Fact::VolumePhase { .. }
        | Fact::Reason { .. }
        | Fact::NodeReady { .. }
        | Fact::NodePressure { .. }
        | Fact::Started { .. }
        | Fact::Spec
        | Fact::Field { .. }
        | Fact::Connectivity { .. }
        | Fact::Machine(_)
        | Fact::Resource { .. }
        | Fact::TaintAdded(_)
        | Fact::TaintRemoved(_)
        | Fact::Drain { .. }
        | Fact::Decision { .. }
        | Fact::Hook { .. }
        | Fact::Signal { .. }
        | Fact::Program { .. }
        | Fact::SandboxKilled
        | Fact::ContainersRemoved
        | Fact::Endpoints { .. }
        | Fact::World(_) => {}
    }
}

/// Ends the last segment of a row and begins one that shows this.
pub(super) fn show(rows: &mut Rows, row: Row, change: &Change, sight: Sight) {
    push(rows, row, change, Some(sight), false);
}

/// Returns the last segment of a row while it lasts.
fn open<'a>(rows: &'a Rows, row: &Row) -> Option<&'a Segment> {
    let (_, segments) = &rows[find(rows, row).ok()?];
    segments.last().filter(|segment| segment.to.is_none())
}

/// Adds a segment without length to a row.
pub(super) fn push_mark(rows: &mut Rows, row: &Row, change: &Change, sight: Sight) {
    show(rows, row.clone(), change, sight);
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
/// short. What people do to memory or disk shows once the kubelet has noticed.
pub(super) fn note_of_node(rows: &mut Rows, node: &str, change: &Change) {
    let row = Row::Node(node.to_owned().into());
    match &change.fact {
        Fact::Connectivity { new, .. } => show(rows, row, change, Sight::Connectivity(*new)),
        Fact::Machine(event) => show(rows, row, change, Sight::Machine(*event)),
        Fact::NodeReady { new, why, .. } => {
            show(rows, row, change, Sight::NodeReady(*new, why.clone()));
        }
        Fact::NodePressure { signal, new, .. } => {
            let pressed = Sight::Pressure(*signal);
            let last = find(rows, &row).ok().and_then(|index| rows[index].1.last());
            if *new == ConditionStatus::True {
                show(rows, row, change, pressed);
            } else if last.is_some_and(|last| last.value == pressed) {
                let well = Sight::NodeReady(ConditionStatus::True, Text::default());
                show(rows, row, change, well);
            }
        }
        Fact::Created
        | Fact::RevisionCreated(_)
        | Fact::RevisionNumber { .. }
        | Fact::Removed
        | Fact::Deletion { .. }
        | Fact::EvictionRefused(_)
        | Fact::Bound { .. }
        | Fact::Phase { .. }
        | Fact::ClaimPhase { .. }
        | Fact::VolumePhase { .. }
        | Fact::Reason { .. }
        | Fact::Condition { .. }
        | Fact::State { .. }
        | Fact::Ready { .. }
        | Fact::Started { .. }
        | Fact::RestartCount { .. }
        | Fact::Status { .. }
        | Fact::Spec
        | Fact::Field { .. }
        | Fact::Resource { .. }
        | Fact::TaintAdded(_)
        | Fact::TaintRemoved(_)
        | Fact::Drain { .. }
        | Fact::Decision { .. }
        | Fact::Probe { .. }
        | Fact::Hook { .. }
        | Fact::Signal { .. }
        | Fact::Program { .. }
        | Fact::SandboxKilled
        | Fact::ContainersRemoved
        | Fact::Endpoints { .. }
        | Fact::World(_) => {}
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

/// Ends the last segment of a row and begins a new one, if there is something to show.
fn push(rows: &mut Rows, row: Row, change: &Change, value: Option<Sight>, ready: bool) {
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
    if let Some(value) = value {
        let (from, change) = (change.time, change.number);
        segments.push(Segment { from, to: None, value, ready, change, ended: None });
    }
}

/// The text of changes for other programs.
impl fmt::Display for Sight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sight::Phase(phase) => f.write_str(phase.as_str()),
            Sight::Status(_, word) => word.fmt(f),
            Sight::Restarts(count) => count.fmt(f),
            Sight::Condition(condition) => condition.fmt(f),
            Sight::Container(state) => state.fmt(f),
            Sight::Probe(outcome, message) => Because(outcome.as_str(), message).fmt(f),
            Sight::Endpoints(endpoints) => Listed(endpoints).fmt(f),
            Sight::Connectivity(connectivity) => f.write_str(connectivity.as_str()),
            Sight::Machine(event) => f.write_str(event.as_str()),
            Sight::NodeReady(status, why) => Because(status.as_str(), why).fmt(f),
            Sight::Pressure(signal) => f.write_str(signal.condition()),
            Sight::Decision(decision, kind, name) => {
                write!(f, "{} {} {name}", decision.as_str(), kind.as_str())
            }
        }
    }
}
