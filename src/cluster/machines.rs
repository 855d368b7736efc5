//! Machines: whether they run and reach the API server, and what the controllers of nodes remember of them.
//!
//! Nothing is kept of a machine that nothing ever happened to. Chapter 10 of the rule book.

use crate::api::node::SHUTTING_DOWN;
use crate::base::rng::Rng;
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::pressure::{Amounts, EvictionSignal};
use crate::cluster::world::{Jitter, NodeId, PodId};
use crate::rules::Feature;
use crate::rules::release::Release;
use std::collections::BTreeMap;

/// Milliseconds between two heartbeats of a kubelet. Rule K-19.
pub const HEARTBEAT: u64 = 10_000;
/// Milliseconds between two looks of the node controller. Rule K-21.
pub const MONITOR: u64 = 5000;
/// Milliseconds between two looks of the Pod garbage collector. Rule K-26.
pub const COLLECT: u64 = 20_000;
/// Milliseconds between two rounds of a kubelet for evictions. Rule K-28.
const ROUND: u64 = 10_000;
/// Milliseconds for which a node counts as short of something that it has enough of again. Rule K-28.
pub const PRESSURE: u64 = 300_000;
/// Milliseconds for which a kubelet bears a runtime that does not answer. Rule P-1002.
/// Models kubernetes pkg/kubelet/runtime.go maxAllowedTimeWithoutRuntime.
pub const RUNTIME_GRACE: u64 = 30_000;
/// What a kubelet says while its network plugin is missing. Rule P-1002.
pub const NETWORK_DOWN: &str = "container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady message:Network plugin returns error: cni plugin not initialized";
/// Milliseconds the Pods of a node that does not exist stay. Rule K-27.
pub const QUARANTINE: u64 = 40_000;

/// Milliseconds of silence after which a node counts as lost. Rule K-22.
pub fn grace(release: Release) -> u64 {
    if release.has(Feature::NodeMonitorGracePeriod50Seconds) { 50_000 } else { 40_000 }
}

/// Milliseconds after its Node object was made after which a node that never posted anything counts as lost. Rule P-1005.
/// Models kubernetes pkg/controller/nodelifecycle/config nodeStartupGracePeriod.
pub const STARTUP_GRACE: u64 = 60_000;

/// How a machine stands to the API server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Connectivity {
    /// It runs, and its kubelet reads and writes.
    #[default]
    Up,
    /// Its kubelet writes again, and has not read yet what happened meanwhile.
    Returning,
    /// It runs, cut off from the API server.
    CutOff,
    /// It is switched off.
    Off,
    /// Its disk has died, and with it everything that ran.
    Broken,
}

impl Connectivity {
    /// Whether the API server hears from it.
    pub fn is_heard(self) -> bool {
        matches!(self, Connectivity::Up | Connectivity::Returning)
    }

    /// Whether its kubelet and its containers run.
    pub fn runs(self) -> bool {
        !matches!(self, Connectivity::Off | Connectivity::Broken)
    }

    /// The word of changes for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Connectivity::Up | Connectivity::Returning => "connected",
            Connectivity::CutOff => "cut off",
            Connectivity::Off => "off",
            Connectivity::Broken => "broken",
        }
    }
}

/// What is kept of a machine.
#[derive(Clone, Debug, Default)]
pub struct Machine {
    /// How it stands to the API server.
    pub connectivity: Connectivity,
    /// When its last heartbeat came, while it is silent or its return has not been noticed.
    pub heard: Option<SimTime>,
    /// When somebody created its Node object; none for a node that was there from the beginning.
    pub created: Option<SimTime>,
    /// Whether its kubelet has posted nothing since its Node object was made. Rule P-1005.
    pub is_new: bool,
    /// When it was cut off, for the retries of its kubelet.
    pub since: SimTime,
    /// When its Node object was deleted, until it has one again.
    pub deleted: Option<SimTime>,
    /// Life of its connection, so that outdated events are known.
    pub turn: u32,
    /// Whether its kubelet restarts when the machine returns.
    pub started: bool,
    /// The drain in hand.
    pub drain: Option<Drain>,
    /// Since when its container runtime does not answer. Rule P-1002.
    pub runtime_down: Option<SimTime>,
    /// Whether its network plugin is missing. Rule P-1002.
    pub network_down: bool,
    /// Whether its kernel has no AppArmor. Rule P-305.
    pub no_app_armor: bool,
    /// The shutdown in hand that its kubelet knows of. Rule P-1018.
    pub shutdown: Option<Shutdown>,
    /// What something that is no Pod uses of the machine. Rule P-1021.
    pub taken: Amounts,
    /// When its kubelet saw last that there was too little of each. Rule P-1021.
    pub pressed: [Option<SimTime>; 3],
    /// The thresholds of each that are crossed, the hard and the soft one. Rule P-1021.
    pub crossed: [[Option<Crossed>; 2]; 3],
    /// Whether its kubelet's next round for evictions is planned.
    pub round: bool,
}

/// A threshold of which a machine has less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossed {
    /// Since when.
    pub since: SimTime,
    /// Whether that was for its grace period, so that Pods go.
    pub is_met: bool,
}

/// A shutdown in which Pods are ended before the machine goes. Rule P-1018.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shutdown {
    /// Seconds that critical Pods have in the end.
    pub critical: u64,
    /// Whether it is their turn.
    pub is_last: bool,
    /// When the time of those whose turn it is is over.
    pub until: SimTime,
}

impl Machine {
    /// Whether its kubelet would say that the node is Ready, as far as it has noticed. Rule P-1002.
    pub fn complaint(&self, now: SimTime) -> Option<&'static str> {
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

    /// Whether its kubelet counts the node as short of something, now or in the last five minutes. Rules P-1021, K-28.
    pub fn is_short_of(&self, signal: EvictionSignal, now: SimTime) -> bool {
        self.pressed[signal as usize].is_some_and(|at| now.since(at) < PRESSURE)
    }
}

/// A `kubectl drain` that goes on until nothing is left to evict. Rule B-10.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drain {
    /// The Pods that are to go.
    pub pods: Vec<PodId>,
    /// When it gives up.
    pub until: Option<SimTime>,
    /// When it asks again.
    pub next: SimTime,
}

/// Where in their periods heartbeats and looks lie.
#[derive(Clone, Copy, Debug)]
struct Phases {
    heartbeat: u64,
    monitor: u64,
    collect: u64,
}

/// All machines that something happened to.
#[derive(Clone, Debug, Default)]
pub struct Machines {
    known: BTreeMap<NodeId, Machine>,
    phases: Option<Phases>,
    /// When the node controller may taint the next node of a zone so that its Pods go. Rule K-24.
    pub next_taint: BTreeMap<Text, SimTime>,
    /// Pods that a taint will have deleted: since when it counts, and when. Rule P-1009.
    pub evictions: BTreeMap<PodId, (SimTime, SimTime)>,
}

impl Machines {
    /// What is kept of a machine, if anything.
    pub fn get(&self, node: NodeId) -> Option<&Machine> {
        self.known.get(&node)
    }

    /// How a machine stands to the API server.
    pub fn connectivity(&self, node: NodeId) -> Connectivity {
        self.known.get(&node).map_or(Connectivity::Up, |machine| machine.connectivity)
    }

    /// Whether a machine's kubelet can work on Pods: its container runtime answers. Rule P-1002.
    pub fn has_runtime(&self, node: NodeId) -> bool {
        self.known.get(&node).is_none_or(|machine| machine.runtime_down.is_none())
    }

    /// All machines of which something is kept.
    pub fn iter(&self) -> impl Iterator<Item = (NodeId, &Machine)> {
        self.known.iter().map(|(node, machine)| (*node, machine))
    }

    pub(crate) fn of(&mut self, node: NodeId) -> &mut Machine {
        self.known.entry(node).or_default()
    }

    /// Where heartbeats lie in their ten seconds, as far as that has mattered yet.
    pub(crate) fn heartbeat_phase(&self) -> u64 {
        self.phases.map_or(0, |phases| phases.heartbeat)
    }

    /// Draws the phases when they matter first, so that runs without lost nodes draw nothing.
    fn phases(&mut self, jitter: Jitter, rng: &mut Rng) -> Phases {
        *self.phases.get_or_insert_with(|| {
            let mut draw = |period, middle| match jitter {
                Jitter::Seeded => rng.below(period),
                Jitter::Middle => middle,
                Jitter::Zero => 0,
            };
            // The middle ones are typical of the recorded runs.
            Phases {
                heartbeat: draw(HEARTBEAT, 3000),
                monitor: draw(MONITOR, 500),
                collect: draw(COLLECT, 2500),
            }
        })
    }
}

/// The first moment of a grid at `now` or after it.
fn from(now: SimTime, phase: u64, period: u64) -> SimTime {
    match now.0.checked_sub(phase) {
        None => SimTime(phase),
        Some(since) => SimTime(phase + since.div_ceil(period) * period),
    }
}

impl crate::cluster::world::World {
    fn phases(&mut self) -> Phases {
        self.machines.phases(self.settings.jitter, &mut self.rng)
    }

    /// The last heartbeat of a kubelet that posted until now.
    pub(crate) fn last_heartbeat(&mut self) -> SimTime {
        let phase = self.phases().heartbeat;
        let since =
            self.now.0.checked_sub(phase).map_or(0, |since| since / HEARTBEAT * HEARTBEAT + phase);
        SimTime(since)
    }

    /// A kubelet's first heartbeat at a moment or after it.
    pub(crate) fn next_heartbeat(&mut self, moment: SimTime) -> SimTime {
        let phase = self.phases().heartbeat;
        from(moment, phase, HEARTBEAT)
    }

    /// A kubelet's first round for evictions at a moment or after it: halfway between two heartbeats. Rule K-28.
    pub(crate) fn next_round(&mut self, moment: SimTime) -> SimTime {
        let phase = (self.phases().heartbeat + ROUND / 2) % ROUND;
        from(moment, phase, ROUND)
    }

    /// The node controller's first look at a moment or after it. Rule P-1004.
    pub(crate) fn next_monitor(&mut self, moment: SimTime) -> SimTime {
        let phase = self.phases().monitor;
        from(moment, phase, MONITOR)
    }

    /// The Pod garbage collector's first look at a moment or after it.
    pub(crate) fn next_collection(&mut self, moment: SimTime) -> SimTime {
        let phase = self.phases().collect;
        from(moment, phase, COLLECT)
    }

    /// Milliseconds until a kubelet that was cut off at `since` asks for news again: its waits double from 0.8 s to 30 s,
    /// each a little longer by chance. Models kubernetes staging/src/k8s.io/client-go/tools/cache/reflector.go.
    pub(crate) fn until_watch(&mut self, since: SimTime) -> u64 {
        let (mut at, mut wait) = (since, 800);
        while at < self.now {
            let extra = match self.settings.jitter {
                Jitter::Seeded => self.rng.below(wait),
                // With this the recorded kubelets asked again about when they did.
                Jitter::Middle => wait * 38 / 100,
                Jitter::Zero => 0,
            };
            at = at + (wait + extra);
            wait = (wait * 2).min(30_000);
        }
        at.since(self.now)
    }

    /// How the machine of that name stands to the API server.
    pub fn connectivity_of(&self, node: &str) -> Connectivity {
        self.machine_named(node).map_or(Connectivity::Up, |id| self.machines.connectivity(id))
    }

    /// The Node object of that name and its number, while it exists.
    pub(crate) fn node_object(
        &self,
        name: &Text,
    ) -> Option<(NodeId, std::rc::Rc<crate::api::core::Node>)> {
        let id = self.node_named(name)?;
        Some((id, std::rc::Rc::clone(self.node(id)?)))
    }
}
