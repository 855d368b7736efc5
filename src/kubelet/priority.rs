//! Which Pods the system needs. Rules P-120, P-1021.

use crate::api::pod::{Pod, is_static};

/// From this priority on a Pod is critical.
const CRITICAL: i64 = 2_000_000_000;

/// Returns whether the system needs a Pod, so that it is not evicted.
/// Models kubernetes pkg/kubelet/types/pod_update.go IsCriticalPod.
pub fn is_critical(pod: &Pod) -> bool {
    if is_static(pod) {
        return true;
    }
    pod.spec.priority.is_some_and(|priority| priority >= CRITICAL)
}
