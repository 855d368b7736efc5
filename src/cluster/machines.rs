//! Machines: whether they run and reach the API server, and what the controllers of nodes remember about them.
//!
//! The table has no entry for a machine to which nothing has happened. Chapter 10 of the rule book.

use crate::api::node::SHUTTING_DOWN;
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::cause::Cause;
use crate::cluster::numbers::{NodeId, PodId};
use crate::cluster::pressure::{Amounts, EvictionSignal};
use crate::rules::Feature;
use crate::rules::release::Release;
use std::collections::BTreeMap;

/// Milliseconds between two heartbeats of a kubelet. Rule K-19.
pub(crate) const HEARTBEAT: u64 = 10_000;
/// Milliseconds between two checks of the node controller. Rule K-21.
pub(crate) const MONITOR: u64 = 5000;
/// Milliseconds between two checks of the Pod garbage collector. Rule K-26.
pub(crate) const COLLECT: u64 = 20_000;
/// For how many milliseconds a node stays under pressure after enough of the resource is free again. Rule K-28.
pub(crate) const PRESSURE: u64 = 300_000;
/// For how many milliseconds a kubelet tolerates a runtime that does not answer. Rule P-1002.
/// Models kubernetes pkg/kubelet/runtime.go maxAllowedTimeWithoutRuntime.
pub(crate) const RUNTIME_GRACE: u64 = 30_000;
/// The message of a kubelet while its network plugin is missing. Rule P-1002.
pub(crate) const NETWORK_DOWN: &str = "container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady message:Network plugin returns error: cni plugin not initialized";
/// How many milliseconds the Pods of a node that does not exist stay. Rule K-27.
pub(crate) const QUARANTINE: u64 = 40_000;

/// Returns the milliseconds of silence after which a node counts as lost. Rule K-22.
pub(crate) fn grace(release: Release) -> u64 {
    if release.has(Feature::NodeMonitorGracePeriod50Seconds) { 50_000 } else { 40_000 }
}

/// How many milliseconds after the creation of its Node object a node that never posted a status counts as lost. Rule
/// P-1005.
/// Models kubernetes pkg/controller/nodelifecycle/config nodeStartupGracePeriod.
pub(crate) const STARTUP_GRACE: u64 = 60_000;

/// The connection of a machine to the API server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Connectivity {
    /// The machine runs, and its kubelet reads and writes.
    #[default]
    Up,
    /// Its kubelet writes again, and has not read yet what happened in the meantime.
    Returning,
    /// The machine runs, cut off from the API server.
    CutOff,
    /// The machine is switched off.
    Off,
    /// Its disk has failed, and everything that ran on it has ended.
    Broken,
}

impl Connectivity {
    /// Returns whether the API server hears from the machine.
    pub fn is_heard(self) -> bool {
        matches!(self, Connectivity::Up | Connectivity::Returning)
    }

    /// Returns whether the machine's kubelet and containers run.
    pub fn runs(self) -> bool {
        !matches!(self, Connectivity::Off | Connectivity::Broken)
    }

    /// Returns the word for it in changes.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Connectivity::Up | Connectivity::Returning => "connected",
            Connectivity::CutOff => "cut off",
            Connectivity::Off => "off",
            Connectivity::Broken => "broken",
        }
    }
}

/// What the simulation keeps about a machine.
#[derive(Clone, Debug, Default)]
pub struct Machine {
    /// Its connection to the API server.
    pub connectivity: Connectivity,
    /// When its last heartbeat came. Set while the machine is silent, or while its return has not been noticed.
    pub heard: Option<SimTime>,
    /// When its Node object was created; `None` for a node that existed from the beginning.
    pub created: Option<SimTime>,
    /// Whether its kubelet has posted nothing since its Node object was created. Rule P-1005.
    pub is_new: bool,
    /// When it was cut off. The retries of its kubelet depend on this.
    pub since: SimTime,
    /// When its Node object was deleted, until it has a Node object again.
    pub deleted: Option<SimTime>,
    /// The life of its connection. Events of an earlier life are outdated.
    pub token: u32,
    /// Whether its kubelet restarts when the machine returns.
    pub started: bool,
    /// The drain in progress.
    pub drain: Option<Drain>,
    /// Since when its container runtime does not answer. Rule P-1002.
    pub runtime_down: Option<SimTime>,
    /// What stopped the container runtime last, or made it answer again.
    pub(crate) runtime_cause: Cause,
    /// Whether its network plugin is missing. Rule P-1002.
    pub network_down: bool,
    /// Whether its kernel has no AppArmor. Rule P-305.
    pub no_app_armor: bool,
    /// The shutdown in progress that its kubelet knows of. Rule P-1018.
    pub shutdown: Option<Shutdown>,
    /// What something that is not a Pod uses of the machine. Rule P-1021.
    pub taken: Amounts,
    /// When its kubelet last saw that too little of each resource was left. Rule P-1021.
    pub pressed: [Option<SimTime>; 3],
    /// The crossed thresholds of each resource: the hard and the soft one. Rule P-1021.
    pub crossed: [[Option<Crossed>; 2]; 3],
    /// Whether its kubelet's next eviction round is planned.
    pub round: bool,
}

/// A threshold that a machine has crossed: less than the threshold is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossed {
    /// Since when it is crossed.
    pub since: SimTime,
    /// Whether it was crossed for its whole grace period, so that Pods are evicted.
    pub is_met: bool,
}

/// A shutdown in which the kubelet ends Pods before the machine is switched off. Rule P-1018.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shutdown {
    /// How many seconds critical Pods have at the end.
    pub critical: u64,
    /// Whether the kubelet now ends the critical Pods.
    pub is_last: bool,
    /// When the time of the Pods that end now is over.
    pub until: SimTime,
}

impl Machine {
    /// Returns why its kubelet says that the node is not Ready, as far as the kubelet has noticed it. Rule P-1002.
    pub(crate) fn complaint(&self, now: SimTime) -> Option<&'static str> {
        if self.shutdown.is_some() {
            Some(SHUTTING_DOWN)
        } else if self.runtime_down.is_some_and(|since| now.since(since) >= RUNTIME_GRACE) {
            Some("container runtime is down")
        } else if self.network_down {
            Some(NETWORK_DOWN)
        } else {
            None
        }
    }

    /// Returns whether its kubelet reports pressure on the node: too little of the resource was left within the last
    /// five minutes. Rules P-1021, K-28.
    pub(crate) fn is_short_of(&self, signal: EvictionSignal, now: SimTime) -> bool {
        self.pressed[signal as usize].is_some_and(|at| now.since(at) < PRESSURE)
    }
}

/// A `kubectl drain` that continues until no Pod is left to evict. Rule B-10.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drain {
    /// The Pods that it evicts.
    pub pods: Vec<PodId>,
    /// When it gives up.
    pub until: Option<SimTime>,
    /// When it tries again.
    pub next: SimTime,
}

/// The offsets of heartbeats and checks in their periods.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Offsets {
    pub heartbeat: u64,
    pub monitor: u64,
    pub collect: u64,
}

/// All machines to which something has happened.
#[derive(Clone, Debug, Default)]
pub struct Machines {
    pub(crate) known: BTreeMap<NodeId, Machine>,
    pub(crate) offsets: Option<Offsets>,
    /// When the node controller may next add a `NoExecute` taint to a node of a zone, which evicts its Pods. Rule K-24.
    pub next_taint: BTreeMap<Text, SimTime>,
    /// The Pods that a taint will delete: since when the taint counts, and when the Pod is deleted. Rule P-1009.
    pub evictions: BTreeMap<PodId, (SimTime, SimTime)>,
}

impl Machines {
    /// Returns what is kept about a machine, if anything.
    pub fn get(&self, node: NodeId) -> Option<&Machine> {
        self.known.get(&node)
    }

    /// Returns the connection of a machine to the API server.
    pub fn connectivity(&self, node: NodeId) -> Connectivity {
        self.known.get(&node).map_or(Connectivity::Up, |machine| machine.connectivity)
    }

    /// Returns whether a machine's kubelet can work on Pods, which needs a container runtime that answers. Rule P-1002.
    pub(crate) fn has_runtime(&self, node: NodeId) -> bool {
        self.known.get(&node).is_none_or(|machine| machine.runtime_down.is_none())
    }

    /// Returns all machines about which something is kept.
    pub fn iter(&self) -> impl Iterator<Item = (NodeId, &Machine)> {
        self.known.iter().map(|(node, machine)| (*node, machine))
    }

    pub(crate) fn of(&mut self, node: NodeId) -> &mut Machine {
        self.known.entry(node).or_default()
    }

    /// Returns the offset of heartbeats in their period of ten seconds, or 0 while nothing has depended on it.
    pub(crate) fn heartbeat_offset(&self) -> u64 {
        self.offsets.map_or(0, |offsets| offsets.heartbeat)
    }
}
