//! Which eviction thresholds a machine has crossed, since when, and what its kubelet reports because of that.
//! Rules P-1021, K-28.
//! Models kubernetes pkg/kubelet/eviction/eviction_manager.go synchronize, up to where Pods go.

use crate::api::core::Node;
use crate::cluster::eviction::Threshold;
use crate::cluster::machines::Crossed;
use crate::cluster::pressure::{EvictionSignal, capacity};
use crate::cluster::world::World;
use crate::kubelet::{Kubelet, node_status};

impl Kubelet {
    /// Returns whether no threshold is crossed any more, and the minimum to reclaim is free too.
    pub(super) fn has_enough(&self, world: &World, node: &Node) -> bool {
        let eviction = &world.settings.eviction;
        EvictionSignal::ALL.into_iter().all(|signal| {
            let (capacity, available) = (capacity(node, signal), self.available(world, signal));
            let more = eviction.minimum_reclaim(signal, capacity);
            eviction.thresholds(signal, capacity).all(|least| available >= least.amount + more)
        })
    }

    /// Notes which thresholds of a resource are crossed. Returns whether one is, and the first one for which Pods go.
    /// Models kubernetes pkg/kubelet/eviction/helpers.go thresholdsMet, thresholdsMetGracePeriod.
    fn compare(
        &self,
        world: &mut World,
        node: &Node,
        signal: EvictionSignal,
    ) -> (bool, Option<Threshold>) {
        let (now, available) = (world.now, self.available(world, signal));
        let capacity = capacity(node, signal);
        let eviction = &world.settings.eviction;
        let more = eviction.minimum_reclaim(signal, capacity);
        let thresholds = eviction.thresholds(signal, capacity);
        let crossed = &mut world.machines.of(self.node.id).crossed[signal as usize];
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

    /// Notes which resources are short. Returns whether another round must follow, and the first threshold for which Pods go.
    pub(super) fn note(
        &self,
        world: &mut World,
        node: &Node,
    ) -> (bool, Option<(EvictionSignal, Threshold)>) {
        let (id, now) = (self.node.id, world.now);
        let mut first = None;
        let (mut changed, mut goes_on) = (false, false);
        for signal in EvictionSignal::ALL {
            let (is_short, met) = self.compare(world, node, signal);
            first = first.or(met.map(|threshold| (signal, threshold)));
            let machine = world.machines.of(id);
            let before = machine.pressed[signal as usize];
            if is_short {
                changed |= before.is_none();
                machine.pressed[signal as usize] = Some(now);
            } else if before.is_some() && !machine.is_short_of(signal, now) {
                machine.pressed[signal as usize] = None;
                changed = true;
            }
            goes_on |= machine.pressed[signal as usize].is_some();
        }
        if changed {
            node_status::changed(world, id, now);
        }
        (goes_on, first)
    }

    /// Notes what a kubelet that starts finds. It has forgotten since when thresholds are crossed, and which resources
    /// were short in the last minutes. Rules P-809, P-1021, K-28.
    pub(in crate::kubelet) fn begin_noting(&self, world: &mut World) {
        let id = self.node.id;
        let knew = |m: &crate::cluster::machines::Machine| m.pressed.iter().any(Option::is_some);
        let Some(node) = world.last_node(id).cloned() else { return };
        if world.machines.get(id).is_some_and(knew) {
            let machine = world.machines.of(id);
            machine.pressed = [None; 3];
            machine.crossed = [[None; 2]; 3];
            self.note(world, &node);
            node_status::changed(world, id, world.now);
        }
    }
}
