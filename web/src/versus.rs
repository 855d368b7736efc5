//! Runs that are compared: what varies, the columns on one clock, and where they begin to differ.

use crate::frames;
use crate::lab::Lab;
use crate::offers::{self, Offer};
use crate::scenes::Scene;
use podlab::compare::{self, Aspect, Differences, LEAST, MOST};
use podlab::history::{BranchId, History};
use podlab::story::Story;
use podlab::time::SimTime;

/// The most events of a column between two looks at the clock.
const SLICE: u64 = 32;

/// How far columns are played at first.
const LEAST_PLAYED: SimTime = SimTime::from_seconds(120);
/// How much of it is shown at least, when little happens in it.
const LEAST_SHOWN: SimTime = SimTime::from_seconds(20);

/// Something a person does while runs are compared.
#[derive(Clone, Debug)]
pub enum Deed {
    /// Compares variants of the run in the lab, or its branches.
    Open { branches: bool },
    /// Compares a case of the example states under the three policies.
    OpenCase(usize),
    /// Lets something else vary, by its place among the offers.
    Vary(usize),
    /// Takes these values, with commas between them.
    Values(String),
    /// Adds a branch, or takes it away.
    Toggle(BranchId),
    /// Says why a change in a column happened.
    Select(usize, u64),
    /// Goes to where a row begins to differ, by its place among the differences.
    Go(usize),
    /// Goes on in the lab with the run of a column.
    Take(usize),
}

/// A run that is compared.
pub struct Column {
    /// What it is called.
    pub name: String,
    /// The run.
    pub lab: Lab,
    /// What happened later than now, as far as it was played.
    ahead: Option<(SimTime, Story)>,
}

impl Column {
    fn new(name: String, lab: Lab) -> Column {
        Column { name, lab, ahead: None }
    }

    /// All that happened as far as it was played, and until when.
    pub fn story(&self) -> (&Story, SimTime) {
        match &self.ahead {
            Some((end, story)) if *end > self.lab.now() => (story, *end),
            _ => (self.lab.story(), self.lab.now()),
        }
    }

    /// Keeps what happened before it is gone back.
    fn keep(&mut self) {
        let now = self.lab.now();
        if self.ahead.as_ref().is_none_or(|(end, _)| *end < now) {
            self.ahead = Some((now, self.lab.story().clone()));
        }
    }
}

/// Runs side by side.
pub struct Versus {
    /// What the columns are made from.
    base: Lab,
    /// What can vary.
    pub offers: Vec<Offer>,
    /// Which of them does.
    pub offer: usize,
    /// The values, with commas between them.
    pub values: String,
    /// The branches.
    pub branches: Vec<BranchId>,
    /// The runs; none when they cannot be compared.
    pub columns: Vec<Column>,
    /// Why they cannot be compared.
    pub refusal: String,
    /// Where they differ, as far as they were played.
    pub found: Differences,
    /// The selected change, with its column.
    pub selected: Option<(usize, u64)>,
    /// How far the columns were played.
    end: SimTime,
    /// The moment they are on their way to.
    goal: Option<SimTime>,
    /// Whether they were there already.
    is_begun: bool,
}

impl Versus {
    /// Compares what is offered first for a run, or its branches.
    pub fn new(base: Lab, branches: bool) -> Versus {
        let offers = offers::of(&base);
        let is_wanted = |offer: &Offer| branches == offer.aspect.is_none();
        let history = base.history();
        let current = history.branch().id;
        let others = history.branches().iter().rev().map(|b| b.id).filter(|id| *id != current);
        let mut chosen: Vec<BranchId> = others.take(MOST - 1).chain([current]).collect();
        chosen.sort_unstable();
        let mut versus = Versus {
            offer: offers.iter().position(is_wanted).unwrap_or(0),
            base,
            offers,
            values: String::new(),
            branches: chosen,
            columns: Vec::new(),
            refusal: String::new(),
            found: Differences::default(),
            selected: None,
            end: SimTime::ZERO,
            goal: None,
            is_begun: false,
        };
        versus.vary(versus.offer);
        versus
    }

    /// Lets something else vary.
    pub fn vary(&mut self, offer: usize) {
        self.offer = offer.min(self.offers.len() - 1);
        self.values.clone_from(&self.offers[self.offer].values);
        self.begin();
    }

    /// Takes other values.
    pub fn set_values(&mut self, values: String) {
        self.values = values;
        self.begin();
    }

    /// Adds a branch, or takes it away.
    pub fn toggle(&mut self, branch: BranchId) {
        match self.branches.iter().position(|id| *id == branch) {
            Some(place) => {
                self.branches.remove(place);
            }
            None => self.branches.push(branch),
        }
        self.branches.sort_unstable();
        self.begin();
    }

    /// The scene that is compared with itself.
    pub fn scene(&self) -> &Scene {
        &self.base.scene
    }

    /// The branches there are.
    pub fn history(&self) -> &History {
        self.base.history()
    }

    /// Makes the columns, and goes as far as the run was played, two minutes at least unless nothing happens any more.
    fn begin(&mut self) {
        const AFTER_ACTS: u64 = 60_000;
        self.found = Differences::default();
        self.selected = None;
        self.refusal.clear();
        self.columns.clear();
        let made = match self.offers[self.offer].aspect.clone() {
            None => self.of_branches(),
            Some(aspect) => self.of_values(&aspect),
        };
        match made {
            Ok(columns) => self.columns = columns,
            Err(refusal) => self.refusal = refusal,
        }
        let ends = self.columns.iter().map(|column| {
            let history = column.lab.history();
            let last = history.plan().last().map_or(SimTime::ZERO, |act| act.time + AFTER_ACTS);
            history.branch().end.max(last)
        });
        let end = ends.max().unwrap_or_default();
        self.end = end.max(self.base.history().branch().end);
        self.goal = Some(self.end.max(LEAST_PLAYED));
        self.is_begun = false;
    }

    fn of_values(&self, aspect: &Aspect) -> Result<Vec<Column>, String> {
        let values: Vec<&str> = self.values.split(',').map(str::trim).collect();
        let values: Vec<&str> = values.into_iter().filter(|value| !value.is_empty()).collect();
        let (settings, plan) = (self.base.sim().settings(), self.base.history().plan());
        let variants = aspect.variants(&values, settings, plan);
        let mut columns = Vec::new();
        for variant in variants.map_err(|why| sentence(&why))? {
            let name = variant.name.to_string();
            let lab = self.base.variant(variant);
            let refused = |message: &str| sentence(&[&name, ": ", message].concat());
            let lab = lab.map_err(|error| refused(&error.message))?;
            columns.push(Column::new(name, lab));
        }
        Ok(columns)
    }

    fn of_branches(&self) -> Result<Vec<Column>, String> {
        let all = self.base.history().branches();
        let chosen = all.iter().filter(|branch| self.branches.contains(&branch.id));
        let columns: Vec<Column> = chosen
            .map(|branch| {
                let mut lab = self.base.clone();
                // How far it comes is up to the goal.
                lab.switch(branch.id);
                Column::new(offers::branch_name(branch), lab)
            })
            .collect();
        if (LEAST..=MOST).contains(&columns.len()) {
            Ok(columns)
        } else {
            Err("Choose two to four branches.".to_owned())
        }
    }

    fn runs(&mut self) -> Vec<&mut History> {
        self.columns.iter_mut().map(|column| column.lab.history_mut()).collect()
    }

    fn stories(&self) -> Vec<&Story> {
        self.columns.iter().map(|column| column.lab.story()).collect()
    }

    /// The present moment of all columns.
    pub fn now(&self) -> SimTime {
        self.columns.iter().map(|column| column.lab.now()).min().unwrap_or_default()
    }

    /// How far the columns were played, or will be at once.
    pub fn end(&self) -> SimTime {
        self.end.max(self.goal.unwrap_or_default()).max(self.now())
    }

    /// Whether it is still on its way to where it is to be.
    pub fn is_working(&self) -> bool {
        self.goal.is_some()
    }

    /// Goes to a moment, as far as there is time now.
    pub fn seek(&mut self, time: SimTime) {
        if self.goal.is_none() {
            self.columns.iter_mut().for_each(Column::keep);
        }
        self.goal = Some(time);
        self.work();
    }

    /// Goes further, for as long as a frame may take. Gives whether it is where it is to be.
    pub fn work(&mut self) -> bool {
        let Some(goal) = self.goal else { return true };
        let start = frames::now();
        let mut runs = self.runs();
        while !compare::seek(&mut runs, goal, SLICE) {
            if frames::now() - start >= frames::BUDGET {
                return false;
            }
        }
        self.goal = None;
        self.look();
        if !self.is_begun {
            self.is_begun = true;
            let last = |column: &Column| column.lab.story().last_visible().map(|c| c.time);
            let last = self.columns.iter().filter_map(last).max().unwrap_or_default();
            self.end = goal.min(self.end.max(last + last.0 / 2).max(LEAST_SHOWN));
            self.seek(self.end);
        }
        self.goal.is_none()
    }

    /// Lets time pass in all columns. What a frame has no time for is not caught up: time goes slower then.
    pub fn play(&mut self, target: SimTime) {
        let start = frames::now();
        let mut runs = self.runs();
        while !compare::run_until(&mut runs, target, SLICE)
            && frames::now() - start < frames::BUDGET
        {}
        self.look();
    }

    /// Lets the next event of any column happen.
    pub fn step(&mut self) {
        compare::step(&mut self.runs());
        self.look();
    }

    /// Lets time pass until a column changes visibly. Gives whether one did.
    pub fn step_to_change(&mut self) -> bool {
        const LIMIT: u64 = 100_000;
        let found = compare::step_to_change(&mut self.runs(), LIMIT);
        let now = self.now();
        compare::run_until(&mut self.runs(), now, LIMIT);
        self.look();
        found
    }

    /// Looks for differences in what was not looked at yet, and forgets a selection that lies ahead of now.
    fn look(&mut self) {
        let now = self.now();
        let mut found = std::mem::take(&mut self.found);
        if now > found.until() && !self.columns.is_empty() {
            found.look(&self.stories(), now);
        }
        self.found = found;
        self.selected = self.selected.filter(|(column, change)| {
            let column = self.columns.get(*column);
            column.is_some_and(|column| column.lab.story().change(*change).is_some())
        });
    }

    /// Selects a change in a column, and goes to it when it lies ahead.
    pub fn select(&mut self, column: usize, change: u64) {
        let Some(story) = self.columns.get(column).map(|column| column.story().0) else { return };
        let Some(time) = story.change(change).map(|change| change.time) else { return };
        if time > self.now() {
            self.seek(time);
        }
        self.selected = Some((column, change));
    }

    /// Goes to where a row begins to differ, and selects the change that made it.
    pub fn go(&mut self, index: usize) {
        let Some(difference) = self.found.all().get(index) else { return };
        let (from, changes) = (difference.from, difference.changes.clone());
        self.seek(from);
        let time = |(column, change): &(usize, u64)| {
            Some(self.columns.get(*column)?.story().0.change(*change)?.time)
        };
        let all = changes.into_iter().enumerate().filter_map(|(c, change)| Some((c, change?)));
        // The first of those that changed last.
        self.selected = all.rev().max_by_key(time);
    }
}

fn sentence(text: &str) -> String {
    [text, "."].concat()
}
