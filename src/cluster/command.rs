//! Commands: what a person does to objects through the API, and to the world outside it.

use crate::api::core::Taint;
use crate::api::meta::Propagation;
use crate::api::pod::Pod;
use crate::api::{ObjectRef, Resource, newer, write};
use crate::base::text::Text;
use crate::cluster::plan::{Registry, RuntimeRule, Server};
use crate::cluster::pressure::EvictionSignal;
use crate::manifest::{Complaint, Wrong, node::Node as Tree};
use crate::rules::Feature;
use crate::rules::release::Release;

mod named;
mod spec_patch;
mod subresource;

pub use named::NamedPatch;
pub use spec_patch::SpecPatch;
pub(crate) use subresource::can_patch_part;
pub use subresource::{CreatedSubresource, Subresource};

/// Something that can happen to a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeFault {
    /// The network between the machine and the API server is cut. The machine keeps running. Rule P-1005.
    CutOff,
    /// It reaches the API server again. Rule P-1015.
    Reconnect,
    /// It is switched off. Rule P-1019.
    PowerOff,
    /// It is switched on again. Rule P-1017.
    PowerOn,
    /// Its disk fails. Rule P-141.
    FailDisk,
    /// All its containers and sandboxes die. Its kubelet keeps running. Rule P-1017.
    Crash,
    /// Its kubelet restarts while everything else keeps running. Rule P-809.
    RestartKubelet,
    /// Its container runtime stops answering. Its containers keep running. Rule P-1002.
    StopRuntime,
    /// Its container runtime answers again.
    StartRuntime,
    /// Its network plugin is missing. Rule P-1002.
    StopPlugin,
    /// Its network plugin is there again.
    StartPlugin,
    /// Its kernel has no AppArmor. Rule P-305.
    DisableAppArmor,
    /// Its kernel has AppArmor again.
    EnableAppArmor,
}

impl NodeFault {
    /// All faults.
    pub const ALL: [NodeFault; 13] = [
        NodeFault::CutOff,
        NodeFault::Reconnect,
        NodeFault::PowerOff,
        NodeFault::PowerOn,
        NodeFault::FailDisk,
        NodeFault::Crash,
        NodeFault::RestartKubelet,
        NodeFault::StopRuntime,
        NodeFault::StartRuntime,
        NodeFault::StopPlugin,
        NodeFault::StartPlugin,
        NodeFault::DisableAppArmor,
        NodeFault::EnableAppArmor,
    ];

    /// Returns the word for the fault in a scenario.
    pub const fn as_str(self) -> &'static str {
        match self {
            NodeFault::CutOff => "node-network-cut",
            NodeFault::Reconnect => "node-network-back",
            NodeFault::PowerOff => "node-power-off",
            NodeFault::PowerOn => "node-power-on",
            NodeFault::FailDisk => "node-disk-failed",
            NodeFault::Crash => "node-crash",
            NodeFault::RestartKubelet => "kubelet-restart",
            NodeFault::StopRuntime => "node-runtime-down",
            NodeFault::StartRuntime => "node-runtime-up",
            NodeFault::StopPlugin => "node-network-plugin-down",
            NodeFault::StartPlugin => "node-network-plugin-up",
            NodeFault::DisableAppArmor => "node-apparmor-off",
            NodeFault::EnableAppArmor => "node-apparmor-on",
        }
    }
}

/// A command of a person.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Creates an object. `kubectl create`.
    Create(Box<Resource>),
    /// Creates a part of an object that an address of its own takes, such as the eviction of a Pod.
    CreateSubresource {
        /// The object.
        object: ObjectRef,
        /// The part.
        subresource: CreatedSubresource,
    },
    /// Changes an object by a strategic merge patch. `kubectl patch`.
    Patch {
        /// The object.
        object: ObjectRef,
        /// The part of the object that the patch is for; `None` for the object itself.
        subresource: Option<Subresource>,
        /// The patch.
        patch: Tree,
    },
    /// Deletes an object. `kubectl delete`. Rules P-801, S-81, V-20, P-1013.
    Delete {
        /// The object.
        object: ObjectRef,
        /// How long it may take, and what happens to what the object owns.
        options: DeleteOptions,
    },
    /// Sets how many Pods a workload has. Workloads are StatefulSets, ReplicaSets and Deployments. `kubectl scale`.
    Scale {
        /// The object.
        object: ObjectRef,
        /// The number of Pods.
        replicas: i64,
    },
    /// Sets the template of a workload to that of an earlier revision. `kubectl rollout undo`. Rules S-66, D-41.
    RolloutUndo {
        /// The object.
        object: ObjectRef,
        /// The number of the revision; `None` for the one before the current one.
        to_revision: Option<i64>,
    },
    /// Replaces all Pods of a workload. `kubectl rollout restart`. Rule S-6A.
    RolloutRestart {
        /// The object.
        object: ObjectRef,
    },
    /// Makes the rollout of a Deployment stand still, or go on. `kubectl rollout pause` and `resume`. Rule D-40.
    RolloutPause {
        /// The object.
        object: ObjectRef,
        /// Whether the rollout stands still.
        paused: bool,
    },
    /// Carries out a kubectl command line. The line is refused when no part of it was accepted.
    Kubectl {
        /// The namespace for a line that names none.
        namespace: Text,
        /// The line, such as `kubectl scale sts/web --replicas=5`.
        line: Text,
    },
    /// Cordons or uncordons a node. Rule P-908.
    Cordon {
        /// The node.
        node: Text,
        /// Whether the node refuses new Pods.
        unschedulable: bool,
    },
    /// Makes something happen to a machine. Rules P-1005, P-1015, P-1017, P-141.
    DisturbNode {
        /// The node.
        node: Text,
        /// What happens.
        fault: NodeFault,
    },
    /// Tells a machine to shut down. Its kubelet ends the Pods first. Rule P-1018.
    ShutDownNode {
        /// The node.
        node: Text,
        /// How many seconds its kubelet has to end the Pods; 0, the default, gives it no time. `shutdownGracePeriod`. Rule K-33.
        grace: u64,
        /// How many of these seconds are reserved for critical Pods. `shutdownGracePeriodCriticalPods`.
        critical: u64,
    },
    /// Makes something that is not a Pod use much of a machine's memory, disk or process ids. Rule P-1021.
    ConsumeNodeResource {
        /// The node.
        node: Text,
        /// The resource that is used.
        signal: EvictionSignal,
        /// How much is left at that moment, in bytes or process ids; `None` frees everything that it used.
        available: Option<i64>,
    },
    /// Adds a taint to a node or removes it. `kubectl taint`. Rule P-1009.
    TaintNode {
        /// The node.
        node: Text,
        /// The taint. A removal without an effect removes all taints with that key.
        taint: Taint,
        /// Whether the taint is added.
        present: bool,
    },
    /// Cordons a node and evicts its Pods until none is left. `kubectl drain`. Rule B-10.
    DrainNode {
        /// The node.
        node: Text,
        /// What the drain may do, and how long it tries.
        options: DrainOptions,
    },
    /// Puts the manifest of a static Pod on a machine. Rule P-815.
    PutManifest {
        /// The node.
        node: Text,
        /// The manifest of the Pod.
        manifest: Box<Pod>,
    },
    /// Removes the manifest of a static Pod from a machine. Rule P-815.
    RemoveManifest {
        /// The node.
        node: Text,
        /// Namespace of the Pod.
        namespace: Text,
        /// Name of the Pod in the manifest.
        name: Text,
    },
    /// Adds a rule about what containers do.
    Plan(RuntimeRule),
    /// Sets what registries do for images that match a pattern.
    Registry(Text, Registry),
    /// Sets what HTTP servers answer.
    HttpServer(Option<Server>),
    /// Sets what TCP ports answer.
    TcpServer(Option<Server>),
    /// Ends the program in a container with an exit code. The reason `OOMKilled` is an out-of-memory kill. Rule P-309.
    Exit {
        /// Namespace of the Pod.
        namespace: Text,
        /// Name of the Pod.
        pod: Text,
        /// Name of the container.
        container: Text,
        /// The exit code.
        code: i32,
        /// The reason that the runtime reports; derived from the code when empty.
        reason: Text,
    },
    /// Makes a process of a container, other than its first process, run out of memory. Rule P-321.
    ChildOom {
        /// Namespace of the Pod.
        namespace: Text,
        /// Name of the Pod.
        pod: Text,
        /// Name of the container.
        container: Text,
    },
    /// Kills a Pod's sandbox and everything in it. Rule P-418.
    KillSandbox {
        /// Namespace of the Pod.
        namespace: Text,
        /// Name of the Pod.
        pod: Text,
    },
    /// Sets the stop signal, `STOPSIGNAL`, of images that match a pattern. Rule P-807.
    StopSignal {
        /// The image, or a pattern.
        image: Text,
        /// The signal, such as `SIGQUIT`.
        signal: Text,
    },
    /// Puts images that match a pattern on all nodes, or removes them.
    Image {
        /// The image, or a pattern ending in `*`.
        image: Text,
        /// Whether the images are on the nodes.
        present: bool,
    },
}

impl Command {
    /// Returns the command that deletes an object as `kubectl delete` does without flags.
    pub fn delete(object: ObjectRef) -> Command {
        Command::Delete { object, options: DeleteOptions::default() }
    }

    /// Returns the command that deletes a Pod with a grace period in seconds; `None` for the Pod's own. Rule P-813.
    pub fn delete_pod(
        namespace: impl Into<Text>,
        name: impl Into<Text>,
        grace_period_seconds: Option<i64>,
    ) -> Command {
        let options = DeleteOptions { grace_period_seconds, ..DeleteOptions::default() };
        Command::Delete { object: ObjectRef::pod(namespace, name), options }
    }

    /// Returns the object that the command creates.
    pub fn created(&self) -> Option<&Resource> {
        if let Command::Create(resource) = self { Some(resource) } else { None }
    }

    /// Returns the first field in the command that the release does not know yet, in words such as
    /// `spec.ordinals came with 1.26`, or the kind of the object if the release does not serve it.
    ///
    /// An API server of that release drops the field silently, so the command would do something else.
    pub fn newer_field(&self, release: Release) -> Option<Complaint> {
        let of_patch = |kind: &'static str, patch: &Tree| {
            let fields = patch.entries().iter().map(|e| (e.key.clone(), e.node.clone()));
            Tree::map(fields.chain([("kind".into(), Tree::text(kind))]))
        };
        let tree = match self {
            Command::Create(resource) => {
                if let Resource::Kept(object) = &**resource {
                    let served = object.kind.serves(&object.api_version, release);
                    let words = || format!("{} {}", object.api_version, object.kind.as_str());
                    return (!served).then(|| words().into());
                }
                write(resource)
            }
            Command::PutManifest { manifest, .. } => write(&Resource::Pod((**manifest).clone())),
            Command::Patch { object, patch, .. } => of_patch(object.kind.as_str(), patch),
            Command::CreateSubresource { .. }
            | Command::Delete { .. }
            | Command::Scale { .. }
            | Command::RolloutUndo { .. }
            | Command::RolloutRestart { .. }
            | Command::RolloutPause { .. }
            | Command::Kubectl { .. }
            | Command::Cordon { .. }
            | Command::DisturbNode { .. }
            | Command::ShutDownNode { .. }
            | Command::ConsumeNodeResource { .. }
            | Command::TaintNode { .. }
            | Command::DrainNode { .. }
            | Command::RemoveManifest { .. }
            | Command::Plan(_)
            | Command::Registry(..)
            | Command::HttpServer(_)
            | Command::TcpServer(_)
            | Command::Exit { .. }
            | Command::ChildOom { .. }
            | Command::KillSandbox { .. }
            | Command::StopSignal { .. }
            | Command::Image { .. } => return None,
        };
        if matches!(self, Command::Patch { subresource: Some(Subresource::Resize), .. })
            && !release.has(Feature::InPlacePodVerticalScaling)
        {
            return Some(Wrong::came_with("the subresource resize", 33).into());
        }
        let field = newer(&tree, release).into_iter().next()?;
        Some(Wrong::came_with(field.path, field.since).into())
    }

    /// Returns the object that the command is about, such as `Pod/demo`; empty for a command that is about no single object.
    pub fn object(&self) -> Text {
        match self {
            Command::Create(resource) => {
                format!("{}/{}", resource.kind(), resource.metadata().name).into()
            }
            Command::CreateSubresource { object, .. }
            | Command::Patch { object, .. }
            | Command::Delete { object, .. }
            | Command::Scale { object, .. }
            | Command::RolloutUndo { object, .. }
            | Command::RolloutRestart { object }
            | Command::RolloutPause { object, .. } => object.to_string().into(),
            Command::Exit { pod: name, .. }
            | Command::ChildOom { pod: name, .. }
            | Command::KillSandbox { pod: name, .. } => format!("Pod/{name}").into(),
            Command::Cordon { node, .. }
            | Command::DisturbNode { node, .. }
            | Command::ShutDownNode { node, .. }
            | Command::ConsumeNodeResource { node, .. }
            | Command::TaintNode { node, .. }
            | Command::PutManifest { node, .. }
            | Command::RemoveManifest { node, .. }
            | Command::DrainNode { node, .. } => format!("Node/{node}").into(),
            Command::Kubectl { .. }
            | Command::Plan(_)
            | Command::Registry(..)
            | Command::HttpServer(_)
            | Command::TcpServer(_)
            | Command::StopSignal { .. }
            | Command::Image { .. } => Text::default(),
        }
    }
}

/// The options of a deletion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeleteOptions {
    /// The grace period of a Pod in seconds; `None` for the Pod's own. 0 removes the object at once. Rule P-813.
    pub grace_period_seconds: Option<i64>,
    /// What happens to the objects that the object owns. Rules G-04 to G-06.
    pub propagation: Propagation,
}

/// The options of a drain: what kubectl may evict, and how long it tries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrainOptions {
    /// Evicts Pods without a controller too. `--force`.
    pub force: bool,
    /// Evicts Pods with `emptyDir` volumes too, whose data is lost. `--delete-emptydir-data`.
    pub delete_empty_dir_data: bool,
    /// How many seconds it tries; `None` for no limit. `--timeout`.
    pub timeout: Option<u64>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifest::yaml;

    fn patch(text: &str) -> Command {
        let patch = yaml::parse(text).expect("the patch is right").remove(0);
        Command::patch(ObjectRef::stateful_set("default", "web"), patch)
    }

    #[test]
    fn a_patch_tells_the_field_that_a_release_does_not_know() {
        for (text, field) in [
            ("spec: {minReadySeconds: 5}", "spec.minReadySeconds came with 1.22"),
            ("spec: {ordinals: {start: 1}}", "spec.ordinals came with 1.26"),
            (
                "spec: {updateStrategy: {rollingUpdate: {maxUnavailable: 2}}}",
                "spec.updateStrategy.rollingUpdate.maxUnavailable came with 1.24",
            ),
            (
                "spec: {template: {spec: {$patch: replace, os: {name: linux}}}}",
                "spec.template.spec.os came with 1.23",
            ),
        ] {
            let patch = patch(text);
            assert_eq!(patch.newer_field(Release::V1_20).as_deref(), Some(field));
            assert_eq!(patch.newer_field(Release::V1_28), None);
        }
        assert_eq!(patch("spec: {replicas: 2}").newer_field(Release::V1_20), None);
    }
}
