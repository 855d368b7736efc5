//! The volumes of `kubectl describe pod`. Rule P-1223.

use super::sheet::{Sheet, scalar, yes_no};
use crate::api::quantity::Quantity;
use crate::api::volume::Volume;
use crate::manifest::node::Node;
use crate::rules::Feature;
use crate::rules::release::Release;

/// Writes all volumes of a Pod, or of a template, whose label is indented.
pub(crate) fn describe_all(sheet: &mut Sheet, volumes: &[Volume], indent: &str, release: Release) {
    let label = format!("{indent}Volumes:");
    if volumes.is_empty() {
        return sheet.row(0, &[&label, "<none>"]);
    }
    sheet.row(0, &[&label]);
    for volume in volumes {
        let indent = if indent.is_empty() { "" } else { " " };
        sheet.row(1, &[&format!("{indent}{}:", volume.name)]);
        describe(sheet, volume, release);
    }
}

/// Writes a volume. Simplified: sources of single vendors print as `<unknown>`.
pub(crate) fn describe(sheet: &mut Sheet, volume: &Volume, release: Release) {
    let optional = |source: &Node| yes_no(scalar(source.get("optional")) == "true").to_owned();
    let flag = |source: &Node| yes_no(scalar(source.get("readOnly")) == "true").to_owned();
    let text = |source: &Node, name: &str| scalar(source.get(name));
    if let Some(source) = &volume.host_path.0 {
        // The API server sets the type to an empty one by default, so `<none>` never appears.
        kinds(
            sheet,
            "HostPath (bare host directory volume)",
            &[("Path:", text(source, "path")), ("HostPathType:", text(source, "type"))],
        );
    } else if let Some(source) = &volume.empty_dir.0 {
        kinds(
            sheet,
            "EmptyDir (a temporary directory that shares a pod's lifetime)",
            &[("Medium:", text(source, "medium")), ("SizeLimit:", size_limit(source))],
        );
    } else if let Some(source) = &volume.secret.0 {
        kinds(
            sheet,
            "Secret (a volume populated by a Secret)",
            &[("SecretName:", text(source, "secretName")), ("Optional:", optional(source))],
        );
    } else if let Some(source) = &volume.config_map.0 {
        kinds(
            sheet,
            "ConfigMap (a volume populated by a ConfigMap)",
            &[("Name:", text(source, "name")), ("Optional:", optional(source))],
        );
    } else if let Some(source) = &volume.nfs.0 {
        kinds(
            sheet,
            "NFS (an NFS mount that lasts the lifetime of a pod)",
            &[
                ("Server:", text(source, "server")),
                ("Path:", text(source, "path")),
                ("ReadOnly:", flag(source)),
            ],
        );
    } else if let Some(claim) = &volume.persistent_volume_claim {
        let kind =
            "PersistentVolumeClaim (a reference to a PersistentVolumeClaim in the same namespace)";
        let read_only = yes_no(claim.read_only).to_owned();
        kinds(
            sheet,
            kind,
            &[("ClaimName:", claim.claim_name.to_string()), ("ReadOnly:", read_only)],
        );
    } else if let Some(source) = &volume.downward_api.0 {
        kinds(sheet, "DownwardAPI (a volume populated by information about the pod)", &[]);
        sheet.row(2, &["Items:"]);
        for item in source.get("items").map_or(&[][..], Node::elements) {
            let path = text(item, "path");
            for (reference, name) in [("fieldRef", "fieldPath"), ("resourceFieldRef", "resource")] {
                if let Some(reference) = item.get(reference) {
                    sheet.row(3, &[&format!("{} -> {path}", text(reference, name))]);
                }
            }
        }
    } else if let Some(source) = &volume.projected.0 {
        projected(sheet, source, release);
    } else if let Some(source) = &volume.csi.0 {
        csi(sheet, source, None);
    } else if let Some(source) = &volume.image.0 {
        kinds(
            sheet,
            "Image (a container image or OCI artifact)",
            &[
                ("Reference:", text(source, "reference")),
                ("PullPolicy:", text(source, "pullPolicy")),
            ],
        );
    } else {
        sheet.row(1, &["<unknown>"]);
    }
}

/// Writes the line with the type, and the lines below it.
pub(crate) fn kinds(sheet: &mut Sheet, kind: &str, rows: &[(&str, String)]) {
    sheet.row(2, &["Type:", kind]);
    for (label, value) in rows {
        sheet.row(2, &[label, value]);
    }
}

fn size_limit(source: &Node) -> String {
    let limit = Quantity::parse(&scalar(source.get("sizeLimit"))).filter(|limit| limit.milli > 0);
    limit.map_or("<unset>".to_owned(), |limit| limit.canonical())
}

fn projected(sheet: &mut Sheet, source: &Node, release: Release) {
    kinds(sheet, "Projected (a volume that contains injected data from multiple sources)", &[]);
    for part in source.get("sources").map_or(&[][..], Node::elements) {
        // Up to 1.32 kubectl prints a pointer here, so an absent value prints as `<nil>`.
        let optional = |reference: &Node| match scalar(reference.get("optional")) {
            unset if unset.is_empty() && release.has(Feature::DescribeProjectedOptional) => {
                "false".to_owned()
            }
            unset if unset.is_empty() => "<nil>".to_owned(),
            set => set,
        };
        let name = |old: &'static str| {
            if release.has(Feature::DescribeProjectedOptional) { "Optional:" } else { old }
        };
        if let Some(secret) = part.get("secret") {
            sheet.row(2, &["SecretName:", &scalar(secret.get("name"))]);
            sheet.row(2, &[name("SecretOptionalName:"), &optional(secret)]);
        } else if part.get("downwardAPI").is_some() {
            sheet.row(2, &["DownwardAPI:", "true"]);
        } else if let Some(map) = part.get("configMap") {
            sheet.row(2, &["ConfigMapName:", &scalar(map.get("name"))]);
            sheet.row(2, &[name("ConfigMapOptional:"), &optional(map)]);
        } else if let Some(token) = part.get("serviceAccountToken") {
            let seconds = match scalar(token.get("expirationSeconds")) {
                unset if unset.is_empty() => "3600".to_owned(),
                set => set,
            };
            sheet.row(2, &["TokenExpirationSeconds:", &seconds]);
        }
    }
}

/// Writes the volume of a CSI driver. A persistent volume has a handle.
pub(crate) fn csi(sheet: &mut Sheet, source: &Node, handle: Option<String>) {
    let text = |name: &str| scalar(source.get(name));
    let mut rows = vec![("Driver:", text("driver")), ("FSType:", text("fsType"))];
    rows.extend(handle.map(|handle| ("VolumeHandle:", handle)));
    rows.push(("ReadOnly:", yes_no(text("readOnly") == "true").to_owned()));
    kinds(sheet, "CSI (a Container Storage Interface (CSI) volume source)", &rows);
    let attributes = source.get("volumeAttributes").map_or(&[][..], Node::entries).iter();
    let mut attributes: Vec<String> = attributes
        .map(|entry| format!("    {}={}", entry.key, scalar(Some(&entry.node))))
        .collect();
    attributes.sort();
    if attributes.is_empty() {
        sheet.row(2, &["VolumeAttributes:", "<none>"]);
    }
    for (index, line) in attributes.iter().enumerate() {
        sheet.row(2, &[if index == 0 { "VolumeAttributes:" } else { "" }, line]);
    }
}
