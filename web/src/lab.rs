//! The lab: one run with its past, and which Pod of it is on the stage. Nothing here knows the page.

use crate::scenes::Scene;
use crate::{set_spec, spec};
use podlab::api::container::Container;
use podlab::api::pod::Pod;
use podlab::api::stateful_set::StatefulSet;
use podlab::apiserver::error::ApiError;
use podlab::command::Command;
use podlab::compare::Variant;
use podlab::history::{BranchId, History, Planned};
use podlab::kubelet::probe::ProbeKind;
use podlab::kubelet::runtime::InstanceState;
use podlab::manifest::Resource;
use podlab::plan::{Answer, Check, Registry, Rule, Server};
use podlab::run_file::RunFile;
use podlab::sim::Sim;
use podlab::story::Story;
use podlab::text::Text;
use podlab::time::SimTime;
use podlab::world::{PodId, Settings};
use std::rc::Rc;

/// Most events of one jump, so that the page never hangs.
const LIMIT: u64 = 200_000;

/// A run and the Pod on its stage.
#[derive(Clone)]
pub struct Lab {
    /// What it was opened with.
    pub scene: Scene,
    history: History,
    /// The moment it is on its way to.
    goal: Option<SimTime>,
}

impl Lab {
    /// Opens a scene; the API server may refuse what it begins with.
    pub fn open(scene: Scene, settings: Settings) -> Result<Lab, ApiError> {
        let history = begin(&scene, settings, scene.script.clone())?;
        Ok(Lab { scene, history, goal: None })
    }

    /// A run that was saved, on its way to the moment at which it was.
    pub fn of_file(run: &RunFile) -> Result<Lab, ApiError> {
        let scene = Scene {
            name: Text::default(),
            group: "Yours".into(),
            title: if run.title.is_empty() { "Your run".into() } else { run.title.clone() },
            namespace: run.pod.0.clone(),
            set: run.set.clone(),
            pod: run.pod.1.clone(),
            nodes: run.nodes,
            script: Vec::new(),
        };
        Ok(Lab { scene, history: run.begin()?, goal: Some(run.now) })
    }

    /// The run with all its branches, as it is saved.
    pub fn save(&self) -> RunFile {
        let title = self.scene.title.clone();
        RunFile { title, ..RunFile::of(&self.history, self.scene.nodes) }
    }

    /// A variant of the run, at its beginning.
    pub fn variant(&self, variant: Variant) -> Result<Lab, ApiError> {
        let mut scene = self.scene.clone();
        scene.title = [&scene.title, ", ", &variant.name].concat().into();
        let history = begin(&scene, variant.settings, variant.plan)?;
        Ok(Lab { scene, history, goal: None })
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

    /// The run with its past, to go through time.
    pub fn history_mut(&mut self) -> &mut History {
        &mut self.history
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
        self.story().last(&self.scene.pod)
    }

    /// The StatefulSet on the stage, while the API has it.
    pub fn set(&self) -> Option<&Rc<StatefulSet>> {
        let sets = &self.sim().world().workloads.sets;
        sets.named(&self.scene.namespace, self.scene.set.as_ref()?)
    }

    /// The StatefulSet on the stage as the API had it last.
    pub fn last_set(&self) -> Option<&Rc<StatefulSet>> {
        self.set().or_else(|| self.story().last_set())
    }

    /// Puts another Pod of the set on the stage.
    pub fn select(&mut self, pod: Text) {
        self.scene.pod = pod.clone();
        self.history.select(pod);
    }

    /// Lets time pass up to a moment, at most `limit` events. Gives whether it was reached.
    pub fn run_until(&mut self, time: SimTime, limit: u64) -> bool {
        self.history.run_until(time, limit)
    }

    /// Lets the next event happen.
    pub fn step(&mut self) {
        self.arrive();
        self.history.step();
    }

    /// Lets time pass until something changes that a learner should see. Gives whether anything did; otherwise it is as
    /// late as before.
    pub fn step_to_change(&mut self) -> bool {
        self.arrive();
        let found = self.history.step_to_change(LIMIT);
        // What happens at the same moment belongs to the same change.
        self.history.run_until(self.now(), LIMIT);
        found
    }

    /// Goes towards a moment; [`Lab::go_on`] goes further.
    pub fn seek(&mut self, time: SimTime) {
        self.history.seek(time, 0);
        self.goal = Some(time);
    }

    /// Whether it is still on its way to a moment.
    pub fn is_on_its_way(&self) -> bool {
        self.goal.is_some()
    }

    /// Goes further towards the moment it is to be at, at most `limit` events. Gives whether it is there.
    pub fn go_on(&mut self, limit: u64) -> bool {
        let is_there = self.goal.is_none_or(|goal| self.history.run_until(goal, limit));
        if is_there {
            self.goal = None;
        }
        is_there
    }

    /// Goes all the way at once, for what can only be done there.
    fn arrive(&mut self) {
        self.go_on(u64::MAX);
    }

    /// Carries commands out now, all or none.
    pub fn act(&mut self, commands: Vec<Command>) -> Result<(), ApiError> {
        self.arrive();
        self.history.act(commands)
    }

    /// Begins to take the last act back. Gives the moment it goes to, if there was one.
    pub fn undo(&mut self) -> Option<SimTime> {
        self.goal = Some(self.history.begin_undo()?.time);
        self.goal
    }

    /// Begins to do again what was taken back last. Gives the moment it goes to, if there was anything.
    pub fn redo(&mut self) -> Option<SimTime> {
        self.goal = Some(self.history.begin_redo()?.time);
        self.goal
    }

    /// Begins to go to another branch, to where it was left.
    pub fn switch(&mut self, branch: BranchId) {
        if !self.history.switch(branch, 0) {
            self.goal = Some(self.history.branch().left_at);
        }
    }

    /// Gives a branch a name.
    pub fn name_branch(&mut self, branch: BranchId, name: Text) {
        self.history.rename(branch, name);
    }

    /// Deletes a branch that is not the present one.
    pub fn delete_branch(&mut self, branch: BranchId) {
        self.history.delete(branch);
    }

    /// The same acts under other settings.
    pub fn again(&self, settings: Settings) -> Result<Lab, ApiError> {
        let history = self.history.again(Sim::with_nodes(settings, self.scene.nodes))?;
        Ok(Lab { scene: self.scene.clone(), history, goal: None })
    }

    /// The manifest of the Pod on the stage: as it was created last, with the changes that were made in place. For the
    /// Pods of a set it is the set's template.
    pub fn manifest(&self) -> Option<Pod> {
        if self.scene.set.is_some() {
            return self.last_set().map(|set| set_spec::template(set));
        }
        let (scene, sim) = (&self.scene, self.sim());
        let created = sim.commands().iter().rev().find_map(|(_, command)| match command {
            Command::Create(resource) => match resource.as_ref() {
                Resource::Pod(pod) if pod.metadata.name == scene.pod => Some(pod),
                _ => None,
            },
            _ => None,
        });
        let mut pod = created?.clone();
        let (_, live) = self.last_pod()?;
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

    /// Whether the program of a Pod's container runs.
    pub fn runs(&self, pod: PodId, container: &str) -> bool {
        let worker = self.sim().worker(pod);
        let newest = worker.and_then(|worker| worker.runtime.newest(container));
        newest.is_some_and(|instance| instance.state == InstanceState::Running)
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
            let worker = self.last_pod().and_then(|(id, _)| self.sim().worker(*id));
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

    /// The Pods that an act concerns, as the API has them: all of the set, or the one on the stage.
    pub fn targets(&self, everyone: bool) -> Vec<(PodId, &Rc<Pod>)> {
        let Some(set) = self.scene.set.as_ref().filter(|_| everyone) else {
            return self.pod().into_iter().collect();
        };
        let world = self.sim().world();
        let members = world.workloads.members(&self.scene.namespace, set);
        members.filter_map(|id| Some((id, world.pod(id)?))).collect()
    }

    /// The command that adds a rule about a container, of the Pod on the stage or of every Pod of the set.
    pub fn rule(&self, everyone: bool, container: &Text, rule: Rule) -> Command {
        let pod = match self.scene.set.as_ref().filter(|_| everyone) {
            Some(set) => [set, "-*"].concat().into(),
            None => self.scene.pod.clone(),
        };
        let container = container.clone();
        Command::Plan(Rule { pod, container, ..rule })
    }
}

/// The beginning of a scene under a plan.
fn begin(scene: &Scene, settings: Settings, plan: Vec<Planned>) -> Result<History, ApiError> {
    let start = Sim::with_nodes(settings, scene.nodes);
    let mut story = Story::new(scene.namespace.clone(), scene.pod.clone());
    if let Some(set) = &scene.set {
        story.follow(set.clone());
    }
    History::of(start, story, plan)
}
