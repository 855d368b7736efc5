//! Adds missing storage classes: a manifest may name classes of the cluster that it was written for.

use crate::api::Resource;
use crate::api::storage::StorageClass;
use crate::base::text::Text;

/// The provisioner of the added classes, which creates volumes.
const PROVISIONER: &str = "rancher.io/local-path";

/// Adds the classes that claims of sets name and no document defines, before all other objects. Returns how many. Rule V-04.
pub(super) fn complete(objects: &mut Vec<Resource>) -> usize {
    // Every cluster has the default class, and no name means no class. Rule V-02.
    let mut known: Vec<Text> = vec!["standard".into(), Text::default()];
    let mut missing = Vec::new();
    for object in objects.iter() {
        if let Resource::StorageClass(class) = object {
            known.push(class.metadata.name.clone());
        }
    }
    for object in objects.iter() {
        let Resource::StatefulSet(set) = object else { continue };
        for claim in &set.spec.volume_claim_templates {
            let Some(name) = &claim.spec.storage_class_name else { continue };
            if known.contains(name) {
                continue;
            }
            known.push(name.clone());
            let mut class =
                StorageClass { provisioner: PROVISIONER.into(), ..StorageClass::default() };
            class.metadata.name = name.clone();
            missing.push(Resource::StorageClass(class));
        }
    }
    let added = missing.len();
    objects.splice(0..0, missing);
    added
}
