//! Checks of volumes and their mounts. Rules P-1344 to P-1347.

use super::storage::check_claim_spec;
use super::{Validator, names};
use crate::api::container::{Container, VolumeMount};
use crate::api::persistent_volume_claim::PersistentVolumeClaimSpec;
use crate::api::volume::Volume;
use crate::base::text::Text;
use crate::manifest::node::Node;
use crate::manifest::schema::{Decoder, Field, Object, Raw};
use std::collections::BTreeSet;

/// The sources, in the order in which the server checks them.
const SOURCES: &[&str] = &[
    "emptyDir",
    "hostPath",
    "gitRepo",
    "gcePersistentDisk",
    "awsElasticBlockStore",
    "secret",
    "nfs",
    "iscsi",
    "glusterfs",
    "flocker",
    "persistentVolumeClaim",
    "rbd",
    "cinder",
    "cephfs",
    "quobyte",
    "downwardAPI",
    "fc",
    "flexVolume",
    "configMap",
    "azureFile",
    "vsphereVolume",
    "photonPersistentDisk",
    "portworxVolume",
    "azureDisk",
    "storageos",
    "projected",
    "scaleIO",
    "csi",
    "ephemeral",
    "image",
];

/// Checks the volumes. Returns the names that may be mounted.
pub(super) fn validate_volumes<'a>(v: &mut Validator, volumes: &'a [Volume]) -> BTreeSet<&'a Text> {
    let mut names = BTreeSet::new();
    for (index, volume) in volumes.iter().enumerate() {
        let before = v.errors.len();
        let mark = v.enter_element("volumes", index);
        validate_source(v, volume);
        if volume.name.is_empty() {
            v.required("name", "");
        } else {
            v.invalid_each("name", &volume.name, names::dns_label(v.release, &volume.name));
        }
        if names.contains(&volume.name) {
            v.duplicate("name", &volume.name);
        }
        v.leave(mark);
        if before == v.errors.len() {
            names.insert(&volume.name);
        }
    }
    names
}

fn validate_source(v: &mut Validator, volume: &Volume) {
    let mut given = BTreeSet::new();
    volume.visit(&mut |name, field: &dyn Field| {
        if !field.is_unset() {
            given.insert(name);
        }
    });
    let mut sources = SOURCES.iter().filter(|source| given.contains(**source));
    let Some(first) = sources.next() else {
        return v.required("", "must specify a volume type");
    };
    let mark = v.enter(first);
    match *first {
        "emptyDir" => validate_size_limit(v, &volume.empty_dir),
        "hostPath" => validate_host_path(v, &volume.host_path),
        "secret" => {
            require(v, &volume.secret, "secretName");
            validate_files(v, &volume.secret);
        }
        "configMap" => {
            require(v, &volume.config_map, "name");
            validate_files(v, &volume.config_map);
        }
        "nfs" => {
            require(v, &volume.nfs, "server");
            require(v, &volume.nfs, "path");
            if let Some(path) = text(&volume.nfs, "path")
                && !path.starts_with('/')
                && !path.is_empty()
            {
                v.invalid("path", path, "must be an absolute path");
            }
        }
        "persistentVolumeClaim" => {
            let claim = volume.persistent_volume_claim.as_ref();
            if claim.is_some_and(|claim| claim.claim_name.is_empty()) {
                v.required("claimName", "");
            }
        }
        "awsElasticBlockStore" => require(v, &volume.aws_elastic_block_store, "volumeID"),
        "cinder" => require(v, &volume.cinder, "volumeID"),
        "gcePersistentDisk" => require(v, &volume.gce_persistent_disk, "pdName"),
        "csi" => require(v, &volume.csi, "driver"),
        "ephemeral" => validate_ephemeral(v, &volume.ephemeral),
        "image" => require(v, &volume.image, "reference"),
        _ => {}
    }
    v.leave(mark);
    for source in sources {
        v.forbidden(source, "may not specify more than 1 volume type");
    }
}

/// Checks the template of the claim of a generic ephemeral volume. Rule V-14.
fn validate_ephemeral(v: &mut Validator, ephemeral: &Raw) {
    let template = ephemeral.0.as_ref().and_then(|source| source.get("volumeClaimTemplate"));
    let Some(template) = template.filter(|template| !template.is_null()) else {
        return v.required("volumeClaimTemplate", "");
    };
    let mut claim = PersistentVolumeClaimSpec::default();
    if let Some(spec) = template.get("spec") {
        claim.decode(spec, &mut Decoder::default());
    }
    let mark = v.enter("volumeClaimTemplate.spec");
    check_claim_spec(v, &claim);
    v.leave(mark);
}

fn text<'a>(raw: &'a Raw, field: &str) -> Option<&'a Text> {
    raw.0.as_ref().and_then(|node| node.get(field)).and_then(Node::as_text)
}

fn require(v: &mut Validator, raw: &Raw, field: &'static str) {
    if text(raw, field).is_none_or(|text| text.is_empty()) {
        v.required(field, "");
    }
}

fn validate_size_limit(v: &mut Validator, empty_dir: &Raw) {
    let limit = text(empty_dir, "sizeLimit");
    if limit.is_some_and(|limit| limit.starts_with('-')) {
        v.forbidden("sizeLimit", "SizeLimit field must be a valid resource quantity");
    }
}

fn validate_host_path(v: &mut Validator, host_path: &Raw) {
    const TYPES: [&str; 8] = [
        "",
        "BlockDevice",
        "CharDevice",
        "Directory",
        "DirectoryOrCreate",
        "File",
        "FileOrCreate",
        "Socket",
    ];
    match text(host_path, "path") {
        Some(path) if !path.is_empty() => {
            if path.split('/').any(|part| part == "..") {
                v.invalid("path", path, "must not contain '..'");
            }
        }
        _ => return v.required("path", ""),
    }
    if let Some(kind) = text(host_path, "type")
        && !TYPES.contains(&kind.as_str())
    {
        v.unsupported("type", kind, &TYPES);
    }
}

/// Checks the modes and paths of files that are made from keys.
fn validate_files(v: &mut Validator, source: &Raw) {
    const MODE: &str = "must be a number between 0 and 0777 (octal), both inclusive";
    let Some(node) = &source.0 else { return };
    let mode = |node: &Node, field: &str| {
        node.get(field).and_then(Node::as_int).filter(|mode| !(0..=0o777).contains(mode))
    };
    if let Some(mode) = mode(node, "defaultMode") {
        v.invalid_raw("defaultMode", mode, MODE);
    }
    let items = node.get("items").map(Node::elements).unwrap_or_default();
    for (index, item) in items.iter().enumerate() {
        let mark = v.enter_element("items", index);
        let text =
            |field: &str| item.get(field).and_then(Node::as_text).cloned().unwrap_or_default();
        if text("key").is_empty() {
            v.required("key", "");
        }
        let path = text("path");
        if path.is_empty() {
            v.required("path", "");
        } else {
            validate_local_path(v, "path", &path);
            if path.starts_with("..") && !path.starts_with("../") && path != *".." {
                v.invalid("path", &path, "must not start with '..'");
            }
        }
        if let Some(mode) = mode(item, "mode") {
            v.invalid_raw("mode", mode, MODE);
        }
        v.leave(mark);
    }
}

/// Checks that a path does not lead out of its directory.
fn validate_local_path(v: &mut Validator, field: &str, path: &str) {
    if path.starts_with('/') {
        v.invalid(field, path, "must be a relative path");
    }
    if path.split('/').any(|part| part == "..") {
        v.invalid(field, path, "must not contain '..'");
    }
}

/// Checks the mounts of a container.
pub(super) fn validate_mounts(v: &mut Validator, container: &Container, known: &BTreeSet<&Text>) {
    let devices: Vec<(Text, Text)> = devices(&container.volume_devices);
    let mut paths: BTreeSet<&Text> = BTreeSet::new();
    for (index, mount) in container.volume_mounts.iter().enumerate() {
        let mark = v.enter_element("volumeMounts", index);
        if mount.name.is_empty() {
            v.required("name", "");
        }
        if !known.contains(&mount.name) {
            v.not_found("name", &mount.name);
        }
        if mount.mount_path.is_empty() {
            v.required("mountPath", "");
        }
        if !paths.insert(&mount.mount_path) {
            v.invalid("mountPath", &mount.mount_path, "must be unique");
        }
        if devices.iter().any(|(name, _)| *name == mount.name) {
            v.invalid("name", &mount.name, "must not already exist in volumeDevices");
        }
        if devices.iter().any(|(_, path)| *path == mount.mount_path) {
            let detail = "must not already exist as a path in volumeDevices";
            v.invalid("mountPath", &mount.mount_path, detail);
        }
        if !mount.sub_path_expr.is_empty() && !mount.sub_path.is_empty() {
            let detail = "subPathExpr and subPath are mutually exclusive";
            v.invalid("subPathExpr", &mount.sub_path_expr, detail);
        }
        v.leave(mark);
        validate_sub_paths(v, mount);
    }
}

/// Checks the sub-paths of a mount. The server reports the list here, not the mount.
fn validate_sub_paths(v: &mut Validator, mount: &VolumeMount) {
    const PROPAGATION: [&str; 3] = ["Bidirectional", "HostToContainer", "None"];
    let mark = v.enter("volumeMounts");
    validate_local_path(v, "subPath", &mount.sub_path);
    validate_local_path(v, "subPathExpr", &mount.sub_path_expr);
    v.one_of("mountPropagation", mount.mount_propagation.as_ref(), &PROPAGATION);
    v.leave(mark);
}

/// Returns the names and paths of the block devices.
fn devices(raw: &Raw) -> Vec<(Text, Text)> {
    let elements = raw.0.as_ref().map(Node::elements).unwrap_or_default();
    let text = |node: &Node, field: &str| {
        node.get(field).and_then(Node::as_text).cloned().unwrap_or_default()
    };
    elements.iter().map(|node| (text(node, "name"), text(node, "devicePath"))).collect()
}
