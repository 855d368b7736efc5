//! Work by which the engine's speed is measured, the same natively and in Wasm.

use crate::api::ReadOptions;
use crate::base::rng::Rng;
use crate::base::time::SimTime;
use crate::cluster::command::Command;
use crate::files::player::Player;
use crate::files::scenario_file::{read, script};
use crate::sim::Sim;
use crate::timeline::history::History;
use std::fmt::Write;

/// A run whose speed is measured.
#[derive(Clone, Debug)]
pub struct Workload {
    /// What it is, in a few words.
    pub name: String,
    /// When it ends, if its goal is not reached before.
    pub until: SimTime,
    player: Player,
    /// It ends when the set `web` has so many Pods of its newest revision that are ready.
    ready: Option<i64>,
    /// The template to roll out when that is so; the set goes on until it has as many of it.
    update: Option<Command>,
}

/// What a run did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Events handled.
    pub events: u64,
    /// Milliseconds of simulated time.
    pub simulated: u64,
    /// Writes to objects of the API.
    pub writes: u64,
    /// Syncs of controllers.
    pub syncs: u64,
    /// Pods that syncs of sets looked at one by one.
    pub looks: u64,
}

/// Events after which what became visible is thrown away, so that memory stays bounded.
const CHUNK: u32 = 512;

impl Workload {
    /// One Pod whose program ends after a second, for a year of simulated time.
    pub fn crash_loop() -> Workload {
        let text = "
apiVersion: podlab/v1
kind: Scenario
actions: [{do: runtime-rule, plan: [{run: 1s, exit: 1}]}]
---
apiVersion: v1
kind: Pod
metadata: {name: crashing}
spec: {containers: [{name: app, image: \"shop:1\"}]}
";
        Workload::new("1 crash-looping Pod, 1 year", text, SimTime::from_seconds(365 * 24 * 3600))
    }

    /// A thousand Pods with two probes each, for an hour of simulated time.
    pub fn probes() -> Workload {
        let mut text =
            "apiVersion: podlab/v1\nkind: Scenario\nnodes: 10\n---\nkind: List\nitems:\n"
                .to_owned();
        for number in 0..1000 {
            // Writing to a string cannot fail.
            let _ = write!(
                text,
                "
- apiVersion: v1
  kind: Pod
  metadata: {{name: web-{number}, labels: {{app: web}}}}
  spec:
    containers:
    - name: app
      image: \"shop:1\"
      livenessProbe: {{httpGet: {{port: 80}}, periodSeconds: 10}}
      readinessProbe: {{httpGet: {{port: 80}}, periodSeconds: 10}}
"
            );
        }
        Workload::new("1,000 Pods with 2 probes, 1 hour", &text, SimTime::from_seconds(3600))
    }

    /// A StatefulSet that gets so many Pods, until all are ready.
    pub fn set(replicas: i64, policy: &str) -> Workload {
        let name = format!("StatefulSet 0 to {replicas}, {policy}");
        Workload::of_set(name, replicas, policy, "")
    }

    /// A set in order with its headless Service whose Pods have readiness probes, and a rolling update of all of them.
    pub fn probed_set(replicas: i64) -> Workload {
        let name = format!("StatefulSet 0 to {replicas} in order, probed, and updated");
        let probe = "      readinessProbe: {httpGet: {port: 80}}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {clusterIP: None, selector: {app: web}, ports: [{port: 80}]}
";
        let mut workload = Workload::of_set(name, replicas, "OrderedReady", probe);
        let line = "kubectl set image sts/web app=shop:2".into();
        workload.update = Some(Command::Kubectl { namespace: "default".into(), line });
        workload
    }

    fn of_set(name: String, replicas: i64, policy: &str, probe: &str) -> Workload {
        let nodes = replicas / 100 + 1;
        let text = format!(
            "
apiVersion: podlab/v1
kind: Scenario
nodes: {nodes}
actions: [{{do: image, image: 'shop:*'}}]
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {{name: web}}
spec:
  serviceName: web
  replicas: {replicas}
  podManagementPolicy: {policy}
  selector: {{matchLabels: {{app: web}}}}
  template:
    metadata: {{labels: {{app: web}}}}
    spec:
      containers:
      - name: app
        image: \"shop:1\"
  {probe}"
        );
        let mut workload = Workload::new(name, &text, SimTime::from_seconds(365 * 24 * 3600));
        workload.ready = Some(replicas);
        workload
    }

    /// Replicas of the sets whose cost is compared.
    pub const SIZES: [i64; 4] = [10, 100, 1000, 5000];

    /// All of them.
    pub fn all() -> Vec<Workload> {
        let mut all = vec![Workload::crash_loop(), Workload::probes()];
        all.extend(Workload::SIZES.map(|replicas| Workload::set(replicas, "Parallel")));
        all.extend(Workload::SIZES.map(|replicas| Workload::set(replicas, "OrderedReady")));
        all.extend(Workload::SIZES.map(Workload::probed_set));
        all
    }

    fn new(name: impl Into<String>, text: &str, until: SimTime) -> Workload {
        let scenario = read(text, &ReadOptions::default()).expect("the text above is a scenario");
        let player = scenario.play(scenario.settings());
        Workload { name: name.into(), until, player, ready: None, update: None }
    }

    /// Runs it to its end.
    pub fn run(&mut self) -> Figures {
        let mut events = 0;
        while self.player.next_time().is_some_and(|next| next <= self.until) {
            self.player.step();
            events += 1;
            if events % CHUNK == 0 {
                self.player.sim.take_changes();
                self.player.sim.take_watch();
            }
            if self.is_ready() {
                let Some(update) = self.update.take() else { break };
                self.player.sim.apply(update).expect("the set can be updated");
            }
        }
        let sim = &self.player.sim;
        let queue = &sim.world().workloads.queue;
        Figures {
            events: sim.events_handled(),
            simulated: sim.now().0,
            writes: sim.world().writes(),
            syncs: queue.syncs,
            looks: queue.looks,
        }
    }

    fn is_ready(&self) -> bool {
        let Some(wanted) = self.ready else { return false };
        self.player.sim.world().workloads.sets.iter().any(|(_, set)| {
            let status = &set.status;
            status.observed_generation == set.metadata.generation
                && status.ready_replicas == wanted
                && status.updated_replicas == wanted
        })
    }
}

/// A run of 100,000 events in which one goes to any moment.
#[derive(Clone, Debug)]
pub struct Scrubbing {
    history: History,
    rng: Rng,
}

impl Scrubbing {
    /// How many events there are.
    pub const EVENTS: u64 = 100_000;

    /// What runs: a Pod with two probes whose program ends every minute.
    pub const SCENARIO: &str = "
apiVersion: podlab/v1
kind: Scenario
actions: [{do: runtime-rule, plan: [{run: 1m, exit: 1}]}]
---
apiVersion: v1
kind: Pod
metadata: {name: demo}
spec:
  containers:
  - name: app
    image: \"shop:1\"
    livenessProbe: {httpGet: {port: 80}, periodSeconds: 2}
    readinessProbe: {httpGet: {port: 80}, periodSeconds: 1}
";

    /// Runs to the end.
    pub fn new() -> Scrubbing {
        let scenario = read(Scrubbing::SCENARIO, &ReadOptions::default())
            .expect("the text above is a scenario");
        let start = Sim::with_nodes(scenario.settings(), 3);
        let history = History::new(start, "default".into(), "demo".into(), script(&scenario));
        let mut history = history.expect("nothing refuses the Pod");
        while history.sim().events_handled() < Scrubbing::EVENTS {
            history.step();
        }
        Scrubbing { history, rng: Rng::new(1) }
    }

    /// When the last of the events is.
    pub fn end(&self) -> SimTime {
        self.history.branch().end
    }

    /// Goes to a moment that chance chooses.
    pub fn seek(&mut self) {
        let moment = SimTime(self.rng.below(self.end().0));
        self.history.seek(moment, u64::MAX);
    }
}

impl Default for Scrubbing {
    fn default() -> Self {
        Scrubbing::new()
    }
}

/// Names of the columns of [`report`].
pub const HEADER: &str = concat!(
    "                                                 simulated s    events    writes     syncs     looks  wall ms",
    "   events/s  µs/write\n"
);

/// The figures of a workload in one row.
pub fn report(name: &str, figures: Figures, seconds: f64) -> String {
    let Figures { events, simulated, writes, syncs, looks } = figures;
    let rate = if seconds > 0.0 { events as f64 / seconds } else { 0.0 };
    let (simulated, wall) = (simulated / 1000, seconds * 1000.0);
    let each = seconds * 1e6 / writes.max(1) as f64;
    format!(
        "{name:48} {simulated:11} {events:9} {writes:9} {syncs:9} {looks:9} {wall:8.1} {rate:10.0} {each:9.1}"
    )
}
