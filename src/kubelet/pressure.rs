//! Evictions by the kubelet of a machine that runs out of something. Rules P-1021, P-1022, K-28, K-29.
//! Models kubernetes pkg/kubelet/eviction/eviction_manager.go.
//!
//! Simplified: a round every ten seconds, and none while an evicted Pod is still being stopped.

use super::static_pod::is_static;
use super::worker::{End, PodWorker, Stage};
use super::{Context, Kubelet, node_status, sync};
use crate::api::container::Container;
use crate::api::core::Node;
use crate::api::pod::Pod;
use crate::api::quantity::Quantity;
use crate::change::{Subject, Value};
use crate::controller::node_lifecycle;
use crate::event::{NodeEvent, SimEvent};
use crate::eviction::Threshold;
use crate::machines::Crossed;
use crate::manifest::node::Node as ManifestNode;
use crate::order::order;
use crate::pressure::{MOST, Scarce, capacity, in_words, usual, whole};
use crate::recorder::Said;
use crate::scheduler::totals;
use crate::text::Text;
use crate::world::{About, NodeId, PodId, World};
use std::rc::Rc;

/// `status.reason` of Pods that were evicted, or refused for want of something.
pub const EVICTED: &str = "Evicted";
/// The priority from which on a Pod is critical.
const CRITICAL: i64 = 2_000_000_000;

/// Whether a Pod is spared: the system needs it. Models kubernetes pkg/kubelet/types/pod_update.go IsCriticalPod.
pub fn is_critical(pod: &Pod) -> bool {
    if is_static(pod) {
        return true;
    }
    pod.spec.priority.is_some_and(|priority| priority >= CRITICAL)
}

/// What runs on a machine changed: if that matters, the kubelet will see it in its next round.
pub(super) fn runtime_changed(cx: &mut Context<'_>) {
    let node = cx.node.id;
    let matters = |machine: &crate::machines::Machine| {
        !machine.taken.is_nothing() || machine.pressed.iter().any(Option::is_some)
    };
    if cx.world.plans.tell_usage() || cx.world.machines.get(node).is_some_and(matters) {
        plan_round(cx.world, node);
    }
}

/// Plans the next round, if none is planned.
#[inline(never)]
pub(crate) fn plan_round(world: &mut World, node: NodeId) {
    if !world.machines.link(node).runs() || world.machines.of(node).round {
        return;
    }
    let at = world.next_round(world.now + 1);
    let machine = world.machines.of(node);
    machine.round = true;
    let turn = machine.turn;
    world.plan_at(at, SimEvent::OfNode { node, what: NodeEvent::Weighed, turn });
}

fn container_usage(world: &World, pod: &Pod, container: &Container, scarce: Scarce) -> i64 {
    let told = world.plans.usage(&pod.metadata.name, &container.name, scarce);
    told.unwrap_or_else(|| usual(container, scarce))
}

/// What each running container of a Pod uses, by their order in the spec.
fn usages<'a>(
    world: &'a World,
    worker: &'a PodWorker,
    scarce: Scarce,
) -> impl Iterator<Item = (&'a Container, i64)> {
    let spec = &worker.pod.spec;
    let all = spec.init_containers.iter().chain(&spec.containers);
    let runs = |c: &&Container| worker.runtime.running().any(|i| i.container == c.name);
    all.filter(runs).map(move |c| (c, container_usage(world, &worker.pod, c, scarce)))
}

fn usage(world: &World, worker: &PodWorker, scarce: Scarce) -> i64 {
    let of_volumes = volumes(world, worker).filter(|volume| volume.of == scarce);
    let of_containers: i64 = usages(world, worker, scarce).map(|(_, amount)| amount).sum();
    of_containers + of_volumes.map(|volume| volume.amount).sum::<i64>()
}

/// An `emptyDir` volume that is on the machine.
struct EmptyDir<'a> {
    name: &'a Text,
    /// Its field `sizeLimit`.
    limit: Option<Quantity>,
    /// What it takes: memory, if its medium is that.
    of: Scarce,
    /// Bytes that lie in it.
    amount: i64,
}

/// The `emptyDir` volumes of a Pod, as long as it runs or is to run.
fn volumes<'a>(world: &'a World, worker: &'a PodWorker) -> impl Iterator<Item = EmptyDir<'a>> {
    let is_over = worker.stage >= Stage::Terminated || worker.known_status().phase().is_terminal();
    let is_there = !is_over && !worker.runtime.sandboxes.is_empty();
    let all = worker.pod.spec.volumes.iter().filter(move |_| is_there);
    all.filter_map(|volume| {
        let source = volume.empty_dir.0.as_ref()?;
        let is_memory = source
            .get("medium")
            .and_then(ManifestNode::as_text)
            .is_some_and(|medium| *medium == "Memory");
        let of = if is_memory { Scarce::Memory } else { Scarce::Disk };
        let limit = source.get("sizeLimit").and_then(Quantity::of_node);
        let limit = limit.filter(|limit| limit.milli > 0);
        let amount = world.plans.volume_usage(&worker.pod.metadata.name, &volume.name);
        Some(EmptyDir { name: &volume.name, limit, of, amount })
    })
}

/// What a Pod asks for.
fn asked(pod: &Pod, scarce: Scarce) -> i64 {
    let thousandths = crate::scheduler::requests(&pod.spec).get(scarce.resource()).copied();
    (thousandths.unwrap_or(0) / 1000).min(i128::from(MOST)) as i64
}

/// What is said of a Pod of which a volume holds more than it may, or that writes more to disk than it may, or one of its
/// containers than that may.
fn beyond_limit(world: &World, worker: &PodWorker) -> Option<Text> {
    for EmptyDir { name, limit, amount, .. } in volumes(world, worker) {
        if let Some(most) = limit.filter(|most| amount > whole(most)) {
            let words = ["Usage of EmptyDir volume \"", name, "\" exceeds the limit \""];
            return Some([words.concat().as_str(), &most.canonical(), "\". "].concat().into());
        }
    }
    let key = Scarce::Disk.resource();
    if is_critical(&worker.pod) {
        return None;
    }
    let limits = totals(&worker.pod.spec, |container| &container.resources.limits);
    if let Some(most) = limits.get(key).map(|milli| (milli / 1000).min(i128::from(MOST)) as i64)
        && usage(world, worker, Scarce::Disk) > most
    {
        let most = in_words(Scarce::Disk, most);
        let words = "Pod ephemeral local storage usage exceeds the total limit of containers ";
        return Some([words, &most, ". "].concat().into());
    }
    for (container, amount) in usages(world, worker, Scarce::Disk) {
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

/// Seconds of grace of a Pod that has to go at once. Up to 1.28 none of its own, which from 1.22 on is the Pod's. Rule P-1021.
fn hard_grace(world: &World) -> i64 {
    i64::from(world.release().has(29))
}

impl Kubelet {
    /// What its Pods use of the machine.
    pub fn used(&self, world: &World, scarce: Scarce) -> i64 {
        self.workers().map(|worker| usage(world, worker, scarce)).sum()
    }

    /// How much of the machine nothing uses.
    pub fn available(&self, world: &World, scarce: Scarce) -> i64 {
        let id = self.node.id;
        let Some(node) = world.last_node(id) else { return 0 };
        let taken = world.machines.get(id).map_or(0, |machine| machine.taken.of(scarce));
        (capacity(node, scarce) - taken - self.used(world, scarce)).max(0)
    }

    /// Whether no threshold of anything is crossed any more, and what is to be made free is.
    fn has_enough(&self, world: &World, node: &Node) -> bool {
        let eviction = &world.settings.eviction;
        Scarce::ALL.into_iter().all(|scarce| {
            let (capacity, available) = (capacity(node, scarce), self.available(world, scarce));
            let more = eviction.minimum_reclaim(scarce, capacity);
            eviction.thresholds(scarce, capacity).all(|least| available >= least.amount + more)
        })
    }

    /// Notes which thresholds are crossed. Gives whether one of something is, and the first for which Pods go.
    /// Models kubernetes pkg/kubelet/eviction/helpers.go thresholdsMet, thresholdsMetGracePeriod.
    fn compare(&self, world: &mut World, node: &Node, scarce: Scarce) -> (bool, Option<Threshold>) {
        let (now, available) = (world.now, self.available(world, scarce));
        let capacity = capacity(node, scarce);
        let eviction = &world.settings.eviction;
        let more = eviction.minimum_reclaim(scarce, capacity);
        let thresholds = eviction.thresholds(scarce, capacity);
        let crossed = &mut world.machines.of(self.node.id).crossed[scarce as usize];
        let (mut is_short, mut first) = (false, None);
        for (threshold, crossed) in thresholds.zip(crossed) {
            let more = if crossed.is_some_and(|before| before.is_met) { more } else { 0 };
            if available >= threshold.amount + more {
                *crossed = None;
                continue;
            }
            is_short = true;
            let since = crossed.map_or(now, |before| before.since);
            let is_met = now.since(since) >= threshold.grace;
            *crossed = Some(Crossed { since, is_met });
            if is_met {
                first = first.or(Some(threshold));
            }
        }
        (is_short, first)
    }

    /// A round: what there is too little of is noted, and for the first of it one Pod has to go.
    #[inline(never)]
    pub(crate) fn weigh(&mut self, world: &mut World) {
        let id = self.node.id;
        world.machines.of(id).round = false;
        let Some(node) = world.last_node(id).cloned() else { return };
        let (now, cause) = (world.now, world.cause);
        let mut first = None;
        let (mut changed, mut goes_on) = (false, false);
        for scarce in Scarce::ALL {
            let (is_short, met) = self.compare(world, &node, scarce);
            first = first.or(met.map(|threshold| (scarce, threshold)));
            let machine = world.machines.of(id);
            let before = machine.pressed[scarce as usize];
            if is_short {
                changed |= before.is_none();
                machine.pressed[scarce as usize] = Some(now);
            } else if before.is_some() && !machine.is_short_of(scarce, now) {
                machine.pressed[scarce as usize] = None;
                changed = true;
            }
            goes_on |= machine.pressed[scarce as usize].is_some();
        }
        if changed {
            node_status::changed(world, id, now);
        }
        if world.machines.has_runtime(id) {
            goes_on |= self.enforce_limits(world);
        }
        let is_busy = |w: &PodWorker| w.end.is_some() && w.runtime.running().next().is_some();
        if let Some((scarce, threshold)) = first
            && world.machines.has_runtime(id)
            && !self.workers().any(is_busy)
        {
            self.reclaim(world, &node, scarce, &threshold);
        }
        world.cause = cause;
        if goes_on {
            plan_round(world, id);
        }
    }

    /// Makes room: unused images first where that helps, then the Pod that uses most beyond what it asked for.
    fn reclaim(&mut self, world: &mut World, node: &Node, scarce: Scarce, threshold: &Threshold) {
        let id = self.node.id;
        node_lifecycle::say(world, id, |_| {
            let message = ["Attempting to reclaim ", scarce.resource()].concat().into();
            let (kind, reason, from) = ("Warning", "EvictionThresholdMet", "kubelet");
            Said { kind, reason, message, field: Text::default(), from }
        });
        if scarce == Scarce::Disk {
            let freed = self.remove_unused_images();
            *world.machines.of(id).taken.of_mut(scarce) -= freed;
            if self.has_enough(world, node) {
                return;
            }
        }
        let Some(victim) = self.ranked(world, scarce).first().copied() else { return };
        let message = self.message(world, threshold, scarce, victim);
        let Some(name) = world.pod(victim).map(|pod| pod.metadata.name.clone()) else { return };
        let object: Text = ["Node/", &node.metadata.name].concat().into();
        let what = Value::Text(["evicts Pod ", &name].concat().into());
        world.record(About::Object(object), Subject::Decision, Value::None, what, "P-1021");
        let disruption = message.clone();
        let grace =
            if threshold.grace == 0 { hard_grace(world) } else { self.soft_grace(world, victim) };
        self.evict(world, victim, message, disruption, grace);
    }

    #[inline(never)]
    fn evict(&mut self, world: &mut World, id: PodId, message: Text, disruption: Text, grace: i64) {
        self.with(world, id, |cx, worker| {
            cx.tell(worker, None, "Warning", EVICTED, message.clone());
            sync::end_by_kubelet(cx, worker, End { reason: EVICTED, message, grace, disruption });
        });
    }

    /// Seconds of grace of a Pod that a soft threshold makes go: from 1.32 on no more than its own. Rule P-1021.
    fn soft_grace(&self, world: &World, id: PodId) -> i64 {
        let most = world.settings.eviction.max_pod_grace;
        let spec = self.pods.get(&id).map(|worker| &worker.pod.spec);
        let own = spec.and_then(|spec| spec.termination_grace_period_seconds).unwrap_or(30);
        if world.release().has(32) { most.min(own) } else { most }
    }

    /// Evicts the Pods that write more to disk than they may. Gives whether there was one. Rule P-120.
    /// Models kubernetes pkg/kubelet/eviction/eviction_manager.go localStorageEviction.
    #[inline(never)]
    fn enforce_limits(&mut self, world: &mut World) -> bool {
        let cause = world.cause;
        let is_active = |w: &&PodWorker| {
            w.stage < Stage::Terminated && !w.gone && w.end.is_none() && !is_critical(&w.pod)
        };
        let over =
            self.workers().filter(is_active).filter_map(|w| Some((w.id, beyond_limit(world, w)?)));
        let over: Vec<(PodId, Text)> = over.collect();
        for (id, message) in &over {
            world.cause = cause;
            let grace = hard_grace(world);
            self.evict(world, *id, message.clone(), Text::default(), grace);
        }
        world.cause = cause;
        !over.is_empty()
    }

    /// The Pods that may be evicted, those that go first before the others. Rule P-1021.
    /// Models kubernetes pkg/kubelet/eviction/helpers.go rankMemoryPressure.
    pub fn ranked(&self, world: &World, scarce: Scarce) -> Vec<PodId> {
        let active = |w: &&PodWorker| {
            w.stage < Stage::Terminated
                && !w.gone
                && w.end.is_none()
                && !w.known_status().phase().is_terminal()
                && !is_critical(&w.pod)
        };
        let rank = |worker: &PodWorker| {
            let beyond = usage(world, worker, scarce) - asked(&worker.pod, scarce);
            let within = scarce != Scarce::Pids && beyond <= 0;
            (within, worker.pod.spec.priority.unwrap_or(0), -beyond, worker.id)
        };
        let mut ranked: Vec<_> = self.workers().filter(active).map(rank).collect();
        order(&mut ranked, |a, b| a < b);
        ranked.into_iter().map(|(.., id)| id).collect()
    }

    /// Why a Pod was evicted, in the words of the release. Rule P-120.
    fn message(&self, world: &World, threshold: &Threshold, scarce: Scarce, id: PodId) -> Text {
        let release = world.release();
        let mut text = ["The node was low on resource: ", scarce.resource(), ". "].concat();
        if release.has(26) {
            let available = in_words(scarce, self.available(world, scarce));
            text.extend([
                "Threshold quantity: ",
                &threshold.words,
                ", available: ",
                &available,
                ". ",
            ]);
        }
        let Some(worker) = self.pods.get(&id).filter(|_| scarce != Scarce::Pids) else {
            return text.into();
        };
        for (container, amount) in usages(world, worker, scarce) {
            let request = container.resources.requests.get(scarce.resource());
            if amount <= request.map_or(0, whole) {
                continue;
            }
            let request = request.map_or_else(|| "0".to_owned(), Quantity::canonical);
            text.extend(["Container ", &container.name, " was using "]);
            text.push_str(&in_words(scarce, amount));
            if release.has(26) {
                text.extend([", request is ", &request, ", has larger consumption of "]);
                text.extend([scarce.resource(), ". "]);
            } else {
                text.extend([", which exceeds its request of ", &request, ". "]);
            }
        }
        text.into()
    }

    /// Removes the images that no Pod of the node uses. Gives the bytes that makes free; patterns stay.
    fn remove_unused_images(&mut self) -> i64 {
        let used = |image: &Text| {
            self.pods.values().any(|worker| {
                let spec = &worker.pod.spec;
                let mut all = spec.init_containers.iter().chain(&spec.containers);
                all.any(|container| container.image == *image)
            })
        };
        let unused: Vec<Text> =
            self.node.images.iter().filter(|i| !i.contains('*') && !used(i)).cloned().collect();
        let mut freed = 0;
        for image in unused {
            freed += super::images::size(&image) as i64;
            self.node.images.remove(&image);
        }
        freed
    }

    /// The Pods a shutdown is about: those that have not ended, the critical ones or the others. Rule P-1018.
    #[inline(never)]
    pub(crate) fn active(&self, critical: bool) -> Vec<PodId> {
        let is_it = |w: &&Rc<PodWorker>| {
            let running = w.runtime.running().next().is_some();
            let over = w.stage >= Stage::Terminated || w.known_status().phase().is_terminal();
            is_critical(&w.pod) == critical && (running || !over)
        };
        self.pods.values().filter(is_it).map(|worker| worker.id).collect()
    }
}
