//! PodDisruptionBudgets.

use super::strategy::keep_status;
use super::{Frame, Registry, Strategy, about};
use crate::api::budget::{PodDisruptionBudget, PodDisruptionBudgetStatus};
use crate::api::meta::Propagation;
use crate::api::probe::IntOrString;
use crate::apiserver::budgets;
use crate::apiserver::printed::{Printed, age_of};
use crate::apiserver::validate::{Validator, check_budget};
use crate::base::digest::Digest;
use crate::base::time::Timestamp;
use crate::cluster::fact::Fact;
use crate::cluster::numbers::Key;
use crate::cluster::world::World;
use crate::manifest::schema::Field;
use crate::rules::Rule;
use crate::rules::release::Release;

impl Strategy for PodDisruptionBudget {
    const DROPS_NEWER: bool = true;

    fn validate(&self, v: &mut Validator) {
        check_budget(v, self);
    }

    keep_status!();
}

impl Registry for PodDisruptionBudget {
    const CREATED: Rule = Rule::B3;
    const PATCHED: Rule = Rule::B3;
    const REMOVED: Rule = Rule::B3;
    const OTHER_VERSIONS: &'static [&'static str] = &["policy/v1beta1"];

    fn delete(world: &mut World, key: Key, _: Propagation) {
        super::remove::<Self>(world, key);
    }

    fn begin(&mut self) {
        self.metadata.generation = 1;
        self.status = PodDisruptionBudgetStatus::default();
    }

    fn succeed(&mut self, old: &Self) {
        if self.spec != old.spec {
            self.metadata.generation = old.metadata.generation + 1;
        }
    }

    fn record(&self, world: &mut World, old: &Self, rule: Rule) {
        if self.spec != old.spec {
            world.record(about(self), Fact::Spec, Rule::B3);
        }
        let counters = |status: &PodDisruptionBudgetStatus| {
            [
                ("status.expectedPods", status.expected_pods),
                ("status.desiredHealthy", status.desired_healthy),
                ("status.currentHealthy", status.current_healthy),
                ("status.disruptionsAllowed", status.disruptions_allowed),
            ]
        };
        super::record_counters(self, world, &counters(&old.status), &counters(&self.status), rule);
    }

    fn written(&self, world: &mut World) {
        budgets::review(world);
    }

    fn shape(&self, frame: &Frame<'_>, out: &mut Digest) {
        let PodDisruptionBudgetStatus {
            // They follow from the numbers.
            conditions: _,
            current_healthy,
            desired_healthy,
            disrupted_pods,
            disruptions_allowed,
            expected_pods,
            observed_generation,
        } = &self.status;
        self.spec.digest(out);
        out.flag(*observed_generation == self.metadata.generation);
        out.debug(&(desired_healthy, current_healthy, expected_pods, disruptions_allowed));
        for (pod, since) in disrupted_pods {
            let age = Timestamp::of(frame.now).0 - since.0;
            out.text(pod);
            out.signed(if frame.exact { age } else { 0 });
        }
    }
}

/// Rule KC-06.
impl Printed for PodDisruptionBudget {
    fn columns(_: Release) -> &'static str {
        "NAME,MIN AVAILABLE,MAX UNAVAILABLE,ALLOWED DISRUPTIONS,AGE"
    }

    fn cells(&self, now: Timestamp, _: Release) -> Vec<String> {
        let bound = |bound: &Option<IntOrString>| {
            bound.as_ref().map_or_else(|| "N/A".to_owned(), IntOrString::to_string)
        };
        vec![
            self.metadata.name.to_string(),
            bound(&self.spec.min_available),
            bound(&self.spec.max_unavailable),
            self.status.disruptions_allowed.to_string(),
            age_of(&self.metadata, now),
        ]
    }
}
