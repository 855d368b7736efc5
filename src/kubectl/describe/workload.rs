//! `kubectl describe` of StatefulSets, ReplicaSets and Services. Rule KC-50.

use super::sheet::Sheet;
use super::{annotations, describe_events, pairs, selector_text, template};
use crate::api::core::{Event, Service};
use crate::api::meta::{ObjectMeta, controller};
use crate::api::pod::Pod;
use crate::api::probe::IntOrString;
use crate::api::replica_set::ReplicaSet;
use crate::api::stateful_set::StatefulSet;
use crate::api::status::PodPhase;
use crate::base::time::SimTime;
use crate::kubectl::get;
use crate::manifest::schema::{Field, Raw};
use crate::rules::Feature;
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
    if !status.conditions.is_empty() {
        sheet.row(0, &["Conditions:"]);
        sheet.row(1, &["Type", "Status", "Reason"]);
        sheet.row(1, &["----", "------", "------"]);
        for condition in &status.conditions {
            // kubectl puts a space after the type.
            let kind = format!("{} ", condition.kind);
            sheet.row(1, &[&kind, condition.status.as_str(), &condition.reason]);
        }
    }
    describe_events(&mut sheet, events, now);
    sheet.text()
}

/// Writes how many of an owner's Pods have which phase.
fn pods_status<'a>(sheet: &mut Sheet, owner: &ObjectMeta, pods: impl IntoIterator<Item = &'a Pod>) {
    let mut counts = [0; 4];
    for pod in pods {
        if controller(&pod.metadata).is_none_or(|reference| reference.uid != owner.uid) {
            continue;
        }
        match pod.status.phase() {
            PodPhase::Running => counts[0] += 1,
            PodPhase::Pending => counts[1] += 1,
            PodPhase::Succeeded => counts[2] += 1,
            PodPhase::Failed => counts[3] += 1,
            PodPhase::Unknown => {}
        }
    }
    let [running, waiting, succeeded, failed] = counts;
    let counted =
        format!("{running} Running / {waiting} Waiting / {succeeded} Succeeded / {failed} Failed");
    sheet.row(0, &["Pods Status:", &counted]);
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
        super::column(sheet, "  Annotations:", &super::lines_of(&claim.metadata.annotations));
        let amount = spec.resources.requests.get("storage");
        let amount =
            amount.map_or("<default>".to_owned(), crate::api::quantity::Quantity::canonical);
        sheet.row(1, &["Capacity:", &amount]);
        let modes: Vec<&str> =
            spec.access_modes.iter().map(crate::base::text::Text::as_str).collect();
        sheet.row(1, &["Access Modes:", &format!("[{}]", modes.join(" "))]);
    }
}

/// Writes what `kubectl describe service` prints. `ready` are the Pods in its endpoints, and `others` says whether it
/// has Pods that are not Ready. Models kubernetes kubectl pkg/describe/describe.go describeService.
pub fn describe_service(
    service: &Service,
    ready: &[&Pod],
    others: bool,
    events: &[Event],
    now: SimTime,
    release: Release,
) -> String {
    let mut sheet = Sheet::default();
    let (metadata, spec) = (&service.metadata, &service.spec);
    sheet.row(0, &["Name:", &metadata.name]);
    sheet.row(0, &["Namespace:", &metadata.namespace]);
    pairs(&mut sheet, "Labels:", &metadata.labels);
    annotations(&mut sheet, &metadata.annotations);
    pairs_in_one_line(&mut sheet, service);
    sheet.row(0, &["Type:", &spec.kind]);
    sheet.row_if_set(0, "IP Family Policy:", &spec.ip_family_policy);
    sheet.row(0, &["IP Families:", &list(&spec.ip_families)]);
    sheet.row(0, &["IP:", &spec.cluster_ip]);
    sheet.row(0, &["IPs:", &list(&spec.cluster_ips)]);
    if spec.external_ips.0.is_some() {
        sheet.row(0, &["External IPs:", &list(&spec.external_ips)]);
    }
    sheet.row_if_set(0, "IP:", &spec.load_balancer_ip);
    sheet.row_if_set(0, "External Name:", &spec.external_name);
    for port in &spec.ports {
        let name = if port.name.is_empty() { "<unset>" } else { &port.name };
        let with = |number: &str| format!("{number}/{}", port.protocol);
        sheet.row(0, &["Port:", name, &with(&port.port.to_string())]);
        let target = port.target_port.clone().unwrap_or(IntOrString::Int(0));
        sheet.row(0, &["TargetPort:", &with(&target.to_string())]);
        if port.node_port != 0 {
            sheet.row(0, &["NodePort:", name, &with(&port.node_port.to_string())]);
        }
        let listed = get::endpoints(service, ready, others, Some(&port.name));
        sheet.row(0, &["Endpoints:", &listed]);
    }
    sheet.row(0, &["Session Affinity:", &spec.session_affinity]);
    sheet.row_if_set(0, "External Traffic Policy:", &spec.external_traffic_policy);
    if release.has(Feature::DescribeInternalTrafficPolicy) {
        sheet.row_if_set(0, "Internal Traffic Policy:", &spec.internal_traffic_policy);
    }
    describe_events(&mut sheet, events, now);
    sheet.text()
}

fn pairs_in_one_line(sheet: &mut Sheet, service: &Service) {
    let pairs = service.spec.selector.iter();
    let pairs: Vec<String> = pairs.map(|(key, value)| format!("{key}={value}")).collect();
    let text = if pairs.is_empty() { "<none>".to_owned() } else { pairs.join(",") };
    sheet.row(0, &["Selector:", &text]);
}

/// Writes a list of words with commas between them.
fn list(raw: &Raw) -> String {
    let words = raw.0.as_ref().map_or(&[][..], |list| list.elements());
    let words: Vec<&str> = words.iter().filter_map(|word| Some(word.as_text()?.as_str())).collect();
    if words.is_empty() { "<none>".to_owned() } else { words.join(",") }
}
