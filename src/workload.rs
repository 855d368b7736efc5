//! Work by which the engine's speed is measured, the same natively and in Wasm.

use crate::manifest::ReadOptions;
use crate::player::Player;
use crate::scenario_file::read;
use crate::time::SimTime;
use std::fmt::Write;

/// A run whose speed is measured.
#[derive(Clone, Debug)]
pub struct Workload {
    /// What it is, in a few words.
    pub name: &'static str,
    /// When it ends.
    pub until: SimTime,
    player: Player,
}

/// Events after which what became visible is thrown away, so that memory stays bounded.
const CHUNK: u32 = 4096;

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

    /// Both of them.
    pub fn all() -> [Workload; 2] {
        [Workload::crash_loop(), Workload::probes()]
    }

    fn new(name: &'static str, text: &str, until: SimTime) -> Workload {
        let scenario = read(text, &ReadOptions::default()).expect("the text above is a scenario");
        let player = scenario.play(scenario.settings());
        Workload { name, until, player }
    }

    /// Runs it to its end. Gives how many events there were.
    pub fn run(&mut self) -> u64 {
        let sim = &mut self.player.sim;
        loop {
            for _ in 0..CHUNK {
                if sim.next_event_time().is_none_or(|next| next > self.until) {
                    return sim.events_handled();
                }
                sim.step();
            }
            sim.take_changes();
            sim.take_watch();
        }
    }
}

/// A figure of a workload in one line.
pub fn report(name: &str, events: u64, seconds: f64) -> String {
    let rate = if seconds > 0.0 { events as f64 / seconds } else { 0.0 };
    format!("{name}: {events} events in {seconds:.2} s, {rate:.0} events/s")
}
