//! `kubectl describe` of Services.

use super::events::describe_events;
use super::sheet::{Sheet, annotations, pairs};
use crate::api::core::{Event, Service};
use crate::api::pod::Pod;
use crate::api::probe::IntOrString;
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::kubectl::get;
use crate::manifest::schema::Raw;
use crate::rules::Feature;
use crate::rules::release::Release;

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
    sheet.row_if_set(0, "IP Family Policy:", text_of(spec.ip_family_policy.as_ref()));
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
        let policy = text_of(spec.internal_traffic_policy.as_ref());
        sheet.row_if_set(0, "Internal Traffic Policy:", policy);
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

fn text_of(field: Option<&Text>) -> &str {
    field.map_or("", Text::as_str)
}
