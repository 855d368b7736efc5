//! `kubectl describe` of Deployments. Rule KC-51.

use super::events::describe_events;
use super::sheet::{Sheet, annotations, pairs};
use super::workload::conditions;
use super::{selector_text, template};
use crate::api::core::Event;
use crate::api::deployment::{Deployment, DeploymentStrategyType};
use crate::api::probe::IntOrString;
use crate::api::replica_set::ReplicaSet;
use crate::base::time::{SimTime, Timestamp};
use crate::kubectl::deployments::old_and_new;
use crate::manifest::schema::Field;
use crate::rules::Feature;
use crate::rules::release::Release;
use std::rc::Rc;

/// Writes what `kubectl describe deployment` prints. `sets` are the ReplicaSets that it owns. Rule KC-51.
/// Models kubernetes kubectl pkg/describe/describe.go describeDeployment.
pub fn describe_deployment(
    deployment: &Deployment,
    sets: &[Rc<ReplicaSet>],
    events: &[Event],
    now: SimTime,
    release: Release,
) -> String {
    let mut sheet = Sheet::default();
    let (metadata, spec) = (&deployment.metadata, &deployment.spec);
    sheet.row(0, &["Name:", &metadata.name]);
    sheet.row(0, &["Namespace:", &metadata.namespace]);
    let created = metadata.creation_timestamp.map(Timestamp::rfc1123z);
    sheet.row(0, &["CreationTimestamp:", &created.unwrap_or_default()]);
    pairs(&mut sheet, "Labels:", &metadata.labels);
    annotations(&mut sheet, &metadata.annotations);
    let selector = spec.selector.as_ref().map(|selector| selector_text(&selector.encode()));
    sheet.row(0, &["Selector:", &selector.unwrap_or_default()]);
    replicas(&mut sheet, deployment);
    strategy(&mut sheet, deployment);
    template::describe(&mut sheet, &spec.template, release);
    let shown = deployment.status.conditions.iter().map(|c| (&c.kind, c.status, &c.reason));
    conditions(&mut sheet, shown);
    let (with_pods, new) = old_and_new(deployment, sets);
    let old = if release.has(Feature::DescribeEmptyOldReplicaSets) {
        let mut old: Vec<_> =
            sets.iter().filter(|set| new.is_none_or(|new| !Rc::ptr_eq(new, set))).collect();
        old.sort_by_key(|set| (set.metadata.creation_timestamp, set.metadata.name.clone()));
        old
    } else {
        with_pods
    };
    sheet.row(0, &["OldReplicaSets:", &created_by(&old)]);
    sheet.row(0, &["NewReplicaSet:", &created_by(new.as_slice())]);
    describe_events(&mut sheet, events, now);
    sheet.text()
}

fn replicas(sheet: &mut Sheet, deployment: &Deployment) {
    let status = &deployment.status;
    let counted = format!(
        "{} desired | {} updated | {} total | {} available | {} unavailable",
        deployment.spec.replicas(),
        status.updated_replicas,
        status.replicas,
        status.available_replicas,
        status.unavailable_replicas
    );
    sheet.row(0, &["Replicas:", &counted]);
}

fn strategy(sheet: &mut Sheet, deployment: &Deployment) {
    let (spec, kind) = (&deployment.spec, deployment.spec.strategy());
    sheet.row(0, &["StrategyType:", kind.as_str()]);
    sheet.row(0, &["MinReadySeconds:", &spec.min_ready_seconds.to_string()]);
    match kind {
        DeploymentStrategyType::Recreate => {}
        DeploymentStrategyType::RollingUpdate => {
            let bounds = spec.strategy.rolling_update.clone().unwrap_or_default();
            let text = |bound: Option<IntOrString>| bound.unwrap_or_default().to_string();
            let (unavailable, surge) = (text(bounds.max_unavailable), text(bounds.max_surge));
            let bounds = format!("{unavailable} max unavailable, {surge} max surge");
            sheet.row(0, &["RollingUpdateStrategy:", &bounds]);
        }
    }
}

/// Returns the ReplicaSets with their sizes, as `shop-1 (2/3 replicas created)`.
fn created_by(sets: &[&Rc<ReplicaSet>]) -> String {
    let text = |set: &&Rc<ReplicaSet>| {
        let (name, created) = (&set.metadata.name, set.status.replicas);
        format!("{name} ({created}/{} replicas created)", set.spec.replicas())
    };
    let sets: Vec<String> = sets.iter().map(text).collect();
    if sets.is_empty() { "<none>".to_owned() } else { sets.join(", ") }
}
