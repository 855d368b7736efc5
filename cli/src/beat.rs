//! Which beat of the kubelets' checks a recorded script speaks for.
//!
//! 1.20 removes a deleted Pod's object at a check that all kubelets of a recorded cluster make together every ten seconds
//! (rule K-7). When, no document tells; but a script acted when what it waited for had happened. So of all beats the one
//! is taken with which everything has come to rest shortly before the script's next act.

use podlab::api::status::READY;
use podlab::kubelet::STATUS_TICK;
use podlab::sim::Sim;
use podlab::time::SimTime;

/// Milliseconds between the beats that are tried.
const STEP: u64 = 500;
/// Milliseconds between rest and the act that waited for it: some scripts acted at once, the others after two seconds.
const LOOKED_ON: u64 = 1000;
/// More Pods than this are not watched for rest.
const MAX_PODS: usize = 50;
/// A run with more events than this is not repeated with other beats.
const MAX_EVENTS: u64 = 200_000;

/// When everything came to rest: all Pods there that should be, all of them Ready or over, none on its way out.
#[derive(Clone, Debug, Default)]
pub struct Rests {
    began: Vec<SimTime>,
    resting: bool,
}

impl Rests {
    /// Looks whether everything is at rest now.
    pub fn note(&mut self, sim: &Sim) {
        let resting = is_at_rest(sim);
        if resting && !self.resting {
            self.began.push(sim.now());
        }
        self.resting = resting;
    }

    /// How far an act is from what it would wait for, in milliseconds, when that came after `due`.
    pub fn distance(&self, due: SimTime, act: SimTime) -> u64 {
        let awaited = self.began.iter().rev().find(|rest| **rest <= act && **rest > due);
        awaited.map_or(u64::MAX, |rest| act.0.abs_diff(rest.0 + LOOKED_ON))
    }
}

fn is_at_rest(sim: &Sim) -> bool {
    let world = sim.world();
    let mut pods = world.pods();
    let settled = pods.by_ref().take(MAX_PODS).all(|(_, pod)| {
        let well = pod.status.is_true(READY) || pod.status.phase().is_terminal();
        well && pod.metadata.deletion_timestamp.is_none()
    });
    settled
        && pods.next().is_none()
        && world.workloads.sets.iter().all(|(_, set)| {
            let (namespace, name) = (&set.metadata.namespace, &set.metadata.name);
            world.workloads.members(namespace, name).count() as i64 == set.spec.replicas()
        })
}

/// What a run without a given beat tells of others.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// When the first removed Pod had only its check to wait for.
    pub due: SimTime,
    /// What the script did next.
    pub act: SimTime,
    first_check: SimTime,
}

impl Question {
    /// Asks, unless no check mattered or the script did nothing afterwards. `acts` in ascending order.
    pub fn new(sim: &Sim, acts: &[SimTime]) -> Option<Self> {
        let first_check = sim.world().first_check?;
        let due = SimTime(first_check.0.saturating_sub(STATUS_TICK / 2));
        let act = *acts.iter().find(|act| **act > due)?;
        (sim.events_handled() <= MAX_EVENTS).then_some(Question { due, act, first_check })
    }

    /// The other beats, the nearest first.
    pub fn beats(&self) -> impl Iterator<Item = u64> {
        let first = self.first_check.0;
        let steps = (1..=STATUS_TICK / STEP / 2).map(|n| n * STEP);
        steps
            .flat_map(move |by| [first + STATUS_TICK - by, first + by])
            .map(|beat| beat % STATUS_TICK)
    }
}
