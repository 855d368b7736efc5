//! The eviction subresource of Pods: it asks the budgets, then deletes the Pod. Rules B-5, B-6, P-817.
//! Models kubernetes pkg/registry/core/pod/storage/eviction.go.

use super::error::ApiError;
use super::record::WriteRules;
use super::registry;
use super::store;
use crate::api::budget::{
    DISRUPTION_ALLOWED, PodDisruptionBudget, PodDisruptionBudgetStatus, UnhealthyPodEvictionPolicy,
};
use crate::api::pod::Pod;
use crate::api::status::{ConditionStatus, DISRUPTION_TARGET, PodCondition, PodPhase, READY};
use crate::base::text::Text;
use crate::base::time::Timestamp;
use crate::cluster::fact::Fact;
use crate::cluster::tables::Key;
use crate::cluster::world::{About, PodId, World};
use crate::rules::{Feature, Rule};
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

/// Evicts a Pod, unless its budgets refuse.
///
/// A refusal by a budget is recorded and remembered, because people ask why the Pod is still there. The eviction is not
/// tried again by itself.
///
/// # Errors
///
/// Returns the refusal of the budgets.
pub(crate) fn evict(world: &mut World, id: PodId) -> Result<(), ApiError> {
    let Some(pod) = world.pod(id).cloned() else { return Ok(()) };
    let verdict = verdict(world, &pod);
    let named = |key: Key| world.objects.budgets.get(key).cloned().unwrap_or_default();
    let why = match verdict {
        Verdict::Free => {
            accept(world, id);
            return Ok(());
        }
        Verdict::Charged(key) => {
            charge(world, key, &pod);
            accept(world, id);
            return Ok(());
        }
        Verdict::Several => return Err(ApiError::several_budgets()),
        Verdict::TooMany(key) => {
            let why =
                "DisruptedPods map too big - too many evictions not confirmed by PDB controller";
            let name = &named(key).metadata.name;
            return Err(ApiError::forbidden("poddisruptionbudget.policy", name, why));
        }
        Verdict::Unobserved(key) => format!(
            "The disruption budget {} is still being processed by the server.",
            named(key).metadata.name
        ),
        Verdict::Violates(key) => {
            world.objects.refused.insert(id, key);
            let budget = named(key);
            let status = &budget.status;
            format!(
                "The disruption budget {} needs {} healthy pods and has {} currently",
                budget.metadata.name, status.desired_healthy, status.current_healthy
            )
        }
    };
    let refused = Fact::EvictionRefused(why.clone().into());
    world.record(About::Pod(id), refused, Rule::B6);
    Err(ApiError::over_budget(why))
}

/// Counts a disruption against a budget, and notes the Pod until the controller has seen its deletion. Rule B-6.
fn charge(world: &mut World, key: Key, pod: &Pod) {
    let Some(budget) = world.objects.budgets.get(key) else { return };
    let mut new: PodDisruptionBudget = (**budget).clone();
    let now = Timestamp::of(world.now);
    new.status.disruptions_allowed -= 1;
    new.status.disrupted_pods.insert(pod.metadata.name.clone(), now);
    if new.status.disruptions_allowed == 0
        && world.release().has(Feature::PodDisruptionBudgetConditions)
    {
        let reason = reason(&new.status);
        set_condition(&mut new.status, reason, "".into(), false, now);
    }
    registry::update(world, key, Rule::B6, |budget| *budget = new);
}

/// Marks a Pod as evicted, from 1.26 on, and deletes it with its own grace period. Rule P-213.
fn accept(world: &mut World, id: PodId) {
    disrupt(world, id, "EvictionByEvictionAPI", "Eviction API: evicting");
    store::delete_pod(world, id, None);
}

/// Sets the condition that says which component is about to end a Pod, in a release with the gate
/// PodDisruptionConditions. Rule P-213.
pub(crate) fn disrupt(world: &mut World, id: PodId, reason: &'static str, message: &'static str) {
    if !world.release().has(Feature::PodDisruptionConditions) {
        return;
    }
    let now = Timestamp::of(world.now);
    store::update_pod(world, id, WriteRules::new(&|_| Rule::P213), |pod| {
        pod.status.conditions.retain(|c| c.kind != DISRUPTION_TARGET);
        pod.status.conditions.push(PodCondition {
            kind: DISRUPTION_TARGET.into(),
            status: ConditionStatus::True,
            reason: reason.into(),
            message: message.into(),
            last_transition_time: Some(now),
            ..PodCondition::default()
        });
    });
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
