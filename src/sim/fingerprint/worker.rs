//! Kubelets, and what each keeps of its Pods.

use super::shape::Shape;
use crate::cluster::event::InstanceId;
use crate::kubelet::Admissions;
use crate::kubelet::Pull;
use crate::kubelet::backoff::{BackoffConfig, BackoffEntry};
use crate::kubelet::probe::ProbeState;
use crate::kubelet::runtime::{Instance, InstanceState, RuntimePod, SandboxInstance, Stopping};
use crate::kubelet::worker::{
    Blocked, Checked, End, PodWorker, ProbeWorker, PullBackoff, RestartBackoff, StartFailure, Step,
    Task, Written,
};
use crate::kubelet::{Kubelet, KubeletState};
use crate::manifest::schema::Field;

/// Returns the place of an instance among those that the runtime has of a Pod.
pub(super) fn place(runtime: &RuntimePod, id: InstanceId) -> Option<u64> {
    runtime.instances.iter().position(|instance| instance.id == id).map(|place| place as u64)
}

impl Shape<'_> {
    pub(crate) fn kubelet(&mut self, kubelet: &Kubelet) {
        let Kubelet { node, pods, admissions } = kubelet;
        self.kubelet_state(node);
        for worker in pods.values() {
            self.worker(worker);
        }
        let Admissions { room, held } = admissions;
        if let Some((pod, victims)) = room {
            self.out.text("room");
            for pod in std::iter::once(pod).chain(victims) {
                self.out.option(self.frame.rank(*pod));
            }
        }
        self.out.count(held.len());
        for pod in held {
            self.out.option(self.frame.rank(*pod));
        }
    }

    fn kubelet_state(&mut self, node: &KubeletState) {
        let KubeletState {
            id: _,
            name,
            ip: _,
            images,
            pulls,
            relist_offset,
            sync_offset,
            status_offset,
            relist_planned,
            started,
        } = node;
        self.out.text(name);
        self.out.debug(&(images, relist_planned));
        if self.frame.exact {
            self.out.debug(&(relist_offset, sync_offset, status_offset));
            self.out.option(started.map(|started| self.frame.age(started, 600_000)));
        }
        self.out.count(pulls.len());
        for pull in pulls {
            // Its end is a scheduled event. The other times are only told.
            let Pull { pod, image, asked: _, begun: _, error } = pull;
            self.out.option(self.frame.rank(*pod));
            self.out.text(image);
            self.out.text(error);
        }
    }

    fn worker(&mut self, worker: &PodWorker) {
        let PodWorker {
            id,
            pod: _,
            is_static,
            is_admitted,
            gone,
            runtime,
            cache,
            allocated,
            resize,
            stage,
            task,
            waiting,
            pending,
            last_sync,
            // Told, and the sync that is planned is in the queue.
            requeued_by: _,
            // Outdated events do not count.
            token: _,
            accepted,
            start_failures,
            backoffs: _,
            pull_backoffs: _,
            probes,
            waiting_rules,
            status,
            written,
            // Instances count as places among those that exist.
            next_instance: _,
            attempts,
            attached,
            mount_attempts,
            end,
            refused,
            silent,
            runtime_cause: _,
            view_cause: _,
        } = worker;
        self.out.option(self.frame.rank(*id));
        self.out.debug(&(stage, is_static, is_admitted, gone, waiting, pending, silent));
        self.out.number(u64::from((*mount_attempts).min(10)));
        self.out.debug(&(allocated, resize.as_ref().map(|resize| resize.reason)));
        // A sync waits until the kubelet has looked at the runtime after the last one, which it does each second.
        self.out.option(last_sync.filter(|_| self.frame.exact).map(|at| self.frame.age(at, 2000)));
        self.known_pod(worker);
        if worker.pod.spec.active_deadline_seconds.is_some() {
            self.out.number(self.frame.wait(*accepted, u64::MAX));
        }
        self.out.count(attached.len());
        for volume in attached {
            self.out.option(self.frame.volume(volume));
        }
        self.runtime(worker, runtime);
        self.runtime(worker, cache);
        self.backoffs(worker);
        for (container, failure) in start_failures {
            self.failure(container, Some(failure));
        }
        self.out.debug(&(waiting_rules, refused));
        for (container, count) in attempts {
            self.out.text(container);
            self.tries(u64::from(*count));
        }
        if let Some(end) = end {
            let End { rule, reason, message: _, grace, disruption } = &**end;
            self.out.debug(&(rule, reason, grace, disruption));
        }
        if let Some(task) = task {
            self.task(worker, task);
        }
        if let Some(status) = status {
            self.status(status);
        }
        if let Some(Written { status: _, pod: _, may_run }) = written {
            self.out.flag(*may_run);
        }
        for probe in probes {
            self.probe(worker, probe);
        }
    }

    /// Adds how the Pod that the kubelet knows differs from the one in the API.
    fn known_pod(&mut self, worker: &PodWorker) {
        let known = &worker.pod;
        let same = self.frame.world.pod(worker.id).is_some_and(|pod| {
            let spec = known.spec.is_same(&pod.spec) || known.spec == pod.spec;
            let deletion = known.metadata.deletion_timestamp == pod.metadata.deletion_timestamp;
            let metadata = known.metadata.labels == pod.metadata.labels
                && known.metadata.annotations == pod.metadata.annotations;
            spec && deletion && metadata
        });
        self.out.flag(same);
        if !same {
            crate::apiserver::registry::metadata_shape(&known.metadata, false, &mut self.out);
            known.spec.digest(&mut self.out);
        }
        if worker.is_static {
            self.out.text(&known.metadata.uid);
        }
        if worker.status.is_none() {
            self.status(&known.status);
        }
    }

    fn failure(&mut self, container: &str, failure: Option<&StartFailure>) {
        self.out.text(container);
        if let Some(StartFailure { reason, message: _, step }) = failure {
            self.out.debug(&(reason, step));
        }
    }

    fn backoffs(&mut self, worker: &PodWorker) {
        for RestartBackoff { container, image, entry, told } in &worker.backoffs {
            self.out.text(container);
            self.out.text(image);
            self.out.flag(told.is_some());
            self.backoff(*entry);
            let ended = worker.runtime.newest(container).map(|instance| instance.finished);
            let most = self.reset_after() + 1;
            let window = entry.zip(ended).map(|(e, at)| at.since(e.last_update).min(most));
            self.out.option(window.filter(|_| self.depth.counts_tries()));
        }
        for PullBackoff { image, entry, error } in &worker.pull_backoffs {
            self.out.text(image);
            self.out.text(error);
            self.backoff(*entry);
        }
    }

    fn reset_after(&self) -> u64 {
        BackoffConfig::of(self.frame.world.release()).reset_after
    }

    fn backoff(&mut self, entry: Option<BackoffEntry>) {
        self.out.flag(entry.is_some());
        let Some(BackoffEntry { delay, last_update }) = entry else { return };
        if !self.depth.counts_tries() {
            return;
        }
        self.out.number(delay);
        self.out.number(self.frame.age(last_update, self.reset_after() + 1));
    }

    fn task(&mut self, worker: &PodWorker, task: &Task) {
        let Task { steps, results, failed, blocked, ends_pod } = task;
        self.out.debug(&(failed, ends_pod));
        for step in steps {
            self.step(worker, step);
        }
        for (container, failure) in results {
            self.failure(container, failure.as_ref());
        }
        let at = |id: &InstanceId| place(&worker.runtime, *id);
        match blocked {
            Blocked::No => self.out.text("no"),
            Blocked::Volumes => self.out.text("volumes"),
            Blocked::Exits { instances, sidecars, since, sandbox, failed_start } => {
                self.out.text("exits");
                for list in [instances, sidecars] {
                    self.out.count(list.len());
                    for id in list {
                        self.out.option(at(id));
                    }
                }
                self.out.number(self.frame.age(*since, u64::MAX));
                self.out.flag(*sandbox);
                if let Some((container, failure)) = failed_start {
                    self.failure(container, Some(failure));
                }
            }
            Blocked::Pull(place) => self.out.debug(&("pull", place)),
            Blocked::PostStart(place, id) => self.out.debug(&("hook", place, at(id))),
        }
    }

    fn step(&mut self, worker: &PodWorker, step: &Step) {
        let at = |id: &InstanceId| place(&worker.runtime, *id);
        match step {
            Step::KillContainer { instance, message, grace } => {
                self.out.debug(&("kill", at(instance), message, grace));
            }
            Step::Resize(instance) => self.out.debug(&("resize", at(instance))),
            Step::KillPod
            | Step::EndContainers
            | Step::RemoveContainers
            | Step::PurgeInitContainers
            | Step::CreateSandbox
            | Step::Start(_)
            | Step::StartWithImage(_) => self.out.debug(step),
        }
    }

    fn probe(&mut self, worker: &PodWorker, probe: &ProbeWorker) {
        let ProbeWorker {
            container_index,
            container,
            kind,
            probe,
            state,
            alive,
            next_tick,
            published,
            in_flight,
            missed,
            // Outdated events do not count.
            token: _,
        } = probe;
        let ProbeState { kind: _, stored, container: watched, last, run, on_hold } = state;
        let newest = worker.runtime.newest(container).map(|i| &i.container_id);
        let seen = worker.cache.newest(container).map(|i| &i.container_id);
        let most = probe.success_threshold().max(probe.failure_threshold());
        self.out.debug(&(container_index, kind, alive, missed, stored, last, on_hold));
        self.out.number(u64::from(*run).min(most));
        self.out.flag(watched.as_ref() == newest);
        self.out.flag(watched.as_ref() == seen);
        let is_known = |known: &crate::base::text::Text| Some(known) == watched.as_ref();
        self.out.debug(&published.as_ref().map(|(known, result)| (is_known(known), result)));
        let flight = in_flight.as_ref();
        let flight = flight
            .map(|Checked { delay, outcome, message: _, event: _, cause: _ }| (delay, outcome));
        self.out.debug(&flight);
        if *alive {
            self.out.number(self.frame.until(*next_tick));
        }
    }

    /// Adds what the runtime has, now or when the kubelet last looked.
    fn runtime(&mut self, worker: &PodWorker, runtime: &RuntimePod) {
        let RuntimePod { instances, sandboxes, sandbox_count } = runtime;
        self.out.count(sandboxes.len());
        for SandboxInstance { ready, ip: _, host_network } in sandboxes {
            self.out.debug(&(ready, host_network));
        }
        let longest = self.longest(worker);
        self.out.count(instances.len());
        for instance in instances {
            let Instance {
                id,
                container,
                attempt,
                sandbox,
                image,
                container_id: _,
                state,
                started,
                finished,
                code,
                resources,
                reason,
                message: _,
                stopping,
                post_start,
                program,
                // It decides only what the container has printed.
                loops_since: _,
                cause: _,
                file_causes: _,
            } = instance;
            self.out.option(place(&worker.runtime, *id));
            self.out.text(container);
            self.tries(u64::from(*attempt));
            self.out.number(u64::from(sandbox_count.saturating_sub(*sandbox)));
            self.out.text(image);
            self.out.debug(&(state, code, reason, post_start, resources));
            self.out.option(program.map(u64::from));
            self.out.number(self.frame.age(*started, longest));
            if *state == InstanceState::Exited {
                let most = BackoffConfig::of(self.frame.world.release()).max;
                self.out.number(self.frame.age(*finished, most));
            }
            if let Some(Stopping { since, grace, hook }) = stopping {
                self.out.number(*grace);
                self.out.debug(hook);
                self.out.number(self.frame.age(*since, (grace + 2) * 1000));
            }
        }
    }

    /// Returns the greatest age of a container that a probe or a script depends on.
    fn longest(&self, worker: &PodWorker) -> u64 {
        let delay = |delay: i64| u64::try_from(delay).unwrap_or(0) * 1000 + 1000;
        let probes = worker.probes.iter().map(|probe| delay(probe.probe.initial_delay_seconds));
        let rules = &self.frame.world.scripts.rules;
        let exec = rules.iter().flat_map(|rule| rule.what.exec.iter());
        let exec = exec.flat_map(|(_, exec)| [exec.ok_after, exec.fail_after]).flatten();
        probes.chain(exec).max().unwrap_or(0)
    }
}
