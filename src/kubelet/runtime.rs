//! The container runtime of a node as the kubelet sees it: sandboxes and container instances.

use crate::api::container::ResourceRequirements;
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::cause::Cause;
use crate::cluster::event::InstanceId;
use std::collections::BTreeMap;

/// State of a container instance in the runtime.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InstanceState {
    /// Created but not started. Rule P-304.
    Created,
    /// Its program runs.
    Running,
    /// Its program ended, or could not be started.
    Exited,
}

/// One run of a container.
#[derive(Clone, Debug, PartialEq)]
pub struct Instance {
    /// Its number, unique in the Pod.
    pub id: InstanceId,
    /// Name of the container.
    pub container: Text,
    /// The number of the start, from 0, which is the restart count. Rule P-312.
    pub attempt: u32,
    /// The number of the sandbox that it runs in, from 0.
    pub sandbox: u32,
    /// The image it was made from.
    pub image: Text,
    /// The runtime and the identity, as statuses show them.
    pub container_id: Text,
    /// Its state.
    pub state: InstanceState,
    /// When it was started.
    pub started: SimTime,
    /// When it ended.
    pub finished: SimTime,
    /// The exit code.
    pub code: i32,
    /// The resources that it has. Rule P-214.
    pub resources: ResourceRequirements,
    /// Why it ended, in one word.
    pub reason: Text,
    /// Its termination message. Rule P-315.
    pub message: Text,
    /// Set while it is being stopped.
    pub stopping: Option<Stopping>,
    /// Whether its postStart hook is still running.
    pub post_start: bool,
    /// How many steps of the program are done that Podlab reads from its command; `None` when a script says what it
    /// does, or nothing is known.
    pub program: Option<u32>,
    /// When the program came to the end of its steps, if it goes on for ever.
    pub loops_since: Option<SimTime>,
    /// What its last start or end was recorded as.
    pub(crate) cause: Cause,
    /// What the last change of each file was recorded as that its program created or removed after its start, by path.
    pub(crate) file_causes: BTreeMap<Text, Cause>,
}

/// How far stopping an instance has come. Rule P-806.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopping {
    /// When the stop began.
    pub since: SimTime,
    /// The grace period that it was given, in seconds.
    pub grace: u64,
    /// The state of the preStop hook.
    pub hook: Hook,
}

/// State of a preStop hook. Rule P-705.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hook {
    /// There is none, or it is over.
    Over,
    /// It runs and will succeed.
    Running,
    /// It runs and will fail.
    Failing,
    /// The grace period ended before the hook did. The hook ends with the container.
    Abandoned,
}

/// A sandbox of a Pod.
#[derive(Clone, Debug, PartialEq)]
pub struct SandboxInstance {
    /// Whether it is up.
    pub ready: bool,
    /// Its address; empty when it has none of its own.
    pub ip: Text,
    /// Whether it uses the node's network.
    pub host_network: bool,
}

/// What the runtime has of one Pod, oldest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RuntimePod {
    /// The instances: the newest two of each container. Rule P-303.
    pub instances: Vec<Instance>,
    /// The sandboxes.
    pub sandboxes: Vec<SandboxInstance>,
    /// How many sandboxes there have been.
    pub sandbox_count: u32,
}

impl RuntimePod {
    /// Returns the newest instance of a container.
    pub fn newest(&self, container: &str) -> Option<&Instance> {
        self.instances.iter().rev().find(|i| i.container == *container)
    }

    /// Returns the instance with this number.
    pub(crate) fn instance(&self, id: InstanceId) -> Option<&Instance> {
        self.instances.iter().rev().find(|i| i.id == id)
    }

    /// Returns the instance with this number, for changes.
    pub(crate) fn instance_mut(&mut self, id: InstanceId) -> Option<&mut Instance> {
        self.instances.iter_mut().rev().find(|i| i.id == id)
    }

    /// Returns the instances whose program runs.
    pub fn running(&self) -> impl Iterator<Item = &Instance> {
        self.instances.iter().filter(|i| i.state == InstanceState::Running)
    }

    /// Adds an instance, and keeps only one earlier instance of the same container. Rule P-303.
    pub(crate) fn add(&mut self, instance: Instance) {
        let same = |i: &Instance| i.container == instance.container;
        let mut surplus = self.instances.iter().filter(|i| same(i)).count().saturating_sub(1);
        self.instances.retain(|i| {
            let drop = surplus > 0 && same(i);
            surplus -= usize::from(drop);
            !drop
        });
        self.instances.push(instance);
    }

    /// Returns how many events a look at the runtime finds since `before`: one for each container and each sandbox that
    /// started or ended. Containers that were only removed do not count. Rule K-2.
    /// Models kubernetes pkg/kubelet/pleg/generic.go generateEvents.
    pub(crate) fn events_since(&self, before: &RuntimePod) -> usize {
        let instance_changed =
            |i: &&Instance| before.instance(i.id).map(|b| b.state) != Some(i.state);
        let sandbox_changed = |(number, sandbox): &(usize, &SandboxInstance)| {
            before.sandboxes.get(*number).map(|b| b.ready) != Some(sandbox.ready)
        };
        self.instances.iter().filter(instance_changed).count()
            + self.sandboxes.iter().enumerate().filter(sandbox_changed).count()
    }

    /// Returns the address of the newest sandbox, if it is up.
    pub fn address(&self) -> Option<&Text> {
        self.sandboxes.last().filter(|s| s.ready && !s.ip.is_empty()).map(|s| &s.ip)
    }
}
