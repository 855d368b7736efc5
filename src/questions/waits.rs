//! What does not happen yet: everything that waits at the present moment, and what for.
//!
//! Each wait is read off the state by which the component in question decides; nothing is guessed from what was shown.

mod claims;
mod container;
mod node;
mod pod;

use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::work_queue::Controller;
use crate::cluster::world::PodId;
use crate::controller::sets::outlook;
use crate::controller::stateful_set::outlook::{Need, Phase};
use crate::rules::Rule;
use crate::sim::Sim;

/// Something that waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wait {
    /// Namespace of the object that waits.
    pub namespace: Text,
    /// The object that waits, such as `Pod/demo`.
    pub object: Text,
    /// Its number, when it is a Pod.
    pub pod: Option<PodId>,
    /// What for.
    pub kind: WaitKind,
    /// When it is looked at again, or over; none when time alone does not end it.
    pub until: Option<SimTime>,
    /// The rule by which it waits.
    pub rule: Rule,
}

/// What something waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WaitKind {
    /// A Pod that the scheduler looks at soon. Rule P-904.
    Scheduler,
    /// A Pod that no node takes, for the reason in the scheduler's words. Rule P-901.
    Unschedulable(Text),
    /// A Pod held back by a scheduling gate of that name. Rule P-903.
    SchedulingGate(Text),
    /// A Pod whose node's kubelet has not heard of a change to it yet.
    Notice,
    /// A Pod whose worker looks at it again.
    Sync,
    /// A Pod whose kubelet has not yet looked at what happened in the runtime. Rule K-2.
    Look(Seen),
    /// A container that is started again after its back-off. Rule P-408.
    Restart {
        /// The container.
        container: Text,
        /// Length of the back-off in milliseconds.
        window: u64,
        /// Whether the back-off is over, so that the next look starts it.
        is_over: bool,
    },
    /// A container whose image is pulled again after its back-off. Rule P-317.
    PullBackoff {
        /// The container.
        container: Text,
        /// The image.
        image: Text,
        /// Length of the back-off in milliseconds.
        window: u64,
        /// Whether the back-off is over, so that the next look pulls it.
        is_over: bool,
    },
    /// A container whose image is being pulled, or waits for another pull on the node. Rule K-30.
    Pulling {
        /// The container.
        container: Text,
        /// The image.
        image: Text,
        /// Pulls before it.
        before: usize,
    },
    /// A container that could not be started, for the reason in one word; it is tried again. Rule K-4.
    FailedStart {
        /// The container.
        container: Text,
        /// Why.
        reason: Text,
    },
    /// Containers that are held back by an init container that is not done. Rule P-502.
    InitContainer(Text),
    /// Containers that are held back by a sidecar that has not started. Rule P-509.
    Sidecar(Text),
    /// Containers that are held back by the postStart hook of a container. Rule P-702.
    PostStart(Text),
    /// Containers that are held back by volumes that cannot be mounted.
    Volumes,
    /// Containers that are held back by a volume that is attached to another node. Rule V-13.
    Attachment {
        /// The volume.
        volume: Text,
        /// The node.
        node: Text,
    },
    /// A container that has not succeeded in its startup probe. Rule P-611.
    Startup(Probing),
    /// A container that has not succeeded in its readiness probe. Rule P-611.
    Readiness(Probing),
    /// The condition Ready, for a readiness gate. Rule P-207.
    ReadinessGate(Text),
    /// A resize that the node has no room for, in the kubelet's words. Rule P-214.
    Resize(Text),
    /// A container whose preStop hook runs before it gets the stop signal. Rule P-704.
    PreStop {
        /// The container.
        container: Text,
        /// Seconds of grace.
        grace: u64,
    },
    /// A container that got the stop signal and has that much grace to end. Rule P-806.
    Grace {
        /// The container.
        container: Text,
        /// Seconds of grace.
        grace: u64,
    },
    /// A sidecar that is stopped after the other containers. Rule P-514.
    LastToStop(Text),
    /// Something that is to be removed, for finalizers. Rule P-802.
    Finalizers(Vec<Text>),
    /// An object that is gone while its containers still run. Rule P-806.
    StillRuns,
    /// A Pod whose node's kubelet cannot work. Rule P-1002.
    NodeUnable {
        /// The node.
        node: Text,
        /// Whether that is for want of a network, and not of a runtime.
        network: bool,
    },
    /// A Pod whose node has not been heard of, and counts as lost at that time. Rule P-1005.
    NodeGrace {
        /// The node.
        node: Text,
        /// Its last heartbeat.
        since: SimTime,
    },
    /// A Pod whose node counts as lost; it is deleted at that time, or never by itself. Rule P-1009.
    NodeLost {
        /// The node.
        node: Text,
        /// Its last heartbeat.
        since: SimTime,
        /// The key of the taint that will have it deleted; empty when there is none.
        taint: Text,
    },
    /// A Pod that is to go, whose kubelet does not answer. Rule P-1012.
    NodeSilent {
        /// The node.
        node: Text,
        /// Its last heartbeat.
        since: SimTime,
    },
    /// A Pod whose object is gone while its containers run on that node, which does not answer. Rule S-95.
    StillRunsOn(Text),
    /// A Pod that its kubelet takes on when it has ended that one to make room for a critical Pod. Rule P-120.
    Room(Text),
    /// A Pod whose node's kubelet has yet to learn what happened while it was away. Rule P-1016.
    NodeReturns(Text),
    /// A Pod whose node has no Node object any more. Rule P-1013.
    NodeDeleted(Text),
    /// A Pod that a taint of its node will have deleted. Rule P-1009.
    Taint {
        /// The node.
        node: Text,
        /// The key of the taint.
        taint: Text,
    },
    /// A drain that has so many Pods to wait for. Rule B-10.
    Drain(usize),
    /// A claim that is bound when a Pod that uses it is scheduled. Rule V-10.
    FirstConsumer,
    /// A claim that gets its volume made. Rule V-03.
    Provisioning,
    /// A claim without a class. Rule V-03.
    NoClass,
    /// A claim of a class that does not exist. Rule V-03.
    UnknownClass(Text),
    /// A claim that is to go, for a Pod that uses it. Rule V-20.
    InUse(Text),
    /// The eviction of a Pod that was asked for and refused, for a budget that would still refuse it. Rule B-6.
    Budget {
        /// The budget.
        budget: Text,
        /// How many healthy Pods it needs.
        needs: i64,
        /// How many it has.
        has: i64,
    },
    /// A Pod, for a claim. Rule V-11.
    Claim(Text),
    /// An object whose controller has not looked at what changed yet, or tries again after failures. Rule C-2.
    Controller {
        /// How often in a row it failed.
        failures: u32,
    },
    /// A set whose controller goes on when a Pod is as it wants it. Rules S-30, S-40, S-50.
    Set {
        /// What it does not go on with.
        phase: Phase,
        /// The Pod.
        pod: Text,
        /// What it wants of the Pod.
        need: Need,
    },
    /// A set that could go on with that Pod, but whose controller does not look before something changes: of the looks it
    /// asked for its queue kept the earliest, which came before the Pods were available. Rule S-29.
    Asleep(Text),
    /// A set that goes when so many Pods have gone. Rule G-05.
    Dependents(usize),
}

/// What the runtime has that the kubelet has not seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    /// The program in that container started.
    Started(Text),
    /// The program in that container ended.
    Ended(Text),
    /// A sandbox came or went.
    Sandbox,
}

/// How far a probe has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probing {
    /// The container.
    pub container: Text,
    /// Successes in a row so far.
    pub successes: u32,
    /// Successes in a row that it takes.
    pub of: u32,
    /// Failures in a row so far.
    pub failures: u32,
    /// Failures in a row it may have.
    pub most_failures: u32,
}

/// Everything that waits now: Pods, then claims, then nodes, then sets, each in the order they were created.
pub fn waits(sim: &Sim) -> Vec<Wait> {
    let mut waits = Vec::new();
    for id in 0..sim.world().pod_count() as PodId {
        pod::collect(sim, id, &mut waits);
    }
    claims::collect(sim, &mut waits);
    node::nodes(sim, &mut waits);
    sets(sim, &mut waits);
    waits
}

/// What one Pod waits for.
pub fn of_pod(sim: &Sim, id: PodId) -> Vec<Wait> {
    let mut waits = Vec::new();
    pod::collect(sim, id, &mut waits);
    waits
}

/// What sets wait for, beside their Pods.
fn sets(sim: &Sim, waits: &mut Vec<Wait>) {
    let workloads = &sim.world().workloads;
    for (key, set) in workloads.sets.iter() {
        let (namespace, name) = (&set.metadata.namespace, &set.metadata.name);
        let mut wait = |kind, until, rule| {
            let object = format!("StatefulSet/{name}").into();
            let namespace = namespace.clone();
            waits.push(Wait { namespace, object, pod: None, kind, until, rule });
        };
        let looks = workloads.queue.next_look(Controller::StatefulSet, key);
        if let Some(until) = looks {
            let failures = workloads.queue.failures(Controller::StatefulSet, key);
            wait(WaitKind::Controller { failures }, Some(until), Rule::S29);
        }
        let outlook = outlook(sim.world(), set);
        if let (None, Some((_, pod, after))) = (looks, outlook.next)
            && after.is_empty()
        {
            wait(WaitKind::Asleep(pod), None, Rule::S29);
        }
        for held in outlook.waits {
            let rule = match held.phase {
                Phase::Keep => Rule::S30,
                Phase::ScaleDown => Rule::S40,
                Phase::Update => Rule::S50,
            };
            let until = match held.need {
                Need::Available(at) => Some(at.max(sim.now())),
                Need::Gone | Need::Ready | Need::Claim(_) => None,
            };
            let (phase, pod, need) = (held.phase, held.pod, held.need);
            wait(WaitKind::Set { phase, pod, need }, until, rule);
        }
        if set.metadata.deletion_timestamp.is_some() {
            let left = workloads.members(namespace, name).count();
            wait(WaitKind::Dependents(left), None, Rule::G05);
        }
    }
}
