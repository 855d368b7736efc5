//! How much Pods use of their machine, and whether that exceeds their limits. Rules P-120, P-1021.

use crate::api::container::Container;
use crate::api::pod::Pod;
use crate::api::pod_requests::totals;
use crate::api::quantity::Quantity;
use crate::base::text::Text;
use crate::cluster::pressure::{EvictionSignal, MOST, capacity, in_words, usual, whole};
use crate::cluster::world::World;
use crate::kubelet::Kubelet;
use crate::kubelet::priority::is_critical;
use crate::kubelet::worker::{PodWorker, PodWorkerState};
use crate::manifest::node::Node as ManifestNode;

fn container_usage(world: &World, pod: &Pod, container: &Container, signal: EvictionSignal) -> i64 {
    let told = world.scripts.usage(&pod.metadata.name, &container.name, signal);
    told.unwrap_or_else(|| usual(container, signal))
}

/// Returns how much each running container of a Pod uses, in the order of the spec.
pub(super) fn usages<'a>(
    world: &'a World,
    worker: &'a PodWorker,
    signal: EvictionSignal,
) -> impl Iterator<Item = (&'a Container, i64)> {
    let spec = &worker.pod.spec;
    let all = spec.init_containers.iter().chain(&spec.containers);
    let runs = |c: &&Container| worker.runtime.running().any(|i| i.container == c.name);
    all.filter(runs).map(move |c| (c, container_usage(world, &worker.pod, c, signal)))
}

pub(super) fn usage(world: &World, worker: &PodWorker, signal: EvictionSignal) -> i64 {
    let of_volumes = volumes(world, worker).filter(|volume| volume.of == signal);
    let of_containers: i64 = usages(world, worker, signal).map(|(_, amount)| amount).sum();
    of_containers + of_volumes.map(|volume| volume.amount).sum::<i64>()
}

/// An `emptyDir` volume that is on the machine.
struct EmptyDir<'a> {
    name: &'a Text,
    /// Its field `sizeLimit`.
    limit: Option<Quantity>,
    /// The resource that it uses: memory if that is its medium, else disk.
    of: EvictionSignal,
    /// The bytes in it.
    amount: i64,
}

/// Returns the `emptyDir` volumes of a Pod that has a sandbox and has not ended.
fn volumes<'a>(world: &'a World, worker: &'a PodWorker) -> impl Iterator<Item = EmptyDir<'a>> {
    let is_over =
        worker.stage >= PodWorkerState::Terminated || worker.known_status().phase().is_terminal();
    let is_there = !is_over && !worker.runtime.sandboxes.is_empty();
    let all = worker.pod.spec.volumes.iter().filter(move |_| is_there);
    all.filter_map(|volume| {
        let source = volume.empty_dir.0.as_ref()?;
        let is_memory = source
            .get("medium")
            .and_then(ManifestNode::as_text)
            .is_some_and(|medium| *medium == "Memory");
        let of = if is_memory { EvictionSignal::Memory } else { EvictionSignal::Disk };
        let limit = source.get("sizeLimit").and_then(Quantity::of_node);
        let limit = limit.filter(|limit| limit.milli > 0);
        let amount = world.scripts.volume_usage(&worker.pod.metadata.name, &volume.name);
        Some(EmptyDir { name: &volume.name, limit, of, amount })
    })
}

/// Returns how much of a resource a Pod requests.
pub(super) fn asked(pod: &Pod, signal: EvictionSignal) -> i64 {
    let thousandths = crate::api::pod_requests::requests(&pod.spec).get(signal.resource()).copied();
    (thousandths.unwrap_or(0) / 1000).min(i128::from(MOST)) as i64
}

/// Returns the message for a Pod that exceeds a limit: the size limit of a volume, the disk limit of the whole Pod, or
/// the disk limit of one container.
pub(super) fn beyond_limit(world: &World, worker: &PodWorker) -> Option<Text> {
    for EmptyDir { name, limit, amount, .. } in volumes(world, worker) {
        if let Some(most) = limit.filter(|most| amount > whole(most)) {
            let most = most.canonical();
            let told =
                format!("Usage of EmptyDir volume \"{name}\" exceeds the limit \"{most}\". ");
            return Some(told.into());
        }
    }
    let key = EvictionSignal::Disk.resource();
    if is_critical(&worker.pod) {
        return None;
    }
    let limits = totals(&worker.pod.spec, |container| &container.resources.limits);
    if let Some(most) = limits.get(key).map(|milli| (milli / 1000).min(i128::from(MOST)) as i64)
        && usage(world, worker, EvictionSignal::Disk) > most
    {
        let most = in_words(EvictionSignal::Disk, most);
        let words = "Pod ephemeral local storage usage exceeds the total limit of containers ";
        return Some(format!("{words}{most}. ").into());
    }
    for (container, amount) in usages(world, worker, EvictionSignal::Disk) {
        if let Some(most) = container.resources.limits.get(key)
            && amount > whole(most)
        {
            let (name, most) = (&container.name, most.canonical());
            let text =
                format!("Container {name} exceeded its local ephemeral storage limit \"{most}\". ");
            return Some(text.into());
        }
    }
    None
}

impl Kubelet {
    /// Returns how much of the machine its Pods use.
    pub(crate) fn used(&self, world: &World, signal: EvictionSignal) -> i64 {
        self.workers().map(|worker| usage(world, worker, signal)).sum()
    }

    /// Returns how much of the machine is unused.
    pub(crate) fn available(&self, world: &World, signal: EvictionSignal) -> i64 {
        let id = self.node.id;
        let Some(node) = world.last_node(id) else { return 0 };
        let taken = world.machines.get(id).map_or(0, |machine| machine.taken.of(signal));
        (capacity(node, signal) - taken - self.used(world, signal)).max(0)
    }
}
