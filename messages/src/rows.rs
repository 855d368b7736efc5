//! The names of a story's rows, what they show, and how compared runs differ.

use crate::clock;
use crate::text;
use podlab::base::time::SimTime;
use podlab::cluster::fact::{MachineEvent, StateSummary};
use podlab::cluster::machines::Connectivity;
use podlab::questions::compare::Difference;
use podlab::timeline::story::{Row, Segment, Sight};

/// Returns the name of a row.
pub fn row(row: &Row) -> String {
    match row {
        Row::Phase => "phase".to_owned(),
        Row::Status => "STATUS".to_owned(),
        Row::Restarts(container) => format!("RESTARTS {container}"),
        Row::Condition(name) | Row::Container(name) => name.to_string(),
        Row::Probe(container, kind) => format!("{container} {}", kind.as_str()),
        Row::Endpoints(service) => format!("Service {service}"),
        Row::Node(node) => format!("Node {node}"),
        Row::Controller => "controller".to_owned(),
    }
}

/// Returns what a segment of a row shows.
pub fn shown(segment: &Segment) -> String {
    match &segment.value {
        Sight::Container(StateSummary::Running) if segment.ready => text::shown_ready().to_owned(),
        Sight::Container(StateSummary::Running) => "Running".to_owned(),
        Sight::Container(state) if state.reason().is_empty() => state.as_str().to_owned(),
        Sight::Container(state) => state.reason().to_owned(),
        Sight::Endpoints(endpoints) => {
            let (ready, not_ready) = &**endpoints;
            match (ready.is_empty(), not_ready.is_empty()) {
                (true, true) => text::shown_no_pod().to_owned(),
                (true, false) => text::shown_not_ready().to_owned(),
                _ => text::shown_sends(&segment.value),
            }
        }
        Sight::NodeReady(status, _) => format!("Ready {}", status.as_str()),
        Sight::Connectivity(connectivity) => match connectivity {
            Connectivity::CutOff => text::node_shown_cut_off(),
            Connectivity::Off => text::node_shown_off(),
            Connectivity::Broken => text::node_shown_broken(),
            Connectivity::Up | Connectivity::Returning => text::node_shown_connected(),
        }
        .to_owned(),
        Sight::Machine(event) => match event {
            MachineEvent::RuntimeStopped => text::node_shown_without_runtime(),
            MachineEvent::NetworkStopped => text::node_shown_without_network(),
            MachineEvent::ShuttingDown => text::node_shown_shutting_down(),
            MachineEvent::Crashed
            | MachineEvent::KubeletStarted
            | MachineEvent::RuntimeStarted
            | MachineEvent::NetworkStarted
            | MachineEvent::AppArmorDisabled
            | MachineEvent::AppArmorEnabled => text::node_shown_connected(),
        }
        .to_owned(),
        Sight::Condition(condition) => condition.status.as_str().to_owned(),
        Sight::Probe(outcome, _) => outcome.as_str().to_owned(),
        Sight::Phase(_)
        | Sight::Status(..)
        | Sight::Restarts(_)
        | Sight::Pressure(_)
        | Sight::Decision(..) => segment.value.to_string(),
    }
}

/// Returns the name of a row that differs, after that of its Pod.
pub fn row_of(difference: &Difference) -> String {
    match &difference.pod {
        Some(pod) => format!("*{pod}* {}", row(&difference.row)),
        None => row(&difference.row),
    }
}

/// Returns what a row shows in one of the runs when it begins to differ.
pub fn side(row: &Row, value: Option<&Segment>) -> String {
    match (value, row) {
        // Conditions may differ in their reasons only.
        (Some(segment), Row::Condition(_)) => segment.value.to_string(),
        (Some(segment), _) => shown(segment),
        (None, Row::Restarts(_)) => "0".to_owned(),
        (None, _) => "–".to_owned(),
    }
}

/// Returns a sentence about where runs begin to differ, or how far they do not.
pub fn parting(first: Option<&Difference>, until: SimTime) -> String {
    match first {
        Some(first) => text::compare_first(clock(first.from)),
        None => text::compare_none(clock(until)),
    }
}
