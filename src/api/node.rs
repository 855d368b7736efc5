//! Conditions and taints of nodes, as every component reads them.

use crate::api::core::{Node, Taint};
use crate::api::pod::TaintEffect;
use crate::api::status::{ConditionStatus, READY};
use crate::base::text::Text;

/// The status of a condition of a node. Of one that has not been written yet all is well.
pub fn status_of(node: &Node, kind: &str) -> ConditionStatus {
    let found = node.status.conditions.iter().find(|c| c.kind == *kind);
    let well = if *kind == *READY { ConditionStatus::True } else { ConditionStatus::False };
    found.map_or(well, |c| c.status)
}

/// Whether a node counts as lost.
pub fn is_lost(node: &Node) -> bool {
    status_of(node, READY) == ConditionStatus::Unknown
}

/// Whether a node is not Ready: lost, or its kubelet says so. Rule P-1003.
pub fn is_not_ready(node: &Node) -> bool {
    status_of(node, READY) != ConditionStatus::True
}

/// A taint as kubectl writes it: `key=value:effect`.
pub fn in_words(taint: &Taint) -> Text {
    let effect = taint.effect.map_or("", TaintEffect::as_str);
    let equals = if taint.value.is_empty() { "" } else { "=" };
    format!("{}{equals}{}:{effect}", taint.key, taint.value).into()
}

/// The conditions a kubelet posts.
pub const CONDITIONS: [&str; 4] = ["MemoryPressure", "DiskPressure", "PIDPressure", READY];

/// What a kubelet says of a machine that is being shut down. Rule P-1018.
pub const SHUTTING_DOWN: &str = "node is shutting down";

/// Parses a taint as kubectl writes it: `key=value:Effect`, and whether it is to be there: `key:Effect-` takes it off.
pub fn read_taint(written: &str) -> Option<(Taint, bool)> {
    let (written, present) = match written.strip_suffix('-') {
        Some(rest) => (rest, false),
        None => (written, true),
    };
    let (name, effect) = match written.rsplit_once(':') {
        Some((name, effect)) => (name, Some(TaintEffect::parse(effect)?)),
        None if present => return None,
        None => (written, None),
    };
    let (key, value) = name.split_once('=').unwrap_or((name, ""));
    if key.is_empty() {
        return None;
    }
    let (key, value) = (key.to_owned().into(), value.to_owned().into());
    Some((Taint { effect, key, time_added: None, value }, present))
}
