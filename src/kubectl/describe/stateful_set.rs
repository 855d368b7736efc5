//! `kubectl describe` of StatefulSets. Rule KC-50.

use super::events::describe_events;
use super::sheet::{Sheet, annotations, column, lines_of, pairs};
use super::workload::pods_status;
use super::{selector_text, template};
use crate::api::core::Event;
use crate::api::pod::Pod;
use crate::api::stateful_set::StatefulSet;
use crate::base::time::SimTime;
use crate::manifest::schema::Field;
use crate::rules::release::Release;

/// Writes what `kubectl describe statefulset` prints. `pods` are those that its selector matches. Rule KC-50.
/// Models kubernetes kubectl pkg/describe/describe.go describeStatefulSet.
pub fn describe_stateful_set<'a>(
    set: &StatefulSet,
    pods: impl IntoIterator<Item = &'a Pod>,
    events: &[Event],
    now: SimTime,
    release: Release,
) -> String {
    let mut sheet = Sheet::default();
    let (metadata, spec) = (&set.metadata, &set.spec);
    sheet.row(0, &["Name:", &metadata.name]);
    sheet.row(0, &["Namespace:", &metadata.namespace]);
    let created = metadata.creation_timestamp.map(crate::base::time::Timestamp::rfc1123z);
    sheet.row(0, &["CreationTimestamp:", &created.unwrap_or_default()]);
    let selector = spec.selector.as_ref().map(|selector| selector_text(&selector.encode()));
    sheet.row(0, &["Selector:", &selector.unwrap_or_default()]);
    pairs(&mut sheet, "Labels:", &metadata.labels);
    annotations(&mut sheet, &metadata.annotations);
    let (wanted, total) = (spec.replicas().to_string(), set.status.replicas.to_string());
    sheet.row(0, &["Replicas:", &format!("{wanted} desired | {total} total")]);
    let strategy = &spec.update_strategy;
    sheet.row(0, &["Update Strategy:", strategy.kind.map_or("", |kind| kind.as_str())]);
    if let Some(rolling) = &strategy.rolling_update
        && let Some(partition) = rolling.partition
    {
        sheet.row(1, &["Partition:", &partition.to_string()]);
        if let Some(most) = &rolling.max_unavailable {
            sheet.row(1, &["MaxUnavailable:", &most.to_string()]);
        }
    }
    pods_status(&mut sheet, metadata, pods);
    template::describe(&mut sheet, &spec.template, release);
    claim_templates(&mut sheet, set);
    describe_events(&mut sheet, events, now);
    sheet.text()
}

fn claim_templates(sheet: &mut Sheet, set: &StatefulSet) {
    let templates = &set.spec.volume_claim_templates;
    if templates.is_empty() {
        return sheet.row(0, &["Volume Claims:", "<none>"]);
    }
    sheet.row(0, &["Volume Claims:"]);
    for claim in templates {
        let spec = &claim.spec;
        sheet.row(1, &["Name:", &claim.metadata.name]);
        sheet.row(1, &["StorageClass:", spec.storage_class_name.as_deref().unwrap_or_default()]);
        pairs(sheet, "  Labels:", &claim.metadata.labels);
        column(sheet, "  Annotations:", &lines_of(&claim.metadata.annotations));
        let amount = spec.resources.requests.get("storage");
        let amount =
            amount.map_or("<default>".to_owned(), crate::api::quantity::Quantity::canonical);
        sheet.row(1, &["Capacity:", &amount]);
        let modes: Vec<&str> =
            spec.access_modes.iter().map(crate::base::text::Text::as_str).collect();
        sheet.row(1, &["Access Modes:", &format!("[{}]", modes.join(" "))]);
    }
}
