//! The keys of labels by which a new Pod compares others with itself. The API server adds them to the selectors beside them.
//! Rule P-902.
//! Models kubernetes pkg/registry/core/pod/strategy.go mutatePodAffinity and mutateTopologySpreadConstraints.

use crate::api::affinity::PodAffinity;
use crate::api::pod::{Pod, PodSpec};
use crate::api::selector::{LabelSelector, LabelSelectorOperator, LabelSelectorRequirement};
use crate::base::text::Text;
use crate::rules::Feature;
use crate::rules::release::Release;
use std::collections::BTreeMap;

/// Adds the labels of a new Pod that `matchLabelKeys` and `mismatchLabelKeys` name to the selectors beside them.
pub(crate) fn merge(pod: &mut Pod, release: Release) {
    let PodSpec { affinity, topology_spread_constraints, .. } = &*pod.spec;
    if affinity.is_none() && topology_spread_constraints.is_empty() {
        return;
    }
    let labels = pod.metadata.labels.clone();
    let spec = &mut *pod.spec;
    if release.has(Feature::MatchLabelKeysInPodAffinity)
        && let Some(affinity) = &mut spec.affinity
    {
        let parts = [&mut affinity.pod_affinity, &mut affinity.pod_anti_affinity];
        for part in parts.into_iter().flatten() {
            merge_terms(part, &labels);
        }
    }
    if release.has(Feature::MatchLabelKeysInPodTopologySpreadSelectorMerge) {
        for constraint in &mut spec.topology_spread_constraints {
            if let Some(selector) = &mut constraint.label_selector {
                let keys = &constraint.match_label_keys;
                add(selector, keys, LabelSelectorOperator::In, &labels);
            }
        }
    }
}

fn merge_terms(affinity: &mut PodAffinity, labels: &BTreeMap<Text, Text>) {
    let preferred = affinity.preferred.iter_mut().map(|term| &mut term.pod_affinity_term);
    for term in affinity.required.iter_mut().chain(preferred) {
        if let Some(selector) = &mut term.label_selector {
            add(selector, &term.match_label_keys, LabelSelectorOperator::In, labels);
            add(selector, &term.mismatch_label_keys, LabelSelectorOperator::NotIn, labels);
        }
    }
}

/// Adds a requirement for each key of which there is a label.
fn add(
    selector: &mut LabelSelector,
    keys: &[Text],
    operator: LabelSelectorOperator,
    labels: &BTreeMap<Text, Text>,
) {
    let requirement = |key: &Text| {
        let values = vec![labels.get(key)?.clone()];
        Some(LabelSelectorRequirement { key: key.clone(), operator: Some(operator), values })
    };
    selector.match_expressions.extend(keys.iter().filter_map(requirement));
}
