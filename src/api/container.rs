//! The containers of a Pod, as its spec describes them.

use super::probe::{Lifecycle, Probe};
use super::quantity::ResourceList;
use crate::base::text::Text;
use crate::manifest::schema::{Raw, api_choice, api_object};

api_object! {
    /// A container: an app container, an init container or an ephemeral one.
    pub struct Container {
        /// Arguments of the entrypoint.
        pub args: Vec<Text> = "args",
        /// The entrypoint, instead of the image's.
        pub command: Vec<Text> = "command",
        /// Environment variables.
        pub env: Vec<EnvVar> = "env",
        /// Environment variables from whole ConfigMaps and Secrets.
        pub env_from: Vec<EnvFromSource> = "envFrom",
        /// The image.
        pub image: Text = "image",
        /// When to pull the image. Rule P-322.
        pub image_pull_policy: Option<PullPolicy> = "imagePullPolicy" or "",
        /// Hooks.
        pub lifecycle: Option<Lifecycle> = "lifecycle",
        /// Kills the container when it fails. Rule P-616.
        pub liveness_probe: Option<Probe> = "livenessProbe",
        /// The name, unique in the Pod.
        pub name: Text = "name",
        /// Ports. They are information only.
        pub ports: Vec<ContainerPort> = "ports",
        /// Takes the Pod out of service while it fails. Rule P-618.
        pub readiness_probe: Option<Probe> = "readinessProbe",
        /// Kept, not interpreted.
        pub resize_policy: Raw = "resizePolicy",
        /// The resources that it requests, and the most it may use.
        pub resources: ResourceRequirements = "resources",
        /// The container's own policy. `Always` makes an init container a sidecar. Rules P-508, P-415.
        pub restart_policy: Option<RestartPolicy> = "restartPolicy",
        /// Rules that take precedence over the container's own policy. Rule P-415.
        pub restart_policy_rules: Vec<ContainerRestartRule> = "restartPolicyRules",
        /// Podlab keeps it and reads only `privileged`, `allowPrivilegeEscalation`, `runAsNonRoot` and `readOnlyRootFilesystem`.
        pub security_context: Raw = "securityContext",
        /// While it has not succeeded, the other probes wait. Rule P-617.
        pub startup_probe: Option<Probe> = "startupProbe",
        /// Kept, not interpreted.
        pub stdin: bool = "stdin",
        /// Kept, not interpreted.
        pub stdin_once: bool = "stdinOnce",
        /// The container that an ephemeral container looks at.
        pub target_container_name: Text = "targetContainerName",
        /// The file that the termination message is read from. Rule P-315.
        pub termination_message_path: Text = "terminationMessagePath",
        /// Whether the end of the log replaces a missing message. Rule P-315.
        pub termination_message_policy: Option<TerminationMessagePolicy> = "terminationMessagePolicy" or "",
        /// Kept, not interpreted.
        pub tty: bool = "tty",
        /// Kept, not interpreted.
        pub volume_devices: Raw = "volumeDevices",
        /// Where volumes appear.
        pub volume_mounts: Vec<VolumeMount> = "volumeMounts",
        /// Kept, not interpreted.
        pub working_dir: Text = "workingDir",
    }
}

impl Container {
    /// Returns whether this init container is a sidecar. Rule P-508.
    pub fn is_sidecar(&self) -> bool {
        self.restart_policy == Some(RestartPolicy::Always)
    }
}

api_choice! {
    /// When a container that ended is started again. Rule P-401.
    pub enum RestartPolicy {
        /// After any exit.
        Always = "Always",
        /// After an exit other than 0.
        OnFailure = "OnFailure",
        /// Not at all.
        Never = "Never",
    }
}

api_choice! {
    /// When an image is pulled. Rule P-322.
    pub enum PullPolicy {
        /// Before every start.
        Always = "Always",
        /// When the node does not have it.
        IfNotPresent = "IfNotPresent",
        /// Not at all.
        Never = "Never",
    }
}

api_choice! {
    /// Where a termination message comes from. Rule P-315.
    pub enum TerminationMessagePolicy {
        /// Only the file.
        File = "File",
        /// When the file is empty after a failure, the end of the log.
        FallbackToLogsOnError = "FallbackToLogsOnError",
    }
}

api_object! {
    /// A rule of a container's restart policy. Rule P-415.
    pub struct ContainerRestartRule {
        /// `Restart`, or `RestartAllContainers` from 1.35.
        pub action: Text = "action",
        /// The exits that the rule applies to.
        pub exit_codes: Option<ContainerRestartRuleOnExitCodes> = "exitCodes",
    }
}

api_object! {
    /// The exit codes that a restart rule applies to. Rule P-415.
    pub struct ContainerRestartRuleOnExitCodes {
        /// `In` or `NotIn`.
        pub operator: Text = "operator",
        /// The codes.
        pub values: Vec<i32> = "values",
    }
}

api_object! {
    /// A port that a container listens on.
    pub struct ContainerPort {
        /// Its number.
        pub container_port: i64 = "containerPort",
        /// The address of the node that the port is bound to.
        pub host_ip: Text = "hostIP",
        /// The port of the node that the port is bound to.
        pub host_port: i64 = "hostPort",
        /// Its name.
        pub name: Text = "name",
        /// `TCP` when unset.
        pub protocol: Option<Protocol> = "protocol" or "",
    }
}

api_choice! {
    /// Protocol of a port.
    pub enum Protocol {
        /// Stream Control Transmission Protocol.
        Sctp = "SCTP",
        /// Transmission Control Protocol, the default.
        Tcp = "TCP",
        /// User Datagram Protocol.
        Udp = "UDP",
    }
}

api_object! {
    /// The resources that a container requests, and the most it may use.
    pub struct ResourceRequirements {
        /// Kept, not interpreted.
        pub claims: Raw = "claims",
        /// The most it may use.
        pub limits: ResourceList = "limits",
        /// The amounts that the scheduler reserves.
        pub requests: ResourceList = "requests",
    }
}

api_object! {
    /// An environment variable.
    pub struct EnvVar {
        /// Its name.
        pub name: Text = "name",
        /// Its value.
        pub value: Text = "value",
        /// Where its value comes from.
        pub value_from: Option<EnvVarSource> = "valueFrom",
    }
}

api_object! {
    /// The source of an environment variable's value: exactly one of these fields.
    pub struct EnvVarSource {
        /// A key of a ConfigMap.
        pub config_map_key_ref: Option<KeySelector> = "configMapKeyRef",
        /// A field of the Pod.
        pub field_ref: Raw = "fieldRef",
        /// A key of a file in a volume.
        pub file_key_ref: Raw = "fileKeyRef",
        /// A resource of a container.
        pub resource_field_ref: Raw = "resourceFieldRef",
        /// A key of a Secret.
        pub secret_key_ref: Option<KeySelector> = "secretKeyRef",
    }
}

api_object! {
    /// A key of a ConfigMap or Secret.
    pub struct KeySelector {
        /// The key.
        pub key: Text = "key",
        /// The object.
        pub name: Text = "name",
        /// Whether the container starts without it.
        pub optional: bool = "optional",
    }
}

api_object! {
    /// A ConfigMap or Secret whose keys all become variables.
    pub struct EnvFromSource {
        /// The ConfigMap.
        pub config_map_ref: Option<EnvSourceRef> = "configMapRef",
        /// A prefix that is put before every key.
        pub prefix: Text = "prefix",
        /// The Secret.
        pub secret_ref: Option<EnvSourceRef> = "secretRef",
    }
}

api_object! {
    /// The ConfigMap or Secret of an [`EnvFromSource`].
    pub struct EnvSourceRef {
        /// Its name.
        pub name: Text = "name",
        /// Whether the container starts without it.
        pub optional: bool = "optional",
    }
}

api_object! {
    /// Where a volume appears in a container.
    pub struct VolumeMount {
        /// Path in the container.
        pub mount_path: Text = "mountPath",
        /// Kept, not interpreted.
        pub mount_propagation: Option<Text> = "mountPropagation",
        /// The volume.
        pub name: Text = "name",
        /// Whether it can only be read.
        pub read_only: bool = "readOnly",
        /// Kept, not interpreted.
        pub recursive_read_only: Text = "recursiveReadOnly",
        /// Path in the volume.
        pub sub_path: Text = "subPath",
        /// Kept, not interpreted.
        pub sub_path_expr: Text = "subPathExpr",
    }
}
