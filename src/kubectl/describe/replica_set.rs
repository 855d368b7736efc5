//! `kubectl describe` of ReplicaSets. Rule KC-50.

use super::events::describe_events;
use super::sheet::{Sheet, annotations, pairs};
use super::workload::{conditions, pods_status};
use super::{selector_text, template};
use crate::api::core::Event;
use crate::api::meta::controller;
use crate::api::pod::Pod;
use crate::api::replica_set::ReplicaSet;
use crate::base::time::SimTime;
use crate::manifest::schema::Field;
use crate::rules::release::Release;

/// Writes what `kubectl describe replicaset` prints. `pods` are those that its selector matches. Rule KC-50.
/// Models kubernetes kubectl pkg/describe/describe.go describeReplicaSet.
pub fn describe_replica_set<'a>(
    set: &ReplicaSet,
    pods: impl IntoIterator<Item = &'a Pod>,
    events: &[Event],
    now: SimTime,
    release: Release,
) -> String {
    let mut sheet = Sheet::default();
    let (metadata, spec, status) = (&set.metadata, &set.spec, &set.status);
    sheet.row(0, &["Name:", &metadata.name]);
    sheet.row(0, &["Namespace:", &metadata.namespace]);
    let selector = spec.selector.as_ref().map(|selector| selector_text(&selector.encode()));
    sheet.row(0, &["Selector:", &selector.unwrap_or_default()]);
    pairs(&mut sheet, "Labels:", &metadata.labels);
    annotations(&mut sheet, &metadata.annotations);
    if let Some(owner) = controller(metadata) {
        sheet.row(0, &["Controlled By:", &format!("{}/{}", owner.kind, owner.name)]);
    }
    let counted = format!("{} current / {} desired", status.replicas, spec.replicas());
    sheet.row(0, &["Replicas:", &counted]);
    pods_status(&mut sheet, metadata, pods);
    template::describe(&mut sheet, &spec.template, release);
    conditions(&mut sheet, status.conditions.iter().map(|c| (&c.kind, c.status, &c.reason)));
    describe_events(&mut sheet, events, now);
    sheet.text()
}
