//! Controllers: the components that bring objects into their desired state.

pub mod deployment;
pub(crate) mod disruption;
pub(crate) mod endpoints;
pub(crate) mod ephemeral_volumes;
pub(crate) mod garbage;
pub(crate) mod namespaces;
pub(crate) mod node_lifecycle;
pub(crate) mod pod_gc;
pub(crate) mod replica_set;
mod request;
pub mod stateful_set;
mod step;
pub(crate) mod taint_eviction;
pub(crate) mod volumes;

use crate::api::ResourceKind;
use crate::apiserver::registry::about;
use crate::base::text::Text;
use crate::cluster::fact::{Decision, Fact};
use crate::cluster::tables::Kind;
use crate::cluster::world::World;
use crate::rules::Rule;

/// Records a decision of an object's controller about a Pod. It becomes the cause of what follows.
fn decide<K: Kind>(world: &mut World, object: &K, decision: Decision, pod: &Text, rule: Rule) {
    decide_about(world, object, decision, ResourceKind::Pod, pod, rule);
}

/// Records a decision of an object's controller about an object of a kind. It becomes the cause of what follows.
fn decide_about<K: Kind>(
    world: &mut World,
    object: &K,
    decision: Decision,
    kind: ResourceKind,
    name: &Text,
    rule: Rule,
) {
    world.record(about(object), Fact::Decision { decision, kind, name: name.clone() }, rule);
}
