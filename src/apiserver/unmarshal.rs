//! The API server's messages about values of the wrong type, with the names of Go's types.

use crate::base::text::write_to;
use crate::manifest::node::Value;
use crate::manifest::schema::{INT32, Problem, ProblemKind};
use crate::manifest::wrong::FieldType;
use crate::rules::Feature;
use crate::rules::release::Release;

/// The Go struct in the field with this name.
const STRUCTS: &[(&str, &str)] = &[
    ("affinity", "Affinity"),
    ("configMapKeyRef", "ConfigMapKeySelector"),
    ("configMapRef", "ConfigMapEnvSource"),
    ("containers", "Container"),
    ("env", "EnvVar"),
    ("envFrom", "EnvFromSource"),
    ("ephemeralContainers", "EphemeralContainer"),
    ("exec", "ExecAction"),
    ("exitCodes", "ContainerRestartRuleOnExitCodes"),
    ("grpc", "GRPCAction"),
    ("httpGet", "HTTPGetAction"),
    ("httpHeaders", "HTTPHeader"),
    ("initContainers", "Container"),
    ("lifecycle", "Lifecycle"),
    ("livenessProbe", "Probe"),
    ("metadata", "ObjectMeta"),
    ("nodeAffinity", "NodeAffinity"),
    ("nodeSelectorTerms", "NodeSelectorTerm"),
    ("ordinals", "StatefulSetOrdinals"),
    ("ownerReferences", "OwnerReference"),
    ("persistentVolumeClaim", "PersistentVolumeClaimVolumeSource"),
    ("podAffinity", "PodAffinity"),
    ("podAffinityTerm", "PodAffinityTerm"),
    ("podAntiAffinity", "PodAntiAffinity"),
    ("ports", "ContainerPort"),
    ("postStart", "LifecycleHandler"),
    ("preference", "NodeSelectorTerm"),
    ("preStop", "LifecycleHandler"),
    ("readinessGates", "PodReadinessGate"),
    ("readinessProbe", "Probe"),
    ("resources", "ResourceRequirements"),
    ("restartPolicyRules", "ContainerRestartRule"),
    ("schedulingGates", "PodSchedulingGate"),
    ("rollingUpdate", "RollingUpdateStatefulSetStrategy"),
    ("secretKeyRef", "SecretKeySelector"),
    ("secretRef", "SecretEnvSource"),
    ("sleep", "SleepAction"),
    ("spec", "PodSpec"),
    ("startupProbe", "Probe"),
    ("status", "PodStatus"),
    ("taints", "Taint"),
    ("tcpSocket", "TCPSocketAction"),
    ("tolerations", "Toleration"),
    ("topologySpreadConstraints", "TopologySpreadConstraint"),
    ("valueFrom", "EnvVarSource"),
    ("volumeMounts", "VolumeMount"),
    ("volumes", "Volume"),
];

/// The fields that hold a named Go string type.
const NAMED_STRINGS: &[(&str, &str)] = &[
    ("conditionType", "v1.PodConditionType"),
    ("dnsPolicy", "v1.DNSPolicy"),
    ("effect", "v1.TaintEffect"),
    ("imagePullPolicy", "v1.PullPolicy"),
    ("mountPropagation", "v1.MountPropagationMode"),
    ("operator", "v1.TolerationOperator"),
    ("preemptionPolicy", "v1.PreemptionPolicy"),
    ("protocol", "v1.Protocol"),
    ("restartPolicy", "v1.RestartPolicy"),
    ("scheme", "v1.URIScheme"),
    ("terminationMessagePolicy", "v1.TerminationMessagePolicy"),
    ("uid", "types.UID"),
    ("whenUnsatisfiable", "v1.UnsatisfiableConstraintAction"),
];

/// The fields that are maps. Their keys are not fields.
const MAPS: &[&str] = &[
    "allocatable",
    "annotations",
    "binaryData",
    "capacity",
    "data",
    "labels",
    "limits",
    "matchLabels",
    "nodeSelector",
    "overhead",
    "requests",
    "selector",
    "stringData",
];

fn lookup(table: &[(&'static str, &'static str)], key: &str) -> Option<&'static str> {
    table.iter().find(|(name, _)| *name == key).map(|(_, found)| *found)
}

/// One field of a path: its name, and whether the path continues into an element of a list.
struct Step<'a> {
    name: &'a str,
    is_element: bool,
}

/// Returns the fields of a path, without the keys of maps.
fn steps(path: &str) -> Vec<Step<'_>> {
    let mut steps: Vec<Step> = Vec::new();
    for part in path.split('.') {
        let (name, is_element) = match part.split_once('[') {
            Some((name, _)) => (name, true),
            None => (part, false),
        };
        steps.push(Step { name, is_element });
        if MAPS.contains(&name) {
            break;
        }
    }
    steps
}

/// Returns the Go struct that the field of a step belongs to.
fn owner<'a>(kind: &'a str, steps: &[Step<'a>], index: usize) -> String {
    let Some(parent) = index.checked_sub(1).map(|parent| steps[parent].name) else {
        return kind.to_owned();
    };
    match (parent, kind) {
        ("spec" | "status", "Pod") => lookup(STRUCTS, parent).unwrap_or(parent).to_owned(),
        ("spec", _) => format!("{kind}Spec"),
        ("status", _) => format!("{kind}Status"),
        ("ports", "Service") => "ServicePort".to_owned(),
        _ => lookup(STRUCTS, parent).unwrap_or(parent).to_owned(),
    }
}

/// Returns the message about a value of the wrong type or form, the part after `cannot be handled as a Pod: `.
pub(super) fn complaint(kind: &str, problem: &Problem, release: Release) -> String {
    let steps = steps(&problem.path);
    if release.has(Feature::SigsJson) {
        from_json(kind, problem, &steps)
    } else {
        from_jsoniter(kind, problem, &steps)
    }
}

/// Returns the message of encoding/json, from 1.23.
fn from_json(kind: &str, problem: &Problem, steps: &[Step]) -> String {
    let ProblemKind::WrongType { expected, found } = &problem.kind else {
        return malformed(problem);
    };
    if *expected == FieldType::Quantity {
        return crate::api::quantity::MALFORMED.to_owned();
    }
    let is_number = matches!(found, Value::Int(_) | Value::Float(_));
    let value = match found {
        Value::Text(_) => "string".to_owned(),
        Value::Int(number) if *expected == FieldType::Integer => format!("number {number}"),
        Value::Float(number) if *expected == FieldType::Integer => format!("number {number}"),
        Value::Int(_) | Value::Float(_) => "number".to_owned(),
        Value::Bool(_) => "bool".to_owned(),
        Value::List(_) => "array".to_owned(),
        Value::Map(_) => "object".to_owned(),
        Value::Null => "null".to_owned(),
    };
    let last = steps.len() - 1;
    let name = steps[last].name;
    if *expected == FieldType::IntegerOrString {
        let value = if is_number { &value } else { value.as_str() };
        return format!("json: cannot unmarshal {value} into Go value of type int32");
    }
    let is_value = MAPS.contains(&name)
        && problem.path.len() > problem.path.find(name).unwrap_or(0) + name.len();
    let path: Vec<&str> = steps.iter().map(|step| step.name).collect();
    let go_type = go_type(kind, steps, *expected, is_value);
    format!(
        "json: cannot unmarshal {value} into Go struct field {}.{} of type {go_type}",
        owner(kind, steps, last),
        path.join(".")
    )
}

/// Returns the Go type that the last field should have.
fn go_type(kind: &str, steps: &[Step], expected: FieldType, is_value: bool) -> String {
    let last = steps.len() - 1;
    let name = steps[last].name;
    let inner = |name: &str| {
        let service = kind == "Service" && name == "ports";
        if service { Some("ServicePort") } else { lookup(STRUCTS, name) }
    };
    match expected {
        FieldType::Integer if INT32.contains(&name) => "int32".to_owned(),
        FieldType::Integer => "int64".to_owned(),
        FieldType::Boolean => "bool".to_owned(),
        FieldType::List => match inner(name) {
            Some(element) => format!("[]v1.{element}"),
            None => "[]string".to_owned(),
        },
        FieldType::Map => match (name, inner(name)) {
            ("labels" | "annotations" | "nodeSelector" | "selector" | "data", _) => {
                "map[string]string".to_owned()
            }
            ("limits" | "requests", _) => "v1.ResourceList".to_owned(),
            ("spec", _) if kind != "Pod" => format!("v1.{kind}Spec"),
            (_, Some(inner)) => format!("v1.{inner}"),
            (name, None) => format!("v1.{name}"),
        },
        FieldType::String | FieldType::Quantity | FieldType::IntegerOrString
            if is_value || steps[last].is_element =>
        {
            "string".to_owned()
        }
        FieldType::String | FieldType::Quantity | FieldType::IntegerOrString => {
            let is_container = last > 0 && steps[last - 1].name.ends_with("ontainers");
            match (name, is_container) {
                ("restartPolicy", true) => "v1.ContainerRestartPolicy".to_owned(),
                _ => lookup(NAMED_STRINGS, name).unwrap_or("string").to_owned(),
            }
        }
    }
}

fn malformed(problem: &Problem) -> String {
    match &problem.kind {
        ProblemKind::Malformed { message, .. } => message.to_string(),
        ProblemKind::UnknownField { .. }
        | ProblemKind::WrongType { .. }
        | ProblemKind::Unsupported { .. } => String::new(),
    }
}

/// Returns the message of json-iterator, up to 1.22.
/// Simplified: the server adds the bytes of the request around the place.
fn from_jsoniter(kind: &str, problem: &Problem, steps: &[Step]) -> String {
    let mut out = String::new();
    for (index, step) in steps.iter().enumerate() {
        let mut letters = step.name.chars();
        let first = letters.next().map(|c| c.to_ascii_uppercase()).unwrap_or_default();
        let owner = owner(kind, steps, index);
        write_to(&mut out, format_args!("v1.{owner}.{first}{}: ", letters.as_str()));
        if step.is_element {
            write_to(
                &mut out,
                format_args!("[]v1.{}: ", lookup(STRUCTS, step.name).unwrap_or("string")),
            );
        }
    }
    let ProblemKind::WrongType { expected, found } = &problem.kind else {
        let is_bytes = steps.last().is_some_and(|step| ["data", "binaryData"].contains(&step.name));
        let decoder = if is_bytes { "decode base64" } else { "unmarshalerDecoder" };
        return format!("{out}{decoder}: {}", malformed(problem));
    };
    let first = match found {
        Value::Text(_) => "\"",
        Value::List(_) => "[",
        Value::Map(_) => "{",
        Value::Bool(true) => "t",
        Value::Bool(false) => "f",
        Value::Null => "n",
        Value::Int(_) | Value::Float(_) => "1",
    };
    let last = steps.last().map_or("", |step| step.name);
    match *expected {
        FieldType::Integer => {
            let bits = if INT32.contains(&last) { 32 } else { 64 };
            write_to(&mut out, format_args!("readUint{bits}: unexpected character: \u{fffd}"));
        }
        FieldType::Boolean => {
            write_to(&mut out, format_args!("ReadBool: expect t or f, but found {first}"));
        }
        FieldType::List => {
            write_to(&mut out, format_args!("decode slice: expect [ or n, but found {first}"));
        }
        FieldType::Map => {
            write_to(&mut out, format_args!("ReadObjectCB: expect {{ or n, but found {first}"));
        }
        FieldType::String | FieldType::Quantity | FieldType::IntegerOrString => {
            write_to(&mut out, format_args!("ReadString: expects \" or n, but found {first}"));
        }
    }
    out
}
