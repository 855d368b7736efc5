//! Conditions and taints of nodes. Every component reads them through these functions.

use crate::api::core::{Node, Taint};
use crate::api::pod::TaintEffect;
use crate::api::status::{ConditionStatus, READY};
use crate::base::text::Text;

/// The label with the name of a node's host.
pub(crate) const HOSTNAME: &str = "kubernetes.io/hostname";
/// The label with the zone of a node.
pub(crate) const ZONE: &str = "topology.kubernetes.io/zone";

/// Returns the status of a node's condition. Before the kubelet has written a condition, its healthy status counts.
pub fn status_of(node: &Node, kind: &str) -> ConditionStatus {
    let found = node.status.conditions.iter().find(|c| c.kind == *kind);
    let well = if *kind == *READY { ConditionStatus::True } else { ConditionStatus::False };
    found.map_or(well, |c| c.status)
}

/// Returns whether a node counts as lost.
pub(crate) fn is_lost(node: &Node) -> bool {
    status_of(node, READY) == ConditionStatus::Unknown
}

/// Returns whether a node is not Ready, because it is lost or because its kubelet says so. Rule P-1003.
pub(crate) fn is_not_ready(node: &Node) -> bool {
    status_of(node, READY) != ConditionStatus::True
}

/// Writes a taint as kubectl does: `key=value:effect`.
pub fn in_words(taint: &Taint) -> Text {
    let effect = taint.effect.map_or("", TaintEffect::as_str);
    let equals = if taint.value.is_empty() { "" } else { "=" };
    format!("{}{equals}{}:{effect}", taint.key, taint.value).into()
}

/// The conditions that a kubelet writes.
pub(crate) const CONDITIONS: [&str; 4] = ["MemoryPressure", "DiskPressure", "PIDPressure", READY];

/// The kubelet's message about a machine that is shutting down. Rule P-1018.
pub(crate) const SHUTTING_DOWN: &str = "node is shutting down";

/// Reads a taint as kubectl writes it, and whether to add it. `key=value:Effect` adds the taint, `key:Effect-` removes
/// it.
///
/// ```
/// use podlab::api::node::{in_words, read_taint};
///
/// # fn main() -> Result<(), &'static str> {
/// let (taint, is_added) = read_taint("disk=slow:NoSchedule").ok_or("not a taint")?;
/// assert_eq!((in_words(&taint).as_str(), is_added), ("disk=slow:NoSchedule", true));
/// let (_, is_added) = read_taint("disk:NoSchedule-").ok_or("not a taint")?;
/// assert!(!is_added);
/// # Ok(())
/// # }
/// ```
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
