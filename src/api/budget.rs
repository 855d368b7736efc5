//! Pod disruption budgets. Section B of the rule book.

use super::meta::ObjectMeta;
use super::probe::IntOrString;
use super::selector::LabelSelector;
use super::status::PodCondition;
use crate::base::text::Text;
use crate::base::time::Timestamp;
use crate::manifest::schema::{api_choice, api_object};
use crate::rules::Feature;
use crate::rules::release::Release;
use std::collections::BTreeMap;

/// The condition that says whether a disruption is allowed.
pub(crate) const DISRUPTION_ALLOWED: &str = "DisruptionAllowed";

api_object! {
    /// Limits how many of some Pods may be away because a person or a tool wants it. Rules B-1 to B-3.
    pub struct PodDisruptionBudget {
        /// Name, labels and bookkeeping.
        pub metadata: ObjectMeta = "metadata",
        /// The desired state.
        pub spec: PodDisruptionBudgetSpec = "spec",
        /// What its controller found.
        pub status: PodDisruptionBudgetStatus = "status",
    }
}

api_object! {
    /// What a budget asks for. Rule B-3.
    pub struct PodDisruptionBudgetSpec {
        /// The most Pods that may be away, as a number or a percentage.
        pub max_unavailable: Option<IntOrString> = "maxUnavailable",
        /// The fewest Pods that must stay healthy, as a number or a percentage.
        pub min_available: Option<IntOrString> = "minAvailable",
        /// The Pods it protects.
        pub selector: Option<LabelSelector> = "selector",
        /// Whether Pods that are not Ready may be evicted; `IfHealthyBudget` when unset. Rule B-6.
        pub unhealthy_pod_eviction_policy: Option<UnhealthyPodEvictionPolicy> = "unhealthyPodEvictionPolicy",
    }
}

api_choice! {
    /// When a Pod that runs and is not Ready may be evicted. Rules B-6, B-7.
    pub enum UnhealthyPodEvictionPolicy {
        /// Always.
        AlwaysAllow = "AlwaysAllow",
        /// While enough other Pods are healthy.
        IfHealthyBudget = "IfHealthyBudget",
    }
}

api_object! {
    /// What the controller of a budget found. Rule B-4.
    pub struct PodDisruptionBudgetStatus {
        /// `DisruptionAllowed`, from 1.21 on.
        pub conditions: Vec<PodCondition> = "conditions",
        /// Pods that are Ready, are not being deleted, and are not about to be evicted.
        pub current_healthy: i64 = "currentHealthy",
        /// How many Pods must be healthy.
        pub desired_healthy: i64 = "desiredHealthy",
        /// Evictions that were allowed and whose deletion the controller has not seen yet: when they were allowed, by
        /// name of the Pod.
        pub disrupted_pods: BTreeMap<Text, Timestamp> = "disruptedPods",
        /// How many evictions are allowed now.
        pub disruptions_allowed: i64 = "disruptionsAllowed",
        /// How many Pods there should be.
        pub expected_pods: i64 = "expectedPods",
        /// The generation that the controller has seen.
        pub observed_generation: i64 = "observedGeneration",
    }
}

impl PodDisruptionBudget {
    /// Returns whether the budget protects Pods with these labels.
    ///
    /// A budget without a selector protects none. An empty selector matched no Pods before policy/v1 came with 1.21,
    /// and matches all Pods since then.
    pub(crate) fn selects(&self, labels: &BTreeMap<Text, Text>, release: Release) -> bool {
        let selector = self.spec.selector.as_ref();
        let selector = selector.filter(|selector| {
            release.has(Feature::EmptyBudgetSelectorSelectsAll) || !selector.is_empty()
        });
        selector.is_some_and(|selector| selector.matches(labels))
    }
}

/// Returns the number, or the percentage of `total`, rounded up. Rule B-3.
///
/// ```
/// use podlab::api::budget::rounded_up;
/// use podlab::api::probe::IntOrString;
///
/// assert_eq!(rounded_up(&IntOrString::Int(2), 5), 2);
/// assert_eq!(rounded_up(&IntOrString::String("50%".into()), 5), 3);
/// ```
pub fn rounded_up(wanted: &IntOrString, total: i64) -> i64 {
    match wanted {
        IntOrString::Int(number) => *number,
        IntOrString::String(text) => {
            let percent: i64 = text.trim_end_matches('%').parse().unwrap_or(0);
            (percent * total + 99) / 100
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_pod_counts_as_a_whole_one() {
        let percent =
            |text: &'static str, total| rounded_up(&IntOrString::String(text.into()), total);
        let found = [("50%", 7), ("50%", 6), ("1%", 3), ("0%", 3), ("100%", 5), ("34%", 0)]
            .map(|(text, total)| percent(text, total));
        assert_eq!(found, [4, 3, 1, 0, 5, 0]);
        assert_eq!(rounded_up(&IntOrString::Int(2), 7), 2);
    }

    #[test]
    fn an_empty_selector_is_about_all_pods_since_1_21() {
        let mut budget = PodDisruptionBudget::default();
        let about_all = |budget: &PodDisruptionBudget| {
            Release::ALL.map(|release| budget.selects(&BTreeMap::new(), release))
        };
        assert_eq!(about_all(&budget), [false, false, false]);
        budget.spec.selector = Some(LabelSelector::default());
        assert_eq!(about_all(&budget), [false, true, true]);
    }
}
