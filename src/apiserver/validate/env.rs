//! Checks of environment variables. Rules P-1348, P-1349.

use super::{Validator, names};
use crate::api::container::{Container, EnvFromSource, EnvVarSource, KeySelector};
use crate::base::text::Text;
use crate::manifest::node::Node;
use crate::rules::Feature;

/// Checks the variables of a container.
pub(super) fn validate_env(v: &mut Validator, container: &Container) {
    for (index, env) in container.env.iter().enumerate() {
        let mark = v.enter_element("env", index);
        if env.name.is_empty() {
            v.required("name", "");
        } else {
            v.invalid_each("name", &env.name, names::env_var_name(v.release, &env.name));
        }
        if let Some(source) = &env.value_from {
            let inner = v.enter("valueFrom");
            validate_value_from(v, source, !env.value.is_empty());
            v.leave(inner);
        }
        v.leave(mark);
    }
    for (index, source) in container.env_from.iter().enumerate() {
        validate_env_from(v, source, index);
    }
}

fn validate_value_from(v: &mut Validator, source: &EnvVarSource, has_value: bool) {
    let mut sources = 0;
    if let Some(field) = &source.field_ref.0 {
        sources += 1;
        let mark = v.enter("fieldRef");
        validate_field_ref(v, field);
        v.leave(mark);
    }
    if let Some(field) = &source.resource_field_ref.0 {
        sources += 1;
        let mark = v.enter("resourceFieldRef");
        validate_resource_field_ref(v, field);
        v.leave(mark);
    }
    let keys =
        [("configMapKeyRef", &source.config_map_key_ref), ("secretKeyRef", &source.secret_key_ref)];
    for (field, selector) in keys {
        if let Some(selector) = selector {
            sources += 1;
            let mark = v.enter(field);
            validate_key(v, selector);
            v.leave(mark);
        }
    }
    sources += u32::from(source.file_key_ref.0.is_some());
    if sources == 0 {
        v.invalid(
            "",
            "",
            "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`",
        );
    } else if has_value {
        v.invalid("", "", "may not be specified when `value` is not empty");
    } else if sources > 1 {
        v.invalid("", "", "may not have more than one field specified at a time");
    }
}

fn validate_key(v: &mut Validator, selector: &KeySelector) {
    v.invalid_each("name", &selector.name, names::dns_subdomain(v.release, &selector.name));
    if selector.key.is_empty() {
        v.required("key", "");
    } else {
        v.invalid_each("key", &selector.key, names::config_map_key(v.release, &selector.key));
    }
}

fn text<'a>(node: &'a Node, field: &str) -> &'a str {
    node.get(field).and_then(Node::as_text).map(Text::as_str).unwrap_or_default()
}

fn validate_field_ref(v: &mut Validator, field: &Node) {
    let mut paths = vec![
        "metadata.name",
        "metadata.namespace",
        "metadata.uid",
        "spec.nodeName",
        "spec.serviceAccountName",
        "status.hostIP",
    ];
    if v.release.knows(Feature::PodHostIPs) {
        paths.push("status.hostIPs");
    }
    paths.extend(["status.podIP", "status.podIPs"]);
    let path = text(field, "fieldPath");
    if path.is_empty() {
        return v.required("fieldPath", "");
    }
    let subscript = path.strip_suffix("']").and_then(|path| path.split_once("['"));
    if let Some((head, key)) = subscript {
        match head {
            "metadata.annotations" => {
                let lower = key.to_ascii_lowercase();
                v.invalid_each("", &lower, names::qualified_name(v.release, &lower));
            }
            "metadata.labels" => v.invalid_each("", key, names::qualified_name(v.release, key)),
            _ => {
                let detail = format!(
                    "error converting fieldPath: field label does not support subscript: {path}"
                );
                v.invalid("fieldPath", path, detail);
            }
        }
        return;
    }
    // The server knows these paths, but allows them only in volumes.
    let known = ["metadata.annotations", "metadata.labels", "status.phase", "spec.restartPolicy"];
    if known.contains(&path) {
        v.unsupported("fieldPath", path, &paths);
    } else if !paths.contains(&path) {
        let detail = format!("error converting fieldPath: field label not supported: {path}");
        v.invalid("fieldPath", path, detail);
    }
}

fn validate_resource_field_ref(v: &mut Validator, field: &Node) {
    const RESOURCES: [&str; 6] = [
        "limits.cpu",
        "limits.ephemeral-storage",
        "limits.memory",
        "requests.cpu",
        "requests.ephemeral-storage",
        "requests.memory",
    ];
    let resource = text(field, "resource");
    let huge = ["requests.hugepages-", "limits.hugepages-"];
    if resource.is_empty() {
        v.required("resource", "");
    } else if !RESOURCES.contains(&resource) && !huge.iter().any(|h| resource.starts_with(h)) {
        v.unsupported("resource", resource, &RESOURCES);
    }
}

fn validate_env_from(v: &mut Validator, source: &EnvFromSource, index: usize) {
    let mark = v.enter_element("envFrom", index);
    if !source.prefix.is_empty() {
        v.invalid_each("prefix", &source.prefix, names::env_var_name(v.release, &source.prefix));
    }
    let refs = [("configMapRef", &source.config_map_ref), ("secretRef", &source.secret_ref)];
    for (field, reference) in refs {
        let Some(reference) = reference else { continue };
        let mark = v.enter(field);
        if reference.name.is_empty() {
            v.required("name", "");
        } else {
            let complaints = names::dns_subdomain(v.release, &reference.name);
            v.invalid_each("name", &reference.name, complaints);
        }
        v.leave(mark);
    }
    v.leave(mark);
    // The server reports the list here, not the element.
    match refs.iter().filter(|(_, reference)| reference.is_some()).count() {
        0 => v.invalid("envFrom", "", "must specify one of: `configMapRef` or `secretRef`"),
        1 => {}
        _ => v.invalid("envFrom", "", "may not have more than one field specified at a time"),
    }
}
