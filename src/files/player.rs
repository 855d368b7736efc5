//! Plays a scenario: the simulation, and the actions that are still to come.

use crate::api::Resource;
use crate::apiserver::error::ApiError;
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::command::Command;
use crate::cluster::world::Settings;
use crate::files::run_file::RunFile;
use crate::files::scenario_file::{self, Scenario};
use crate::manifest::node::Span;
use crate::manifest::wrong::Complaint;
use crate::manifest::{Code, Diagnostic};
use crate::sim::Sim;
use crate::sim::scenario::{Act, Action};
use std::rc::Rc;

/// An action or an object that the simulation refused.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// The time of the refusal.
    pub time: SimTime,
    /// The index of the action, from 0; `None` for an object that is created at the start.
    pub action: Option<usize>,
    /// The object that it was about, such as `Pod/demo`.
    pub object: Text,
    /// The index of that object in the scenario, when it is created at the start.
    pub index: Option<usize>,
    /// The reason.
    pub error: ApiError,
}

/// A scenario that is being played. Actions happen at their time, before the events of the same moment.
///
/// ```
/// use podlab::files::scenario_file::read;
/// use podlab::manifest::Diagnostic;
/// use podlab::{Player, ReadOptions, SimTime};
///
/// # fn main() -> Result<(), Vec<Diagnostic>> {
/// let text = "
/// apiVersion: podlab/v1
/// kind: Scenario
/// actions: [{t: 5s, do: delete, object: pod/web}]
/// ---
/// {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: nginx}]}}";
/// let scenario = read(text, &ReadOptions::default())?;
/// let mut player = Player::new(&scenario, scenario.settings());
/// assert_eq!(player.next_action_time(), Some(SimTime::from_seconds(5)));
/// player.run_until(SimTime::from_seconds(60));
/// assert!(player.take_refusals().is_empty() && player.sim.pod("default", "web").is_none());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Player {
    /// The simulation. A caller that steps it past [`Player::next_action_time`] delays the actions.
    pub sim: Sim,
    actions: Rc<[Action]>,
    /// Whether a person did the action. People act after the events of the same moment.
    by_people: Rc<[bool]>,
    objects: Rc<[Resource]>,
    next: usize,
    refusals: Vec<Refusal>,
}

impl Scenario {
    /// Begins a run: creates the nodes and the objects that no action creates, and does the actions of the first
    /// moment.
    pub fn play(&self, settings: Settings) -> Player {
        Player::new(self, settings)
    }

    /// Returns a refusal as mistakes in the files: one for each field that is wrong, or one for the whole object.
    pub fn diagnose(&self, refusal: &Refusal) -> Vec<Diagnostic> {
        let place = refusal.index.and_then(|index| self.place_of(index));
        let error = &refusal.error;
        let diagnostic = |path: &str, message: Complaint| {
            let span = place.map_or_else(Span::default, |(_, node)| node.locate(path));
            let file = place.and_then(|(file, _)| file.clone());
            let diagnostic = Diagnostic::new(Code::Invalid, span, message).at(path.to_owned());
            Diagnostic { file, ..diagnostic }
        };
        if error.causes.is_empty() {
            let diagnostic = diagnostic("metadata.name", error.message.clone());
            return vec![Diagnostic { path: Text::default(), ..diagnostic }];
        }
        error.causes.iter().map(|cause| diagnostic(&cause.path, cause.body().into())).collect()
    }
}

impl Player {
    /// Begins a run: creates the nodes and the objects that no action creates, and does the actions of the first
    /// moment.
    pub fn new(scenario: &Scenario, settings: Settings) -> Player {
        let mut player = Player {
            sim: Sim::with_nodes(settings, scenario.node_count()),
            actions: scenario.actions.clone().into(),
            by_people: vec![false; scenario.actions.len()].into(),
            objects: scenario.objects.clone().into(),
            next: 0,
            refusals: Vec::new(),
        };
        for (index, object) in scenario.objects.iter().enumerate() {
            if !scenario.is_created_later(object) {
                let create = Command::Create(Box::new(object.clone()));
                player.apply(create, None, Some(index));
            }
        }
        player.act_until(SimTime::ZERO);
        player
    }

    /// Begins a saved run, on its present branch.
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

    /// Returns whether the next action comes after the events of its moment.
    fn is_late(&self) -> bool {
        self.by_people.get(self.next).is_some_and(|by_person| *by_person)
    }

    /// Returns the time of the next action, when one is left.
    pub fn next_action_time(&self) -> Option<SimTime> {
        self.actions.get(self.next).map(|action| action.time)
    }

    /// Returns the time of the next action or event, when one is left.
    pub fn next_time(&self) -> Option<SimTime> {
        match (self.next_action_time(), self.sim.next_event_time()) {
            (Some(action), Some(event)) => Some(action.min(event)),
            (one, other) => one.or(other),
        }
    }

    /// Lets the next action or event happen. Returns its time, or `None` when nothing is left.
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

    /// Lets everything happen up to and including a moment, then goes to that moment.
    pub fn run_until(&mut self, until: SimTime) {
        while self.next_time().is_some_and(|next| next <= until) {
            self.step();
        }
        self.sim.run_until(until);
    }

    /// Returns what was refused since the last call, oldest first.
    ///
    /// ```
    /// use podlab::files::scenario_file::read;
    /// use podlab::{Player, ReadOptions};
    /// # use podlab::manifest::Diagnostic;
    ///
    /// # fn main() -> Result<(), Vec<Diagnostic>> {
    /// let text = "{apiVersion: v1, kind: Pod, metadata: {name: Web}, spec: {containers: [{name: app, image: nginx}]}}";
    /// let scenario = read(text, &ReadOptions::default())?;
    /// let mut player = Player::new(&scenario, scenario.settings());
    /// let refused = player.take_refusals();
    /// let mistakes = scenario.diagnose(&refused[0]);
    /// assert_eq!(refused[0].object, "Pod/Web", "names of Pods are in lower case");
    /// assert_eq!((mistakes[0].path.as_str(), mistakes[0].span.column), ("metadata.name", 40));
    /// # Ok(())
    /// # }
    /// ```
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
            Act::Command(command) => self.apply(command, number, None),
            Act::Note(_) => {}
            act @ (Act::Create(_) | Act::PutManifest { .. }) => {
                let named = |o: &&Resource| {
                    act.object().is_some_and(|reference| scenario_file::names(reference, o))
                };
                // The reader of the scenario made sure that the object exists.
                let found = self.objects.iter().find(named).and_then(|object| act.with(object));
                if let Some(command) = found {
                    self.apply(command, number, None);
                }
            }
        }
    }

    fn apply(&mut self, command: Command, action: Option<usize>, index: Option<usize>) {
        let object = command.object();
        if let Err(error) = self.sim.apply(command) {
            self.refusals.push(Refusal { time: self.sim.now(), action, object, index, error });
        }
    }
}
