//! A container as Go prints it. The errors of kubelets before `ConsistentHTTPGetHandlers` contain it. Rule P-708.

mod messages;

use crate::api::container::Container;
use crate::api::quantity::Quantity;
use crate::base::text::write_to;
use crate::manifest::node::{Node, Value};
use crate::manifest::schema::Field;
use messages::Type::{
    self, Amount, Amounts, Bool, Inline, List, Number, Plain, Pointer, Port, Text, Texts, To,
};
use messages::{CONTAINER, Message};

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
