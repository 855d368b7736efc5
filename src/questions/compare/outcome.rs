//! What a run has come to at a moment: the facts by which people tell runs apart.

use crate::api::pod::Pod;
use crate::api::stateful_set::revision_of;
use crate::api::status::{PodPhase, READY};
use crate::api::{ObjectRef, ResourceKind};
use crate::apiserver::columns::pod_status;
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::sim::Sim;
use crate::timeline::story::{Row, Story};

/// What a run has come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What became of the workload, or of the Pod, that the run is about.
    pub end: End,
    /// Whether something waits in it that does not come by itself.
    pub is_stuck: bool,
}

/// What became of the object that a run is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The API has no object of this kind and name.
    Gone(ResourceKind),
    /// A Pod.
    Pod(PodEnd),
    /// A workload with its Pods.
    Workload(WorkloadEnd),
}

/// What became of a Pod.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PodEnd {
    /// The phase.
    pub phase: PodPhase,
    /// The word that `kubectl get` prints as STATUS.
    pub status: Text,
    /// Since when it is Ready; `None` while it is not.
    pub ready_since: Option<SimTime>,
    /// How often its containers were restarted.
    pub restarts: Restarts,
}

/// How often the containers of a Pod were restarted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Restarts {
    /// The names of the containers that were restarted, in the order of the Pod.
    pub containers: Vec<Text>,
    /// How many containers the Pod has.
    pub of: usize,
    /// How many restarts there were, those of all containers together.
    pub count: i64,
}

/// What became of a workload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkloadEnd {
    /// How many Pods its spec asks for.
    pub wanted: i64,
    /// How many of its Pods are Ready.
    pub ready: usize,
    /// How many Pods it has.
    pub pods: usize,
    /// Since when all Pods that it asks for are Ready; `None` while they are not.
    pub ready_since: Option<SimTime>,
    /// The Pods of the newest template.
    pub newest: Newest,
    /// How many restarts there were, those of all its Pods together.
    pub restarts: i64,
}

/// The Pods of a workload that have its newest template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Newest {
    /// The names of the Pods of a StatefulSet, which are known by their ordinals.
    Named(Vec<Text>),
    /// The number of the Pods of a workload whose Pods have no order.
    Counted(i64),
}

impl Outcome {
    /// Returns what a run has come to at its present moment. `is_stuck` says whether something in it waits that does not come by itself.
    pub fn of(sim: &Sim, story: &Story, is_stuck: bool) -> Outcome {
        let end = match story.workload() {
            Some(workload) => of_workload(sim, story, workload),
            None => of_pod(sim, story, story.name()),
        };
        Outcome { end, is_stuck }
    }
}

fn of_pod(sim: &Sim, story: &Story, name: &Text) -> End {
    let Some((_, pod)) = sim.pod(story.namespace(), name) else {
        return End::Gone(ResourceKind::Pod);
    };
    End::Pod(PodEnd {
        phase: pod.status.phase(),
        status: pod_status(pod, sim.settings().release),
        ready_since: ready_since(story, name, pod),
        restarts: restarts(pod),
    })
}

/// Returns since when a Pod is Ready; `None` while it is not.
fn ready_since(story: &Story, name: &str, pod: &Pod) -> Option<SimTime> {
    let row = Row::Condition(Text::Static(READY));
    let last = story.segments_of(name, &row).last().filter(|_| pod.status.is_true(READY))?;
    Some(last.from)
}

fn restarts(pod: &Pod) -> Restarts {
    let status = &pod.status;
    let all = status.init_containers().iter().chain(status.containers());
    let restarted = all.filter(|status| status.restart_count > 0);
    let mut restarts = Restarts {
        of: pod.spec.init_containers.len() + pod.spec.containers.len(),
        ..Restarts::default()
    };
    for status in restarted {
        restarts.containers.push(status.name.clone());
        restarts.count += status.restart_count;
    }
    restarts
}

fn of_workload(sim: &Sim, story: &Story, workload: &ObjectRef) -> End {
    let tables = &sim.world().objects;
    let ObjectRef { kind, namespace, name } = workload;
    let Some(found) = tables.workload(*kind, namespace, name) else { return End::Gone(*kind) };
    let wanted = found.replicas();
    let members = story.members().filter_map(|name| {
        let (_, pod) = sim.pod(namespace, name)?;
        Some((name, pod))
    });
    let members: Vec<(&Text, _)> = members.collect();
    let ready = members.iter().filter(|(_, pod)| pod.status.is_true(READY)).count();
    let since = members.iter().map(|(name, pod)| ready_since(story, name, pod));
    let since: Option<Vec<SimTime>> = since.collect();
    let is_complete = members.len() as i64 == wanted;
    let newest = if let Some(set) = tables.sets.named(namespace, name)
        && *kind == ResourceKind::StatefulSet
    {
        let is_new = |pod: &Pod| set.status.update_revision == *revision_of(pod);
        let mut new: Vec<Text> = members
            .iter()
            .filter(|(_, pod)| is_new(pod))
            .map(|(name, _)| (*name).clone())
            .collect();
        new.sort();
        Newest::Named(new)
    } else {
        let deployment = tables.deployments.named(namespace, name);
        let updated = deployment.map(|deployment| deployment.status.updated_replicas);
        let is_deployment = *kind == ResourceKind::Deployment;
        Newest::Counted(updated.filter(|_| is_deployment).unwrap_or(members.len() as i64))
    };
    End::Workload(WorkloadEnd {
        wanted,
        ready,
        pods: members.len(),
        ready_since: since.filter(|_| is_complete).and_then(|all| all.into_iter().max()),
        newest,
        restarts: members.iter().map(|(_, pod)| restarts(pod).count).sum(),
    })
}
