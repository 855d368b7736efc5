//! What the stage reads off a run: the Pod, what its kubelet knows, and how far each wait has come.

use crate::back_off;
use crate::lab::Lab;
use crate::tone::{self, Tone};
use crate::words::{clock, short};
use podlab::api::container::Container;
use podlab::api::pod::Pod;
use podlab::api::status::{ContainerState, ContainerStatus, PodPhase, READY, is_sidecar};
use podlab::base::text::Text;
use podlab::base::time::SimTime;
use podlab::cluster::fact::{Fact, HookKind, StateSummary};
use podlab::kubelet::runtime::{Hook, Instance, InstanceState, Stopping};
use podlab::kubelet::worker::{ContainerIndex, PodWorker};
use podlab::questions::back_off::BackOff;
use podlab::rules::release::Release;
use podlab::timeline::story::{Row, Sight};
use podlab_messages::text;

/// The Pod on the stage at the present moment.
#[derive(Clone, Copy)]
pub struct Stage<'a> {
    /// The lab.
    pub lab: &'a Lab,
    /// The Pod as the API has it, or had it last.
    pub pod: &'a Pod,
    /// Whether the API still has it.
    pub exists: bool,
    /// What the kubelet keeps of it.
    pub worker: Option<&'a PodWorker>,
    /// The present moment.
    pub now: SimTime,
    /// The release.
    pub release: Release,
}

/// A countdown, or the time spent in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ring {
    /// The figure, at most five characters.
    pub number: String,
    /// What it counts.
    pub caption: String,
    /// Per cent that are left, while something counts down.
    pub left: Option<u64>,
}

/// A step of the way a Pod ends.
pub struct EndingStep {
    /// What it is called.
    pub name: Text,
    /// How far it has come.
    pub words: String,
    /// Whether it is over.
    pub is_past: bool,
    /// Whether it happens now.
    pub is_now: bool,
    /// Per cent of the grace period that are left, on that step.
    pub left: Option<u64>,
}

impl<'a> Stage<'a> {
    /// What is on the stage; nothing before there was a Pod.
    pub fn of(lab: &'a Lab) -> Option<Stage<'a>> {
        let (id, pod) = lab.last_pod()?;
        Some(Stage {
            lab,
            pod,
            exists: lab.pod().is_some(),
            worker: lab.sim().worker(*id),
            now: lab.now(),
            release: lab.sim().settings().release,
        })
    }

    /// Where the Pod is, in words.
    pub fn place(&self) -> String {
        let (node, ip) = (&self.pod.spec.node_name, &self.pod.status.pod_ip);
        if !self.exists {
            text::pod_gone().to_owned()
        } else if node.is_empty() {
            text::pod_no_node().to_owned()
        } else if ip.is_empty() {
            text::pod_on(node)
        } else {
            text::pod_ip_on(ip, node)
        }
    }

    /// How the Pod looks.
    pub fn tone(&self) -> Tone {
        let phase = self.pod.status.phase();
        if !self.exists {
            Tone::Idle
        } else if phase == PodPhase::Running && self.pod.status.is_true(READY) {
            Tone::Ready
        } else {
            tone::of_phase(phase)
        }
    }

    /// The status of a container.
    pub fn status(&self, name: &str) -> Option<&'a ContainerStatus> {
        let status = &self.pod.status;
        let ephemeral = &status.ephemeral_container_statuses;
        let mut all = status.containers().iter().chain(status.init_containers()).chain(ephemeral);
        all.find(|s| s.name == *name)
    }

    /// Whether a container's program runs, whatever the API says.
    pub fn runs(&self, name: &str) -> bool {
        self.instance(name).is_some_and(|i| i.state == InstanceState::Running)
    }

    /// The newest life of a container.
    pub fn instance(&self, name: &str) -> Option<&'a Instance> {
        self.worker?.runtime.newest(name)
    }

    /// The stop of a container that is going on.
    pub fn stopping(&self, name: &str) -> Option<Stopping> {
        let instance = self.instance(name).filter(|i| i.state == InstanceState::Running)?;
        instance.stopping
    }

    /// Whether the Pod is on its way out, or gone.
    pub fn is_ending(&self) -> bool {
        !self.exists || self.pod.metadata.deletion_timestamp.is_some()
    }

    /// When the present state of a container began.
    pub fn since(&self, name: &str) -> Option<SimTime> {
        let row = Row::Container(name.to_owned().into());
        let last = self.lab.story().segments(&row).last()?;
        let instance = self.instance(name);
        let of_instance = instance.and_then(|instance| {
            if let Sight::Container(StateSummary::Terminated(_)) = &last.value {
                Some(instance.finished)
            } else {
                let runs = matches!(last.value, Sight::Container(StateSummary::Running));
                runs.then_some(instance.started)
            }
        });
        Some(of_instance.unwrap_or(last.from).min(self.now))
    }

    /// The back-off before a container is started again, or its image pulled.
    pub fn back_off(&self, container: &str) -> Option<BackOff> {
        back_off::of_container(self.lab, self.pod, container).filter(|_| self.exists)
    }

    /// The ring of a container.
    pub fn ring(&self, container: &Container) -> Ring {
        if let Some(stopping) = self.stopping(&container.name) {
            let total = stopping.grace * 1000;
            return countdown(self.now, stopping.since + total, total);
        }
        if let Some(back_off) = self.back_off(&container.name) {
            return countdown(self.now, back_off.until, back_off.length);
        }
        let status = self.status(&container.name);
        let caption = match status.map(|s| &s.state) {
            Some(ContainerState::Running(_)) => text::ring_running(),
            Some(ContainerState::Terminated(_)) => text::ring_ago(),
            Some(ContainerState::Waiting(_) | ContainerState::Unset) | None => text::ring_waiting(),
        };
        let since = self.since(&container.name).unwrap_or(self.now);
        let spent = self.now.since(since) / 1000 * 1000;
        Ring { number: short(spent), caption: caption.to_owned(), left: None }
    }

    /// The four steps of the way this Pod, or a container of it, ends.
    pub fn ending(&self) -> [EndingStep; 4] {
        let spec = &self.pod.spec;
        let worker = self.worker;
        let instances = worker.map_or(&[][..], |w| &w.runtime.instances);
        let stopped = instances.iter().filter_map(|i| i.stopping.map(|s| (i, s)));
        let running = |i: &Instance| i.state == InstanceState::Running;
        let latest = stopped.max_by_key(|(i, s)| (running(i), s.since));
        let hooks = spec.containers.iter().chain(&spec.init_containers);
        let has_hook =
            hooks.into_iter().any(|c| c.lifecycle.as_ref().is_some_and(|l| l.pre_stop.is_some()));
        let idle = |name: &'static str, words: &str| EndingStep {
            name: name.into(),
            words: words.to_owned(),
            is_past: false,
            is_now: false,
            left: None,
        };
        let grace = spec.termination_grace_period_seconds.unwrap_or(30);
        let mut steps = [
            idle(
                "preStop",
                if has_hook { text::ending_hook_first() } else { text::ending_no_hook() },
            ),
            idle("SIGTERM", text::ending_to_all()),
            idle(text::ending_grace(), &text::ending_seconds(grace)),
            idle("SIGKILL", text::ending_if_running()),
        ];
        let Some((instance, stopping)) = latest.filter(|(i, _)| running(i) || self.is_ending())
        else {
            return steps;
        };
        let name = &instance.container;
        let (mut hook, mut term, mut kill) = (None, None, None);
        let story = self.lab.story();
        for change in story.changes().iter().rev().take_while(|c| c.time >= stopping.since) {
            if let Fact::Hook { container, hook: HookKind::PreStop } = &change.fact
                && container == name
            {
                hook = Some(change.time);
            } else if let Fact::Signal { container, signal, .. } = &change.fact
                && container == name
            {
                if *signal == "SIGKILL" {
                    kill = Some(change.time);
                } else {
                    term = Some(change.time);
                    steps[1].name = signal.clone();
                }
            }
        }
        let until = stopping.since + stopping.grace * 1000;
        let hook_runs = running(instance)
            && term.is_none()
            && matches!(stopping.hook, Hook::Running | Hook::Failing | Hook::Abandoned);
        if let Some(began) = hook {
            let over = term.unwrap_or(self.now);
            let spent = short(over.since(began));
            steps[0].words = match (hook_runs, stopping.hook) {
                (true, _) => text::ending_runs_for(&spent),
                (false, Hook::Abandoned) => text::ending_cut_short().to_owned(),
                (false, _) => text::ending_took(&spent),
            };
        }
        steps[0].is_now = hook_runs;
        steps[0].is_past = !hook_runs;
        if let Some(at) = term {
            steps[1].words = text::ending_at(clock(at));
            steps[1].is_past = true;
        }
        let left = until.since(self.now);
        steps[2].name = text::ending_grace_left().into();
        steps[2].is_now = running(instance) && term.is_some();
        steps[2].is_past = !running(instance);
        let over = if running(instance) { left } else { until.since(instance.finished) };
        steps[2].words = text::ending_left_of(short(over), stopping.grace);
        steps[2].left = Some(if stopping.grace == 0 { 0 } else { over / (stopping.grace * 10) });
        steps[3].words = match kill {
            Some(at) => text::ending_at(clock(at)),
            None if running(instance) => text::ending_at(clock(until)),
            None => text::ending_not_needed().to_owned(),
        };
        steps[3].is_past = kill.is_some();
        steps
    }

    /// The containers that have a card: sidecars that were started, then app containers, then ephemeral ones.
    pub fn cards(&self) -> impl Iterator<Item = (&'a Container, &'static str, ContainerIndex)> {
        let spec = &self.pod.spec;
        let at = |index: usize| index as u16;
        let sidecars = spec.init_containers.iter().enumerate();
        let release = self.release;
        let sidecars = sidecars
            .filter(move |(_, c)| is_sidecar(c, release))
            .map(move |(i, c)| (c, text::card_sidecar(), ContainerIndex::Init(at(i))));
        let apps = spec.containers.iter().enumerate();
        let apps = apps.map(move |(i, c)| (c, text::card_app(), ContainerIndex::App(at(i))));
        let ephemeral = spec.ephemeral_containers.iter().enumerate();
        let ephemeral = ephemeral
            .map(move |(i, c)| (c, text::card_ephemeral(), ContainerIndex::Ephemeral(at(i))));
        sidecars.chain(apps).chain(ephemeral)
    }
}

fn countdown(now: SimTime, until: SimTime, total: u64) -> Ring {
    let left = until.since(now);
    if left == 0 {
        return Ring {
            number: text::ring_due().to_owned(),
            caption: text::ring_any_moment().to_owned(),
            left: Some(0),
        };
    }
    Ring {
        number: short(left),
        caption: text::ring_left().to_owned(),
        left: Some((left * 100).checked_div(total).unwrap_or(0)),
    }
}
