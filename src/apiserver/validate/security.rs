//! Checks of security contexts, which are kept as trees. Rule P-1363.

use super::probe::pointer;
use super::{FieldErrorKind, Validator, quoted};
use crate::api::pod::{APP_ARMOR_ANNOTATION, Pod, PodSpec};
use crate::base::text::Text;
use crate::manifest::node::{Node, Value};
use crate::manifest::schema::Raw;
use crate::rules::Feature;
use std::collections::BTreeMap;

/// The most bytes that the name of a profile on the machine may have: as many as a path.
const LONGEST_PROFILE: usize = 4095;

/// Checks the id of a user or group, a number of 31 bits.
fn validate_id(v: &mut Validator, node: &Node, field: &'static str) {
    if let Some(id) = node.get(field).and_then(Node::as_int)
        && !(0..=i64::from(i32::MAX)).contains(&id)
    {
        v.invalid_raw(field, id, "must be between 0 and 2147483647, inclusive");
    }
}

fn is_true(node: &Node, field: &str) -> bool {
    matches!(node.get(field), Some(Node { value: Value::Bool(true), .. }))
}

fn is_false(node: &Node, field: &str) -> bool {
    matches!(node.get(field), Some(Node { value: Value::Bool(false), .. }))
}

/// Checks the security context of a Pod. Models validatePodSpecSecurityContext.
pub(super) fn validate_pod_security_context(v: &mut Validator, context: &Raw) {
    let Some(node) = &context.0 else { return };
    let mark = v.enter("securityContext");
    for field in ["fsGroup", "runAsUser", "runAsGroup"] {
        validate_id(v, node, field);
    }
    let policies = ["Always", "OnRootMismatch"];
    if let Some(policy) = node.get("fsGroupChangePolicy").and_then(Node::as_text)
        && !policies.contains(&policy.as_str())
    {
        v.unsupported("fsGroupChangePolicy", policy, &policies);
    }
    validate_seccomp(v, node);
    validate_app_armor(v, node);
    v.leave(mark);
}

/// Checks an AppArmor profile. Models ValidateAppArmorProfileField.
fn validate_app_armor(v: &mut Validator, node: &Node) {
    const TYPES: [&str; 3] = ["Localhost", "RuntimeDefault", "Unconfined"];
    const NEEDED: &str = "must be set when AppArmor type is Localhost";
    let Some(profile) =
        node.get("appArmorProfile").filter(|_| v.release.has(Feature::AppArmorFields))
    else {
        return;
    };
    let mark = v.enter("appArmorProfile");
    let kind = profile.get("type").and_then(Node::as_text).cloned().unwrap_or_default();
    let name = profile.get("localhostProfile").and_then(Node::as_text);
    match (kind.as_str(), name) {
        ("", _) => v.required("type", "type is required when appArmorProfile is set"),
        ("Localhost", Some(name)) if name.trim().len() != name.len() => {
            v.invalid("localhostProfile", name, "must not be padded with whitespace");
        }
        ("Localhost", Some(name)) if !name.is_empty() => {}
        ("Localhost", _) => v.required("localhostProfile", NEEDED),
        ("RuntimeDefault" | "Unconfined", Some(name)) => {
            let detail = "can only be set when AppArmor type is Localhost";
            v.invalid("localhostProfile", name, detail);
        }
        ("RuntimeDefault" | "Unconfined", None) => {}
        _ => v.unsupported("type", &kind, &TYPES),
    }
    if kind == "Localhost" && name.is_some_and(|name| name.len() > LONGEST_PROFILE) {
        let detail = format!("may not be more than {LONGEST_PROFILE} bytes");
        v.report("localhostProfile", FieldErrorKind::TooLong, detail);
    }
    v.leave(mark);
}

/// Checks the annotations of a Pod or a template that give containers an AppArmor profile.
/// Models ValidateAppArmorPodAnnotations.
pub(super) fn validate_app_armor_annotations(
    v: &mut Validator,
    annotations: &BTreeMap<Text, Text>,
    spec: &PodSpec,
) {
    for (key, profile) in annotations {
        let Some(name) = key.strip_prefix(APP_ARMOR_ANNOTATION) else { continue };
        let path = format!("annotations[{key}]");
        let mut containers =
            spec.init_containers.iter().chain(&spec.containers).chain(&spec.ephemeral_containers);
        if !containers.any(|container| container.name == *name) {
            v.invalid(&path, name, "container not found");
        }
        let is_known = ["", "runtime/default", "unconfined"].contains(&profile.as_str());
        if !is_known && !profile.starts_with("localhost/") {
            let detail = format!("invalid AppArmor profile name: {}", quoted(profile));
            v.invalid(&path, profile, detail);
        }
    }
}

/// Checks that AppArmor profiles in annotations do not change. Models ValidatePodSpecificAnnotationUpdates.
pub(super) fn validate_app_armor_update(v: &mut Validator, new: &Pod, old: &Pod) {
    let (new, old) = (&new.metadata.annotations, &old.metadata.annotations);
    let profile = |key: &&Text| key.starts_with(APP_ARMOR_ANNOTATION);
    for key in old.keys().filter(profile).filter(|key| new.get(*key) != old.get(*key)) {
        let path = format!("metadata.annotations[{key}]");
        v.forbidden(&path, "may not remove or update AppArmor annotations");
    }
    for key in new.keys().filter(profile).filter(|key| !old.contains_key(*key)) {
        let path = format!("metadata.annotations[{key}]");
        v.forbidden(&path, "may not add AppArmor annotations");
    }
}

fn validate_seccomp(v: &mut Validator, node: &Node) {
    const TYPES: [&str; 3] = ["Localhost", "RuntimeDefault", "Unconfined"];
    let Some(profile) = node.get("seccompProfile") else { return };
    let mark = v.enter("seccompProfile");
    let kind = profile.get("type").and_then(Node::as_text).cloned().unwrap_or_default();
    if kind.is_empty() {
        v.required("type", "type is required when seccompProfile is set");
    } else if !TYPES.contains(&kind.as_str()) {
        v.unsupported("type", &kind, &TYPES);
    }
    if kind == "Localhost" && profile.get("localhostProfile").is_none() {
        v.required("localhostProfile", "must be set when seccomp type is Localhost");
    }
    v.leave(mark);
}

/// Checks the security context of a container. Models ValidateSecurityContext.
pub(super) fn validate_security_context(v: &mut Validator, context: &Raw) {
    let Some(node) = &context.0 else { return };
    let mark = v.enter("securityContext");
    validate_id(v, node, "runAsUser");
    validate_id(v, node, "runAsGroup");
    validate_seccomp(v, node);
    validate_app_armor(v, node);
    if is_false(node, "allowPrivilegeEscalation") {
        let refusal =
            |what: &str| format!("cannot set `allowPrivilegeEscalation` to false and {what}");
        if is_true(node, "privileged") {
            v.invalid_raw("", dump(v, node), refusal("`privileged` to true"));
        }
        let added = node.get("capabilities").and_then(|c| c.get("add")).map(Node::elements);
        let is_admin = |node: &Node| node.as_text().is_some_and(|t| *t == "CAP_SYS_ADMIN");
        if added.unwrap_or_default().iter().any(is_admin) {
            v.invalid_raw("", dump(v, node), refusal("`capabilities.Add` CAP_SYS_ADMIN"));
        }
    }
    v.leave(mark);
}

/// Returns the context as Go's `%#v` prints it.
fn dump(v: &Validator, node: &Node) -> String {
    let mut fields = vec![
        ("Capabilities", "core.Capabilities", "capabilities"),
        ("Privileged", "bool", "privileged"),
        ("SELinuxOptions", "core.SELinuxOptions", "seLinuxOptions"),
        ("WindowsOptions", "core.WindowsSecurityContextOptions", "windowsOptions"),
        ("RunAsUser", "int64", "runAsUser"),
        ("RunAsGroup", "int64", "runAsGroup"),
        ("RunAsNonRoot", "bool", "runAsNonRoot"),
        ("ReadOnlyRootFilesystem", "bool", "readOnlyRootFilesystem"),
        ("AllowPrivilegeEscalation", "bool", "allowPrivilegeEscalation"),
        ("ProcMount", "core.ProcMountType", "procMount"),
        ("SeccompProfile", "core.SeccompProfile", "seccompProfile"),
    ];
    if v.release.has(Feature::AppArmorFields) {
        fields.push(("AppArmorProfile", "core.AppArmorProfile", "appArmorProfile"));
    }
    let fields: Vec<String> = fields
        .iter()
        .map(|(name, kind, field)| {
            let is_set = node.get(field).is_some_and(|value| !value.is_null());
            format!("{name}:{}", pointer(kind, is_set))
        })
        .collect();
    format!("core.SecurityContext{{{}}}", fields.join(", "))
}
