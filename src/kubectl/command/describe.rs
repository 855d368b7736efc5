//! `kubectl describe`. Rules C-7, KC-50 to KC-53, P-1220 to P-1225.

use super::asked::Asked;
use super::cluster::{Cluster, NAMESPACE};
use super::get::{ALL_NAMESPACES, SELECTOR, find, nothing};
use super::kinds;
use super::shown::{Shown, pods_behind};
use super::words::{self, Flag};
use crate::api::core::Event;
use crate::api::meta::ObjectMeta;
use crate::api::pod::uid_of_events;
use crate::api::{Resource, ResourceKind};
use crate::base::text::Text;
use crate::kubectl::deployments;
use crate::kubectl::describe::{
    describe_budget, describe_claim, describe_config_map, describe_deployment, describe_kept,
    describe_pod, describe_priority_class, describe_replica_set, describe_revision,
    describe_secret, describe_service, describe_stateful_set, describe_storage_class,
    describe_volume,
};

pub(super) const FLAGS: &[Flag] = &[ALL_NAMESPACES, NAMESPACE, SELECTOR];

/// Prints all that kubectl tells of objects.
pub(super) fn describe(
    cluster: &Cluster<'_>,
    given: &[String],
    asked: &mut Asked,
) -> Result<(), String> {
    let words = words::read(given, "describe", FLAGS)?;
    if words.plain.is_empty() {
        return Err("You must specify the type of resource to describe. Use \"kubectl api-resources\" for a complete list of \
                    supported resources."
            .into());
    }
    let mut texts = Vec::new();
    for (kind, all) in find(cluster, &words, "describe", asked)? {
        for shown in all {
            texts.push(text(cluster, kind, &shown)?);
        }
    }
    if texts.is_empty() && asked.err.is_empty() {
        asked.err.extend([&nothing(cluster, &words), "\n"]);
    }
    asked.out.push_str(&texts.join("\n\n"));
    Ok(())
}

fn text(cluster: &Cluster<'_>, kind: ResourceKind, shown: &Shown<'_>) -> Result<String, String> {
    let (now, release) = (cluster.world.now, cluster.world.release());
    let text = match shown {
        Shown::Pod(pod) => {
            Some(describe_pod(pod, &events(cluster, uid_of_events(pod)), now, release))
        }
        Shown::Revision(revision) => Some(describe_revision(revision, now, release)),
        Shown::Object(resource) => of_resource(cluster, resource),
        Shown::Endpoints(_) | Shown::Slice(_) | Shown::Event(_) => None,
    };
    let word = kinds::word(kind);
    text.ok_or_else(|| {
        format!("error: Podlab cannot describe {word} yet; 'kubectl get {word}' lists them")
    })
}

fn of_resource(cluster: &Cluster<'_>, resource: &Resource) -> Option<String> {
    let (world, now, release) = (cluster.world, cluster.world.now, cluster.world.release());
    let metadata = resource.metadata();
    let told = events(cluster, &metadata.uid);
    // Each text takes those of these Pods that the object controls.
    let pods = || {
        let all = world.pods().map(|(_, pod)| &**pod);
        all.filter(|pod| pod.metadata.namespace == metadata.namespace)
    };
    match resource {
        Resource::Node(node) => cluster.view.describe_node(&node.metadata.name),
        Resource::StatefulSet(set) => Some(describe_stateful_set(set, pods(), &told, now, release)),
        Resource::ReplicaSet(set) => Some(describe_replica_set(set, pods(), &told, now, release)),
        Resource::Deployment(deployment) => {
            let sets = deployments::owned(world, deployment);
            Some(describe_deployment(deployment, &sets, &told, now, release))
        }
        Resource::Service(service) => {
            let (ready, others) = pods_behind(world, service);
            Some(describe_service(service, &ready, others, &told, now, release))
        }
        Resource::PersistentVolumeClaim(claim) => {
            Some(describe_claim(claim, &users(cluster, metadata), &told, now))
        }
        Resource::PersistentVolume(volume) => Some(describe_volume(volume, &told, now, release)),
        Resource::Kept(kept) => Some(describe_kept(kept, &told, now)),
        Resource::ConfigMap(map) => Some(describe_config_map(map, &told, now, release)),
        Resource::Secret(secret) => Some(describe_secret(secret)),
        Resource::PriorityClass(class) => Some(describe_priority_class(class, &told, now, release)),
        Resource::StorageClass(class) => Some(describe_storage_class(class, &told, now)),
        Resource::PodDisruptionBudget(budget) => Some(describe_budget(budget, &told, now)),
        // Pods are shown as themselves.
        Resource::Pod(_) => None,
    }
}

fn events(cluster: &Cluster<'_>, uid: &Text) -> Vec<Event> {
    // Objects of some kinds have no UID.
    if uid.is_empty() {
        return Vec::new();
    }
    cluster.world.recorder.about(uid).cloned().collect()
}

/// Returns the names of the Pods that mount a claim.
fn users(cluster: &Cluster<'_>, claim: &ObjectMeta) -> Vec<String> {
    let world = cluster.world;
    let pods = world.objects.users(&claim.namespace, &claim.name);
    let mut names: Vec<String> =
        pods.filter_map(|id| world.pod(id)).map(|pod| pod.metadata.name.to_string()).collect();
    names.sort();
    names
}
