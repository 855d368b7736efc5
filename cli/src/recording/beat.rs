//! Finds out when the kubelets of a recorded cluster made their periodic check.
//!
//! Kubelets of 1.20 remove the object of a deleted Pod at a check that they make together every ten seconds (rule K-7). No
//! document tells the offset of this check, which is called the beat here. But a recorded script acted when what it waited
//! for had happened. So the replay tries all beats, and takes the one with which everything comes to rest shortly before
//! the script's next act.

use podlab::api::status::READY;
use podlab::base::time::SimTime;
use podlab::kubectl::deployments::status;
use podlab::kubelet::STATUS_TICK;
use podlab::sim::Sim;

/// Milliseconds between the beats that are tried.
const STEP: u64 = 500;
/// Milliseconds between rest and the act that waited for it, as a mean: some scripts acted at once, others after two seconds.
const REACTION: u64 = 1000;
/// Milliseconds between rest and the end of a script that waited for it.
const SETTLED: u64 = 2000;
/// The most milliseconds between rest and the end of a script that waited for it. Other scripts ended after a time of their own.
const LONGEST: u64 = 4000;
/// More Pods than this are not watched for rest.
const MAX_PODS: usize = 50;
/// A run with more events than this is not repeated with other beats.
const MAX_EVENTS: u64 = 200_000;

/// The moments at which everything came to rest: all Pods exist that should, each is Ready or terminated, none is being deleted.
#[derive(Clone, Debug, Default)]
pub struct Rests {
    began: Vec<SimTime>,
    resting: bool,
}

impl Rests {
    /// Notes whether everything is at rest now.
    pub fn note(&mut self, sim: &Sim) {
        let resting = is_at_rest(sim);
        if resting && !self.resting {
            self.began.push(sim.now());
        }
        self.resting = resting;
    }

    /// Returns the last rest before a moment that came after another one.
    fn last_between(&self, after: SimTime, moment: SimTime) -> Option<SimTime> {
        self.began.iter().rev().copied().find(|rest| *rest <= moment && *rest > after)
    }
}

fn is_at_rest(sim: &Sim) -> bool {
    let world = sim.world();
    let mut pods = world.pods();
    let settled = pods.by_ref().take(MAX_PODS).all(|(_, pod)| {
        let well = pod.status.is_true(READY) || pod.status.phase().is_terminal();
        well && pod.metadata.deletion_timestamp.is_none()
    });
    let objects = &world.objects;
    settled
        && pods.next().is_none()
        && objects.sets.iter().all(|(_, set)| {
            let (namespace, name) = (&set.metadata.namespace, &set.metadata.name);
            objects.members(namespace, name).count() as i64 == set.spec.replicas()
        })
        && objects.replica_sets.iter().all(|(_, set)| set.status.replicas == set.spec.replicas())
        && objects.deployments.iter().all(|(_, one)| status(one).is_ok_and(|(_, over)| over))
}

/// What a script did next after the first removed Pod waited only for its check.
#[derive(Clone, Copy, Debug)]
enum Next {
    /// It acted.
    Act(SimTime),
    /// It ended.
    End(SimTime),
}

/// What a run without a given beat says about the choice of one.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// When the first removed Pod waited only for its check.
    due: SimTime,
    next: Next,
    first_check: SimTime,
}

impl Question {
    /// Returns nothing if no check mattered. `acts` are in ascending order.
    pub fn new(sim: &Sim, acts: &[SimTime], end: SimTime) -> Option<Self> {
        let first_check = sim.world().first_check?;
        let due = SimTime(first_check.0.saturating_sub(STATUS_TICK / 2));
        let act = acts.iter().copied().find(|act| *act > due);
        let next = act.map_or(Next::End(end), Next::Act);
        (sim.events_handled() <= MAX_EVENTS).then_some(Question { due, next, first_check })
    }

    /// Returns how far, in milliseconds, what the script did next is from when it would have done that in a run with these rests.
    pub fn distance(&self, rests: &Rests) -> u64 {
        match self.next {
            Next::Act(act) => {
                let awaited = rests.last_between(self.due, act);
                awaited.map_or(u64::MAX, |rest| act.0.abs_diff(rest.0 + REACTION))
            }
            Next::End(end) => {
                let awaited = rests.last_between(self.due, end);
                let awaited = awaited.filter(|rest| end.since(*rest) <= LONGEST);
                awaited.map_or(u64::MAX, |rest| end.0.abs_diff(rest.0 + SETTLED))
            }
        }
    }

    /// Returns the other beats, the nearest first.
    pub fn beats(&self) -> impl Iterator<Item = u64> {
        let first = self.first_check.0;
        let steps = (1..=STATUS_TICK / STEP / 2).map(|n| n * STEP);
        steps
            .flat_map(move |by| [first + STATUS_TICK - by, first + by])
            .map(|beat| beat % STATUS_TICK)
    }
}
