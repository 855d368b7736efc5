//! `kubectl describe` of claims and volumes. Rule KC-53.

use super::container::date;
use super::events::describe_events;
use super::sheet::{Sheet, annotations, column, pairs, scalar};
use super::volume;
use crate::api::affinity::{NodeSelectorOperator, VolumeNodeAffinity};
use crate::api::core::Event;
use crate::api::meta::ObjectMeta;
use crate::api::persistent_volume::PersistentVolume;
use crate::api::persistent_volume_claim::PersistentVolumeClaim;
use crate::api::volume::Volume;
use crate::apiserver::age::timestamp_age;
use crate::apiserver::printed::{access_modes, storage};
use crate::apiserver::registry::{capacity_and_access_modes, claim_of};
use crate::base::text::Text;
use crate::base::time::{SimTime, Timestamp};
use crate::manifest::node::Node;
use crate::rules::release::Release;

/// Writes what `kubectl describe persistentvolumeclaim` prints. `users` are the names of the Pods that mount the claim.
/// Models kubernetes kubectl pkg/describe/describe.go describePersistentVolumeClaim.
pub fn describe_claim(
    claim: &PersistentVolumeClaim,
    users: &[String],
    events: &[Event],
    now: SimTime,
) -> String {
    let mut sheet = Sheet::default();
    let (metadata, spec) = (&claim.metadata, &claim.spec);
    sheet.row(0, &["Name:", &metadata.name]);
    sheet.row(0, &["Namespace:", &metadata.namespace]);
    let class = spec.storage_class_name.as_deref().unwrap_or_default();
    sheet.row(0, &["StorageClass:", class]);
    status(&mut sheet, metadata, claim.status.phase.map_or("", |phase| phase.as_str()), now);
    sheet.row(0, &["Volume:", &spec.volume_name]);
    pairs(&mut sheet, "Labels:", &metadata.labels);
    annotations(&mut sheet, &metadata.annotations);
    finalizers(&mut sheet, metadata);
    let (capacity, modes) = capacity_and_access_modes(claim);
    sheet.row(0, &["Capacity:", &capacity]);
    sheet.row(0, &["Access Modes:", &modes]);
    if let Some(mode) = &spec.volume_mode {
        sheet.row(0, &["VolumeMode:", mode]);
    }
    column(&mut sheet, "Used By:", users);
    conditions(&mut sheet, claim.status.conditions.0.as_ref());
    describe_events(&mut sheet, events, now);
    sheet.text()
}

/// Writes what `kubectl describe persistentvolume` prints.
/// Models kubernetes kubectl pkg/describe/describe.go describePersistentVolume.
pub fn describe_volume(
    persistent: &PersistentVolume,
    events: &[Event],
    now: SimTime,
    release: Release,
) -> String {
    let mut sheet = Sheet::default();
    let (metadata, spec) = (&persistent.metadata, &persistent.spec);
    sheet.row(0, &["Name:", &metadata.name]);
    pairs(&mut sheet, "Labels:", &metadata.labels);
    annotations(&mut sheet, &metadata.annotations);
    finalizers(&mut sheet, metadata);
    sheet.row(0, &["StorageClass:", &spec.storage_class_name]);
    status(&mut sheet, metadata, persistent.status.phase.map_or("", |phase| phase.as_str()), now);
    sheet.row(0, &["Claim:", &claim_of(persistent)]);
    sheet.row(0, &["Reclaim Policy:", spec.reclaim_policy().as_str()]);
    sheet.row(0, &["Access Modes:", &access_modes(&spec.access_modes)]);
    if let Some(mode) = &spec.volume_mode {
        sheet.row(0, &["VolumeMode:", mode]);
    }
    sheet.row(0, &["Capacity:", &storage(&spec.capacity)]);
    node_affinity(&mut sheet, spec.node_affinity.as_ref());
    sheet.row(0, &["Message:", &persistent.status.message]);
    sheet.row(0, &["Source:"]);
    if let Some(source) = &spec.local.0 {
        let kind = "LocalVolume (a persistent volume backed by local storage on a node)";
        volume::kinds(&mut sheet, kind, &[("Path:", scalar(source.get("path")))]);
    } else if let Some(source) = &spec.csi.0 {
        volume::csi(&mut sheet, source, Some(scalar(source.get("volumeHandle"))));
    } else {
        let source = Volume {
            host_path: spec.host_path.clone(),
            nfs: spec.nfs.clone(),
            ..Volume::default()
        };
        volume::describe(&mut sheet, &source, release);
    }
    describe_events(&mut sheet, events, now);
    sheet.text()
}

/// Writes the conditions of a claim that is being expanded. Rule V-22.
fn conditions(sheet: &mut Sheet, list: Option<&Node>) {
    let all = list.map_or(&[][..], Node::elements);
    if all.is_empty() {
        return;
    }
    sheet.row(0, &["Conditions:"]);
    let heads = ["Type", "Status", "LastProbeTime", "LastTransitionTime", "Reason", "Message"];
    sheet.row(1, &heads);
    sheet.row(
        1,
        &["----", "------", "-----------------", "------------------", "------", "-------"],
    );
    for condition in all {
        let text = |key: &str| scalar(condition.get(key));
        let [kind, status, reason, message] = ["type", "status", "reason", "message"].map(text);
        let time = condition.get("lastTransitionTime").and_then(Node::as_text);
        let times = [date(None), date(time.and_then(|time| Timestamp::parse(time)))];
        let cells = [&kind, &status, &times[0], &times[1], &reason, &message];
        let cells = cells.map(|cell| format!("{cell} "));
        sheet.row(1, &cells.each_ref().map(String::as_str));
    }
}

fn status(sheet: &mut Sheet, metadata: &ObjectMeta, phase: &str, now: SimTime) {
    let word = match metadata.deletion_timestamp {
        Some(time) => format!("Terminating (lasts {})", timestamp_age(time, now)),
        None => phase.to_owned(),
    };
    sheet.row(0, &["Status:", &word]);
}

fn finalizers(sheet: &mut Sheet, metadata: &ObjectMeta) {
    let names: Vec<&str> = metadata.finalizers.iter().map(Text::as_str).collect();
    sheet.row(0, &["Finalizers:", &format!("[{}]", names.join(" "))]);
}

fn node_affinity(sheet: &mut Sheet, affinity: Option<&VolumeNodeAffinity>) {
    let Some(required) = affinity.and_then(|affinity| affinity.required.as_ref()) else {
        return sheet.row(0, &["Node Affinity:", "<none>"]);
    };
    sheet.row(0, &["Node Affinity:", ""]);
    sheet.row(1, &["Required Terms:", ""]);
    for (index, term) in required.node_selector_terms.iter().enumerate() {
        let label = format!("Term {index}:");
        for (place, requirement) in term.match_expressions.iter().enumerate() {
            let operator = requirement.operator.map_or("", NodeSelectorOperator::as_str);
            let mut text = format!("{} {}", requirement.key, operator.to_ascii_lowercase());
            if !requirement.values.is_empty() {
                text.extend([" [", &requirement.values.join(", "), "]"]);
            }
            sheet.row(2, &[if place == 0 { &label } else { "" }, &text]);
        }
    }
}
