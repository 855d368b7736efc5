//! The lab: one run with its past, and which Pod of it is on the stage. Nothing here knows the page.

use crate::scenes::Scene;
use crate::spec;
use podlab::api::container::Container;
use podlab::api::pod::Pod;
use podlab::apiserver::error::ApiError;
use podlab::command::Command;
use podlab::history::History;
use podlab::kubelet::probe::ProbeKind;
use podlab::manifest::Resource;
use podlab::plan::{Answer, Check, Registry, Rule, Server};
use podlab::sim::Sim;
use podlab::story::Story;
use podlab::text::Text;
use podlab::time::SimTime;
use podlab::world::{PodId, Settings};
use std::rc::Rc;

/// Most events of one jump, so that the page never hangs.
const LIMIT: u64 = 200_000;

/// A run and the Pod on its stage.
pub struct Lab {
    /// What it was opened with.
    pub scene: Scene,
    history: History,
    last: Option<(PodId, Rc<Pod>)>,
}

impl Lab {
    /// Opens a scene; the API server may refuse what it begins with.
    pub fn open(scene: Scene, settings: Settings) -> Result<Lab, ApiError> {
        let start = Sim::with_nodes(settings, scene.nodes);
        let history =
            History::new(start, scene.namespace.clone(), scene.pod.clone(), scene.script.clone())?;
        let mut lab = Lab { scene, history, last: None };
        lab.look();
        Ok(lab)
    }

    /// The simulation.
    pub fn sim(&self) -> &Sim {
        self.history.sim()
    }

    /// The story of the Pod on the stage.
    pub fn story(&self) -> &Story {
        self.history.story()
    }

    /// The run with its past.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The present moment.
    pub fn now(&self) -> SimTime {
        self.history.now()
    }

    /// The Pod on the stage, while the API has it.
    pub fn pod(&self) -> Option<(PodId, &Rc<Pod>)> {
        self.sim().pod(&self.scene.namespace, &self.scene.pod)
    }

    /// The Pod on the stage as the API had it last.
    pub fn last_pod(&self) -> Option<&(PodId, Rc<Pod>)> {
        self.last.as_ref()
    }

    /// Lets time pass up to a moment, at most `limit` events. Gives whether it was reached.
    pub fn run_until(&mut self, time: SimTime, limit: u64) -> bool {
        let reached = self.history.run_until(time, limit);
        self.look();
        reached
    }

    /// Lets the next event happen.
    pub fn step(&mut self) {
        self.history.step();
        self.look();
    }

    /// Lets time pass until something of the Pod changes. Gives whether anything did.
    pub fn step_to_change(&mut self) -> bool {
        let found = self.history.step_to_change(LIMIT);
        // What happens at the same moment belongs to the same change.
        self.history.run_until(self.now(), LIMIT);
        self.look();
        found
    }

    /// Goes to a moment.
    pub fn seek(&mut self, time: SimTime) {
        self.history.seek(time, LIMIT);
        self.look();
    }

    /// Carries commands out now, all or none.
    pub fn act(&mut self, commands: Vec<Command>) -> Result<(), ApiError> {
        let done = self.history.act(commands);
        self.look();
        done
    }

    /// Takes the last act back. Gives whether there was one.
    pub fn undo(&mut self) -> bool {
        let undone = self.history.undo().is_some();
        self.look();
        undone
    }

    /// The same acts under other settings.
    pub fn again(&self, settings: Settings) -> Result<Lab, ApiError> {
        let history = self.history.again(Sim::with_nodes(settings, self.scene.nodes))?;
        let mut lab = Lab { scene: self.scene.clone(), history, last: None };
        lab.look();
        Ok(lab)
    }

    /// The manifest of the Pod on the stage: as it was created last, with the changes that were made in place.
    pub fn manifest(&self) -> Option<Pod> {
        let (scene, sim) = (&self.scene, self.sim());
        let created = sim.commands().iter().rev().find_map(|(_, command)| match command {
            Command::Create(resource) => match resource.as_ref() {
                Resource::Pod(pod) if pod.metadata.name == scene.pod => Some(pod),
                _ => None,
            },
            _ => None,
        });
        let mut pod = created?.clone();
        let (_, live) = self.last.as_ref()?;
        let live_containers = live.spec.containers.iter().chain(&live.spec.init_containers);
        for live in live_containers {
            let spec = &mut *pod.spec;
            let all = spec.containers.iter_mut().chain(&mut spec.init_containers);
            if let Some(container) = all.into_iter().find(|c| c.name == live.name) {
                container.image = live.image.clone();
            }
        }
        pod.spec.active_deadline_seconds = live.spec.active_deadline_seconds;
        Some(pod)
    }

    /// How a probe or hook is set to answer; none means as the program itself does.
    pub fn answer(&self, container: &str, check: Check) -> Option<Answer> {
        self.sim().world().plans.answer(&self.scene.pod, container, check)
    }

    /// Whether a container's program ignores the stop signal.
    pub fn ignores_stop(&self, container: &str) -> bool {
        self.sim().world().plans.stop(&self.scene.pod, container).after.is_none()
    }

    /// Whether a container's process cannot be started.
    pub fn fails_to_start(&self, container: &str) -> bool {
        self.sim().world().plans.start_error(&self.scene.pod, container).is_some()
    }

    /// How a probe would answer now: as it is set, or else as the program does by itself.
    pub fn present_answer(&self, container: &Container, kind: ProbeKind, check: Check) -> Answer {
        if let Some(answer) = self.answer(&container.name, check) {
            return match answer {
                Answer::Slow(_) => Answer::Timeout,
                answer => answer,
            };
        }
        let plans = &self.sim().world().plans;
        let Some(probe) = spec::probe(container, kind) else { return Answer::Success };
        if let Some(exec) = &probe.exec {
            let exec = plans.exec(&self.scene.pod, &container.name, &exec.command.join(" "));
            let worker = self.last.as_ref().and_then(|(id, _)| self.sim().worker(*id));
            let instance = worker.and_then(|w| w.runtime.newest(&container.name));
            let age = instance.map_or(0, |i| self.now().since(i.started));
            let fails = exec.fail_after.is_some_and(|after| age >= after)
                || exec.ok_after.is_some_and(|after| age < after)
                || (exec.code != 0 && exec.ok_after.is_none());
            return match () {
                () if !exec.error.is_empty() => Answer::Error,
                () if exec.delay > probe.timeout_seconds() * 1000 => Answer::Timeout,
                () if fails => Answer::Failure,
                () => Answer::Success,
            };
        }
        let server = if probe.http_get.is_some() { &plans.http } else { &plans.tcp };
        match server {
            Some(Server::Code(200..400)) | None => Answer::Success,
            Some(Server::Code(_) | Server::Refused) => Answer::Failure,
        }
    }

    /// What the registry does for an image.
    pub fn registry(&self, image: &str) -> Registry {
        self.sim().world().plans.registry(image)
    }

    /// The command that adds a rule about a container of the Pod.
    pub fn rule(&self, container: &Text, rule: Rule) -> Command {
        let (pod, container) = (self.scene.pod.clone(), container.clone());
        Command::Plan(Rule { pod, container, ..rule })
    }

    fn look(&mut self) {
        match self.pod() {
            Some((id, pod)) => self.last = Some((id, Rc::clone(pod))),
            None if self.story().changes().is_empty() => self.last = None,
            None => {}
        }
    }
}
