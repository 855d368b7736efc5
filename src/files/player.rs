//! A run of a scenario: the simulation, and the actions that are still to come.

use crate::api::Resource;
use crate::apiserver::error::ApiError;
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::command::Command;
use crate::cluster::world::Settings;
use crate::files::run_file::RunFile;
use crate::files::scenario_file::{self, NODES, Scenario};
use crate::sim::Sim;
use crate::sim::scenario::{Act, Action};
use std::rc::Rc;

/// Something that the simulation refused to do.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// When.
    pub time: SimTime,
    /// Which action it was, from 0; none for an object that is created at the start.
    pub action: Option<usize>,
    /// What it was about, such as `Pod/demo`.
    pub object: Text,
    /// Why.
    pub error: ApiError,
}

/// A scenario that is being run. Actions are done at their time, before the events of the same moment.
#[derive(Clone, Debug)]
pub struct Player {
    /// The simulation. Who steps it past [`Player::next_action_time`] does the actions too late.
    pub sim: Sim,
    actions: Rc<[Action]>,
    /// Whether people did the actions, who act after the events of the same moment.
    by_people: Rc<[bool]>,
    objects: Rc<[Resource]>,
    next: usize,
    refusals: Vec<Refusal>,
}

impl Player {
    /// Begins a run: the nodes, the objects that no action creates, and the actions of the first moment.
    pub fn new(scenario: &Scenario, settings: Settings) -> Player {
        let brings_nodes = scenario.objects.iter().any(|o| matches!(o, Resource::Node(_)));
        let usual = if brings_nodes { 0 } else { NODES };
        let mut player = Player {
            sim: Sim::with_nodes(settings, scenario.nodes.unwrap_or(usual)),
            actions: scenario.actions.clone().into(),
            by_people: vec![false; scenario.actions.len()].into(),
            objects: scenario.objects.clone().into(),
            next: 0,
            refusals: Vec::new(),
        };
        for object in scenario.objects.iter().filter(|o| !scenario.is_created_later(o)) {
            player.create(object.clone(), None);
        }
        player.act_until(SimTime::ZERO);
        player
    }

    /// Begins a run that was saved, on its present branch.
    pub fn of_run(run: &RunFile) -> Player {
        let branch = run.branches.iter().find(|branch| branch.id == run.current);
        let (mut actions, mut by_people) = (Vec::new(), Vec::new());
        for planned in branch.map_or(&[][..], |branch| &branch.plan) {
            for command in &planned.commands {
                actions.push(Action { time: planned.time, act: Act::Command(command.clone()) });
                by_people.push(planned.by_person);
            }
        }
        let mut player = Player {
            sim: Sim::with_nodes(run.settings.clone(), run.nodes),
            actions: actions.into(),
            by_people: by_people.into(),
            objects: Rc::new([]),
            next: 0,
            refusals: Vec::new(),
        };
        while player
            .next_action_time()
            .is_some_and(|time| time == SimTime::ZERO && !player.is_late())
        {
            player.act();
        }
        player
    }

    /// Whether the next action comes after the events of its moment.
    fn is_late(&self) -> bool {
        self.by_people.get(self.next).is_some_and(|by_person| *by_person)
    }

    /// When the next action is done, if any is left.
    pub fn next_action_time(&self) -> Option<SimTime> {
        self.actions.get(self.next).map(|action| action.time)
    }

    /// When the next action or event happens, if any is left.
    pub fn next_time(&self) -> Option<SimTime> {
        match (self.next_action_time(), self.sim.next_event_time()) {
            (Some(action), Some(event)) => Some(action.min(event)),
            (one, other) => one.or(other),
        }
    }

    /// Lets the next action or event happen. Gives its time, or nothing when nothing is left.
    pub fn step(&mut self) -> Option<SimTime> {
        let (action, event) = (self.next_action_time(), self.sim.next_event_time());
        match action {
            Some(time)
                if event.is_none_or(|event| time < event || time == event && !self.is_late()) =>
            {
                self.sim.run_until(time);
                self.act();
                Some(time)
            }
            Some(_) | None => self.sim.step(),
        }
    }

    /// Lets everything happen up to and including a moment, then waits for it.
    pub fn run_until(&mut self, until: SimTime) {
        while self.next_time().is_some_and(|next| next <= until) {
            self.step();
        }
        self.sim.run_until(until);
    }

    /// What was refused since the last call, oldest first.
    pub fn take_refusals(&mut self) -> Vec<Refusal> {
        std::mem::take(&mut self.refusals)
    }

    fn act_until(&mut self, until: SimTime) {
        while self.next_action_time().is_some_and(|time| time <= until) {
            self.act();
        }
    }

    /// Does the next action.
    fn act(&mut self) {
        let Some(action) = self.actions.get(self.next).cloned() else { return };
        let number = Some(self.next);
        self.next += 1;
        match action.act {
            Act::Command(command) => self.apply(command, number),
            act => {
                let named = |o: &&Resource| {
                    act.object().is_some_and(|reference| scenario_file::names(reference, o))
                };
                // Reading the scenario made sure that the object is there.
                let found = self.objects.iter().find(named).and_then(|object| act.with(object));
                if let Some(command) = found {
                    self.apply(command, number);
                }
            }
        }
    }

    fn create(&mut self, resource: Resource, action: Option<usize>) {
        self.apply(Command::Create(Box::new(resource)), action);
    }

    fn apply(&mut self, command: Command, action: Option<usize>) {
        let object = command.object();
        if let Err(error) = self.sim.apply(command) {
            self.refusals.push(Refusal { time: self.sim.now(), action, object, error });
        }
    }
}
