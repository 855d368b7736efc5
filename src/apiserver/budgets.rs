//! Writes to PodDisruptionBudgets: what every write sets, and what a watch and the record see of it.

use super::error::ApiError;
use super::eviction;
use super::sets::{about, stamp};
use crate::api::budget::{DISRUPTION_ALLOWED, PodDisruptionBudget, PodDisruptionBudgetStatus};
use crate::api::status::{ConditionStatus, PodCondition};
use crate::base::text::Text;
use crate::base::time::Timestamp;
use crate::cluster::change::{Subject, Value};
use crate::cluster::store_event::{Stored, Write};
use crate::cluster::tables::Key;
use crate::cluster::world::{WatchType, Watched, World};
use crate::rules::Rule;
use std::rc::Rc;

/// Stores a new budget. Rule B-3.
pub fn create(world: &mut World, mut budget: PodDisruptionBudget) -> Result<(), ApiError> {
    let (namespace, name) = (&budget.metadata.namespace, &budget.metadata.name);
    if world.workloads.budgets.find(namespace, name).is_some() {
        return Err(ApiError::already_exists("poddisruptionbudgets.policy", name));
    }
    stamp(world, &mut budget.metadata);
    budget.metadata.generation = 1;
    budget.status = PodDisruptionBudgetStatus::default();
    let object = about("PodDisruptionBudget", &budget.metadata);
    world.record(object, Subject::Created, Value::None, Value::Flag(true), Rule::B3);
    let budget = Rc::new(budget);
    let key = world.workloads.budgets.add(Rc::clone(&budget));
    world.show(WatchType::Added, Watched::PodDisruptionBudget(Rc::clone(&budget)));
    world.stored(Stored::PodDisruptionBudget(key, Write::Added(budget)));
    Ok(())
}

/// Puts another version of a budget in its place. Nothing happens when it is the same.
pub fn put(world: &mut World, key: Key, mut new: PodDisruptionBudget, rule: Rule) {
    let Some(old) = world.workloads.budgets.get(key).cloned() else { return };
    if new == *old {
        return;
    }
    new.metadata.resource_version = world.new_version();
    if new.spec != old.spec {
        new.metadata.generation = old.metadata.generation + 1;
    }
    record(world, &old, &new, rule);
    let new = Rc::new(new);
    world.workloads.budgets.replace(key, Rc::clone(&new));
    world.show(WatchType::Modified, Watched::PodDisruptionBudget(Rc::clone(&new)));
    world.stored(Stored::PodDisruptionBudget(key, Write::Modified { old, new }));
    eviction::review(world);
}

/// Records every visible difference between two versions of a budget. Rule B-4.
fn record(world: &mut World, old: &PodDisruptionBudget, new: &PodDisruptionBudget, rule: Rule) {
    let object = || about("PodDisruptionBudget", &new.metadata);
    if new.spec != old.spec {
        world.record(object(), Subject::Spec, Value::None, Value::Flag(true), Rule::B3);
    }
    let counters = |status: &PodDisruptionBudgetStatus| {
        [
            ("status.expectedPods", status.expected_pods),
            ("status.desiredHealthy", status.desired_healthy),
            ("status.currentHealthy", status.current_healthy),
            ("status.disruptionsAllowed", status.disruptions_allowed),
        ]
    };
    for ((field, before), (_, after)) in
        counters(&old.status).into_iter().zip(counters(&new.status))
    {
        if before != after {
            let (before, after) = (Value::Count(before), Value::Count(after));
            world.record(object(), Subject::Field(field), before, after, rule);
        }
    }
}

/// Sets the condition that says whether a disruption is allowed, which came with 1.21. Its time is that of the last
/// transition, except that the controller of 1.28 forgets the condition before, and with it that time.
pub fn set_condition(
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

/// The reason of the condition for a budget that allows a disruption.
pub const SUFFICIENT: &str = "SufficientPods";

/// The reason of the condition for a status without failure.
pub fn reason(status: &PodDisruptionBudgetStatus) -> &'static str {
    if status.disruptions_allowed > 0 { SUFFICIENT } else { "InsufficientPods" }
}

/// Takes a budget out of the API.
pub fn delete(world: &mut World, namespace: &Text, name: &Text) -> Result<(), ApiError> {
    let budgets = &mut world.workloads.budgets;
    let found = budgets.find(namespace, name).and_then(|key| Some((key, budgets.remove(key)?)));
    let Some((key, budget)) = found else {
        return Err(ApiError::not_found("poddisruptionbudgets.policy", name));
    };
    let object = about("PodDisruptionBudget", &budget.metadata);
    world.record(object, Subject::Removed, Value::Flag(true), Value::None, Rule::B3);
    world.show(WatchType::Deleted, Watched::PodDisruptionBudget(Rc::clone(&budget)));
    world.stored(Stored::PodDisruptionBudget(key, Write::Deleted(budget)));
    eviction::review(world);
    Ok(())
}
