//! The eviction subresource of Pods: it asks the budgets, then deletes the Pod. Rules B-5, B-6, P-817.
//! Models kubernetes pkg/registry/core/pod/storage/eviction.go.

use super::budgets::{Verdict, reason, set_condition, verdict};
use super::error::ApiError;
use super::record::WriteRules;
use super::registry;
use super::store;
use crate::api::budget::PodDisruptionBudget;
use crate::api::pod::Pod;
use crate::api::status::{ConditionStatus, DISRUPTION_TARGET, PodCondition};
use crate::base::time::Timestamp;
use crate::cluster::fact::Fact;
use crate::cluster::numbers::Key;
use crate::cluster::world::{About, PodId, World};
use crate::rules::{Feature, Rule};

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
