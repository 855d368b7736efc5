//! What an object waits for, and until when.

use crate::api::{ObjectRef, ResourceKind};
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::refusal::Refusal;
use crate::cluster::world::PodId;
use crate::controller::stateful_set::outlook::{Need, SyncStage};
use crate::kubelet::configuration::Missing;
use crate::rules::Rule;
use std::rc::Rc;

/// An object that waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wait {
    /// The object.
    pub object: ObjectRef,
    /// The number of the Pod, when the object is a Pod.
    pub pod: Option<PodId>,
    /// What it waits for.
    pub kind: WaitKind,
    /// When the wait is over or is checked again; `None` when time alone does not end it.
    pub until: Option<SimTime>,
    /// The rule that makes it wait.
    pub rule: Rule,
}

/// What an object waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WaitKind {
    /// A Pod that the scheduler will look at soon. Rule P-904.
    Scheduler,
    /// A Pod that fits on no node, with what the scheduler says. Rule P-901.
    Unschedulable(Rc<Refusal>),
    /// A Pod held back by a scheduling gate of that name. Rule P-903.
    SchedulingGate(Text),
    /// A Pod that another scheduler places, with the name of that scheduler. Podlab runs none but the default one. Rule P-909.
    OtherScheduler(Text),
    /// A Pod that the scheduler leaves alone until the ResourceClaim or ResourceClaimTemplate exists. Rule P-910.
    ResourceClaim {
        /// The kind of what is missing.
        kind: &'static str,
        /// Its name.
        name: Text,
    },
    /// A Pod with a change that its node's kubelet has not heard of yet.
    Notice,
    /// A Pod that its worker will look at again.
    Sync,
    /// A Pod whose kubelet has not yet looked at what happened in the runtime. Rule K-2.
    Look(Seen),
    /// A container that starts again after its back-off. Rule P-408.
    Restart {
        /// The container.
        container: Text,
        /// The length of the back-off in milliseconds.
        window: u64,
        /// Whether the back-off is over, so that the next look starts the container.
        is_over: bool,
    },
    /// A container whose image is pulled again after a back-off. Rule P-317.
    PullBackoff {
        /// The container.
        container: Text,
        /// The image.
        image: Text,
        /// The length of the back-off in milliseconds.
        window: u64,
        /// Whether the back-off is over, so that the next look pulls the image.
        is_over: bool,
    },
    /// A container whose image is being pulled, or whose pull waits for another pull on the node. Rule K-30.
    Pulling {
        /// The container.
        container: Text,
        /// The image.
        image: Text,
        /// How many pulls come before it.
        before: usize,
    },
    /// A container that could not be started, with the reason in one word. The kubelet tries again. Rule K-4.
    FailedStart {
        /// The container.
        container: Text,
        /// The reason.
        reason: Text,
        /// What is missing first of what the container needs; `None` when something else is the reason.
        missing: Option<MissingObject>,
    },
    /// Containers that wait for an init container to end. Rule P-502.
    InitContainer(Text),
    /// Containers that wait for a sidecar to start. Rule P-509.
    Sidecar(Text),
    /// Containers that wait for the postStart hook of a container. Rule P-702.
    PostStart(Text),
    /// Containers that wait for volumes which cannot be mounted. It names what is missing first of what they need, with the volume; `None`
    /// when something else is the reason. Rule P-302.
    Volumes(Option<(Text, MissingObject)>),
    /// Containers that wait for a volume which is attached to another node. Rule V-13.
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
    /// The condition Ready, which waits for a readiness gate. Rule P-207.
    ReadinessGate(Text),
    /// A resize that does not fit on the node, with the reason in the kubelet's words. Rule P-214.
    Resize(Text),
    /// A container whose preStop hook runs. The stop signal comes after it. Rule P-704.
    PreStop {
        /// The container.
        container: Text,
        /// Seconds of grace.
        grace: u64,
    },
    /// A container that got the stop signal and has this much time to end. Rule P-806.
    Grace {
        /// The container.
        container: Text,
        /// Seconds of grace.
        grace: u64,
    },
    /// A sidecar that is stopped after the other containers. Rule P-514.
    LastToStop(Text),
    /// An object that is being deleted and has finalizers. Rule P-802.
    Finalizers(Vec<Text>),
    /// An object that is gone, while its containers still run. Rule P-806.
    StillRuns,
    /// A Pod on a node whose kubelet cannot work. Rule P-1002.
    NodeUnable {
        /// The node.
        node: Text,
        /// Whether the network is missing; otherwise it is the container runtime.
        network: bool,
    },
    /// A Pod on a node that is silent. The node counts as lost at that time. Rule P-1005.
    NodeGrace {
        /// The node.
        node: Text,
        /// Its last heartbeat.
        since: SimTime,
    },
    /// A Pod on a lost node. It is deleted at that time, or never by itself. Rule P-1009.
    NodeLost {
        /// The node.
        node: Text,
        /// Its last heartbeat.
        since: SimTime,
        /// The key of the taint that causes the deletion; empty when there is none.
        taint: Text,
    },
    /// A Pod that is being deleted, while its kubelet does not answer. Rule P-1012.
    NodeSilent {
        /// The node.
        node: Text,
        /// Its last heartbeat.
        since: SimTime,
    },
    /// A Pod whose object is gone, while its containers run on that node, which does not answer. Rule S-95.
    StillRunsOn(Text),
    /// A Pod that its kubelet admits once it has ended that Pod to make room for a critical one. Rule P-120.
    Room(Text),
    /// A Pod on a node whose kubelet was away and has not learned yet what happened in that time. Rule P-1016.
    NodeReturns(Text),
    /// A Pod whose node has no Node object any more. Rule P-1013.
    NodeDeleted(Text),
    /// A Pod that will be deleted because of a taint of its node. Rule P-1009.
    Taint {
        /// The node.
        node: Text,
        /// The key of the taint.
        taint: Text,
    },
    /// A drain that waits for this many Pods. Rule B-10.
    Drain(usize),
    /// A claim that is bound when a Pod that uses it is scheduled. Rule V-10.
    FirstConsumer,
    /// A claim whose volume is being created. Rule V-03.
    Provisioning,
    /// A claim without a class. Rule V-03.
    NoClass,
    /// A claim of a class that does not exist. Rule V-03.
    UnknownClass(Text),
    /// A claim that is being deleted, while that Pod uses it. Rule V-20.
    InUse(Text),
    /// An eviction that was refused because of a budget, which would still refuse it. Rule B-6.
    Budget {
        /// The budget.
        budget: Text,
        /// How many healthy Pods it needs.
        needs: i64,
        /// How many it has.
        has: i64,
    },
    /// A Pod that waits for a claim. Rule V-11.
    Claim(Text),
    /// An object that its controller has yet to look at, because something changed or because it tries again after
    /// failures. Rule C-2.
    Controller {
        /// How many times in a row it failed.
        failures: u32,
    },
    /// A set whose controller continues once a Pod is as it should be. Rules S-30, S-40, S-50.
    Set {
        /// The work that does not continue.
        stage: SyncStage,
        /// The Pod.
        pod: Text,
        /// What the controller needs of the Pod.
        need: Need,
    },
    /// A set that could continue with that Pod, but whose controller does not look before something changes. Its queue
    /// kept only the earliest of the looks that it asked for, and that look came before the Pods were available. Rule
    /// S-29.
    Asleep(Text),
    /// An owner that is being deleted and waits until this many Pods are gone. Rule G-05.
    Dependents(usize),
    /// A Deployment whose template has changed while its rollout stands still. Rule D-40.
    Paused,
    /// A rollout whose new ReplicaSet has Pods that are not available. Rule D-20.
    NewPods {
        /// The ReplicaSet.
        set: Text,
        /// How many of its Pods are not available.
        missing: i64,
        /// Whether an old ReplicaSet should have Pods, so that the rollout goes on.
        goes_on: bool,
    },
    /// A rollout that goes on when that Pod has been Ready for `minReadySeconds`. Rule D-26.
    MinReady(Text),
    /// A rollout that goes on when this many old Pods are gone. Rule D-25.
    OldPods(usize),
    /// A rollout that counts as failed if nothing moves before that time. Rule D-51.
    Deadline,
}

/// A ConfigMap or Secret that a Pod needs and that is not there, or lacks a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingObject {
    /// The kind of the object.
    pub kind: ResourceKind,
    /// The name of the object.
    pub name: Text,
    /// The key that is missing; `None` when the whole object is.
    pub key: Option<Text>,
}

impl From<Missing> for MissingObject {
    fn from(missing: Missing) -> MissingObject {
        let Missing { kind, name, keys, exists } = missing;
        MissingObject { kind, name, key: keys.into_iter().next().filter(|_| exists) }
    }
}

/// A change in the runtime that the kubelet has not seen yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    /// The program in that container started.
    Started(Text),
    /// The program in that container ended.
    Ended(Text),
    /// A sandbox came or went.
    Sandbox,
}

/// The state of a probe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probing {
    /// The container.
    pub container: Text,
    /// Successes in a row so far.
    pub successes: u32,
    /// How many successes in a row it needs.
    pub of: u32,
    /// Failures in a row so far.
    pub failures: u32,
    /// How many failures in a row it may have.
    pub most_failures: u32,
}
