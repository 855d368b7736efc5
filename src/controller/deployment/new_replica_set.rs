//! The ReplicaSet for the present template: its name, its making, its annotations. Rules D-02, D-04, D-05.
//! Models kubernetes pkg/controller/deployment/sync.go getNewReplicaSet.

use super::bounds::note_size;
use super::view::{Request, Sync};
use super::{progress, revision};
use crate::api::deployment::{Deployment, DeploymentStrategyType, POD_TEMPLATE_HASH};
use crate::api::meta::{ObjectMeta, OwnerReference};
use crate::api::replica_set::{ReplicaSet, ReplicaSetSpec};
use crate::base::text::{SAFE_ALPHABET, Text};
use crate::manifest::emit;
use crate::manifest::schema::Field;
use crate::rules::Rule;
use std::ops::ControlFlow;
use std::rc::Rc;

/// Keeps the annotations of the new ReplicaSet and the number of the Deployment's revision up to date. Ends the sync when
/// it writes the ReplicaSet, as what the sync has seen is old then.
pub(super) fn annotate(sync: &mut Sync) -> ControlFlow<()> {
    let Some(new) = sync.new.clone() else { return ControlFlow::Continue(()) };
    let mut metadata = new.metadata.clone();
    revision::annotate(&mut metadata, &sync.deployment.metadata, revision::next(&sync.old));
    let min_ready_seconds = sync.deployment.spec.min_ready_seconds;
    if metadata.annotations != new.metadata.annotations
        || min_ready_seconds != new.spec.min_ready_seconds
    {
        let (name, annotations) = (metadata.name.clone(), metadata.annotations);
        let request = Request::AnnotateReplicaSet { name, annotations, min_ready_seconds };
        sync.ask(Rule::D05, request);
        return ControlFlow::Break(());
    }
    let number = revision::stored(&new.metadata);
    let is_found = progress::note_found(sync, &new.metadata.name);
    if sync.revision != number || is_found {
        sync.revision = number;
        sync.write(Rule::D05);
    }
    ControlFlow::Continue(())
}

/// Makes the ReplicaSet of the present template if there is none. Ends the sync when another ReplicaSet has its name. Rule D-02.
pub(super) fn create(sync: &mut Sync) -> ControlFlow<()> {
    if sync.new.is_some() {
        return ControlFlow::Continue(());
    }
    let hash = hash(sync.deployment);
    let mut set = fresh(sync.deployment, &hash);
    if sync.view.names.contains(&set.metadata.name) {
        // The next sync makes another name.
        sync.status.collision_count = Some(sync.status.collision_count.unwrap_or(0) + 1);
        sync.write(Rule::D02);
        return ControlFlow::Break(());
    }
    set.spec.replicas = Some(size(sync, 0));
    let next = revision::next(&sync.old);
    revision::annotate(&mut set.metadata, &sync.deployment.metadata, next);
    note_size(&mut set.metadata, sync.bounds);
    let name = set.metadata.name.clone();
    sync.revision = revision::stored(&set.metadata);
    let set = Rc::new(set);
    sync.new = Some(Rc::clone(&set));
    sync.ask(Rule::D02, Request::CreateReplicaSet(set));
    progress::note_created(sync, &name);
    sync.write(Rule::D05);
    ControlFlow::Continue(())
}

/// Returns the size that a new ReplicaSet of that size gets next: what fits within the upper bound. Rule D-20.
/// Models kubernetes pkg/controller/deployment/util/deployment_util.go NewRSNewReplicas.
pub(super) fn size(sync: &Sync, size: i64) -> i64 {
    let bounds = sync.bounds;
    match sync.deployment.spec.strategy() {
        DeploymentStrategyType::Recreate => bounds.replicas,
        DeploymentStrategyType::RollingUpdate => {
            let room = (bounds.max_total() - sync.total()).max(0);
            size + room.min(bounds.replicas - size)
        }
    }
}

/// Returns a ReplicaSet with the Deployment's template, without a size. Rule D-02.
fn fresh(deployment: &Deployment, hash: &Text) -> ReplicaSet {
    let label = || (Text::Static(POD_TEMPLATE_HASH), hash.clone());
    let mut template = deployment.spec.template.clone();
    template.metadata.labels.extend([label()]);
    let mut selector = deployment.spec.selector.clone().unwrap_or_default();
    selector.match_labels.extend([label()]);
    let metadata = ObjectMeta {
        labels: template.metadata.labels.clone(),
        name: format!("{}-{hash}", deployment.metadata.name).into(),
        namespace: deployment.metadata.namespace.clone(),
        owner_references: vec![controller_reference(deployment)],
        ..ObjectMeta::default()
    };
    let spec = ReplicaSetSpec {
        min_ready_seconds: deployment.spec.min_ready_seconds,
        replicas: None,
        selector: Some(selector),
        template,
    };
    ReplicaSet { metadata, spec: spec.into(), ..ReplicaSet::default() }
}

/// Returns the hash of the template and of the number of collisions, in characters that names may contain. Rule D-02.
///
/// Kubernetes computes it from a dump of the structure as Go has it, so a real cluster has another hash for the same template.
/// Models kubernetes pkg/controller/controller_utils.go ComputeHash.
pub(super) fn hash(deployment: &Deployment) -> Text {
    let template = emit::json(&deployment.spec.template.encode());
    let collisions = deployment.status.collision_count.map(|count| count.to_string());
    let text = template + &collisions.unwrap_or_default();
    // FNV-1a with 32 bits.
    let hash = text
        .bytes()
        .fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    let letter = |digit: u8| SAFE_ALPHABET[digit as usize % SAFE_ALPHABET.len()] as char;
    hash.to_string().bytes().map(letter).collect::<String>().into()
}

/// Returns the reference by which a Deployment owns its ReplicaSets. Rules D-01, G-02.
pub fn controller_reference(deployment: &Deployment) -> OwnerReference {
    OwnerReference {
        api_version: "apps/v1".into(),
        block_owner_deletion: Some(true),
        controller: Some(true),
        kind: "Deployment".into(),
        name: deployment.metadata.name.clone(),
        uid: deployment.metadata.uid.clone(),
    }
}
