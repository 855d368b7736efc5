//! Runs that measure the engine's speed, the same natively and in Wasm.

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
pub struct Benchmark {
    /// A short description.
    pub name: String,
    /// When the run ends, unless it reaches its goal before.
    pub until: SimTime,
    player: Player,
    /// The goal: this many Pods of the set `web` have its newest revision and are ready.
    ready: Option<i64>,
    /// A new template that is rolled out when the goal is reached. The run then ends when it is reached again.
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

/// After how many events the recorded changes are dropped, to limit the memory.
const CHUNK: u32 = 512;

impl Benchmark {
    /// Returns one Pod whose program ends after a second, for a year of simulated time.
    pub(crate) fn crash_loop() -> Benchmark {
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
        Benchmark::new("1 crash-looping Pod, 1 year", text, SimTime::from_seconds(365 * 24 * 3600))
    }

    /// Returns a thousand Pods with two probes each, for an hour of simulated time.
    pub(crate) fn probes() -> Benchmark {
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
        Benchmark::new("1,000 Pods with 2 probes, 1 hour", &text, SimTime::from_seconds(3600))
    }

    /// Returns a StatefulSet with this many Pods, until all are ready.
    pub(crate) fn set(replicas: i64, policy: &str) -> Benchmark {
        let name = format!("StatefulSet 0 to {replicas}, {policy}");
        Benchmark::of_set(name, replicas, policy, "")
    }

    /// Returns an ordered set with a headless Service and readiness probes, followed by a rolling update of all its Pods.
    pub fn probed_set(replicas: i64) -> Benchmark {
        let name = format!("StatefulSet 0 to {replicas} in order, probed, and updated");
        let probe = "      readinessProbe: {httpGet: {port: 80}}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {clusterIP: None, selector: {app: web}, ports: [{port: 80}]}
";
        let mut benchmark = Benchmark::of_set(name, replicas, "OrderedReady", probe);
        let line = "kubectl set image sts/web app=shop:2".into();
        benchmark.update = Some(Command::Kubectl { namespace: "default".into(), line });
        benchmark
    }

    fn of_set(name: String, replicas: i64, policy: &str, probe: &str) -> Benchmark {
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
        let mut benchmark = Benchmark::new(name, &text, SimTime::from_seconds(365 * 24 * 3600));
        benchmark.ready = Some(replicas);
        benchmark
    }

    /// The numbers of replicas at which the cost is compared.
    pub(crate) const SIZES: [i64; 4] = [10, 100, 1000, 5000];

    /// Returns all benchmarks.
    pub fn all() -> Vec<Benchmark> {
        let mut all = vec![Benchmark::crash_loop(), Benchmark::probes()];
        all.extend(Benchmark::SIZES.map(|replicas| Benchmark::set(replicas, "Parallel")));
        all.extend(Benchmark::SIZES.map(|replicas| Benchmark::set(replicas, "OrderedReady")));
        all.extend(Benchmark::SIZES.map(Benchmark::probed_set));
        all
    }

    fn new(name: impl Into<String>, text: &str, until: SimTime) -> Benchmark {
        let scenario = read(text, &ReadOptions::default()).expect("the text above is a scenario");
        let player = scenario.play(scenario.settings());
        Benchmark { name: name.into(), until, player, ready: None, update: None }
    }

    /// Runs the benchmark to its end.
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
        let queue = &sim.world().objects.queue;
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
        self.player.sim.world().objects.sets.iter().any(|(_, set)| {
            let status = &set.status;
            status.observed_generation == set.metadata.generation
                && status.ready_replicas == wanted
                && status.updated_replicas == wanted
        })
    }
}

/// A run of 100,000 events, for measuring how fast a reader can move to any moment.
#[derive(Clone, Debug)]
pub struct Scrubbing {
    history: History,
    rng: Rng,
}

impl Scrubbing {
    /// How many events there are.
    pub const EVENTS: u64 = 100_000;

    /// The scenario: a Pod with two probes whose program ends every minute.
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

    /// Runs the scenario to its end.
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

    /// Returns when the last event happens.
    pub fn end(&self) -> SimTime {
        self.history.branch().end
    }

    /// Moves to a random moment.
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

/// The header of the columns of [`report`].
pub const HEADER: &str = concat!(
    "                                                 simulated s    events    writes     syncs     looks  wall ms",
    "   events/s  µs/write\n"
);

/// Returns the figures of a benchmark as one row.
#[expect(clippy::float_arithmetic, reason = "a measured time, which no run depends on")]
pub fn report(name: &str, figures: Figures, seconds: f64) -> String {
    let Figures { events, simulated, writes, syncs, looks } = figures;
    let rate = if seconds > 0.0 { events as f64 / seconds } else { 0.0 };
    let (simulated, wall) = (simulated / 1000, seconds * 1000.0);
    let each = seconds * 1e6 / writes.max(1) as f64;
    format!(
        "{name:48} {simulated:11} {events:9} {writes:9} {syncs:9} {looks:9} {wall:8.1} {rate:10.0} {each:9.1}"
    )
}
