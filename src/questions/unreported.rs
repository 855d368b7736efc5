//! What the containers of a Pod do on their node while the API still says something else.
//!
//! The kubelet looks at the runtime once a second and writes what it finds to the API, so for a moment both differ. They differ for longer while the
//! kubelet is busy with the Pod, or its machine is not heard.
//!
//! ```
//! use podlab::base::time::SimTime;
//! use podlab::files::scenario_file::read;
//! use podlab::questions::unreported;
//! use podlab::{ReadOptions, manifest::Diagnostic};
//!
//! # fn main() -> Result<(), Vec<Diagnostic>> {
//! let text = "{apiVersion: v1, kind: Pod, metadata: {name: demo}, spec: {containers: [{name: app, image: nginx}]}}";
//! let scenario = read(text, &ReadOptions::default())?;
//! let mut player = scenario.play(scenario.settings());
//! player.run_until(SimTime::from_seconds(10));
//! assert!(unreported::of_pod(&player.sim, 0).is_empty(), "the API knows that it runs");
//! # Ok(())
//! # }
//! ```

use crate::api::status::{ContainerState, ContainerStatus};
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::fact::StateSummary;
use crate::cluster::machines::Connectivity;
use crate::cluster::world::PodId;
use crate::kubelet::runtime::{Instance, InstanceState};
use crate::questions::waits::{self, Seen, WaitKind};
use crate::sim::Sim;

/// A container whose state on the node is not what the API says.
#[derive(Clone, Debug, PartialEq)]
pub struct Unreported {
    /// The container.
    pub container: Text,
    /// Its state on the node.
    pub on_node: StateSummary,
    /// Its state in the API; `None` when the API has none.
    pub in_api: Option<StateSummary>,
    /// When the kubelet finds it out and writes it.
    pub report: Report,
}

/// When the API hears of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Report {
    /// At the sync of the kubelet at this moment. Rule K-2.
    At(SimTime),
    /// When the kubelet has done what it is doing with the Pod.
    Later,
    /// Not while the machine is not heard. Rule P-1005.
    NotHeard,
}

/// Returns the containers of a Pod whose state on the node is not what the API says. A Pod that the API does not have, or that no
/// kubelet knows, has none.
pub fn of_pod(sim: &Sim, id: PodId) -> Vec<Unreported> {
    let Some(pod) = sim.world().pod(id) else { return Vec::new() };
    let Some(worker) = sim.worker(id) else { return Vec::new() };
    let spec = &worker.pod.spec;
    let all = spec.init_containers.iter().chain(&spec.containers);
    let status = &pod.status;
    let find = |name: &Text| {
        let statuses = status.init_containers().iter().chain(status.containers());
        statuses.chain(&status.ephemeral_container_statuses).find(|s| s.name == *name)
    };
    let mut found: Vec<Unreported> = Vec::new();
    for container in all.chain(&spec.ephemeral_containers) {
        let Some(newest) = worker.runtime.newest(&container.name) else { continue };
        let known = find(&container.name);
        if let Some(on_node) = summary(newest).filter(|_| !is_reported(newest, known)) {
            let in_api = known.and_then(|status| StateSummary::of(&status.state));
            let (container, report) = (container.name.clone(), Report::Later);
            found.push(Unreported { container, on_node, in_api, report });
        }
    }
    if found.is_empty() {
        return found;
    }
    let is_heard = sim.world().connectivity_of(&pod.spec.node_name) == Connectivity::Up;
    let waits = waits::of_pod(sim, id);
    for unreported in &mut found {
        let look = waits.iter().find_map(|wait| {
            let WaitKind::Look(Seen::Started(name) | Seen::Ended(name)) = &wait.kind else {
                return None;
            };
            wait.until.filter(|_| *name == unreported.container)
        });
        unreported.report = match look {
            _ if !is_heard => Report::NotHeard,
            Some(at) => Report::At(at),
            None => Report::Later,
        };
    }
    found
}

/// Returns the state of an instance; `None` for one that has not started yet.
fn summary(instance: &Instance) -> Option<StateSummary> {
    match instance.state {
        InstanceState::Created => None,
        InstanceState::Running => Some(StateSummary::Running),
        InstanceState::Exited => Some(StateSummary::Terminated(instance.reason.clone())),
    }
}

/// Returns whether a status tells of the state of an instance. The end of one that waits for its restart is the last state. Rule P-306.
fn is_reported(instance: &Instance, status: Option<&ContainerStatus>) -> bool {
    let Some(status) = status else { return false };
    let is_of_end = |state: &ContainerState| {
        state.terminated().is_some_and(|end| end.container_id == instance.container_id)
    };
    match instance.state {
        InstanceState::Created => true,
        InstanceState::Running => {
            status.state.running().is_some() && status.container_id == instance.container_id
        }
        InstanceState::Exited => {
            let waits = status.state.waiting().is_some();
            is_of_end(&status.state) || waits && is_of_end(&status.last_state)
        }
    }
}
