//! A container as Go prints it. The errors of kubelets before `ConsistentHTTPGetHandlers` contain it. Rule P-708.

use crate::api::container::Container;
use crate::api::quantity::Quantity;
use crate::base::text::write_to;
use crate::manifest::node::{Node, Value};
use crate::manifest::schema::Field;

/// The name of a message of the API with its fields: Go's name, the name in JSON, and the type.
struct Message(&'static str, &'static [(&'static str, &'static str, Type)]);

/// The type of a field, which decides how Go prints it.
enum Type {
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

const CONTAINER: &Message = &Message(
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

/// Returns a container as Go prints a pointer to it.
/// Models kubernetes 1.20 staging/src/k8s.io/api/core/v1/generated.pb.go Container.String.
pub(crate) fn container(container: &Container) -> String {
    let mut out = String::from("&");
    message(&mut out, CONTAINER, Some(&container.encode()));
    out
}

fn message(out: &mut String, Message(name, fields): &Message, node: Option<&Node>) {
    write_to(out, format_args!("{name}{{"));
    for (name, key, of) in *fields {
        write_to(out, format_args!("{name}:"));
        let inner = node.and_then(|node| node.get(key));
        field(out, of, if let Inline(_) = of { node } else { inner });
        out.push(',');
    }
    out.push('}');
}

fn field(out: &mut String, of: &Type, node: Option<&Node>) {
    let value = node.map(|node| &node.value);
    let elements = node.map_or(&[][..], Node::elements);
    match of {
        Text => plain(out, value, ""),
        Number => plain(out, value, "0"),
        Bool => plain(out, value, "false"),
        Pointer | To(_) if value.is_none() => out.push_str("nil"),
        Pointer => {
            out.push('*');
            plain(out, value, "");
        }
        Port => match value {
            Some(Value::Text(name)) => write_to(out, format_args!("{{1 0 {name}}}")),
            _ => {
                out.push_str("{0 ");
                plain(out, value, "0");
                out.push_str(" }");
            }
        },
        Texts => {
            out.push('[');
            for (at, element) in elements.iter().enumerate() {
                out.push_str(if at == 0 { "" } else { " " });
                plain(out, Some(&element.value), "");
            }
            out.push(']');
        }
        Amount => amount(out, node),
        Amounts => {
            out.push_str("ResourceList{");
            let mut entries: Vec<_> = node.map_or(&[][..], Node::entries).iter().collect();
            entries.sort_by_key(|entry| &entry.key);
            for entry in entries {
                write_to(out, format_args!("{}: ", entry.key));
                amount(out, Some(&entry.node));
                out.push(',');
            }
            out.push('}');
        }
        Inline(inner) | Plain(inner) => message(out, inner, node),
        To(inner) => {
            out.push('&');
            message(out, inner, node);
        }
        List(inner) => {
            write_to(out, format_args!("[]{}{{", inner.0));
            for element in elements {
                message(out, inner, Some(element));
                out.push(',');
            }
            out.push('}');
        }
    }
}

fn plain(out: &mut String, value: Option<&Value>, unset: &str) {
    match value {
        Some(Value::Text(text)) => out.push_str(text),
        Some(Value::Int(number)) => write_to(out, format_args!("{number}")),
        Some(Value::Bool(flag)) => write_to(out, format_args!("{flag}")),
        Some(Value::Null | Value::Float(_) | Value::List(_) | Value::Map(_)) | None => {
            out.push_str(unset);
        }
    }
}

/// Prints the fields of a quantity: its number with the power of ten, no big number, its text and its format.
fn amount(out: &mut String, node: Option<&Node>) {
    const POWERS: [(&str, i32); 9] = [
        ("n", -9),
        ("u", -6),
        ("m", -3),
        ("k", 3),
        ("M", 6),
        ("G", 9),
        ("T", 12),
        ("P", 15),
        ("E", 18),
    ];
    let quantity = node.and_then(Quantity::of_node).unwrap_or_default();
    let text = quantity.canonical();
    if text.ends_with('i') {
        let bytes = quantity.milli / 1000;
        return write_to(out, format_args!("{{{{{bytes} 0}} {{<nil>}} {text} BinarySI}}"));
    }
    let known = POWERS.iter().find_map(|(suffix, power)| Some((text.strip_suffix(suffix)?, power)));
    let (number, power) = known.unwrap_or((&text, &0));
    write_to(out, format_args!("{{{{{number} {power}}} {{<nil>}} {text} DecimalSI}}"));
}

#[cfg(test)]
mod tests {
    use crate::api::pod::Pod;
    use crate::api::{ReadOptions, Resource, read};
    use crate::apiserver::defaults::default_pod;
    use crate::rules::release::Release;

    fn printed(container: &str) -> String {
        let text = format!(
            "{{apiVersion: v1, kind: Pod, metadata: {{name: p}}, spec: {{containers: [{{{container}}}]}}}}"
        );
        let options = ReadOptions { release: Release::V1_20, ..ReadOptions::default() };
        let resources = read(&text, &options).unwrap();
        let Some(Resource::Pod(pod)) = resources.into_iter().next() else { panic!("no Pod") };
        let mut pod: Pod = pod;
        default_pod(&mut pod, Release::V1_20);
        super::container(&pod.spec.containers[0])
    }

    #[test]
    fn a_container_is_printed_as_the_generated_code_of_1_20_prints_it() {
        assert_eq!(
            printed(
                "name: app, image: 'app:1', lifecycle: {postStart: {httpGet: {path: /hi, port: web}}}"
            ),
            "&Container{Name:app,Image:app:1,Command:[],Args:[],WorkingDir:,Ports:[]ContainerPort{},Env:[]EnvVar{},\
             Resources:ResourceRequirements{Limits:ResourceList{},Requests:ResourceList{},},VolumeMounts:[]VolumeMount{},\
             LivenessProbe:nil,ReadinessProbe:nil,Lifecycle:&Lifecycle{PostStart:&Handler{Exec:nil,\
             HTTPGet:&HTTPGetAction{Path:/hi,Port:{1 0 web},Host:,Scheme:HTTP,HTTPHeaders:[]HTTPHeader{},},TCPSocket:nil,},\
             PreStop:nil,},TerminationMessagePath:/dev/termination-log,ImagePullPolicy:IfNotPresent,SecurityContext:nil,\
             Stdin:false,StdinOnce:false,TTY:false,EnvFrom:[]EnvFromSource{},TerminationMessagePolicy:File,\
             VolumeDevices:[]VolumeDevice{},StartupProbe:nil,}"
        );
    }

    #[test]
    fn the_parts_of_a_container_are_printed_as_go_prints_them() {
        let all = printed(
            "name: app, image: 'app:1', command: [sh, -c], resources: {limits: {memory: 170Mi}, requests: {cpu: 100m}}, \
             ports: [{name: dns, containerPort: 53, protocol: UDP}], \
             env: [{name: IP, valueFrom: {fieldRef: {fieldPath: status.hostIP}}}, \
             {name: USER, valueFrom: {secretKeyRef: {name: db, key: user}}}], \
             volumeMounts: [{name: data, mountPath: /data, readOnly: true}], \
             livenessProbe: {httpGet: {path: /health, port: 8080}, initialDelaySeconds: 60}, \
             securityContext: {capabilities: {add: [NET_BIND_SERVICE], drop: [all]}, readOnlyRootFilesystem: true}",
        );
        for part in [
            "Command:[sh -c],",
            "Ports:[]ContainerPort{ContainerPort{Name:dns,HostPort:0,ContainerPort:53,Protocol:UDP,HostIP:,},},",
            "ValueFrom:&EnvVarSource{FieldRef:&ObjectFieldSelector{APIVersion:v1,FieldPath:status.hostIP,},\
             ResourceFieldRef:nil,ConfigMapKeyRef:nil,SecretKeyRef:nil,},},",
            "SecretKeyRef:&SecretKeySelector{LocalObjectReference:LocalObjectReference{Name:db,},Key:user,Optional:nil,},",
            "Limits:ResourceList{memory: {{178257920 0} {<nil>} 170Mi BinarySI},},",
            "Requests:ResourceList{cpu: {{100 -3} {<nil>} 100m DecimalSI},memory: {{178257920 0} {<nil>} 170Mi BinarySI},},",
            "VolumeMount{Name:data,ReadOnly:true,MountPath:/data,SubPath:,MountPropagation:nil,SubPathExpr:,},",
            "LivenessProbe:&Probe{Handler:Handler{Exec:nil,HTTPGet:&HTTPGetAction{Path:/health,Port:{0 8080 },Host:,\
             Scheme:HTTP,HTTPHeaders:[]HTTPHeader{},},TCPSocket:nil,},InitialDelaySeconds:60,TimeoutSeconds:1,\
             PeriodSeconds:10,SuccessThreshold:1,FailureThreshold:3,},",
            "SecurityContext:&SecurityContext{Capabilities:&Capabilities{Add:[NET_BIND_SERVICE],Drop:[all],},\
             Privileged:nil,SELinuxOptions:nil,RunAsUser:nil,RunAsNonRoot:nil,ReadOnlyRootFilesystem:*true,",
        ] {
            assert!(all.contains(part), "{part}\n{all}");
        }
    }
}
