//! `kubectl describe node`. Models kubernetes kubectl pkg/describe/describe.go describeNode.

use super::events::describe_events;
use super::sheet::{Sheet, annotations, column, pairs, scalar, yes_no};
use crate::api::container::Container;
use crate::api::core::{Event, Node};
use crate::api::node::in_words;
use crate::api::pod::Pod;
use crate::api::pod_requests::{totals, with_unit_of};
use crate::api::quantity::{Quantity, ResourceList};
use crate::apiserver::age::age;
use crate::base::text::Text;
use crate::base::time::{SimTime, Timestamp};
use crate::manifest::node::Node as Tree;
use crate::rules::Feature;
use crate::rules::release::Release;

/// The fields of the node information: their names in the object, and their printed names.
const INFO: [(&str, &str); 10] = [
    ("machineID", "  Machine ID:"),
    ("systemUUID", "  System UUID:"),
    ("bootID", "  Boot ID:"),
    ("kernelVersion", "  Kernel Version:"),
    ("osImage", "  OS Image:"),
    ("operatingSystem", "  Operating System:"),
    ("architecture", "  Architecture:"),
    ("containerRuntimeVersion", "  Container Runtime Version:"),
    ("kubeletVersion", "  Kubelet Version:"),
    ("kubeProxyVersion", "  Kube-Proxy Version:"),
];

/// Writes what `kubectl describe node` prints. `renewed` is when the node's lease was last renewed, `pods` are the Pods
/// bound to the node, and `events` are the Events about it.
pub fn describe_node(
    node: &Node,
    renewed: Option<Timestamp>,
    pods: &[&Pod],
    events: &[Event],
    now: SimTime,
    release: Release,
) -> String {
    let mut sheet = Sheet::default();
    let (metadata, spec, status) = (&node.metadata, &node.spec, &node.status);
    let date =
        |time: Option<Timestamp>| time.map_or_else(|| "<unset>".to_owned(), Timestamp::rfc1123z);
    sheet.row(0, &["Name:", &metadata.name]);
    sheet.row(0, &["Roles:", &crate::kubectl::get::roles(node)]);
    pairs(&mut sheet, "Labels:", &metadata.labels);
    annotations(&mut sheet, &metadata.annotations);
    sheet.row(0, &["CreationTimestamp:", &date(metadata.creation_timestamp)]);
    let taints: Vec<String> = spec.taints.iter().map(|taint| in_words(taint).to_string()).collect();
    column(&mut sheet, "Taints:", &taints);
    sheet.row(0, &["Unschedulable:", yes_no(spec.unschedulable)]);
    sheet.row(0, &["Lease:"]);
    let holder = if renewed.is_some() { &metadata.name } else { "<unset>" };
    sheet.row(1, &["HolderIdentity:", holder]);
    sheet.row(1, &["AcquireTime:", "<unset>"]);
    sheet.row(1, &["RenewTime:", &date(renewed)]);
    if !status.conditions.is_empty() {
        sheet.row(0, &["Conditions:"]);
        let header =
            ["Type", "Status", "LastHeartbeatTime", "LastTransitionTime", "Reason", "Message"];
        let line =
            ["----", "------", "-----------------", "------------------", "------", "-------"];
        sheet.row(1, &header);
        sheet.row(1, &line);
        for c in &status.conditions {
            let (heard, changed) = (date(c.last_heartbeat_time), date(c.last_transition_time));
            let cells = [&c.kind, c.status.as_str(), &heard, &changed, &c.reason];
            let mut cells: Vec<String> = cells.map(|cell| format!("{cell} ")).into();
            cells.push(c.message.to_string());
            sheet.row(1, &cells.iter().map(String::as_str).collect::<Vec<_>>());
        }
    }
    sheet.row(0, &["Addresses:"]);
    for address in status.addresses.0.as_ref().map_or(&[][..], Tree::elements) {
        let kind = format!("{}:", scalar(address.get("type")));
        sheet.row(1, &[&kind, &scalar(address.get("address"))]);
    }
    for (label, list) in [("Capacity:", &status.capacity), ("Allocatable:", &status.allocatable)] {
        if !list.is_empty() {
            sheet.row(0, &[label]);
        }
        for (resource, amount) in list {
            sheet.row(1, &[&format!("{resource}:"), &amount.canonical()]);
        }
    }
    sheet.row(0, &["System Info:"]);
    let info = status.node_info.0.as_ref();
    for (field, label) in INFO {
        sheet.row(0, &[label, &scalar(info.and_then(|info| info.get(field)))]);
    }
    sheet.row_if_set(0, "PodCIDR:", &spec.pod_cidr);
    sheet.row_if_set(0, "ProviderID:", &spec.provider_id);
    resources(&mut sheet, node, pods, now, release);
    describe_events(&mut sheet, events, now);
    sheet.text()
}

type Pick = fn(&Container) -> &ResourceList;
const REQUESTS: Pick = |container| &container.resources.requests;
const LIMITS: Pick = |container| &container.resources.limits;

/// Writes what the Pods of the node request, each and together. Models describeNodeResource.
fn resources(sheet: &mut Sheet, node: &Node, pods: &[&Pod], now: SimTime, release: Release) {
    let active: Vec<&&Pod> = pods.iter().filter(|pod| !pod.status.phase().is_terminal()).collect();
    let allocatable = |resource: &str| node.status.allocatable.get(resource).map_or(0, |q| q.milli);
    let share = |amount: &Quantity, resource: &str| {
        let percent = match allocatable(resource) {
            0 => 0,
            all => amount.milli * 100 / all,
        };
        format!("{} ({percent}%)", amount.canonical())
    };
    let of_pod = |pod: &Pod, resource: &'static str, pick: Pick| {
        let milli = totals(&pod.spec, pick).get(resource).copied().unwrap_or(0);
        with_unit_of(&pod.spec, resource, pick, milli)
    };
    let total = format!("({} in total)", active.len());
    sheet.row(0, &["Non-terminated Pods:", &total]);
    let age_label = if release.has(Feature::DescribeNodeHasAge) { "Age" } else { "AGE" };
    let header =
        ["Namespace", "Name", "", "CPU Requests", "CPU Limits", "Memory Requests", "Memory Limits"];
    let line = [
        "---------",
        "----",
        "",
        "------------",
        "----------",
        "---------------",
        "-------------",
        "---",
    ];
    sheet.row(1, &[&header[..], &[age_label]].concat());
    sheet.row(1, &line);
    let amounts: [(&'static str, Pick); 4] =
        [("cpu", REQUESTS), ("cpu", LIMITS), ("memory", REQUESTS), ("memory", LIMITS)];
    for pod in &active {
        let shares = amounts.map(|(resource, pick)| share(&of_pod(pod, resource, pick), resource));
        let age = age(pod.metadata.creation_timestamp, Timestamp::of(now));
        let [a, b, c, d] = &shares;
        sheet.row(1, &[&pod.metadata.namespace, &pod.metadata.name, "", a, b, c, d, &age]);
    }
    sheet.row(0, &["Allocated resources:"]);
    sheet.row(0, &["  (Total limits may be over 100 percent, i.e., overcommitted.)"]);
    sheet.row(1, &["Resource", "Requests", "Limits"]);
    sheet.row(1, &["--------", "--------", "------"]);
    for resource in ["cpu", "memory", "ephemeral-storage"] {
        let sum = |pick: Pick| {
            let mut sum = Quantity { text: Text::default(), milli: 0 };
            for pod in &active {
                let amount = of_pod(pod, resource, pick);
                if sum.milli == 0 {
                    sum.text = amount.text;
                }
                sum.milli += amount.milli;
            }
            share(&sum, resource)
        };
        sheet.row(1, &[resource, &sum(REQUESTS), &sum(LIMITS)]);
    }
}
