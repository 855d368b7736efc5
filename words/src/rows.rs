//! The names of a story's rows, what they show, and how compared runs differ.

use crate::clock;
use crate::messages::Messages;
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
pub fn shown(m: &Messages, segment: &Segment) -> String {
    match &segment.value {
        Sight::Container(StateSummary::Running) if segment.ready => m.say("shown.ready"),
        Sight::Container(StateSummary::Running) => "Running".to_owned(),
        Sight::Container(state) if state.reason().is_empty() => state.as_str().to_owned(),
        Sight::Container(state) => state.reason().to_owned(),
        Sight::Endpoints(endpoints) => {
            let (ready, not_ready) = &**endpoints;
            match (ready.is_empty(), not_ready.is_empty()) {
                (true, true) => m.say("shown.no-pod"),
                (true, false) => m.say("shown.not-ready"),
                _ => m.fill("shown.sends", &[("pods", &segment.value.to_string())]),
            }
        }
        Sight::NodeReady(status, _) => format!("Ready {}", status.as_str()),
        Sight::Connectivity(connectivity) => m.say(match connectivity {
            Connectivity::CutOff => "node.shown.cut-off",
            Connectivity::Off => "node.shown.off",
            Connectivity::Broken => "node.shown.broken",
            Connectivity::Up | Connectivity::Returning => "node.shown.connected",
        }),
        Sight::Machine(event) => m.say(match event {
            MachineEvent::RuntimeStopped => "node.shown.without-runtime",
            MachineEvent::NetworkStopped => "node.shown.without-network",
            MachineEvent::ShuttingDown => "node.shown.shutting-down",
            MachineEvent::Crashed
            | MachineEvent::KubeletStarted
            | MachineEvent::RuntimeStarted
            | MachineEvent::NetworkStarted
            | MachineEvent::AppArmorDisabled
            | MachineEvent::AppArmorEnabled => "node.shown.connected",
        }),
        Sight::Condition(condition) => condition.status.as_str().to_owned(),
        Sight::Probe(outcome, _) => outcome.as_str().to_owned(),
        Sight::Phase(_)
        | Sight::Status(..)
        | Sight::Restarts(_)
        | Sight::Pressure(_)
        | Sight::Decision(..) => segment.value.to_string(),
    }
}

/// Returns how a row begins to differ: what it shows then in each of the runs.
pub fn difference(m: &Messages, difference: &Difference) -> String {
    let mut text = match &difference.pod {
        Some(pod) => format!("*{pod}* {}: ", row(&difference.row)),
        None => format!("{}: ", row(&difference.row)),
    };
    for (index, value) in difference.values.iter().enumerate() {
        if index > 0 {
            text.push_str(" / ");
        }
        text.push_str(&match (value, &difference.row) {
            // Conditions may differ in their reasons only.
            (Some(segment), Row::Condition(_)) => segment.value.to_string(),
            (Some(segment), _) => shown(m, segment),
            (None, Row::Restarts(_)) => "0".to_owned(),
            (None, _) => "–".to_owned(),
        });
    }
    m.fill("compare.from", &[("time", &clock(difference.from)), ("what", &text)])
}

/// Returns a sentence about where runs begin to differ, or how far they do not.
pub fn parting(m: &Messages, first: Option<&Difference>, until: SimTime) -> String {
    match first {
        Some(first) => m.fill("compare.first", &[("time", &clock(first.from))]),
        None => m.fill("compare.none", &[("time", &clock(until))]),
    }
}
