//! The binding subresource of Pods: a scheduler says on which node a Pod is to run. Rule P-904.
//! Models kubernetes pkg/registry/core/pod/storage/storage.go, `BindingREST`.

use super::error::ApiError;
use super::record::{PodPart, WriteRules};
use super::store;
use crate::api::pod::Pod;
use crate::api::status::{ConditionStatus, POD_SCHEDULED, PodCondition};
use crate::base::text::Text;
use crate::base::time::Timestamp;
use crate::cluster::world::{PodId, World};
use crate::rules::Rule;

/// Binds a Pod to a node, and sets its condition `PodScheduled`. The server does not ask whether the node exists.
///
/// # Errors
///
/// Returns a 409 when the Pod is bound already, is being deleted, or has scheduling gates.
pub(crate) fn bind(world: &mut World, id: PodId, node: &Text) -> Result<(), ApiError> {
    let Some(pod) = world.pod(id) else { return Ok(()) };
    if let Some(why) = obstacle(pod) {
        let name = &pod.metadata.name;
        let message = format!("Operation cannot be fulfilled on pods/binding {name:?}: {why}");
        return Err(ApiError::conflict(message));
    }
    let now = Timestamp::of(world.now);
    let rule = |part: PodPart<'_>| {
        if matches!(part, PodPart::Condition(_)) { Rule::P202 } else { Rule::P904 }
    };
    store::update_pod(world, id, WriteRules::new(&rule), |pod| {
        pod.spec.node_name = node.clone();
        pod.status.nominated_node_name = Text::default();
        pod.status.put_condition(PodCondition {
            kind: POD_SCHEDULED.into(),
            status: ConditionStatus::True,
            last_transition_time: Some(now),
            ..PodCondition::default()
        });
    });
    Ok(())
}

/// Returns why a Pod cannot be bound, in the server's words.
fn obstacle(pod: &Pod) -> Option<String> {
    let name = &pod.metadata.name;
    if pod.metadata.deletion_timestamp.is_some() {
        return Some(format!("pod {name} is being deleted, cannot be assigned to a host"));
    }
    if !pod.spec.node_name.is_empty() {
        return Some(format!("pod {name} is already assigned to node {:?}", pod.spec.node_name));
    }
    let is_gated = !pod.spec.scheduling_gates.is_empty();
    is_gated.then(|| format!("pod {name} has non-empty .spec.schedulingGates"))
}
