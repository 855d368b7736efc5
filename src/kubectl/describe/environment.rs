//! The environment of a container in `kubectl describe pod`. Rule P-1221.

use super::sheet::{Sheet, scalar, yes_no};
use crate::api::container::{Container, EnvVar, KeySelector};
use crate::api::pod::Pod;
use crate::api::quantity::Quantity;
use crate::manifest::node::Node;

/// Writes the variables from whole objects, and then the single ones. Rule P-1221.
pub(crate) fn environment(sheet: &mut Sheet, pod: &Pod, container: &Container) {
    if !container.env_from.is_empty() {
        sheet.row(2, &["Environment Variables from:"]);
    }
    for source in &container.env_from {
        let (kind, reference) = match (&source.config_map_ref, &source.secret_ref) {
            (Some(map), _) => ("ConfigMap", Some(map)),
            (None, Some(secret)) => ("Secret", Some(secret)),
            (None, None) => ("", None),
        };
        let name = reference.map_or("", |reference| &reference.name);
        let optional = optional(reference.is_some_and(|reference| reference.optional));
        if source.prefix.is_empty() {
            sheet.row(3, &[name, kind, &optional]);
        } else {
            sheet.row(3, &[name, &format!("{kind} with prefix '{}'", source.prefix), &optional]);
        }
    }
    if container.env.is_empty() {
        return sheet.row(2, &["Environment:", "<none>"]);
    }
    sheet.row(2, &["Environment:"]);
    for variable in &container.env {
        variable_lines(sheet, pod, container, variable);
    }
}

fn optional(flag: bool) -> String {
    format!("Optional: {}", yes_no(flag))
}

fn variable_lines(sheet: &mut Sheet, pod: &Pod, container: &Container, variable: &EnvVar) {
    let label = format!("{}:", variable.name);
    let Some(from) = &variable.value_from else {
        for (index, line) in variable.value.split('\n').enumerate() {
            sheet.row(3, &[if index == 0 { &label } else { "" }, line]);
        }
        return;
    };
    let key_of = |selector: &KeySelector, between: &str| {
        format!("<set to the key '{}{between}{}'>", selector.key, selector.name)
    };
    if let Some(reference) = &from.field_ref.0 {
        let path = scalar(reference.get("fieldPath"));
        let mut version = scalar(reference.get("apiVersion"));
        if version.is_empty() {
            "v1".clone_into(&mut version);
        }
        let value = format!("{} ({version}:{path})", field(pod, &path));
        sheet.row(3, &[&label, &value]);
    } else if let Some(reference) = &from.resource_field_ref.0 {
        let resource = scalar(reference.get("resource"));
        let mut value = amount(container, reference, &resource);
        if value == "0" && (resource == "limits.cpu" || resource == "limits.memory") {
            "node allocatable".clone_into(&mut value);
        }
        sheet.row(3, &[&label, &format!("{value} ({resource})")]);
    } else if let Some(secret) = &from.secret_key_ref {
        let text = key_of(secret, "' in secret '");
        sheet.row(3, &[&label, &text, &optional(secret.optional)]);
    } else if let Some(map) = &from.config_map_key_ref {
        let text = key_of(map, "' of config map '");
        sheet.row(3, &[&label, &text, &optional(map.optional)]);
    }
}

/// Returns the value of a Pod's field as far as kubectl knows it, which is its metadata only.
/// Models kubernetes kubectl pkg/util/fieldpath ExtractFieldPathAsString.
fn field(pod: &Pod, path: &str) -> String {
    let meta = &pod.metadata;
    let entry = |rest: &str| rest.strip_suffix("']").map(str::to_owned);
    match path {
        "metadata.name" => meta.name.to_string(),
        "metadata.namespace" => meta.namespace.to_string(),
        "metadata.uid" => meta.uid.to_string(),
        _ => {
            let found = if let Some(rest) = path.strip_prefix("metadata.labels['") {
                entry(rest).and_then(|key| meta.labels.get(key.as_str()))
            } else if let Some(rest) = path.strip_prefix("metadata.annotations['") {
                entry(rest).and_then(|key| meta.annotations.get(key.as_str()))
            } else {
                None
            };
            found.map(ToString::to_string).unwrap_or_default()
        }
    }
}

/// Returns an amount of a container's resources in units of the divisor, rounded up.
fn amount(container: &Container, reference: &Node, resource: &str) -> String {
    let list = match resource.split_once('.') {
        Some(("limits", name)) => container.resources.limits.get(name),
        Some(("requests", name)) => container.resources.requests.get(name),
        _ => return String::new(),
    };
    let divisor = Quantity::parse(&scalar(reference.get("divisor"))).map_or(0, |d| d.milli);
    let divisor = if divisor > 0 { divisor } else { 1000 };
    let milli = list.map_or(0, |amount| amount.milli);
    (milli.div_euclid(divisor) + i128::from(milli.rem_euclid(divisor) != 0)).to_string()
}
