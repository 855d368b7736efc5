//! The Pod template of `kubectl describe statefulset` and of a revision. Rule KC-50.

use super::sheet::{Sheet, column, lines_of, pairs};
use super::{container, tolerations, volume};
use crate::api::pod::Pod;
use crate::api::stateful_set::PodTemplateSpec;
use crate::rules::Feature;
use crate::rules::release::Release;

/// Writes a Pod template. Models kubernetes kubectl pkg/describe/describe.go DescribePodTemplate.
pub(crate) fn describe(sheet: &mut Sheet, template: &PodTemplateSpec, release: Release) {
    let (metadata, spec) = (&template.metadata, &template.spec);
    sheet.row(0, &["Pod Template:"]);
    pairs(sheet, "  Labels:", &metadata.labels);
    if !metadata.annotations.is_empty() {
        column(sheet, "  Annotations:", &lines_of(&metadata.annotations));
    }
    sheet.row_if_set(1, "Service Account:", &spec.service_account_name);
    // A container is described together with its Pod. The Pod of a template has no name and no status.
    let pod = Pod { spec: spec.clone().into(), ..Pod::default() };
    for (label, containers) in
        [("Init Containers:", &spec.init_containers), ("Containers:", &spec.containers)]
    {
        if containers.is_empty() {
            continue;
        }
        sheet.row(1, &[label]);
        for one in containers {
            sheet.row(1, &[&format!(" {}:", one.name)]);
            container::describe(sheet, &pod, one, None, release);
        }
    }
    volume::describe_all(sheet, &spec.volumes, "  ", release);
    sheet.row_if_set(1, "Priority Class Name:", &spec.priority_class_name);
    if release.has(Feature::DescribeTemplateNodeSelectors) {
        pairs(sheet, "  Node-Selectors:", &spec.node_selector);
        column(sheet, "  Tolerations:", &tolerations::lines(&spec.tolerations));
    }
}
