//! Checks of fields that Pods of one operating system only may have. Rule P-122.
//! Models kubernetes pkg/apis/core/validation/validation.go validateOS, validateLinux and validateWindows.

use super::Validator;
use crate::api::pod::PodSpec;
use crate::manifest::node::Node;

const WINDOWS: &str = "cannot be set for a windows pod";
const LINUX: &str = "windows options cannot be set for a linux pod";

/// The fields of a Pod's security context that a Pod for Windows may not have, in the server's order.
const OF_POD: [&str; 10] = [
    "appArmorProfile",
    "seLinuxOptions",
    "seccompProfile",
    "fsGroup",
    "fsGroupChangePolicy",
    "sysctls",
    "runAsUser",
    "runAsGroup",
    "supplementalGroups",
    "supplementalGroupsPolicy",
];
/// The fields of a container's security context that a container for Windows may not have.
const OF_CONTAINER: [&str; 10] = [
    "appArmorProfile",
    "seLinuxOptions",
    "seccompProfile",
    "capabilities",
    "readOnlyRootFilesystem",
    "privileged",
    "allowPrivilegeEscalation",
    "procMount",
    "runAsUser",
    "runAsGroup",
];

/// Checks the operating system that a Pod names, and the fields that do not fit it.
pub(super) fn validate_os(v: &mut Validator, spec: &PodSpec) {
    let Some(os) = &spec.os.0 else { return };
    let name = os.get("name").and_then(Node::as_text).cloned().unwrap_or_default();
    match name.as_str() {
        "" => v.required("os.name", "cannot be empty"),
        "linux" => validate_linux(v, spec),
        "windows" => validate_windows(v, spec),
        _ => v.unsupported("os.name", &name, &["linux", "windows"]),
    }
}

fn validate_linux(v: &mut Validator, spec: &PodSpec) {
    refuse(v, spec.security_context.0.as_ref(), &["windowsOptions"], LINUX);
    of_containers(v, spec, &["windowsOptions"], LINUX);
}

fn validate_windows(v: &mut Validator, spec: &PodSpec) {
    let flags = [
        ("hostUsers", spec.host_users.is_some()),
        ("hostPID", spec.host_pid),
        ("hostIPC", spec.host_ipc),
    ];
    for (field, _) in flags.iter().filter(|(_, is_set)| *is_set) {
        v.forbidden(field, WINDOWS);
    }
    refuse(v, spec.security_context.0.as_ref(), &OF_POD, WINDOWS);
    if spec.share_process_namespace.is_some() {
        v.forbidden("shareProcessNamespace", WINDOWS);
    }
    of_containers(v, spec, &OF_CONTAINER, WINDOWS);
}

/// Refuses fields of the security contexts of all containers.
fn of_containers(v: &mut Validator, spec: &PodSpec, fields: &[&str], detail: &'static str) {
    let lists = [
        ("initContainers", &spec.init_containers),
        ("containers", &spec.containers),
        ("ephemeralContainers", &spec.ephemeral_containers),
    ];
    for (list, containers) in lists {
        for (index, container) in containers.iter().enumerate() {
            let mark = v.enter_element(list, index);
            refuse(v, container.security_context.0.as_ref(), fields, detail);
            v.leave(mark);
        }
    }
}

fn refuse(v: &mut Validator, context: Option<&Node>, fields: &[&str], detail: &'static str) {
    let Some(context) = context else { return };
    let mark = v.enter("securityContext");
    for field in fields.iter().filter(|field| context.get(field).is_some_and(|f| !f.is_null())) {
        v.forbidden(field, detail);
    }
    v.leave(mark);
}
