//! What `kubectl describe` says alike of all kinds that keep a number of Pods running.

use super::sheet::Sheet;
use crate::api::meta::{ObjectMeta, controller};
use crate::api::pod::Pod;
use crate::api::status::PodPhase;

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
