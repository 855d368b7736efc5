//! The messages of the API that a container consists of, with their fields in the order in which Go prints them.

/// The name of a message of the API with its fields: Go's name, the name in JSON, and the type.
pub(super) struct Message(
    pub(super) &'static str,
    pub(super) &'static [(&'static str, &'static str, Type)],
);

/// The type of a field, which decides how Go prints it.
pub(super) enum Type {
    /// A string.
    Text,
    /// A number, 0 when unset.
    Number,
    /// A Boolean, false when unset.
    Bool,
    /// A number or a name.
    Port,
    /// A pointer to a plain value.
    Pointer,
    /// A list of strings.
    Texts,
    /// An amount.
    Amount,
    /// Amounts by name.
    Amounts,
    /// Another message; its fields are fields of this one in JSON.
    Inline(&'static Message),
    /// Another message.
    Plain(&'static Message),
    /// A pointer to another message.
    To(&'static Message),
    /// A list of messages.
    List(&'static Message),
}

use Type::{Amount, Amounts, Bool, Inline, List, Number, Plain, Pointer, Port, Text, Texts, To};

pub(super) const CONTAINER: &Message = &Message(
    "Container",
    &[
        ("Name", "name", Text),
        ("Image", "image", Text),
        ("Command", "command", Texts),
        ("Args", "args", Texts),
        ("WorkingDir", "workingDir", Text),
        ("Ports", "ports", List(PORT)),
        ("Env", "env", List(ENV)),
        ("Resources", "resources", Plain(RESOURCES)),
        ("VolumeMounts", "volumeMounts", List(MOUNT)),
        ("LivenessProbe", "livenessProbe", To(PROBE)),
        ("ReadinessProbe", "readinessProbe", To(PROBE)),
        ("Lifecycle", "lifecycle", To(LIFECYCLE)),
        ("TerminationMessagePath", "terminationMessagePath", Text),
        ("ImagePullPolicy", "imagePullPolicy", Text),
        ("SecurityContext", "securityContext", To(SECURITY)),
        ("Stdin", "stdin", Bool),
        ("StdinOnce", "stdinOnce", Bool),
        ("TTY", "tty", Bool),
        ("EnvFrom", "envFrom", List(ENV_FROM)),
        ("TerminationMessagePolicy", "terminationMessagePolicy", Text),
        ("VolumeDevices", "volumeDevices", List(DEVICE)),
        ("StartupProbe", "startupProbe", To(PROBE)),
    ],
);
const PORT: &Message = &Message(
    "ContainerPort",
    &[
        ("Name", "name", Text),
        ("HostPort", "hostPort", Number),
        ("ContainerPort", "containerPort", Number),
        ("Protocol", "protocol", Text),
        ("HostIP", "hostIP", Text),
    ],
);
const ENV: &Message = &Message(
    "EnvVar",
    &[("Name", "name", Text), ("Value", "value", Text), ("ValueFrom", "valueFrom", To(ENV_SOURCE))],
);
const ENV_SOURCE: &Message = &Message(
    "EnvVarSource",
    &[
        ("FieldRef", "fieldRef", To(FIELD)),
        ("ResourceFieldRef", "resourceFieldRef", To(RESOURCE)),
        ("ConfigMapKeyRef", "configMapKeyRef", To(CONFIG_MAP_KEY)),
        ("SecretKeyRef", "secretKeyRef", To(SECRET_KEY)),
    ],
);
const FIELD: &Message = &Message(
    "ObjectFieldSelector",
    &[("APIVersion", "apiVersion", Text), ("FieldPath", "fieldPath", Text)],
);
const RESOURCE: &Message = &Message(
    "ResourceFieldSelector",
    &[
        ("ContainerName", "containerName", Text),
        ("Resource", "resource", Text),
        ("Divisor", "divisor", Amount),
    ],
);
const REFERENCE: &Message = &Message("LocalObjectReference", &[("Name", "name", Text)]);
const CONFIG_MAP_KEY: &Message = &Message(
    "ConfigMapKeySelector",
    &[
        ("LocalObjectReference", "", Inline(REFERENCE)),
        ("Key", "key", Text),
        ("Optional", "optional", Pointer),
    ],
);
const SECRET_KEY: &Message = &Message("SecretKeySelector", CONFIG_MAP_KEY.1);
const ENV_FROM: &Message = &Message(
    "EnvFromSource",
    &[
        ("Prefix", "prefix", Text),
        ("ConfigMapRef", "configMapRef", To(CONFIG_MAP)),
        ("SecretRef", "secretRef", To(SECRET)),
    ],
);
const CONFIG_MAP: &Message = &Message(
    "ConfigMapEnvSource",
    &[("LocalObjectReference", "", Inline(REFERENCE)), ("Optional", "optional", Pointer)],
);
const SECRET: &Message = &Message("SecretEnvSource", CONFIG_MAP.1);
const RESOURCES: &Message = &Message(
    "ResourceRequirements",
    &[("Limits", "limits", Amounts), ("Requests", "requests", Amounts)],
);
const MOUNT: &Message = &Message(
    "VolumeMount",
    &[
        ("Name", "name", Text),
        ("ReadOnly", "readOnly", Bool),
        ("MountPath", "mountPath", Text),
        ("SubPath", "subPath", Text),
        ("MountPropagation", "mountPropagation", Pointer),
        ("SubPathExpr", "subPathExpr", Text),
    ],
);
const DEVICE: &Message =
    &Message("VolumeDevice", &[("Name", "name", Text), ("DevicePath", "devicePath", Text)]);
const PROBE: &Message = &Message(
    "Probe",
    &[
        ("Handler", "", Inline(HANDLER)),
        ("InitialDelaySeconds", "initialDelaySeconds", Number),
        ("TimeoutSeconds", "timeoutSeconds", Number),
        ("PeriodSeconds", "periodSeconds", Number),
        ("SuccessThreshold", "successThreshold", Number),
        ("FailureThreshold", "failureThreshold", Number),
    ],
);
const LIFECYCLE: &Message = &Message(
    "Lifecycle",
    &[("PostStart", "postStart", To(HANDLER)), ("PreStop", "preStop", To(HANDLER))],
);
const HANDLER: &Message = &Message(
    "Handler",
    &[
        ("Exec", "exec", To(EXEC)),
        ("HTTPGet", "httpGet", To(HTTP)),
        ("TCPSocket", "tcpSocket", To(TCP)),
    ],
);
const EXEC: &Message = &Message("ExecAction", &[("Command", "command", Texts)]);
const HTTP: &Message = &Message(
    "HTTPGetAction",
    &[
        ("Path", "path", Text),
        ("Port", "port", Port),
        ("Host", "host", Text),
        ("Scheme", "scheme", Text),
        ("HTTPHeaders", "httpHeaders", List(HEADER)),
    ],
);
const HEADER: &Message =
    &Message("HTTPHeader", &[("Name", "name", Text), ("Value", "value", Text)]);
const TCP: &Message =
    &Message("TCPSocketAction", &[("Port", "port", Port), ("Host", "host", Text)]);
const SECURITY: &Message = &Message(
    "SecurityContext",
    &[
        ("Capabilities", "capabilities", To(CAPABILITIES)),
        ("Privileged", "privileged", Pointer),
        ("SELinuxOptions", "seLinuxOptions", To(SE_LINUX)),
        ("RunAsUser", "runAsUser", Pointer),
        ("RunAsNonRoot", "runAsNonRoot", Pointer),
        ("ReadOnlyRootFilesystem", "readOnlyRootFilesystem", Pointer),
        ("AllowPrivilegeEscalation", "allowPrivilegeEscalation", Pointer),
        ("RunAsGroup", "runAsGroup", Pointer),
        ("ProcMount", "procMount", Pointer),
        ("WindowsOptions", "windowsOptions", To(WINDOWS)),
        ("SeccompProfile", "seccompProfile", To(SECCOMP)),
    ],
);
const CAPABILITIES: &Message =
    &Message("Capabilities", &[("Add", "add", Texts), ("Drop", "drop", Texts)]);
const SE_LINUX: &Message = &Message(
    "SELinuxOptions",
    &[
        ("User", "user", Text),
        ("Role", "role", Text),
        ("Type", "type", Text),
        ("Level", "level", Text),
    ],
);
const WINDOWS: &Message = &Message(
    "WindowsSecurityContextOptions",
    &[
        ("GMSACredentialSpecName", "gmsaCredentialSpecName", Pointer),
        ("GMSACredentialSpec", "gmsaCredentialSpec", Pointer),
        ("RunAsUserName", "runAsUserName", Pointer),
    ],
);
const SECCOMP: &Message = &Message(
    "SeccompProfile",
    &[("Type", "type", Text), ("LocalhostProfile", "localhostProfile", Pointer)],
);
