//! `kubectl describe` of classes and of budgets. Models kubernetes kubectl pkg/describe/describe.go.

use super::events::describe_events;
use super::sheet::{Sheet, scalar};
use crate::api::budget::PodDisruptionBudget;
use crate::api::core::{Event, PriorityClass};
use crate::api::storage::StorageClass;
use crate::apiserver::printed::selector_text;
use crate::base::time::SimTime;
use crate::kubectl::get::labels;
use crate::manifest::node::Node;
use crate::manifest::schema::Field;
use crate::rules::Feature;
use crate::rules::release::Release;

/// Writes what `kubectl describe priorityclass` prints.
/// Models kubernetes kubectl pkg/describe/describe.go describePriorityClass.
pub(crate) fn describe_priority_class(
    class: &PriorityClass,
    events: &[Event],
    now: SimTime,
    release: Release,
) -> String {
    let mut sheet = Sheet::default();
    sheet.row(0, &["Name:", &class.metadata.name]);
    sheet.row(0, &["Value:", &class.value.to_string()]);
    sheet.row(0, &["GlobalDefault:", &class.global_default.to_string()]);
    if release.has(Feature::DescribeShowsPreemptionPolicy) {
        let policy = class.preemption_policy.as_deref().unwrap_or_default();
        sheet.row(0, &["PreemptionPolicy:", policy]);
    }
    sheet.row(0, &["Description:", &class.description]);
    sheet.row(0, &["Annotations:", &labels(&class.metadata.annotations)]);
    describe_events(&mut sheet, events, now);
    sheet.text()
}

/// Writes what `kubectl describe storageclass` prints.
/// Models kubernetes kubectl pkg/describe/describe.go describeStorageClass.
pub(crate) fn describe_storage_class(
    class: &StorageClass,
    events: &[Event],
    now: SimTime,
) -> String {
    let mut sheet = Sheet::default();
    sheet.row(0, &["Name:", &class.metadata.name]);
    sheet.row(0, &["IsDefaultClass:", if class.is_default() { "Yes" } else { "No" }]);
    sheet.row(0, &["Annotations:", &labels(&class.metadata.annotations)]);
    sheet.row(0, &["Provisioner:", &class.provisioner]);
    sheet.row(0, &["Parameters:", &labels(&class.parameters)]);
    let expands = match class.allow_volume_expansion {
        None => "<unset>",
        Some(true) => "True",
        Some(false) => "False",
    };
    sheet.row(0, &["AllowVolumeExpansion:", expands]);
    if class.mount_options.is_empty() {
        sheet.row(0, &["MountOptions:", "<none>"]);
    } else {
        sheet.row(0, &["MountOptions:"]);
    }
    for option in &class.mount_options {
        sheet.row(1, &[option]);
    }
    if let Some(policy) = class.reclaim_policy {
        sheet.row(0, &["ReclaimPolicy:", policy.as_str()]);
    }
    if let Some(mode) = class.volume_binding_mode {
        sheet.row(0, &["VolumeBindingMode:", mode.as_str()]);
    }
    if let Some(topologies) = &class.allowed_topologies.0 {
        allowed_topologies(&mut sheet, topologies.elements());
    }
    describe_events(&mut sheet, events, now);
    sheet.text()
}

fn allowed_topologies(sheet: &mut Sheet, terms: &[Node]) {
    sheet.row(0, &["AllowedTopologies:", if terms.is_empty() { "<none>" } else { "" }]);
    for (index, term) in terms.iter().enumerate() {
        let label = format!("Term {index}:");
        let expressions = term.get("matchLabelExpressions").map_or(&[][..], Node::elements);
        if expressions.is_empty() {
            sheet.row(1, &[&label, "<none>"]);
        }
        for (at, expression) in expressions.iter().enumerate() {
            let mut text = format!("{} in", scalar(expression.get("key")));
            let values = expression.get("values").map_or(&[][..], Node::elements);
            let values: Vec<String> = values.iter().map(|value| scalar(Some(value))).collect();
            if !values.is_empty() {
                text.extend([" [", &values.join(", "), "]"]);
            }
            sheet.row(1, &[if at == 0 { &label } else { "" }, &text]);
        }
    }
}

/// Writes what `kubectl describe poddisruptionbudget` prints.
/// Models kubernetes kubectl pkg/describe/describe.go describePodDisruptionBudgetV1.
pub(crate) fn describe_budget(
    budget: &PodDisruptionBudget,
    events: &[Event],
    now: SimTime,
) -> String {
    let mut sheet = Sheet::default();
    let (metadata, spec, status) = (&budget.metadata, &budget.spec, &budget.status);
    sheet.row(0, &["Name:", &metadata.name]);
    sheet.row(0, &["Namespace:", &metadata.namespace]);
    if let Some(least) = &spec.min_available {
        sheet.row(0, &["Min available:", &least.to_string()]);
    } else if let Some(most) = &spec.max_unavailable {
        sheet.row(0, &["Max unavailable:", &most.to_string()]);
    }
    let selector = spec.selector.as_ref().map(|selector| selector_text(&selector.encode()));
    sheet.row(0, &["Selector:", selector.as_deref().unwrap_or("<unset>")]);
    sheet.row(0, &["Status:"]);
    let counts = [
        ("Allowed disruptions:", status.disruptions_allowed),
        ("Current:", status.current_healthy),
        ("Desired:", status.desired_healthy),
        ("Total:", status.expected_pods),
    ];
    for (label, count) in counts {
        sheet.row(2, &[label, &count.to_string()]);
    }
    describe_events(&mut sheet, events, now);
    sheet.text()
}
