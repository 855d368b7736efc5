//! `kubectl describe`. Section 12.2 of the rule book on Pods, section 10.5 of that on controllers.

mod classes;
mod configuration;
mod container;
mod deployment;
mod environment;
mod events;
mod generic;
mod node;
mod replica_set;
mod service;
mod sheet;
mod stateful_set;
mod storage;
mod template;
mod tolerations;
mod volume;
mod workload;

pub(crate) use classes::{describe_budget, describe_priority_class, describe_storage_class};
pub(crate) use configuration::{describe_config_map, describe_secret};
pub use deployment::describe_deployment;
pub use generic::describe_revision;
pub(crate) use generic::{describe_kept, revision_tree};
pub use node::describe_node;
pub use replica_set::describe_replica_set;
pub use service::describe_service;
pub(crate) use sheet::scalar;
pub use stateful_set::describe_stateful_set;
pub use storage::{describe_claim, describe_volume};

use crate::api::affinity::TopologySpreadConstraint;
use crate::api::core::Event;
use crate::api::pod::Pod;
use crate::api::stateful_set::PodTemplateSpec;
use crate::apiserver::age::timestamp_age;
use crate::apiserver::printed::selector_text;
use crate::base::time::SimTime;
use crate::manifest::schema::Field;
use crate::rules::Feature;
use crate::rules::release::Release;
use container::seccomp;
use events::describe_events;
use sheet::{Sheet, annotations, column, pairs};
use std::borrow::Cow;

/// Writes what `kubectl describe pod` prints. `events` are the Pod's own Events, in the order in which they were first
/// reported. Rules P-1220 to P-1225. Models kubernetes kubectl pkg/describe/describe.go describePod.
///
/// ```
/// use podlab::files::scenario_file::read;
/// use podlab::kubectl::describe::describe_pod;
/// use podlab::{ReadOptions, SimTime, manifest::Diagnostic};
///
/// # fn main() -> Result<(), Vec<Diagnostic>> {
/// let text = "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: nginx}]}}";
/// let scenario = read(text, &ReadOptions::default())?;
/// let mut player = scenario.play(scenario.settings());
/// player.run_until(SimTime::from_seconds(60));
/// let sim = &player.sim;
/// let pod = sim.pod("default", "web").map(|(_, pod)| pod.clone()).unwrap_or_default();
/// let text = describe_pod(&pod, sim.events(), sim.now(), sim.settings().release);
/// let class = text.lines().find_map(|line| line.strip_prefix("QoS Class:"));
/// assert_eq!(class.map(str::trim), Some("BestEffort"), "the Pod requests nothing");
/// # Ok(())
/// # }
/// ```
pub fn describe_pod(pod: &Pod, events: &[Event], now: SimTime, release: Release) -> String {
    let mut sheet = Sheet::default();
    head(&mut sheet, pod, now, release);
    container::describe_all(&mut sheet, pod, release);
    conditions(&mut sheet, pod);
    volume::describe_all(&mut sheet, &pod.spec.volumes, "", release);
    sheet.row(0, &["QoS Class:", &pod.status.qos_class]);
    pairs(&mut sheet, "Node-Selectors:", &pod.spec.node_selector);
    column(&mut sheet, "Tolerations:", &tolerations::lines(&pod.spec.tolerations));
    if release.has(Feature::DescribeTopologySpread) {
        spread_constraints(&mut sheet, &pod.spec.topology_spread_constraints);
    }
    describe_events(&mut sheet, &with_fields(events, release), now);
    sheet.text()
}

/// Writes the Pod template alone. Its cells are separated by tabs. Rule KC-30.
pub(super) fn pod_template(template: &PodTemplateSpec, release: Release) -> String {
    let mut sheet = Sheet::default();
    template::describe(&mut sheet, template, release);
    sheet.raw()
}

/// Writes the first lines. Rule P-1220.
fn head(sheet: &mut Sheet, pod: &Pod, now: SimTime, release: Release) {
    let (meta, spec, status) = (&pod.metadata, &pod.spec, &pod.status);
    sheet.row(0, &["Name:", &meta.name]);
    sheet.row(0, &["Namespace:", &meta.namespace]);
    if let Some(priority) = spec.priority {
        sheet.row(0, &["Priority:", &priority.to_string()]);
    }
    sheet.row_if_set(0, "Priority Class Name:", &spec.priority_class_name);
    sheet.row_if_set(0, "Runtime Class Name:", spec.runtime_class_name.as_deref().unwrap_or(""));
    if release.has(Feature::DescribeServiceAccount) {
        sheet.row_if_set(0, "Service Account:", &spec.service_account_name);
    }
    if spec.node_name.is_empty() {
        sheet.row(0, &["Node:", "<none>"]);
    } else {
        sheet.row(0, &["Node:", &format!("{}/{}", spec.node_name, status.host_ip)]);
    }
    if let Some(time) = status.start_time {
        sheet.row(0, &["Start Time:", &time.rfc1123z()]);
    }
    pairs(sheet, "Labels:", &meta.labels);
    annotations(sheet, &meta.annotations);
    match meta.deletion_timestamp {
        Some(time)
            if !(release.has(Feature::EndedPodIsNotTerminating)
                && status.phase().is_terminal()) =>
        {
            let word = format!("Terminating (lasts {})", timestamp_age(time, now));
            sheet.row(0, &["Status:", &word]);
            let grace = meta.deletion_grace_period_seconds.unwrap_or(0).to_string();
            sheet.row(0, &["Termination Grace Period:", &format!("{grace}s")]);
        }
        _ => sheet.row(0, &["Status:", status.phase.map_or("", |phase| phase.as_str())]),
    }
    sheet.row_if_set(0, "Reason:", &status.reason);
    sheet.row_if_set(0, "Message:", &status.message);
    if release.has(Feature::DescribeSeccompProfile) {
        seccomp(sheet, 0, &spec.security_context);
    }
    sheet.row(0, &["IP:", &status.pod_ip]);
    if status.pod_ips.is_empty() {
        sheet.row(0, &["IPs:", "<none>"]);
    } else {
        sheet.row(0, &["IPs:"]);
        for address in &status.pod_ips {
            sheet.row(1, &["IP:", &address.ip]);
        }
    }
    if let Some(owner) = meta.owner_references.iter().find(|owner| owner.controller == Some(true)) {
        sheet.row(0, &["Controlled By:", &format!("{}/{}", owner.kind, owner.name)]);
    }
    sheet.row_if_set(0, "NominatedNodeName:", &status.nominated_node_name);
}

/// Writes the conditions. Rule P-1223.
fn conditions(sheet: &mut Sheet, pod: &Pod) {
    let conditions = &pod.status.conditions;
    let two = |sheet: &mut Sheet, kind: &str, status: &str| {
        sheet.row(1, &[&format!("{kind} "), &format!("{status} ")]);
    };
    let header = |sheet: &mut Sheet, label: &str| {
        sheet.row(0, &[label]);
        sheet.row(1, &["Type", "Status"]);
    };
    if !pod.spec.readiness_gates.is_empty() {
        header(sheet, "Readiness Gates:");
        for gate in &pod.spec.readiness_gates {
            let condition = pod.status.condition(&gate.condition_type);
            two(sheet, &gate.condition_type, condition.map_or("<none>", |c| c.status.as_str()));
        }
    }
    if !conditions.is_empty() {
        header(sheet, "Conditions:");
        for condition in conditions {
            two(sheet, &condition.kind, condition.status.as_str());
        }
    }
}

fn spread_constraints(sheet: &mut Sheet, constraints: &[TopologySpreadConstraint]) {
    let mut sorted: Vec<&TopologySpreadConstraint> = constraints.iter().collect();
    sorted.sort_by_key(|constraint| &constraint.topology_key);
    let line = |constraint: &&TopologySpreadConstraint| {
        let TopologySpreadConstraint { topology_key, max_skew, label_selector, .. } = constraint;
        let action = constraint.when_unsatisfiable.map_or("", |action| action.as_str());
        let mut line = format!("{topology_key}:{action} when max skew {max_skew} is exceeded");
        if let Some(selector) = label_selector {
            line.extend([" for selector ", &selector_text(&selector.encode())]);
        }
        line
    };
    if !sorted.is_empty() {
        let lines: Vec<String> = sorted.iter().map(line).collect();
        column(sheet, "Topology Spread Constraints:", &lines);
    }
}

/// Returns the Events of a Pod as kubectl shows them: of an Event about a container, some releases show the field before the message.
/// Events about other objects are about the whole of them.
fn with_fields(events: &[Event], release: Release) -> Cow<'_, [Event]> {
    if !release.has(Feature::DescribeEventFields) {
        return Cow::Borrowed(events);
    }
    let shown = |event: &Event| {
        let mut event = event.clone();
        if !event.field.is_empty() {
            event.message = format!("{}: {}", event.field, event.message.trim()).into();
        }
        event
    };
    Cow::Owned(events.iter().map(shown).collect())
}
