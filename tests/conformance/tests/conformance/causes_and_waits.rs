//! Over every recorded run: each change leads back to an act and names a rule of its kind, what waits is told while anything
//! has not converged, and what is told of waits comes true.
use podlab::api::persistent_volume_claim::ClaimPhase;
use podlab::api::status::{PodPhase, READY};
use podlab::base::time::SimTime;
use podlab::cluster::cause::Cause;
use podlab::cluster::change::Change;
use podlab::cluster::fact::{Fact, ProgramEvent};
use podlab::cluster::world::PodId;
use podlab::kubelet::worker::PodWorkerState;
use podlab::questions::waits::{Wait, WaitKind, waits};
use podlab::sim::Sim;
use podlab_cli::recording::{cluster, replay};
use podlab_conformance::recorded::{RELEASES, groups, runs};
use std::thread;

/// A run that is watched while what was done in a recorded one is done again.
struct Watched {
    sim: Sim,
    name: String,
    changes: Vec<Change>,
    /// Restarts that were told to come no earlier than a moment.
    promised: Vec<(PodId, String, SimTime)>,
    looks: usize,
    waits: usize,
}

impl Watched {
    fn look(&mut self) {
        let before = self.changes.len();
        self.changes.extend(self.sim.take_changes());
        self.sim.take_watch();
        for index in before..self.changes.len() {
            self.check_cause(index);
            self.check_rule(index);
            self.check_promise(index);
        }
        if self.changes.len() > before {
            self.check_waits();
        }
    }

    /// Walks from a change to the act it came from.
    fn check_cause(&self, index: usize) {
        let (name, mut change) = (&self.name, &self.changes[index]);
        loop {
            change = match change.cause {
                Cause::Change(earlier) => {
                    assert!(earlier < change.number, "{name}: {change:?} comes before its cause");
                    &self.changes[earlier as usize]
                }
                Cause::Command(number) => {
                    assert!((number as usize) < self.sim.commands().len(), "{name}: {change:?}");
                    return;
                }
                Cause::Start => panic!("{name}: nothing led to {change:?}"),
            }
        }
    }

    /// The rule of a change is one that the kind of its object can have.
    fn check_rule(&self, index: usize) {
        let change = &self.changes[index];
        assert!(change.has_rule_of_its_kind(), "{}: {change:?}", self.name);
    }

    /// No container starts while it was said to be held back.
    fn check_promise(&mut self, index: usize) {
        let change = &self.changes[index];
        let Fact::Program { container, event: ProgramEvent::Started } = &change.fact else {
            return;
        };
        let name = &self.name;
        self.promised.retain(|(pod, held, until)| {
            let same = Some(*pod) == change.pod && *held == container.as_str();
            assert!(
                !same || change.time >= *until,
                "{name}: {held} was to wait until {until:?}: {change:?}"
            );
            !same
        });
    }

    fn check_waits(&mut self) {
        let told = waits(&self.sim);
        let (name, now) = (&self.name, self.sim.now());
        self.looks += 1;
        self.waits += told.len();
        assert!(
            is_converged(&self.sim) || !told.is_empty(),
            "{name} at {now:?}: nothing is said to wait\n{}",
            shown(&self.sim)
        );
        for wait in told {
            assert!(wait.until.is_none_or(|until| until >= now), "{name} at {now:?}: {wait:?}");
            let Wait { pod: Some(pod), kind, until: Some(until), .. } = wait else { continue };
            if let WaitKind::Restart { container, is_over: false, .. } = kind {
                let promise = (pod, container.to_string(), until);
                if !self.promised.contains(&promise) {
                    self.promised.push(promise);
                }
            }
        }
    }
}

fn shown(sim: &Sim) -> String {
    let pods = sim.world().pods();
    pods.map(|(_, pod)| {
        format!("{} {:?} {:?}\n", pod.metadata.name, pod.status.phase, pod.status.conditions)
    })
    .collect()
}

/// Whether everything is as it is to be: Pods with a node and all they want, or over; claims bound; sets complete.
fn is_converged(sim: &Sim) -> bool {
    let world = sim.world();
    let pods = world.pods().all(|(id, pod)| {
        let worker = sim.worker(id);
        let phase = pod.status.phase();
        let settled = worker.is_none_or(|worker| {
            worker.runtime == worker.cache
                && worker.task.is_none()
                && matches!(worker.stage, PodWorkerState::Syncing | PodWorkerState::Finished)
        });
        let well = phase.is_terminal() || phase == PodPhase::Running && pod.status.is_true(READY);
        well && settled && pod.metadata.deletion_timestamp.is_none()
    });
    let claims = world.objects.claims.iter().all(|(_, claim)| {
        claim.status.phase == Some(ClaimPhase::Bound) && claim.metadata.deletion_timestamp.is_none()
    });
    let sets = world.objects.sets.iter().all(|(_, set)| {
        let complete = set.status.ready_replicas == set.spec.replicas()
            && set.status.replicas == set.spec.replicas();
        complete && set.metadata.deletion_timestamp.is_none()
    });
    pods && claims && sets
}

#[test]
fn every_change_has_a_cause_and_every_wait_is_told() {
    let groups =
        RELEASES.iter().flat_map(|release| groups(release).into_iter().map(move |g| (*release, g)));
    let groups: Vec<(&str, String)> = groups.collect();
    let halves = groups.chunks(groups.len().div_ceil(2).max(1));
    let counts = thread::scope(|scope| {
        let threads: Vec<_> = halves.map(|half| scope.spawn(move || watch(half))).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().expect("a run is not as it should be"))
            .collect::<Vec<_>>()
    });
    let sum = |pick: fn(&[usize; 4]) -> usize| counts.iter().map(pick).sum::<usize>();
    let (runs, changes, looks, waits) =
        (sum(|c| c[0]), sum(|c| c[1]), sum(|c| c[2]), sum(|c| c[3]));
    println!("{runs} runs, {changes} changes, {looks} looks, {waits} waits");
    assert!(runs > 350 && changes > 10 * runs && waits > looks / 2);
}

fn watch(groups: &[(&str, String)]) -> [usize; 4] {
    let mut counts = [0; 4];
    for (release, group) in groups {
        for run in runs(release, group) {
            let Ok(replayed) = replay(&run.script()) else { continue };
            let end = replayed.sim;
            let sim = cluster(end.settings().clone(), &run.script());
            let name = format!("{release} {}", run.name);
            let mut watched = Watched {
                sim,
                name,
                changes: Vec::new(),
                promised: Vec::new(),
                looks: 0,
                waits: 0,
            };
            let moments = end.commands().iter().map(|(time, command)| (*time, Some(command)));
            for (time, command) in moments.chain([(end.now(), None)]) {
                while watched.sim.next_event_time().is_some_and(|next| next <= time) {
                    watched.sim.step();
                    watched.look();
                }
                watched.sim.run_until(time);
                if let Some(command) = command {
                    // An eviction that a budget refused stays in the run, and is refused again.
                    if let Err(error) = watched.sim.apply(command.clone()) {
                        assert_eq!(error.code, 429, "{}: {error:?}", watched.name);
                    }
                    watched.look();
                }
            }
            assert_eq!(watched.sim.fingerprint(), end.fingerprint(), "{}", watched.name);
            counts[0] += 1;
            counts[1] += watched.changes.len();
            counts[2] += watched.looks;
            counts[3] += watched.waits;
        }
    }
    counts
}
