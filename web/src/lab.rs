//! The lab: one run with its past, and which Pod of it is on the stage. Nothing here knows the page.

mod goal;
mod time;

use crate::played::Played;
use crate::words;
use podlab::api::ResourceKind;
use podlab::api::status::READY;
use podlab::apiserver::error::ApiError;
use podlab::base::text::Text;
use podlab::base::time::SimTime;
use podlab::cluster::change::Change;
use podlab::cluster::fact::Fact;
use podlab::cluster::world::Settings;
use podlab::files::run_file::RunFile;
use podlab::questions::compare::Variant;
use podlab::questions::forecast::Forecast;
use podlab::rules::release::Release;
use podlab::sim::Sim;
use podlab::timeline::history::{BranchId, History};
use podlab::timeline::story::Story;
use podlab_messages::text;
use podlab_stage::Scene;
use std::cell::Cell;
use std::ops::{Deref, DerefMut};

pub use goal::{Goal, tenth};

/// A run and the Pod on its stage.
#[derive(Clone)]
pub struct Lab {
    /// The run, and what of it is on the stage.
    stage: podlab_stage::Lab,
    id: RunId,
    /// What it is on its way to.
    goal: Option<Goal>,
    /// The look ahead that tells whether the change that it is on its way to ever comes.
    ahead: Option<Box<Forecast>>,
    /// Where it set out.
    left: SimTime,
    /// Whether the change that was looked for last does not come.
    is_quiet: bool,
    /// The moment to which the last step led, and how many events had happened before it.
    moment: (SimTime, u64),
    /// What happened later than now, where the run has gone back.
    played: Played,
}

impl Deref for Lab {
    type Target = podlab_stage::Lab;

    fn deref(&self) -> &podlab_stage::Lab {
        &self.stage
    }
}

impl DerefMut for Lab {
    fn deref_mut(&mut self) -> &mut podlab_stage::Lab {
        &mut self.stage
    }
}

/// Tells runs apart. Branches, moments and counts of two runs can be the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunId(u64);

impl RunId {
    fn next() -> RunId {
        thread_local! {
            static COUNT: Cell<u64> = const { Cell::new(0) };
        }
        COUNT.with(|count| RunId(count.replace(count.get() + 1)))
    }
}

/// Where a run is: the run, its branch, the moment, how many acts were done and how much was told.
pub type Position = (RunId, BranchId, SimTime, usize, usize);

impl Lab {
    /// Opens a scene; the API server may refuse what it begins with.
    ///
    /// # Errors
    ///
    /// Returns what the API server refuses of what the scene begins with.
    pub fn open(scene: Scene, settings: Settings) -> Result<Lab, ApiError> {
        Ok(Lab::at(podlab_stage::Lab::open(scene, settings)?, None))
    }

    /// A run that is where it is.
    pub fn of_history(scene: Scene, history: History) -> Lab {
        Lab::at(podlab_stage::Lab::at(scene, history), None)
    }

    fn at(stage: podlab_stage::Lab, goal: Option<Goal>) -> Lab {
        let (left, moment) = (SimTime::ZERO, (SimTime::ZERO, 0));
        let (ahead, is_quiet, played) = (None, false, Played::default());
        Lab { stage, id: RunId::next(), goal, ahead, left, is_quiet, moment, played }
    }

    /// The same run as another one: what is done to it from here on is not done to this one.
    pub fn fork(&self) -> Lab {
        Lab { id: RunId::next(), ..self.clone() }
    }

    /// The run and its present branch.
    pub fn branch(&self) -> (RunId, BranchId) {
        (self.id, self.history.branch().id)
    }

    /// A run that was saved, on its way to the moment at which it was.
    ///
    /// # Errors
    ///
    /// Returns what the API server refuses of what the run begins with.
    pub fn of_file(run: &RunFile) -> Result<Lab, ApiError> {
        let mut scene = Scene::of_run(run);
        scene.group = "Yours".into();
        if scene.title.is_empty() {
            scene.title = "Your run".into();
        }
        let stage = podlab_stage::Lab::at(scene, run.begin()?);
        Ok(Lab::at(stage, Some(Goal::Moment(run.now))))
    }

    /// The run with all its branches, as it is saved.
    pub fn save(&self) -> RunFile {
        let title = self.scene.english_title().clone();
        RunFile { title, ..RunFile::of(&self.history, self.scene.nodes) }
    }

    /// A variant of the run, at its beginning.
    ///
    /// # Errors
    ///
    /// Returns what the API server refuses of what the variant begins with.
    pub fn variant(&self, variant: Variant) -> Result<Lab, ApiError> {
        let mut scene = self.scene.clone();
        scene.title = format!("{}, {}", scene.english_title(), variant.name).into();
        scene.script = variant.plan;
        Lab::open(scene, variant.settings)
    }

    /// Where the run is.
    pub fn place(&self) -> Position {
        let (run, branch) = self.branch();
        (run, branch, self.now(), self.history.done(), self.story().change_count())
    }

    /// Whether a learner should see a change that is to come. The story does not know the Pods yet that a set will create.
    pub fn will_be_visible(&self, change: &Change) -> bool {
        let of_pod = matches!(
            &change.fact,
            Fact::Phase { .. } | Fact::Created | Fact::Removed | Fact::Deletion { .. }
        );
        let is_large =
            of_pod || matches!(&change.fact, Fact::Condition { kind, .. } if *kind == *READY);
        let story = self.story();
        story.is_visible(change)
            || is_large
                && change.object.named(ResourceKind::Pod).is_some_and(|pod| story.is_member(pod))
    }

    /// What the run is made with.
    pub fn settings(&self) -> &Settings {
        self.history.sim().settings()
    }

    /// All that happened, also later than now where the run has gone back, and until when.
    pub fn played(&self) -> (&Story, SimTime) {
        self.played.story(&self.history)
    }

    /// The run with its past.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The run with its past, to go through time; where it was on its way to is forgotten.
    pub fn history_mut(&mut self) -> &mut History {
        self.goal = None;
        &mut self.history
    }

    /// Gives a branch a name.
    pub fn name_branch(&mut self, branch: BranchId, name: Text) {
        self.history.rename(branch, name);
    }

    /// Deletes a branch that is not the present one.
    pub fn delete_branch(&mut self, branch: BranchId) {
        self.history.delete(branch);
    }

    /// What keeps a release from running the same acts: a field it does not know yet, in a manifest or in a patch.
    pub fn refusal_of(&self, release: Release) -> Option<String> {
        let mut acts = self.history.plan().iter().flat_map(|act| &act.commands);
        let field = acts.find_map(|command| command.newer_field(release))?;
        Some(text::toast_too_new(words::wrong(&field), release.number()))
    }

    /// The same acts under other settings, on its way to the present moment.
    ///
    /// # Errors
    ///
    /// Returns what the API server refuses of what the run begins with under these settings.
    pub fn replay(&self, settings: Settings) -> Result<Lab, ApiError> {
        let history = self.history.begin_replay(Sim::with_nodes(settings, self.scene.nodes))?;
        let stage = podlab_stage::Lab::at(self.scene.clone(), history);
        Ok(Lab::at(stage, Some(Goal::Moment(self.now()))))
    }
}
