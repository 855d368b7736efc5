//! The back-offs in which the containers of a Pod are, whatever its STATUS says.
//!
//! ```
//! use podlab::base::time::SimTime;
//! use podlab::files::scenario_file::read;
//! use podlab::questions::back_off;
//! use podlab::{ReadOptions, manifest::Diagnostic};
//!
//! # fn main() -> Result<(), Vec<Diagnostic>> {
//! let text = "{apiVersion: v1, kind: Pod, metadata: {name: demo}, spec: {containers: [
//!   {name: app, image: busybox, command: [sh, -c, sleep 1; exit 1]}]}}";
//! let scenario = read(text, &ReadOptions::default())?;
//! let mut player = scenario.play(scenario.settings());
//! player.run_until(SimTime::from_seconds(8));
//! let found = back_off::of_pod(&player.sim, 0);
//! assert_eq!((found[0].length, found[0].gone(player.sim.now()) < 10_000), (10_000, true));
//! # Ok(())
//! # }
//! ```

use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::world::PodId;
use crate::kubelet::held::{self, Window};
use crate::kubelet::worker::List;
use crate::sim::Sim;

/// A back-off of a container.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackOff {
    /// The container.
    pub container: Text,
    /// What the kubelet tries again after it.
    pub attempt: Attempt,
    /// Its length, in milliseconds.
    pub length: u64,
    /// When it ends. The kubelet tries again at a sync after that moment.
    pub until: SimTime,
}

/// What the kubelet tries again after a back-off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// To start the container. Rule P-408.
    Restart,
    /// To pull its image. Rule P-317.
    Pull,
}

impl BackOff {
    /// Returns how much of it has passed at a moment, in milliseconds.
    pub fn gone(&self, now: SimTime) -> u64 {
        self.length.saturating_sub(self.until.since(now))
    }

    /// Returns whether it has ended, so that the next sync tries again.
    pub fn is_over(&self, now: SimTime) -> bool {
        self.until <= now
    }
}

/// Returns the back-offs of a Pod's containers, init containers first. A Pod that the API does not have, or that has ended, has none.
pub fn of_pod(sim: &Sim, id: PodId) -> Vec<BackOff> {
    let Some(pod) = sim.world().pod(id) else { return Vec::new() };
    let Some(worker) = sim.worker(id) else { return Vec::new() };
    if pod.status.phase().is_terminal() || pod.metadata.deletion_timestamp.is_some() {
        return Vec::new();
    }
    let (settings, now) = (sim.settings(), sim.now());
    let spec = &worker.pod.spec;
    let inits = spec.init_containers.iter().map(|container| (container, List::Init));
    let apps = spec.containers.iter().map(|container| (container, List::App));
    let mut found = Vec::new();
    for (container, list) in inits.chain(apps) {
        let pull = held::of_pull(worker, container, settings.release, now);
        let restart = || held::of_restart(worker, &worker.runtime, container, list, settings);
        let window = match pull {
            Some(window) => Some((Attempt::Pull, window)),
            None => restart().map(|window| (Attempt::Restart, window)),
        };
        if let Some((attempt, Window { length, until })) = window {
            let container = container.name.clone();
            found.push(BackOff { container, attempt, length, until });
        }
    }
    found
}
