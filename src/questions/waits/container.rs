//! What the containers of a Pod wait for.

use super::found::Found;
use super::wait::{Probing, WaitKind};
use crate::api::container::Container;
use crate::api::reason::WaitingReason;
use crate::api::status::{ContainerStatus, is_sidecar};
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::event::SimEvent;
use crate::cluster::world::PodId;
use crate::kubelet::configuration;
use crate::kubelet::held::{self, Window};
use crate::kubelet::probe::{Outcome, ProbeKind};
use crate::kubelet::restart_policy::should_restart;
use crate::kubelet::runtime::InstanceState;
use crate::kubelet::worker::{Blocked, List, PodWorker};
use crate::rules::Rule;
use crate::rules::release::Release;

/// Adds what the containers wait for.
pub(super) fn collect(found: &mut Found<'_>) {
    let Some(worker) = found.worker else { return };
    blocked(found, worker);
    let spec = &worker.pod.spec;
    let release = found.sim.settings().release;
    let mut holder = None;
    for container in &spec.init_containers {
        if !is_passed(worker, container, release) {
            holder.get_or_insert(container);
        }
    }
    let inits = spec.init_containers.iter().map(|container| (container, List::Init));
    let apps = spec.containers.iter().map(|container| (container, List::App));
    let ephemeral = spec.ephemeral_containers.iter().map(|c| (c, List::Ephemeral));
    for (container, list) in inits.chain(apps).chain(ephemeral) {
        start(found, worker, container, list);
        probes(found, worker, container);
    }
    let started = spec.containers.iter().any(|c| worker.runtime.newest(&c.name).is_some());
    if let Some(holder) = holder.filter(|_| !started) {
        let name = holder.name.clone();
        if is_sidecar(holder, release) {
            found.wait(WaitKind::Sidecar(name), None, Rule::P509);
        } else {
            found.wait(WaitKind::InitContainer(name), None, Rule::P502);
        }
    }
}

/// Returns whether an init container no longer holds back those after it. Rules P-502, P-509.
fn is_passed(worker: &PodWorker, container: &Container, release: Release) -> bool {
    if is_sidecar(container, release) {
        return status(worker, container).is_some_and(|status| status.started == Some(true));
    }
    let newest = worker.runtime.newest(&container.name);
    newest.is_some_and(|i| i.state == InstanceState::Exited && i.code == 0)
}

fn status<'a>(worker: &'a PodWorker, container: &Container) -> Option<&'a ContainerStatus> {
    let known = worker.known_status();
    let mut all = known.init_containers().iter().chain(known.containers());
    all.find(|status| status.name == container.name)
}

/// Returns the volume that a Pod waits for, and the other node that it is attached to. Rule V-13.
fn attachment(found: &Found<'_>, id: PodId) -> Option<(Text, Text)> {
    let world = found.sim.world();
    let volume = world.attachments.wanted_by(id)?;
    let here = world.machine_named(&found.pod.spec.node_name)?;
    let (_, there) = world.attachments.elsewhere(volume, here)?;
    let node = world.last_node(there)?;
    Some((volume.clone(), node.metadata.name.clone()))
}

/// Adds what the present sync waits for.
fn blocked(found: &mut Found<'_>, worker: &PodWorker) {
    let Some(task) = &worker.task else { return };
    let spec = &worker.pod.spec;
    let id = worker.id;
    match &task.blocked {
        Blocked::Volumes => {
            if let Some((volume, node)) = attachment(found, id) {
                return found.wait(WaitKind::Attachment { volume, node }, None, Rule::V13);
            }
            let missing = configuration::of_volumes(found.sim.world(), found.pod);
            let missing = missing.into_iter().next().map(|(volume, what)| (volume, what.into()));
            let until = found.next_sync();
            found.wait(WaitKind::Volumes(missing), until, Rule::P302);
        }
        Blocked::Pull(place) => {
            let container = place.of(spec);
            let (name, image) = (container.name.clone(), container.image.clone());
            let node = found.sim.world().machine_named(&found.pod.spec.node_name);
            let kubelet = node.and_then(|node| found.sim.kubelets.get(node as usize));
            let pulls = kubelet.map(|kubelet| &kubelet.node().pulls);
            let before = pulls.and_then(|pulls| {
                pulls.iter().position(|pull| pull.pod == id && pull.image == image)
            });
            let queue = &found.sim.world().queue;
            let ended = |event| node.is_some_and(|node| event == SimEvent::PullEnded { node });
            let until = queue.time_of(ended);
            let before = before.unwrap_or(0);
            found.wait(WaitKind::Pulling { container: name, image, before }, until, Rule::P317);
        }
        Blocked::PostStart(place, instance) => {
            let event = SimEvent::PostStartEnded { pod: id, instance: *instance };
            let until = found.sim.world().queue.time_of(|planned| planned == event);
            found.wait(WaitKind::PostStart(place.of(spec).name.clone()), until, Rule::P702);
        }
        Blocked::No | Blocked::Exits { .. } => {}
    }
}

/// Adds what delays the start of a container. Rules P-306, P-317, P-408.
fn start(found: &mut Found<'_>, worker: &PodWorker, container: &Container, list: List) {
    let now = found.sim.now();
    let release = found.sim.settings().release;
    let newest = worker.runtime.newest(&container.name);
    if newest.is_some_and(|i| i.state == InstanceState::Running) {
        return;
    }
    let (next, planned_by) = found.next_look().unzip();
    // A start that failed is tried again by the rule by which the next sync is planned.
    let retry = planned_by.unwrap_or(Rule::K4);
    let name = container.name.clone();
    let failure = worker.start_failures.iter().find(|(known, _)| *known == container.name);
    let failure = failure.map(|(_, failure)| failure);
    let shown = status(worker, container).and_then(|status| status.state.waiting());
    if let Some(shown) = shown.filter(|waiting| waiting.reason == WaitingReason::Blocked.as_str()) {
        let reason = shown.reason.clone();
        let kind = WaitKind::FailedStart { container: name, reason, missing: None };
        return found.wait(kind, next, retry);
    }
    let when = |until: SimTime| if until > now { Some(until) } else { next };
    if let Some(Window { length: window, until }) = held::of_pull(worker, container, release, now) {
        let (image, is_over) = (container.image.clone(), until <= now);
        let kind = WaitKind::PullBackoff { container: name, image, window, is_over };
        found.wait(kind, when(until), Rule::P317);
        return;
    }
    let ended = newest.filter(|i| i.state == InstanceState::Exited);
    // An init container that has succeeded does not start again. Rule P-502.
    let is_over = list == List::Init && is_passed(worker, container, release);
    let wanted = !is_over && should_restart(worker, &worker.runtime, container, list, release);
    let settings = found.sim.settings();
    let held = held::of_restart(worker, &worker.runtime, container, list, settings);
    if let Some(Window { length: window, until }) = held.filter(|_| wanted) {
        let is_over = until <= now;
        let kind = WaitKind::Restart { container: name, window, is_over };
        found.wait(kind, when(until), Rule::P408);
    } else if let Some(failure) = failure {
        let reason = failure.reason.clone();
        let lacks =
            WaitingReason::named(&reason) == Some(WaitingReason::CreateContainerConfigError);
        let missing =
            lacks.then(|| configuration::of_environment(found.sim.world(), found.pod, container));
        let missing = missing.and_then(|all| Some(all.into_iter().next()?.into()));
        let kind = WaitKind::FailedStart { container: name, reason, missing };
        found.wait(kind, next, retry);
    } else if ended.is_some() && wanted {
        let kind = WaitKind::Restart { container: name, window: 0, is_over: true };
        found.wait(kind, next, Rule::P408);
    }
}

/// Adds the state of a running container's probes.
fn probes(found: &mut Found<'_>, worker: &PodWorker, container: &Container) {
    let runs = worker.runtime.newest(&container.name);
    if runs.is_none_or(|i| i.state != InstanceState::Running) {
        return;
    }
    let Some(status) = status(worker, container) else { return };
    let is_started = status.started == Some(true);
    for kind in [ProbeKind::Startup, ProbeKind::Readiness] {
        let waits = match kind {
            ProbeKind::Startup => !is_started,
            ProbeKind::Readiness => is_started && !status.ready,
            ProbeKind::Liveness => false,
        };
        let mine = |probe: &&crate::kubelet::worker::ProbeWorker| {
            probe.kind == kind && probe.container == container.name && probe.alive
        };
        let Some(probe) = worker.probes.iter().find(mine).filter(|_| waits) else { continue };
        let (run, last) = probe.run_length();
        let (successes, failures) = match last {
            Outcome::Success => (run, 0),
            Outcome::Failure => (0, run),
            Outcome::Error => (0, 0),
        };
        let of = probe.probe.success_threshold() as u32;
        let most_failures = probe.probe.failure_threshold() as u32;
        let container = container.name.clone();
        let probing =
            Probing { container, successes: successes.min(of), of, failures, most_failures };
        let (next, kind) = (probe.next_tick, kind == ProbeKind::Startup);
        let kind = if kind { WaitKind::Startup(probing) } else { WaitKind::Readiness(probing) };
        found.wait(kind, Some(next), Rule::P611);
    }
}
