//! What PodDisruptionBudgets say: whether a Pod may be evicted, and the condition of their status. Rules B-5, B-6.
//! Models kubernetes pkg/registry/core/pod/storage/eviction.go.

use crate::api::budget::{
    DISRUPTION_ALLOWED, PodDisruptionBudget, PodDisruptionBudgetStatus, UnhealthyPodEvictionPolicy,
};
use crate::api::pod::Pod;
use crate::api::status::{ConditionStatus, PodCondition, PodPhase, READY};
use crate::base::text::Text;
use crate::base::time::Timestamp;
use crate::cluster::numbers::Key;
use crate::cluster::world::{PodId, World};
use crate::rules::Feature;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The most evictions that a budget may have allowed and whose deletion its controller has not seen yet.
const MOST_DISRUPTED: usize = 2000;

/// The answer of the budgets to an eviction. Rules B-5, B-6.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The eviction is allowed, and counts against no budget.
    Free,
    /// The eviction is allowed, and counts against this budget.
    Charged(Key),
    /// Several budgets select the Pod.
    Several,
    /// The controller has not seen the newest version of this budget.
    Unobserved(Key),
    /// This budget has allowed too many evictions that its controller has not seen yet.
    TooMany(Key),
    /// The eviction would violate this budget.
    Violates(Key),
}

/// Returns the budgets' answer to the eviction of a Pod at this moment.
pub(crate) fn verdict(world: &World, pod: &Pod) -> Verdict {
    // A Pod that does not run, or is being deleted already, can be evicted without a disruption. Rule B-5.
    let runs = matches!(pod.status.phase(), PodPhase::Running | PodPhase::Unknown);
    if !runs || pod.metadata.deletion_timestamp.is_some() {
        return Verdict::Free;
    }
    let (metadata, release) = (&pod.metadata, world.release());
    let budgets = world.objects.budgets.prefixed(&metadata.namespace, "");
    let mut about = budgets.filter(|(_, budget)| budget.selects(&metadata.labels, release));
    let Some((key, budget)) = about.next() else { return Verdict::Free };
    if about.next().is_some() {
        return Verdict::Several;
    }
    let status = &budget.status;
    if !pod.status.is_true(READY) {
        let policy = budget.spec.unhealthy_pod_eviction_policy;
        let always = policy == Some(UnhealthyPodEvictionPolicy::AlwaysAllow)
            && release.has(Feature::PDBUnhealthyPodEvictionPolicy);
        let is_healthy =
            status.current_healthy >= status.desired_healthy && status.desired_healthy > 0;
        if always || is_healthy {
            return Verdict::Free;
        }
    }
    if status.observed_generation < budget.metadata.generation {
        Verdict::Unobserved(key)
    } else if status.disrupted_pods.len() > MOST_DISRUPTED {
        Verdict::TooMany(key)
    } else if status.disruptions_allowed == 0 {
        Verdict::Violates(key)
    } else {
        Verdict::Charged(key)
    }
}

/// Returns the budget that refused the eviction of a Pod and would still refuse it.
pub(crate) fn refusal(world: &World, id: PodId) -> Option<&Rc<PodDisruptionBudget>> {
    world.objects.budgets.get(*world.objects.refused.get(&id)?)
}

/// Forgets the refused evictions that would no longer be refused. Called when something has changed.
pub(crate) fn review(world: &mut World) {
    if world.objects.refused.is_empty() {
        return;
    }
    let mut kept = BTreeMap::new();
    for (id, key) in &world.objects.refused {
        let still = |pod: &Rc<Pod>| verdict(world, pod) == Verdict::Violates(*key);
        if world.pod(*id).is_some_and(still) {
            kept.insert(*id, *key);
        }
    }
    world.objects.refused = kept;
}

/// Sets the condition that says whether a disruption is allowed, which came with 1.21.
///
/// Its time is that of the last transition. The controller of 1.28 drops the condition first, and loses that time.
pub(crate) fn set_condition(
    status: &mut PodDisruptionBudgetStatus,
    reason: &'static str,
    message: Text,
    forgets: bool,
    now: Timestamp,
) {
    let allowed = reason == SUFFICIENT;
    let is = if allowed { ConditionStatus::True } else { ConditionStatus::False };
    let before = status.conditions.iter().find(|before| before.status == is && !forgets);
    let last_transition_time = before.and_then(|before| before.last_transition_time).or(Some(now));
    status.conditions = vec![PodCondition {
        kind: DISRUPTION_ALLOWED.into(),
        status: is,
        reason: reason.into(),
        message,
        observed_generation: status.observed_generation,
        last_transition_time,
        ..PodCondition::default()
    }];
}

/// The reason of the condition of a budget that allows a disruption.
pub(crate) const SUFFICIENT: &str = "SufficientPods";

/// Returns the reason of the condition, for a status that the controller could compute.
pub(crate) fn reason(status: &PodDisruptionBudgetStatus) -> &'static str {
    if status.disruptions_allowed > 0 { SUFFICIENT } else { "InsufficientPods" }
}
