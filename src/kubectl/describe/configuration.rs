//! `kubectl describe` of ConfigMaps and Secrets. Models kubernetes kubectl pkg/describe/describe.go.

use super::events::describe_events;
use super::sheet::{Sheet, annotations, pairs};
use crate::api::core::{ConfigMap, Event, Secret};
use crate::api::meta::ObjectMeta;
use crate::base::time::SimTime;
use crate::rules::Feature;
use crate::rules::release::Release;

/// Writes what `kubectl describe configmap` prints.
/// Models kubernetes kubectl pkg/describe/describe.go ConfigMapDescriber.
pub(crate) fn describe_config_map(
    map: &ConfigMap,
    events: &[Event],
    now: SimTime,
    release: Release,
) -> String {
    let mut sheet = head(&map.metadata);
    title(&mut sheet, "Data");
    for (key, value) in &map.data {
        sheet.row(0, &[&format!("{key}:")]);
        sheet.row(0, &["----"]);
        sheet.row(0, &[value]);
        if release.has(Feature::DescribeSetsValuesApart) {
            sheet.row(0, &[""]);
        }
    }
    if release.has(Feature::DescribeShowsBinaryData) {
        title(&mut sheet, "BinaryData");
        for (key, bytes) in &map.binary_data {
            sheet.row(0, &[&format!("{key}: {} bytes", bytes.len())]);
        }
        sheet.row(0, &[""]);
    }
    describe_events(&mut sheet, events, now);
    sheet.text()
}

/// Writes what `kubectl describe secret` prints: how long the values are, and not what they are. kubectl prints the token of a
/// service account, which Podlab does not.
/// Models kubernetes kubectl pkg/describe/describe.go describeSecret.
pub(crate) fn describe_secret(secret: &Secret) -> String {
    let mut sheet = head(&secret.metadata);
    sheet.row(0, &[""]);
    sheet.row(0, &["Type:", &secret.kind]);
    title(&mut sheet, "Data");
    for (key, bytes) in &secret.data {
        sheet.row(0, &[&format!("{key}:"), &format!("{} bytes", bytes.len())]);
    }
    sheet.text()
}

fn head(metadata: &ObjectMeta) -> Sheet {
    let mut sheet = Sheet::default();
    sheet.row(0, &["Name:", &metadata.name]);
    sheet.row(0, &["Namespace:", &metadata.namespace]);
    pairs(&mut sheet, "Labels:", &metadata.labels);
    annotations(&mut sheet, &metadata.annotations);
    sheet
}

fn title(sheet: &mut Sheet, title: &str) {
    sheet.row(0, &[""]);
    sheet.row(0, &[title]);
    sheet.row(0, &["===="]);
}
