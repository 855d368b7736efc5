//! Checks of containers. Rules P-1303 to P-1320, P-1336 to P-1349, P-1358, P-1359.

use super::env::validate_env;
use super::probe::{refuse_hooks_and_probes, validate_hooks_and_probes};
use super::resources::validate_resources;
use super::security::validate_security_context;
use super::volume::validate_mounts;
use super::{Validator, names};
use crate::api::container::{Container, Protocol, RestartPolicy};
use crate::api::pod::PodSpec;
use crate::base::text::Text;
use crate::rules::Feature;
use std::collections::BTreeSet;

/// Checks the app containers. Models validateContainers.
pub(super) fn validate_containers(v: &mut Validator, spec: &PodSpec, volumes: &BTreeSet<&Text>) {
    if spec.containers.is_empty() {
        return v.required("containers", "");
    }
    let grace = spec.termination_grace_period_seconds.unwrap_or(30);
    let mut seen = BTreeSet::new();
    for (index, container) in spec.containers.iter().enumerate() {
        let mark = v.enter_element("containers", index);
        validate_common(v, container, volumes);
        if !seen.insert(&container.name) {
            v.duplicate("name", &container.name);
        }
        validate_hooks_and_probes(v, spec, container, grace);
        let is_set = container.restart_policy.is_some();
        if v.release.has(Feature::ContainerRestartRules) {
            v.choice("restartPolicy");
            validate_restart_rules(v, container);
        } else if is_set && v.release.has(Feature::SidecarContainers) {
            v.forbidden("restartPolicy", "may not be set for non-init containers");
        }
        v.leave(mark);
    }
    validate_host_ports(v, "containers", &spec.containers, 0);
}

/// Checks the init containers and sidecars. Models validateInitContainers.
pub(super) fn validate_init_containers(
    v: &mut Validator,
    spec: &PodSpec,
    volumes: &BTreeSet<&Text>,
) {
    let grace = spec.termination_grace_period_seconds.unwrap_or(30);
    let mut seen: BTreeSet<&Text> = spec.containers.iter().map(|c| &c.name).collect();
    for (index, container) in spec.init_containers.iter().enumerate() {
        let mark = v.enter_element("initContainers", index);
        validate_common(v, container, volumes);
        if v.release.has(Feature::ContainerRestartRules) {
            v.choice("restartPolicy");
            validate_restart_rules(v, container);
        } else if let Some((value, _)) = v.bad_choice("restartPolicy") {
            v.unsupported("restartPolicy", &value, &["Always"]);
        } else if let Some(policy) = container.restart_policy
            && policy != RestartPolicy::Always
        {
            v.unsupported("restartPolicy", policy.as_str(), &["Always"]);
        }
        if seen.contains(&container.name) {
            v.duplicate("name", &container.name);
        } else if !container.name.is_empty() {
            seen.insert(&container.name);
        }
        v.leave(mark);
        validate_host_ports(v, "initContainers", std::slice::from_ref(container), index);
        let mark = v.enter_element("initContainers", index);
        if container.is_sidecar() && v.bad_choice("restartPolicy").is_none() {
            validate_hooks_and_probes(v, spec, container, grace);
        } else {
            refuse_hooks_and_probes(v, container);
        }
        v.leave(mark);
    }
}

/// Checks the ephemeral containers. Models validateEphemeralContainers.
pub(super) fn validate_ephemeral_containers(
    v: &mut Validator,
    spec: &PodSpec,
    volumes: &BTreeSet<&Text>,
) {
    const DETAIL: &str = "cannot be set for an Ephemeral Container";
    let others: BTreeSet<&Text> =
        spec.containers.iter().chain(&spec.init_containers).map(|c| &c.name).collect();
    let mut seen = others.clone();
    for (index, container) in spec.ephemeral_containers.iter().enumerate() {
        let mark = v.enter_element("ephemeralContainers", index);
        validate_common(v, container, volumes);
        validate_trimmed_image(v, container);
        if !seen.insert(&container.name) {
            v.duplicate("name", &container.name);
        }
        let target = &container.target_container_name;
        if !target.is_empty() && !others.contains(target) {
            v.not_found("targetContainerName", target);
        }
        let resources = &container.resources;
        let not_allowed = [
            ("ports", !container.ports.is_empty()),
            ("resources", !(resources.limits.is_empty() && resources.requests.is_empty())),
            ("resizePolicy", container.resize_policy.0.is_some()),
            ("restartPolicy", container.restart_policy.is_some()),
            ("livenessProbe", container.liveness_probe.is_some()),
            ("readinessProbe", container.readiness_probe.is_some()),
            ("startupProbe", container.startup_probe.is_some()),
            ("lifecycle", container.lifecycle.is_some()),
        ];
        for (field, _) in not_allowed.iter().filter(|(_, is_set)| *is_set) {
            v.forbidden(field, DETAIL);
        }
        for (index, mount) in container.volume_mounts.iter().enumerate() {
            let mark = v.enter_element("volumeMounts", index);
            if !mount.sub_path.is_empty() {
                v.forbidden("subPath", DETAIL);
            }
            if !mount.sub_path_expr.is_empty() {
                v.forbidden("subPathExpr", DETAIL);
            }
            v.leave(mark);
        }
        v.leave(mark);
    }
}

/// Checks what all containers have in common. Models validateContainerCommon.
fn validate_common(v: &mut Validator, container: &Container, volumes: &BTreeSet<&Text>) {
    let name = &container.name;
    if name.is_empty() {
        v.required("name", "");
    } else {
        v.invalid_each("name", name, names::dns_label(v.release, name));
    }
    if container.image.is_empty() {
        v.required("image", "");
    }
    v.choice("terminationMessagePolicy");
    validate_ports(v, container);
    validate_env(v, container);
    validate_mounts(v, container, volumes);
    v.choice("imagePullPolicy");
    validate_resources(v, &container.resources);
    validate_security_context(v, &container.security_context);
}

/// Checks that the image has no spaces around it. Only Pods need this; templates do not. Rule P-1311.
pub(super) fn validate_trimmed_image(v: &mut Validator, container: &Container) {
    if container.image.trim().len() != container.image.len() {
        v.invalid("image", &container.image, "must not have leading or trailing whitespace");
    }
}

fn validate_ports(v: &mut Validator, container: &Container) {
    let mut seen = BTreeSet::new();
    for (index, port) in container.ports.iter().enumerate() {
        let mark = v.enter_element("ports", index);
        if !port.name.is_empty() {
            let complaints = names::port_name(v.release, &port.name);
            if !complaints.is_empty() {
                v.invalid_each("name", &port.name, complaints);
            } else if !seen.insert(&port.name) {
                v.duplicate("name", &port.name);
            }
        }
        if port.container_port == 0 {
            v.required("containerPort", "");
        } else {
            v.port("containerPort", port.container_port);
        }
        if port.host_port != 0 {
            v.port("hostPort", port.host_port);
        }
        v.choice("protocol");
        v.leave(mark);
    }
}

/// Checks that no port of the node is used twice. Rule P-1340.
fn validate_host_ports(v: &mut Validator, list: &str, containers: &[Container], first: usize) {
    let mut seen = BTreeSet::new();
    for (index, container) in containers.iter().enumerate() {
        for (port_index, port) in container.ports.iter().enumerate() {
            if port.host_port == 0 {
                continue;
            }
            // The server checks each init container by itself, so its index is always 0.
            let path = format!("{list}[{}].ports[{port_index}]", if first > 0 { 0 } else { index });
            let mark = v.enter(&path);
            let protocol = match v.bad_choice("protocol") {
                Some((value, _)) => value,
                None => port.protocol.map_or("TCP", Protocol::as_str).into(),
            };
            let used = format!("{protocol}/{}/{}", port.host_ip, port.host_port);
            if seen.contains(&used) {
                v.duplicate("hostPort", &used);
            }
            seen.insert(used);
            v.leave(mark);
        }
    }
}

/// Checks that restart rules have a policy, an operator and an action. Rules P-1316 to P-1318.
fn validate_restart_rules(v: &mut Validator, container: &Container) {
    const ACTIONS: [&str; 2] = ["Restart", "RestartAllContainers"];
    if !container.restart_policy_rules.is_empty() && container.restart_policy.is_none() {
        v.required("restartPolicy", "must specify restartPolicy when restart rules are used");
    }
    for (index, rule) in container.restart_policy_rules.iter().enumerate() {
        let mark = v.enter_element("restartPolicyRules", index);
        let actions = if v.release.has(Feature::RestartAllContainersOnContainerExits) {
            &ACTIONS[..]
        } else {
            &ACTIONS[..1]
        };
        if !actions.contains(&rule.action.as_str()) {
            v.unsupported("action", &rule.action, actions);
        }
        match &rule.exit_codes {
            None => v.required("exitCodes", "must be specified"),
            Some(codes) if !["In", "NotIn"].contains(&codes.operator.as_str()) => {
                v.unsupported("exitCodes.operator", &codes.operator, &["In", "NotIn"]);
            }
            Some(_) => {}
        }
        v.leave(mark);
    }
}
