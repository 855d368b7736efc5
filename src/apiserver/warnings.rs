//! What the API server warns of when it takes an object. kubectl prints each warning after `Warning: `. Rule A-51.
//! Models kubernetes pkg/api/pod/warnings.go, and the warnings of the strategies of other kinds.

mod pod;

use super::validate::names;
use crate::api::persistent_volume::PersistentVolume;
use crate::api::persistent_volume_claim::PersistentVolumeClaimSpec;
use crate::api::quantity::{Quantity, ResourceList};
use crate::api::storage::ReclaimPolicy;
use crate::api::workload::Workload;
use crate::api::{Resource, ResourceKind};
use crate::base::text::Text;
use crate::manifest::schema::{Field, Object};
use crate::rules::Feature;
use crate::rules::release::Release;

/// A warning about a field of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The path of the field, such as `spec.containers[0].env[1]`.
    pub path: Text,
    /// The server's words; they begin with the path.
    pub message: Text,
}

/// Returns what the API server of a release warns of when the object is created.
///
/// ```
/// use podlab::apiserver::warnings::warnings;
/// use podlab::{ReadOptions, Release, read};
///
/// let text = "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [
///   {name: app, image: nginx, resources: {limits: {memory: 128m}}}]}}";
/// let objects = read(text, &ReadOptions::default()).unwrap();
/// let told = warnings(&objects[0], Release::Current);
/// assert_eq!(
///     told[0].message,
///     "spec.containers[0].resources.limits[memory]: fractional byte value \"128m\" is invalid, must be an integer"
/// );
/// assert!(warnings(&objects[0], Release::V1_20).is_empty());
/// ```
pub fn warnings(resource: &Resource, release: Release) -> Vec<Warning> {
    if !release.has(Feature::FieldWarnings) {
        return Vec::new();
    }
    let mut found = Warnings { release, list: Vec::new() };
    if let Resource::Pod(pod) = resource {
        found.name(&pod.metadata.name, "the Pod's hostname");
        pod::warn(&mut found, "", &pod.metadata, &pod.spec);
    } else if let Resource::PersistentVolume(volume) = resource {
        of_volume(&mut found, volume);
    } else if let Resource::PersistentVolumeClaim(claim) = resource {
        of_claim(&mut found, "spec", &claim.spec);
    } else if let Resource::Node(node) = resource
        && !node.spec.external_id.is_empty()
    {
        found.add("spec.externalID", "this field is deprecated, and is unused by Kubernetes");
    } else if let Some(workload) = resource.workload() {
        of_workload(&mut found, workload);
    }
    found.list
}

/// The warnings so far.
struct Warnings {
    release: Release,
    list: Vec<Warning>,
}

impl Warnings {
    fn add(&mut self, path: impl Into<String>, words: impl AsRef<str>) {
        let path = path.into();
        let message = format!("{path}: {}", words.as_ref()).into();
        self.list.push(Warning { path: path.into(), message });
    }

    /// Warns of a name that is valid but no host can have.
    fn name(&mut self, name: &Text, used_in: &str) {
        if !self.release.has(Feature::PodNameWarnings) || name.is_empty() {
            return;
        }
        let complaints = names::dns_label(self.release, name);
        if !complaints.is_empty() {
            let complaints = complaints.join(" ");
            let words = format!(
                "this is used in {used_in}, which can result in surprising behavior; a DNS label is recommended: [{complaints}]"
            );
            self.add("metadata.name", words);
        }
    }

    /// Warns of an amount that is no whole number of bytes.
    fn fraction(&mut self, path: String, amount: Option<&Quantity>) {
        if let Some(amount) = amount.filter(|amount| amount.milli % 1000 != 0) {
            let value = amount.canonical();
            self.add(
                path,
                format!("fractional byte value {value:?} is invalid, must be an integer"),
            );
        }
    }

    /// Warns of fractions of bytes of memory and of disk in a list of resources.
    fn fractions(&mut self, path: &str, resource: &str, list: &ResourceList) {
        self.fraction(format!("{path}[{resource}]"), list.get(resource));
    }
}

fn of_workload(found: &mut Warnings, workload: &dyn Workload) {
    if workload.kind() != ResourceKind::StatefulSet {
        found.name(&workload.metadata().name, "Pod names and hostnames");
    }
    let template = workload.template();
    pod::warn(found, "spec.template.", &template.metadata, &template.spec);
}

/// Warns of the spec of a claim at this path. Models kubernetes pkg/api/persistentvolumeclaim/util.go.
fn of_claim(found: &mut Warnings, path: &str, spec: &PersistentVolumeClaimSpec) {
    let path = format!("{path}.resources.requests[storage]");
    found.fraction(path, spec.resources.requests.get("storage"));
}

/// Models kubernetes pkg/api/persistentvolume/util.go GetWarningsForPersistentVolume.
fn of_volume(found: &mut Warnings, volume: &PersistentVolume) {
    let spec = &volume.spec;
    if spec.persistent_volume_reclaim_policy == Some(ReclaimPolicy::Recycle) {
        let words = "The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.";
        found.add("spec.persistentVolumeReclaimPolicy", words);
    }
    spec.visit(&mut |name, field: &dyn Field| {
        if let Some(words) = retired(name, found.release).filter(|_| !field.is_unset()) {
            found.add(format!("spec.{}", printed(name)), words);
        }
    });
    found.fractions("spec.capacity", "storage", &spec.capacity);
}

/// Returns what the server says of a kind of volume that Kubernetes has given up.
fn retired(source: &str, release: Release) -> Option<&'static str> {
    Some(match source {
        "photonPersistentDisk" => "deprecated in v1.11, non-functional in v1.16+",
        "scaleIO" => "deprecated in v1.16, non-functional in v1.22+",
        "flocker" | "storageos" | "quobyte" => "deprecated in v1.22, non-functional in v1.25+",
        "glusterfs" => "deprecated in v1.25, non-functional in v1.26+",
        "cephfs" | "rbd" => "deprecated in v1.28, non-functional in v1.31+",
        "gitRepo" if release.has(Feature::GitRepoIsDisabled) => {
            "deprecated in v1.11, and disabled by default in v1.33+"
        }
        "gitRepo" => "deprecated in v1.11",
        _ => return None,
    })
}

/// Returns a kind of volume as the server writes it in warnings.
fn printed(source: &str) -> &str {
    if source == "storageos" { "storageOS" } else { source }
}
