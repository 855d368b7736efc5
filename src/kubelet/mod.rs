//! The kubelet: what a node does with the Pods that are bound to it.

pub(crate) mod actions;
mod agent;
pub mod backoff;
pub(crate) mod check;
pub mod conditions;
pub(crate) mod configuration;
mod context;
mod events;
pub(crate) mod eviction;
pub(crate) mod file_systems;
mod go_syntax;
pub(crate) mod held;
mod hooks;
pub mod images;
mod known_servers;
pub mod legacy;
pub(crate) mod logs;
mod mirror_pod;
pub mod network;
pub(crate) mod node;
pub(crate) mod node_status;
pub mod phase;
pub mod priority;
pub mod probe;
mod prober;
pub mod prober_manager;
pub mod process;
pub mod program;
mod refusal;
mod removal;
pub(crate) mod resize;
pub(crate) mod restart_all;
pub(crate) mod restart_policy;
pub mod runtime;
pub(crate) mod servers;
pub(crate) mod start;
pub mod static_pod;
pub(crate) mod status_manager;
mod status_rules;
pub(crate) mod statuses;
pub(crate) mod stop;
mod stop_signal;
pub(crate) mod sync;
mod termination;
pub(crate) mod volumes;
pub mod worker;

pub(crate) use agent::{Admissions, Kubelet};
pub use context::STATUS_TICK;
pub(crate) use context::{Context, KubeletState, Pull};

use crate::api::persistent_volume_claim::PersistentVolumeClaim;
use crate::api::pod::Pod;
use crate::cluster::event::SimEvent;
use crate::cluster::store_event::{NOTICE, StoreEvent, Stored, Write};
use crate::cluster::world::World;

/// Plans that the kubelet of a bound Pod notices a change of the Pod: that it is new, has another spec, is being
/// deleted, or is gone. If a volume has grown, lets its file system grow at once.
pub(crate) fn observe(world: &mut World, event: &StoreEvent) {
    if let Some((key, write)) = event.object.of::<PersistentVolumeClaim>() {
        file_systems::observe(world, key, write);
    }
    let Stored::Pod { id, write, .. } = &event.object else { return };
    let is_news = match write {
        Write::Added(_) | Write::Deleted(_) => true,
        Write::Modified { old, new } => {
            let deletion = |pod: &Pod| pod.metadata.deletion_timestamp;
            !new.spec.is_same(&old.spec) || deletion(old) != deletion(new)
        }
    };
    if is_news && !write.newest().spec.node_name.is_empty() {
        world.schedule(NOTICE, SimEvent::PodNoticed { pod: *id });
    }
}
