//! What is true at a moment of the objects that goals can be about.

use super::judge;
use crate::api::pod::Pod;
use crate::api::status::READY;
use crate::api::{ObjectRef, ResourceKind};
use crate::apiserver::columns::pod_status;
use crate::base::text::Text;
use crate::cluster::fact::{Fact, StateSummary};
use crate::dns::resolve;
use crate::files::lesson_file::{Condition, ContainerInState, StateWord, Subject};
use crate::timeline::history::History;

/// Returns the Pods that goals can be about, with their namespaces.
pub(super) fn pods(history: &History) -> impl Iterator<Item = (Text, &Pod)> {
    let pods = history.sim().world().pods().map(|(_, pod)| &**pod);
    let of_lesson = pods.filter(|pod| pod.metadata.namespace == judge::NAMESPACE);
    of_lesson.map(|pod| (pod.metadata.namespace.clone(), pod))
}

/// Returns what is true at the present moment of the objects that goals can be about.
pub(super) fn conditions(history: &History, changes: usize) -> Vec<Condition> {
    let release = history.sim().settings().release;
    let mut found = Vec::new();
    for (namespace, pod) in pods(history) {
        let object = ObjectRef::pod(namespace, pod.metadata.name.clone());
        let mut add = |subject| found.push(Condition { object: object.clone(), subject });
        add(Subject::Exists(true));
        add(Subject::Phase(pod.status.phase()));
        add(Subject::Status(pod_status(pod, release)));
        add(Subject::Ready(pod.status.is_true(READY)));
        if pod.metadata.deletion_timestamp.is_some() {
            add(Subject::Deleted);
        }
        if !pod.spec.node_name.is_empty() {
            add(Subject::Node(pod.spec.node_name.clone()));
        }
        for condition in pod.status.conditions.iter().filter(|condition| condition.kind != *READY) {
            add(Subject::Condition(condition.kind.clone(), condition.status));
        }
        let statuses = pod.status.init_containers().iter().chain(pod.status.containers());
        for status in statuses {
            if status.restart_count > 0 {
                add(Subject::Restarts(status.name.clone(), status.restart_count));
            }
            if let Some(state) = StateSummary::of(&status.state) {
                add(Subject::State(in_state(status.name.clone(), &state)));
            }
        }
        if let Some(first) = pod.spec.containers.first() {
            add(Subject::Image(first.image.clone()));
        }
        found.extend(name_of(history, pod));
    }
    for workload in history.sim().world().objects.all() {
        let (kind, metadata) = (workload.kind(), workload.metadata());
        let is_of_goals = matches!(kind, ResourceKind::StatefulSet | ResourceKind::Deployment);
        if !is_of_goals || metadata.namespace != judge::NAMESPACE {
            continue;
        }
        let object = ObjectRef::new(kind, metadata.namespace.clone(), metadata.name.clone());
        let mut add = |subject| found.push(Condition { object: object.clone(), subject });
        add(Subject::Replicas(workload.replicas()));
        add(Subject::ReadyReplicas(workload.ready_replicas()));
        if let Some(first) = workload.template().spec.containers.first() {
            add(Subject::Image(first.image.clone()));
        }
    }
    found.extend(gone(history, changes));
    found
}

/// Returns whether the name of a Pod in its headless Service resolves.
fn name_of(history: &History, pod: &Pod) -> Option<Condition> {
    let Pod { metadata, spec, .. } = pod;
    let (host, service) = (&spec.hostname, &spec.subdomain);
    if host.is_empty() || service.is_empty() {
        return None;
    }
    let name: Text = format!("{host}.{service}").into();
    let resolves = resolve(history.sim().world(), &name, &metadata.namespace).resolves();
    let object = ObjectRef::new(ResourceKind::Service, metadata.namespace.clone(), service.clone());
    Some(Condition { object, subject: Subject::Resolves(name, resolves) })
}

/// Returns that Pods and claims which were removed since then do not exist.
fn gone(history: &History, changes: usize) -> Vec<Condition> {
    let since = history.story().changes().iter().filter(|c| c.number >= changes as u64);
    let removed = since.filter(|change| matches!(change.fact, Fact::Removed));
    let mut found: Vec<Condition> = Vec::new();
    for object in removed.filter_map(|change| change.object.reference()) {
        let is_of_goals =
            matches!(object.kind, ResourceKind::Pod | ResourceKind::PersistentVolumeClaim);
        let condition = Condition { object: object.clone(), subject: Subject::Exists(false) };
        let is_told = found.contains(&condition) || !condition.holds(history.sim());
        if is_of_goals && object.namespace == judge::NAMESPACE && !is_told {
            found.push(condition);
        }
    }
    found
}

fn in_state(container: Text, state: &StateSummary) -> ContainerInState {
    let some = |reason: &Text| Some(reason.clone()).filter(|reason| !reason.is_empty());
    let (state, reason) = match state {
        StateSummary::Waiting(reason) => (StateWord::Waiting, some(reason)),
        StateSummary::Running => (StateWord::Running, None),
        StateSummary::Terminated(reason) => (StateWord::Terminated, some(reason)),
    };
    ContainerInState { container, state, reason }
}
