//! What the API server does not accept in StatefulSets.
//! Models kubernetes pkg/apis/apps/validation/validation.go.

use crate::api::stateful_set::StatefulSetStatus;

/// What is wrong with a status, if anything is: the path of the field, its value, why. Rule A-19.
/// Models ValidateStatefulSetStatus.
pub fn wrong_status(status: &StatefulSetStatus) -> Option<(&'static str, i64, &'static str)> {
    let counters = [
        ("status.replicas", status.replicas),
        ("status.readyReplicas", status.ready_replicas),
        ("status.currentReplicas", status.current_replicas),
        ("status.updatedReplicas", status.updated_replicas),
        ("status.availableReplicas", status.available_replicas),
    ];
    let negative = counters.iter().find(|(_, count)| *count < 0);
    let above = counters[1..].iter().find(|(_, count)| *count > status.replicas);
    match (negative, above) {
        (Some((path, count)), _) => Some((path, *count, "must be greater than or equal to 0")),
        (None, Some((path, count))) => {
            Some((path, *count, "cannot be greater than status.replicas"))
        }
        (None, None) if status.available_replicas > status.ready_replicas => Some((
            "status.availableReplicas",
            status.available_replicas,
            "cannot be greater than status.readyReplicas",
        )),
        (None, None) => None,
    }
}
