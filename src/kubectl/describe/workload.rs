//! What `kubectl describe` says alike of all kinds that keep a number of Pods running.

use super::sheet::Sheet;
use crate::api::meta::{ObjectMeta, controller};
use crate::api::pod::Pod;
use crate::api::status::{ConditionStatus, PodPhase};
use crate::base::text::Text;

/// Writes how many of an owner's Pods have which phase.
pub(super) fn pods_status<'a>(
    sheet: &mut Sheet,
    owner: &ObjectMeta,
    pods: impl IntoIterator<Item = &'a Pod>,
) {
    let mut counts = [0; 4];
    for pod in pods {
        if controller(&pod.metadata).is_none_or(|reference| reference.uid != owner.uid) {
            continue;
        }
        match pod.status.phase() {
            PodPhase::Running => counts[0] += 1,
            PodPhase::Pending => counts[1] += 1,
            PodPhase::Succeeded => counts[2] += 1,
            PodPhase::Failed => counts[3] += 1,
            PodPhase::Unknown => {}
        }
    }
    let [running, waiting, succeeded, failed] = counts;
    let counted =
        format!("{running} Running / {waiting} Waiting / {succeeded} Succeeded / {failed} Failed");
    sheet.row(0, &["Pods Status:", &counted]);
}

/// Writes conditions, each with its type, its status and its reason. Without conditions there is no such part.
pub(super) fn conditions<'a>(
    sheet: &mut Sheet,
    conditions: impl IntoIterator<Item = (&'a Text, ConditionStatus, &'a Text)>,
) {
    let mut conditions = conditions.into_iter().peekable();
    if conditions.peek().is_none() {
        return;
    }
    sheet.row(0, &["Conditions:"]);
    sheet.row(1, &["Type", "Status", "Reason"]);
    sheet.row(1, &["----", "------", "------"]);
    for (kind, status, reason) in conditions {
        // kubectl puts a space after the type.
        sheet.row(1, &[&format!("{kind} "), status.as_str(), reason]);
    }
}
