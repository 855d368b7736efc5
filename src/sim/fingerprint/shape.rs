//! The shape of a state: everything that decides what can happen next. Two states with one shape have the same futures.

use crate::api::core::Node;
use crate::api::pod::Pod;
use crate::api::status::{ContainerState, ContainerStatus, PodStatus, READY};
use crate::apiserver::registry::{self, Frame, metadata_shape};
use crate::base::digest::Digest;
use crate::base::time::Timestamp;
use crate::cluster::table_kind::TableKind;
use crate::cluster::world::{Jitter, Settings};
use crate::manifest::schema::Field;
use crate::rules::Feature;
use crate::sim::Sim;

/// How many differences between futures a shape distinguishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// All, to the millisecond: in two states with one shape the same things happen after the same waits, also when the
    /// same is done in both. How old a Pod or a container is counts only as far as something asks for it; so a new
    /// `activeDeadlineSeconds` or `minReadySeconds` can tell the states apart.
    Exact,
    /// All, to the millisecond, as long as no act concerns a node. Where nothing has happened to a node yet,
    /// it makes no difference how far the checks of nodes are in their periods of up to 20 seconds.
    NodesLeftAlone,
    /// All except random numbers and waits. Shows that a run only repeats itself.
    Settled,
    /// All except random numbers, waits, the lengths of back-offs, and how often something was tried once that makes no
    /// difference to what is tried. Shows that a run goes round in circles, as a crash loop does.
    Recurring,
}

impl Depth {
    const fn is_exact(self) -> bool {
        match self {
            Depth::Exact | Depth::NodesLeftAlone => true,
            Depth::Settled | Depth::Recurring => false,
        }
    }

    /// Whether the numbers of tries belong to the shape.
    pub(super) const fn counts_tries(self) -> bool {
        match self {
            Depth::Exact | Depth::NodesLeftAlone | Depth::Settled => true,
            Depth::Recurring => false,
        }
    }
}

/// Returns a hash of the shape of a state.
pub fn shape(sim: &Sim, depth: Depth) -> u64 {
    let Sim { world, kubelets: _, images: _, kubelet_of_pod: _, commands: _, handled: _ } = sim;
    let lives = |id| world.pod(id).is_some() || sim.worker(id).is_some();
    let mut shape = Shape {
        sim,
        depth,
        frame: Frame::new(world, depth.is_exact(), lives),
        out: Digest::default(),
    };
    shape.write();
    shape.out.value()
}

pub(super) struct Shape<'a> {
    pub sim: &'a Sim,
    pub depth: Depth,
    pub frame: Frame<'a>,
    pub out: Digest,
}

impl Shape<'_> {
    fn write(&mut self) {
        self.clock();
        self.objects();
        let Sim { world: _, kubelets, images, kubelet_of_pod, commands: _, handled: _ } = self.sim;
        self.out.debug(images);
        for (home, id) in kubelet_of_pod.iter().zip(0..) {
            if self.frame.rank(id).is_some() {
                self.out.option(home.map(u64::from));
            }
        }
        for kubelet in kubelets {
            self.kubelet(kubelet);
        }
        self.machines();
        self.attachments();
        for kind in TableKind::ALL {
            registry::table(*kind).shape(&self.frame, &mut self.out);
        }
        self.work();
        self.scripts();
        self.queue();
    }

    fn clock(&mut self) {
        let parts = self.frame.world.parts();
        let Settings {
            release,
            // The state of the random numbers counts, not where they began.
            seed: _,
            jitter,
            cadence,
            gates,
            cluster_domain,
            max_container_restart_period,
            checks,
            eviction,
            pod_gc_threshold,
            oom,
            programs,
        } = parts.settings;
        self.out.debug(&(release, jitter, cadence, max_container_restart_period, checks));
        self.out.debug(&(gates, cluster_domain, eviction, oom, programs));
        self.out.number(u64::from(*pod_gc_threshold));
        if self.frame.exact {
            let period = self.period();
            self.out.number(parts.now.0 % period);
            // In the first period no check lies behind it.
            self.out.flag(parts.now.0 < period);
            self.out.option(parts.first_check.map(|check| check.0 % 10_000));
            if parts.settings.jitter == Jitter::Seeded {
                self.out.debug(parts.rng);
            }
        }
    }

    /// Returns the longest period of the checks that can come, in milliseconds.
    ///
    /// Machines and rounds of evictions are not checked before something has happened to a machine, or before a script
    /// says what containers use.
    fn period(&self) -> u64 {
        let parts = self.frame.world.parts();
        let has_checks = self.depth == Depth::Exact
            || parts.machines.iter().next().is_some()
            || !parts.machines.evictions.is_empty()
            || parts.scripts.has_usage()
            || parts.settings.pod_gc_threshold != crate::cluster::world::POD_GC_THRESHOLD;
        let is_slow = !self.frame.world.release().has(Feature::PodWorkerLifecycle)
            || self.sim.kubelets.iter().any(|k| k.workers().any(|worker| worker.is_static));
        match (has_checks, is_slow) {
            (true, _) => 20_000,
            (false, true) => 10_000,
            (false, false) => 1000,
        }
    }

    fn objects(&mut self) {
        let parts = self.frame.world.parts();
        for pod in parts.pods.iter().flatten() {
            self.pod(pod);
        }
        for node in parts.nodes {
            self.node(node);
        }
        for map in parts.config_maps.values() {
            metadata_shape(&map.metadata, false, &mut self.out);
            map.data.digest(&mut self.out);
            map.binary_data.digest(&mut self.out);
            map.immutable.digest(&mut self.out);
        }
        for secret in parts.secrets.values() {
            metadata_shape(&secret.metadata, false, &mut self.out);
            secret.data.digest(&mut self.out);
            secret.string_data.digest(&mut self.out);
            secret.immutable.digest(&mut self.out);
        }
        for class in parts.priority_classes.values() {
            metadata_shape(&class.metadata, false, &mut self.out);
            self.out.debug(&(class.value, class.global_default, &class.preemption_policy));
        }
        for class in parts.objects.parts().classes.values() {
            metadata_shape(&class.metadata, false, &mut self.out);
            self.out.debug(&(&class.provisioner, class.reclaim_policy, class.volume_binding_mode));
            self.out.debug(&(class.allow_volume_expansion, &class.allowed_topologies));
        }
    }

    /// Adds a Node object. A deleted one counts in its last version, in which its machine may join again.
    fn node(&mut self, node: &Node) {
        metadata_shape(&node.metadata, false, &mut self.out);
        self.out.flag(node.spec.unschedulable);
        self.out.count(node.spec.taints.len());
        for taint in &node.spec.taints {
            self.out.debug(&(&taint.key, &taint.value, taint.effect));
        }
        node.status.capacity.digest(&mut self.out);
        node.status.allocatable.digest(&mut self.out);
        for kind in crate::api::node::CONDITIONS {
            let status = crate::api::node::status_of(node, kind);
            self.out.text(status.as_str());
        }
    }

    pub(crate) fn pod(&mut self, pod: &Pod) {
        metadata_shape(&pod.metadata, false, &mut self.out);
        pod.spec.digest(&mut self.out);
        self.status(&pod.status);
        self.ages(pod);
    }

    /// Adds since when a Pod exists and is Ready, as far as its controller asks for it. Rules R-07, S-24.
    fn ages(&mut self, pod: &Pod) {
        let Some(owner) = crate::api::meta::controller(&pod.metadata) else { return };
        let now = Timestamp::of(self.frame.now);
        let age = |at: Option<Timestamp>| at.map(|at| (now.0 - at.0).max(0).cast_unsigned());
        let ready = age(pod.status.condition(READY).and_then(|ready| ready.last_transition_time));
        if *owner.kind == *"ReplicaSet" {
            if self.frame.exact {
                self.out.option(ready);
                self.out.option(age(pod.metadata.creation_timestamp));
            }
            let pods = self.frame.world.parts().pods.iter().flatten();
            let before = pods.filter(|other| other.metadata.uid < pod.metadata.uid).count();
            self.out.count(before);
        } else {
            let sets = self.frame.world.objects.sets.iter();
            let most = sets.map(|(_, set)| set.spec.min_ready_seconds).max().unwrap_or(0);
            let most = most.max(0).cast_unsigned();
            self.out.option(ready.filter(|_| self.frame.exact).map(|ready| ready.min(most)));
        }
    }

    pub(crate) fn status(&mut self, status: &PodStatus) {
        let PodStatus {
            conditions,
            container_statuses: _,
            ephemeral_container_statuses,
            host_ip: _,
            host_ips: _,
            init_container_statuses: _,
            message: _,
            nominated_node_name,
            observed_generation: _,
            phase,
            pod_ip: _,
            pod_ips: _,
            qos_class,
            reason,
            resize,
            resource_claim_statuses: _,
            // Deadlines count from when the kubelet accepted the Pod.
            start_time: _,
        } = status;
        self.out.debug(&(phase, reason, nominated_node_name, qos_class, resize));
        self.out.count(conditions.len());
        for condition in conditions {
            self.out.text(&condition.kind);
            condition.status.digest(&mut self.out);
            self.out.text(&condition.reason);
        }
        let lists = status.init_containers().iter().chain(status.containers());
        for container in lists.chain(ephemeral_container_statuses) {
            self.container(container);
        }
    }

    /// Adds how often a container was started. What its program does may depend on it, as long as its script has other steps.
    pub(super) fn tries(&mut self, count: u64) {
        let steps = self.frame.world.parts().scripts.most_steps() as u64;
        self.out.number(if self.depth.counts_tries() { count } else { count.min(steps) });
    }

    fn container(&mut self, container: &ContainerStatus) {
        let ContainerStatus {
            allocated_resources,
            allocated_resources_status: _,
            container_id: _,
            image,
            image_id: _,
            last_state,
            name,
            ready,
            resources,
            restart_count,
            started,
            state,
            stop_signal,
            user: _,
            volume_mounts: _,
        } = container;
        self.out.text(name);
        self.out.text(image);
        ready.digest(&mut self.out);
        started.digest(&mut self.out);
        self.tries(restart_count.max(&0).cast_unsigned());
        stop_signal.digest(&mut self.out);
        allocated_resources.digest(&mut self.out);
        resources.digest(&mut self.out);
        for state in [state, last_state] {
            match state {
                ContainerState::Waiting(waiting) => {
                    self.out.text("waiting");
                    self.out.text(&waiting.reason);
                }
                ContainerState::Running(_) => self.out.text("running"),
                ContainerState::Terminated(end) => {
                    self.out.text("ended");
                    end.exit_code.digest(&mut self.out);
                    self.out.text(&end.reason);
                }
                ContainerState::Unset => self.out.text("unset"),
            }
        }
    }
}
