//! The names of a story's rows, what they show, and how compared runs differ.

use crate::clock;
use crate::messages::Messages;
use podlab::base::time::SimTime;
use podlab::cluster::change::Value;
use podlab::questions::compare::Difference;
use podlab::timeline::story::{Row, Segment};

/// Returns the name of a row.
pub fn row(row: &Row) -> String {
    match row {
        Row::Phase => "phase".to_owned(),
        Row::Status => "STATUS".to_owned(),
        Row::Restarts(container) => format!("RESTARTS {container}"),
        Row::Condition(name) | Row::Container(name) => name.to_string(),
        Row::Probe(container, kind) => format!("{container} {kind}"),
        Row::Endpoints(service) => format!("Service {service}"),
        Row::Node(node) => format!("Node {node}"),
        Row::Controller => "controller".to_owned(),
    }
}

/// Returns what a segment of a row shows.
pub fn shown(m: &Messages, row: &Row, segment: &Segment) -> String {
    match (row, &segment.value) {
        (Row::Container(_), Value::Because("running", _)) if segment.ready => m.say("shown.ready"),
        (Row::Container(_), Value::Because("running", _)) => "Running".to_owned(),
        (Row::Container(_), Value::Because(state, reason)) if reason.is_empty() => {
            (*state).to_owned()
        }
        (Row::Container(_), Value::Because(_, reason)) => reason.to_string(),
        (Row::Endpoints(_), Value::Endpoints(ready, not_ready)) => {
            match (ready.is_empty(), not_ready.is_empty()) {
                (true, true) => m.say("shown.no-pod"),
                (true, false) => m.say("shown.not-ready"),
                _ => m.fill("shown.sends", &[("pods", &segment.value.to_string())]),
            }
        }
        (Row::Node(_), Value::Because(status, _)) => format!("Ready {status}"),
        (Row::Node(_), Value::Text(link)) => match link.as_str() {
            "cut off" => m.say("node.shown.cut-off"),
            "off" => m.say("node.shown.off"),
            "broken" => m.say("node.shown.broken"),
            "without runtime" => m.say("node.shown.without-runtime"),
            "without network" => m.say("node.shown.without-network"),
            "shutting down" => m.say("node.shown.shutting-down"),
            pressure if pressure.ends_with("Pressure") && !pressure.starts_with("no ") => {
                pressure.to_owned()
            }
            _ => m.say("node.shown.connected"),
        },
        (_, Value::Because(word, _)) => (*word).to_owned(),
        (_, value) => value.to_string(),
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
            (Some(segment), row) => shown(m, row, segment),
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
