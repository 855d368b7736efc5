//! The shape of a state: everything that decides what can happen next. Two states with one shape have the same futures.
//!
//! The clock, generated names (UIDs, addresses, container ids) and reported Events do not belong to the shape.

use super::Fnv;
use crate::api::pod::Pod;
use crate::api::status::{ContainerState, ContainerStatus, PodStatus};
use crate::apiserver::registry::{self, Moment, metadata_shape};
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::event::SimEvent;
use crate::cluster::tables::TableKind;
use crate::cluster::world::{Jitter, PodId};
use crate::kubelet::backoff::{BackoffConfig, BackoffEntry};
use crate::kubelet::runtime::RuntimePod;
use crate::kubelet::worker::{Blocked, PodWorker};
use crate::rules::Feature;
use crate::sim::Sim;
use std::fmt::{Result, Write};

/// How many differences between futures a shape distinguishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// All, to the millisecond: in two states with one shape the same things happen after the same waits.
    Exact,
    /// All except random numbers and waits. Shows that a run only repeats itself.
    Settled,
}

/// Returns a hash of the shape of a state.
pub fn shape(sim: &Sim, depth: Depth) -> u64 {
    let mut shape = Shape { sim, now: sim.now(), exact: depth == Depth::Exact, hash: Fnv::new() };
    let written = shape.write();
    debug_assert!(written.is_ok(), "hashing takes every text");
    shape.hash.0
}

struct Shape<'a> {
    sim: &'a Sim,
    now: SimTime,
    exact: bool,
    hash: Fnv,
}

impl Shape<'_> {
    fn write(&mut self) -> Result {
        let world = self.sim.world();
        if self.exact {
            // The times of periodic checks repeat every second, and those of 1.20's status manager every ten seconds.
            let period =
                if world.release().has(Feature::PodWorkerLifecycle) { 1000 } else { 10_000 };
            write!(self.hash, "{}", self.now.0 % period)?;
            if world.settings.jitter == Jitter::Seeded {
                write!(self.hash, "{:?}", world.rng)?;
            }
        }
        for (_, pod) in world.pods() {
            self.pod(pod)?;
        }
        for kubelet in &self.sim.kubelets {
            let node = kubelet.node();
            write!(self.hash, "node{}{:?}", node.name, node.images)?;
            if let Some(started) = node.started.filter(|_| self.exact) {
                write!(self.hash, "started{:?}", self.age(started, 600_000))?;
            }
            for pull in &node.pulls {
                write!(self.hash, "pull{:?}{}{}", self.rank(pull.pod), pull.image, pull.error)?;
            }
            for worker in kubelet.workers() {
                self.worker(worker)?;
            }
            let admissions = kubelet.admissions();
            if let Some((pod, victims)) = &admissions.room {
                write!(self.hash, "room{:?}", self.rank(*pod))?;
                for pod in victims {
                    write!(self.hash, "{:?}", self.rank(*pod))?;
                }
            }
            for pod in &admissions.held {
                write!(self.hash, "held{:?}", self.rank(*pod))?;
            }
        }
        for node in world.nodes() {
            write!(self.hash, "{:?}{:?}", node.metadata.labels, node.spec.unschedulable)?;
            for taint in &node.spec.taints {
                write!(self.hash, "{}{}{:?}", taint.key, taint.value, taint.effect)?;
            }
            for kind in crate::api::node::CONDITIONS {
                let status = crate::api::node::status_of(node, kind);
                write!(self.hash, "{}", status.as_str())?;
            }
        }
        for (service, (ready, not_ready)) in world.services() {
            write!(self.hash, "{}{ready:?}{not_ready:?}", service.metadata.name)?;
            write!(self.hash, "{}", super::changes(service))?;
        }
        self.machines()?;
        self.workloads()?;
        self.plans()?;
        self.queue()
    }

    fn machines(&mut self) -> Result {
        let world = self.sim.world();
        for (id, machine) in world.machines.iter() {
            let heard =
                machine.heard.map(|heard| self.age(heard, if self.exact { 60_000 } else { 0 }));
            let deleted =
                machine.deleted.map(|at| self.age(at, if self.exact { 80_000 } else { 0 }));
            write!(self.hash, "machine{id}{:?}{heard:?}{deleted:?}", machine.connectivity)?;
            if machine.is_new {
                write!(self.hash, "new")?;
            }
            let down = machine.runtime_down.map(|at| {
                self.age(at, if self.exact { crate::cluster::machines::RUNTIME_GRACE } else { 0 })
            });
            write!(self.hash, "{down:?}{}{:?}", machine.network_down, machine.taken)?;
            if machine.no_app_armor {
                write!(self.hash, "bare")?;
            }
            for (signal, pressed) in machine.pressed.iter().enumerate() {
                let most = if self.exact { crate::cluster::machines::PRESSURE } else { 0 };
                if let Some(pressed) = pressed {
                    write!(self.hash, "pressed{signal}-{}", self.age(*pressed, most))?;
                }
            }
            // It does not matter since when a hard threshold is crossed.
            for (signal, [hard, soft]) in machine.crossed.into_iter().enumerate() {
                let age = soft.filter(|soft| !soft.is_met);
                let age = age.map(|soft| self.now.since(soft.since));
                let met = [hard, soft].map(|crossed| crossed.is_some_and(|c| c.is_met));
                if soft.is_some() || met[0] {
                    write!(self.hash, "crossed{signal}{age:?}{met:?}")?;
                }
            }
            if let Some(shutdown) = machine.shutdown {
                let left = if self.exact { shutdown.until.since(self.now) } else { 0 };
                write!(self.hash, "off{}{}{left}", shutdown.critical, shutdown.is_last)?;
            }
            if machine.connectivity == crate::cluster::machines::Connectivity::CutOff && self.exact
            {
                // The waits of a kubelet that is cut off double up to half a minute.
                write!(self.hash, "{}", self.now.since(machine.since))?;
            }
            if let Some(drain) = &machine.drain {
                write!(self.hash, "drain")?;
                for pod in &drain.pods {
                    write!(self.hash, "{:?}", self.rank(*pod))?;
                }
            }
        }
        for (pod, (since, _)) in &world.machines.evictions {
            let age = if self.exact { self.now.since(*since) } else { 0 };
            write!(self.hash, "evicted{:?}{age}", self.rank(*pod))?;
        }
        Ok(())
    }

    /// Returns a Pod's place among the Pods that exist or are still being stopped, or `None` when nothing is left of it.
    fn rank(&self, id: PodId) -> Option<usize> {
        let lives =
            |id: &PodId| self.sim.world().pod(*id).is_some() || self.sim.worker(*id).is_some();
        lives(&id).then(|| (0..id).filter(lives).count())
    }

    fn pod(&mut self, pod: &Pod) -> Result {
        metadata_shape(&pod.metadata, &mut self.hash)?;
        write!(self.hash, "{:?}", pod.spec)?;
        self.status(&pod.status)
    }

    fn status(&mut self, status: &PodStatus) -> Result {
        let nominated = &status.nominated_node_name;
        write!(self.hash, "{:?}{}{nominated}", status.phase, status.reason)?;
        for condition in &status.conditions {
            write!(self.hash, "{}{:?}{}", condition.kind, condition.status, condition.reason)?;
        }
        let ephemeral = &status.ephemeral_container_statuses;
        for container in status.init_containers().iter().chain(status.containers()).chain(ephemeral)
        {
            self.container(container)?;
        }
        Ok(())
    }

    fn container(&mut self, container: &ContainerStatus) -> Result {
        let ContainerStatus { name, ready, started, restart_count, .. } = container;
        write!(self.hash, "{name}{ready}{started:?}{restart_count}")?;
        for state in [&container.state, &container.last_state] {
            match state {
                ContainerState::Waiting(waiting) => write!(self.hash, "waiting{}", waiting.reason)?,
                ContainerState::Running(_) => write!(self.hash, "running")?,
                ContainerState::Terminated(end) => {
                    write!(self.hash, "ended{}{}", end.exit_code.0, end.reason)?;
                }
                ContainerState::Unset => write!(self.hash, "unset")?,
            }
        }
        Ok(())
    }

    /// Returns the milliseconds since a moment, at most `most`. A greater age makes no difference.
    fn age(&self, since: SimTime, most: u64) -> u64 {
        self.now.since(since).min(most)
    }

    fn backoff(&mut self, entry: Option<BackoffEntry>) -> Result {
        let Some(entry) = entry else { return write!(self.hash, "-") };
        let most = BackoffConfig::of(self.sim.settings().release).reset_after + 1;
        let age = self.age(entry.last_update, most);
        write!(self.hash, "{}+{age}", entry.delay)
    }

    fn worker(&mut self, worker: &PodWorker) -> Result {
        let rank = self.rank(worker.id);
        let PodWorker { stage, gone, waiting, pending, silent, .. } = worker;
        let attempts = worker.mount_attempts.min(10);
        write!(self.hash, "{rank:?}{stage:?}{gone}{waiting}{pending}{silent}{attempts}")?;
        if let Some(waiting) = &worker.resize {
            write!(self.hash, "resize{}", waiting.reason)?;
        }
        if worker.is_static {
            write!(self.hash, "static{}{}", worker.pod.metadata.uid, worker.is_admitted)?;
        }
        // The Pod's claims say which volumes these are.
        if !worker.attached.is_empty() {
            write!(self.hash, "attached{}", worker.attached.len())?;
        }
        self.runtime(worker, &worker.runtime)?;
        self.runtime(worker, &worker.cache)?;
        for backoff in &worker.backoffs {
            write!(self.hash, "{}{}", backoff.container, backoff.image)?;
            self.backoff(backoff.entry)?;
        }
        for pull in &worker.pull_backoffs {
            write!(self.hash, "{}{}", pull.image, pull.error)?;
            self.backoff(pull.entry)?;
        }
        for (container, failure) in &worker.start_failures {
            write!(self.hash, "{container}{}", failure.reason)?;
        }
        for (container, attempt) in &worker.attempts {
            write!(self.hash, "{container}{attempt}")?;
        }
        if let Some(task) = &worker.task {
            write!(self.hash, "{:?}{}{}", task.steps, task.failed, task.ends_pod)?;
            if let Blocked::Exits { instances, sidecars, since, sandbox, .. } = &task.blocked {
                let age = self.age(*since, u64::MAX);
                write!(self.hash, "{instances:?}{sidecars:?}{age}{sandbox}")?;
            } else {
                write!(self.hash, "{:?}", task.blocked)?;
            }
        }
        if let Some(status) = &worker.status {
            self.status(status)?;
        }
        for probe in &worker.probes {
            let newest = worker.runtime.newest(&probe.container).map(|i| &i.container_id);
            let watches = probe.state.container() == newest;
            write!(self.hash, "{watches}")?;
            probe.shape(&mut self.hash)?;
        }
        Ok(())
    }

    fn runtime(&mut self, worker: &PodWorker, runtime: &RuntimePod) -> Result {
        for sandbox in &runtime.sandboxes {
            write!(self.hash, "sandbox{}", sandbox.ready)?;
        }
        let longest = self.longest(worker);
        for instance in &runtime.instances {
            let (state, code) = (instance.state, instance.code);
            write!(self.hash, "{}{}{state:?}{code}", instance.container, instance.attempt)?;
            write!(self.hash, "{}{}", instance.reason, instance.post_start)?;
            for (resource, amount) in &instance.resources.requests {
                write!(self.hash, "{resource}{}", amount.milli)?;
            }
            let age = self.age(instance.started, longest);
            let over =
                self.age(instance.finished, BackoffConfig::of(self.sim.settings().release).max);
            write!(self.hash, "{age} {over}")?;
            if let Some(stopping) = instance.stopping {
                let age = self.age(stopping.since, (stopping.grace + 2) * 1000);
                write!(self.hash, "{}{:?}{age}", stopping.grace, stopping.hook)?;
            }
        }
        Ok(())
    }

    /// Returns the greatest age of a container that a probe or a script depends on.
    fn longest(&self, worker: &PodWorker) -> u64 {
        let delay = |delay: i64| u64::try_from(delay).unwrap_or(0) * 1000 + 1000;
        let probes = worker.probes.iter().map(|probe| delay(probe.probe.initial_delay_seconds));
        let rules = &self.sim.world().plans.rules;
        let exec = rules.iter().flat_map(|rule| rule.exec.iter());
        let exec = exec.flat_map(|(_, exec)| [exec.ok_after, exec.fail_after]).flatten();
        probes.chain(exec).max().unwrap_or(0)
    }

    fn workloads(&mut self) -> Result {
        let world = self.sim.world();
        let at = Moment { now: self.now, exact: self.exact };
        for kind in TableKind::ALL {
            registry::table(*kind).shape(world, at, &mut self.hash)?;
        }
        world.workloads.queue.shape(self.now, self.exact, &mut self.hash)
    }

    /// Writes what containers do, without answers and registries that later ones override.
    fn plans(&mut self) -> Result {
        let plans = &self.sim.world().plans;
        write!(self.hash, "{:?}{:?}", plans.http, plans.tcp)?;
        for (index, rule) in plans.rules.iter().enumerate() {
            let later = &plans.rules[index + 1..];
            let others = [&plans.rules[..index], later].concat();
            let mut kept = rule.clone();
            kept.answers.retain(|(check, answer)| {
                let says = |other: &crate::cluster::plan::Rule| {
                    other.answers.iter().any(|(c, _)| c == check)
                };
                let same = |other: &&crate::cluster::plan::Rule| {
                    other.pod == rule.pod && other.container == rule.container
                };
                !later.iter().filter(same).any(says)
                    && (answer.is_some() || others.iter().any(says))
            });
            let empty = crate::cluster::plan::Rule {
                pod: kept.pod.clone(),
                container: kept.container.clone(),
                ..crate::cluster::plan::Rule::default()
            };
            if kept != empty {
                write!(self.hash, "{kept:?}")?;
            }
        }
        for (index, (image, registry)) in plans.images.iter().enumerate() {
            if plans.images[index + 1..].iter().all(|(later, _)| later != image) {
                write!(self.hash, "{image}{registry:?}")?;
            }
        }
        for (index, (image, signal)) in plans.stop_signals.iter().enumerate() {
            if plans.stop_signals[index + 1..].iter().all(|(later, _)| later != image) {
                write!(self.hash, "{image}{signal}")?;
            }
        }
        Ok(())
    }

    fn queue(&mut self) -> Result {
        let mut kinds: Vec<Text> = Vec::new();
        for planned in self.sim.world().queue.in_order() {
            let mut event = planned.event;
            if !self.counts(event) {
                continue;
            }
            if let Some(pod) = event.pod_mut() {
                let Some(rank) = self.rank(*pod) else { continue };
                *pod = rank as PodId;
            }
            if let Some(turn) = event.turn_mut() {
                *turn = 0;
            }
            if self.exact {
                write!(self.hash, "{}{event:?}", planned.time.since(self.now))?;
            } else {
                kinds.push(format!("{event:?}").into());
            }
        }
        kinds.sort();
        write!(self.hash, "{kinds:?}")
    }

    /// Returns whether an event is not outdated, so that it has an effect.
    fn counts(&self, event: SimEvent) -> bool {
        let worker = |pod: PodId| self.sim.worker(pod);
        match event {
            SimEvent::SyncRequeued { pod, turn }
            | SimEvent::SyncResumed { pod, turn }
            | SimEvent::VolumesRetried { pod, turn } => worker(pod).is_some_and(|w| w.turn == turn),
            SimEvent::ProbeTicked { pod, worker: index, turn }
            | SimEvent::ProbeTriggered { pod, worker: index, turn }
            | SimEvent::ProbeAnswered { pod, worker: index, turn } => worker(pod)
                .and_then(|w| w.probes.get(index as usize))
                .is_some_and(|probe| probe.is_of(turn)),
            _ => true,
        }
    }
}
