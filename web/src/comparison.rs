//! Runs that are compared: what varies, the columns on one clock, and where they begin to differ.

mod time;

use crate::act::Between;
use crate::lab::{Goal, Lab};
use crate::offers::{self, Offer};
use crate::played::Played;
use crate::scenes::Scene;
use podlab::base::time::SimTime;
use podlab::manifest::Complaint;
use podlab::questions::compare::{Aspect, Differences, LEAST, MOST, Outcome, Verdict};
use podlab::questions::stuck::Search;
use podlab::timeline::history::{BranchId, History};
use podlab::timeline::story::Story;
use podlab_link::Compared;
use podlab_messages::text;

/// How far columns are played at first.
const LEAST_PLAYED: SimTime = SimTime::from_seconds(120);

/// A run that is compared.
pub struct Column {
    /// What it is called.
    pub name: String,
    /// The run.
    pub lab: Lab,
    /// What happened later than now, as far as it was played.
    played: Played,
    /// The search for what is stuck, and the moment that it is about.
    search: Option<(SimTime, Search)>,
}

impl Column {
    fn new(name: String, lab: Lab) -> Column {
        Column { name, lab, played: Played::default(), search: None }
    }

    /// What the run has come to now.
    fn outcome(&self) -> Outcome {
        let now = self.lab.now();
        let search = self.search.as_ref().filter(|(time, search)| *time == now && search.is_done());
        let is_stuck = search.is_some_and(|(_, search)| !search.stuck().is_empty());
        Outcome::of(self.lab.sim(), self.lab.story(), is_stuck)
    }

    /// All that happened as far as it was played, and until when.
    pub fn story(&self) -> (&Story, SimTime) {
        self.played.story(self.lab.history())
    }

    /// Keeps what happened before it is gone back.
    fn keep(&mut self) {
        self.played.keep(self.lab.history());
    }
}

/// What is explained of runs that are compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Selected {
    /// A change in a column.
    Change {
        /// The column.
        column: usize,
        /// The number of the change.
        change: u64,
    },
    /// A difference: for each column the number of the change that led to what it shows.
    Difference(Vec<Option<u64>>),
}

impl Selected {
    /// The number of the change that is explained in a column.
    pub fn of(&self, index: usize) -> Option<u64> {
        match self {
            Selected::Change { column, change } => (*column == index).then_some(*change),
            Selected::Difference(changes) => *changes.get(index)?,
        }
    }
}

/// Runs side by side.
pub struct Comparison {
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
    pub refusal: Complaint,
    /// Where they differ, as far as they were played.
    pub found: Differences,
    /// What is explained.
    pub selected: Option<Selected>,
    /// How far the columns were played.
    end: SimTime,
    /// What they are on their way to.
    goal: Option<Goal>,
    /// Whether the change that was looked for last does not come.
    is_quiet: bool,
    /// Where they are to be at first, rather than where nothing happens any more.
    pub opens_at: Option<SimTime>,
    /// Whether they were there already.
    is_begun: bool,
}

impl Comparison {
    /// Compares what is offered first for a run, or its branches.
    pub fn new(base: Lab, between: Between) -> Comparison {
        let offers = offers::of(&base);
        let is_wanted = |offer: &Offer| match between {
            Between::Variants => offer.aspect.is_some(),
            Between::Branches => offer.aspect.is_none(),
        };
        let history = base.history();
        let current = history.branch().id;
        let others = history.told_branches().rev().map(|b| b.id).filter(|id| *id != current);
        let mut chosen: Vec<BranchId> = others.take(MOST - 1).chain([current]).collect();
        chosen.sort_unstable();
        let mut comparison = Comparison {
            offer: offers.iter().position(is_wanted).unwrap_or(0),
            base,
            offers,
            values: String::new(),
            branches: chosen,
            columns: Vec::new(),
            refusal: Complaint::default(),
            found: Differences::default(),
            selected: None,
            end: SimTime::ZERO,
            goal: None,
            is_quiet: false,
            opens_at: None,
            is_begun: false,
        };
        comparison.vary(comparison.offer);
        comparison
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

    /// The run that is compared with itself.
    pub fn base(&self) -> &Lab {
        &self.base
    }

    /// The scene that is compared with itself.
    pub fn scene(&self) -> &Scene {
        &self.base.scene
    }

    /// What varies, as a link says it.
    pub fn compared(&self) -> Compared {
        let (what, values) = match &self.offers[self.offer].aspect {
            None => {
                let ids: Vec<String> = self.branches.iter().map(BranchId::to_string).collect();
                ("branches", ids.join(","))
            }
            Some(aspect) => (aspect.name(), self.values.clone()),
        };
        Compared { what: what.to_owned(), values }
    }

    /// Lets vary what a link says. Gives whether that can vary.
    pub fn take(&mut self, compared: &Compared) -> bool {
        let of_branches = compared.what == "branches";
        let mut offers = self.offers.iter();
        let offer = offers.position(|offer| match &offer.aspect {
            None => of_branches,
            Some(aspect) => aspect.name() == compared.what,
        });
        let Some(offer) = offer else { return false };
        if of_branches {
            let ids: Option<Vec<BranchId>> =
                compared.values.split(',').map(|id| id.parse().ok()).collect();
            let Some(ids) = ids else { return false };
            self.branches = ids;
        }
        self.vary(offer);
        if !of_branches && !compared.values.is_empty() {
            self.set_values(compared.values.clone());
        }
        true
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
        self.refusal = Complaint::default();
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
        self.goal = Some(Goal::Moment(self.end.max(LEAST_PLAYED)));
        self.is_begun = false;
    }

    fn of_values(&self, aspect: &Aspect) -> Result<Vec<Column>, Complaint> {
        let values: Vec<&str> = self.values.split(',').map(str::trim).collect();
        let values: Vec<&str> = values.into_iter().filter(|value| !value.is_empty()).collect();
        let (settings, plan) = (self.base.sim().settings(), self.base.history().plan());
        let variants = aspect.variants(&values, settings, plan);
        let mut columns = Vec::new();
        for mut variant in variants? {
            let is_number = variant.name.parse::<i64>().is_ok();
            if let Aspect::Field(path) = aspect
                && is_number
            {
                // A figure alone does not say what it is.
                let field = path.rsplit('.').next().unwrap_or_default();
                variant.name = format!("{field} {}", variant.name).into();
            }
            let name = variant.name.to_string();
            let lab = self.base.variant(variant);
            let lab = lab.map_err(|error| error.message.of(name.clone()))?;
            columns.push(Column::new(name, lab));
        }
        Ok(columns)
    }

    fn of_branches(&self) -> Result<Vec<Column>, Complaint> {
        let all = self.base.history().branches();
        let chosen = all.iter().filter(|branch| self.branches.contains(&branch.id));
        let columns: Vec<Column> = chosen
            .map(|branch| {
                let mut lab = self.base.clone();
                // How far it comes is up to the goal.
                lab.switch(branch.id);
                Column::new(offers::branch_name(self.base.history(), branch), lab)
            })
            .collect();
        if (LEAST..=MOST).contains(&columns.len()) {
            Ok(columns)
        } else {
            Err(text::compare_choose().into())
        }
    }

    /// What the runs have come to, in words; empty while there are none.
    pub fn verdict(&self) -> String {
        if self.columns.is_empty() {
            return String::new();
        }
        let outcomes: Vec<Outcome> = self.columns.iter().map(Column::outcome).collect();
        let names: Vec<String> = self.columns.iter().map(|column| column.name.clone()).collect();
        let aspect = self.offers[self.offer].aspect.as_ref();
        podlab_messages::verdict(&Verdict::of(&outcomes), &names, aspect)
    }

    fn runs(&mut self) -> Vec<&mut History> {
        self.columns.iter_mut().map(|column| column.lab.history_mut()).collect()
    }

    fn stories(&self) -> Vec<&Story> {
        self.columns.iter().map(|column| column.lab.story()).collect()
    }
}
