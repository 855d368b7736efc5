//! The lesson that is open: how the learner goes through it. Nothing here knows the page.

mod turns;

use crate::lab::Lab;
use crate::scenes::Scene;
use crate::storage;
use podlab::ReadOptions;
use podlab::apiserver::error::ApiError;
use podlab::base::text::Text;
use podlab::base::time::SimTime;
use podlab::files::lesson_file::{self, Goal, Lesson, Variants};
use podlab::lesson::{LessonRun, Progress, SavedLesson, predict};
use podlab::manifest::{Complaint, Diagnostic};
use podlab_link::read_run;
use podlab_messages::text;
use podlab_stage::lesson::LessonView;
use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// The folder of the lessons, beside the program.
const FOLDER: &str = "lessons";

/// Returns the path of the list of lessons.
pub fn path_of_list() -> String {
    format!("{FOLDER}/course.yaml")
}

/// Returns the path of a lesson; none when there can be no lesson of this name.
pub fn path_of(name: &str) -> Option<String> {
    let is_name = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    (is_name && !name.is_empty()).then(|| format!("{FOLDER}/{name}.yaml"))
}

/// The key in the browser's storage: the lessons that were left in the middle, the last one at the end.
const KEY: &str = "podlab-lessons-left";
/// The most lessons that are kept.
const MOST_KEPT: usize = 8;
/// The version of what is kept. What another version kept is not read.
const VERSION: u32 = 2;

/// A lesson as it is kept when the visitor leaves it in the middle: by the browser, or by the element whose figure is put aside.
#[derive(Serialize, Deserialize)]
pub struct KeptLesson {
    version: u32,
    name: String,
    /// The text of a lesson that does not come with Podlab.
    own: Option<String>,
    /// The index of the variant. What was kept before there were variants is of the first one.
    #[serde(default)]
    variant: usize,
    left: SavedLesson,
    /// The run as a file.
    run: String,
}

impl KeptLesson {
    /// Returns what the browser kept of a lesson.
    pub fn of(open: &OpenLesson) -> Option<KeptLesson> {
        KeptLesson::all().into_iter().find(|kept| kept.is_of(open))
    }

    /// Returns the name of the lesson that comes with Podlab and was left last; none where there is none.
    pub fn latest() -> Option<String> {
        let mut kept = KeptLesson::all().into_iter().rev();
        // The list opens lessons in their first variant.
        let is_listed =
            |kept: &KeptLesson| kept.own.is_none() && kept.variant == 0 && kept.version == VERSION;
        kept.find(is_listed).map(|kept| kept.name)
    }

    fn all() -> Vec<KeptLesson> {
        storage::get(KEY).unwrap_or_default()
    }

    /// Reads what [`Self::write`] wrote of a lesson; none when it is something else.
    pub fn read(text: &str, open: &OpenLesson) -> Option<KeptLesson> {
        serde_json::from_str(text).ok().filter(|kept: &KeptLesson| kept.is_of(open))
    }

    fn is_of(&self, open: &OpenLesson) -> bool {
        self.version == VERSION
            && self.name == **open.name()
            && self.own.as_deref() == open.own.as_deref()
            && self.variant == open.variant
    }

    /// Returns it as a text.
    pub fn write(&self) -> String {
        serde_json::to_string(self).expect("names, numbers and a text are JSON")
    }

    /// Forgets what the browser kept of a lesson, in its variant.
    pub fn forget(open: &OpenLesson) {
        let mut all = KeptLesson::all();
        let count = all.len();
        all.retain(|kept| !kept.is_of(open));
        if all.len() < count {
            storage::set(KEY, &all);
        }
    }

    /// Keeps it, in place of what was kept of the lesson before.
    fn keep(self, open: &OpenLesson) {
        KeptLesson::forget(open);
        let mut all = KeptLesson::all();
        all.push(self);
        all.drain(..all.len().saturating_sub(MOST_KEPT));
        storage::set(KEY, &all);
    }
}

/// Returns a run without the space by which people read it: learning systems keep little.
fn compact(run: &str) -> String {
    let run: serde_json::Value = serde_json::from_str(run).expect("a run is JSON");
    run.to_string()
}

/// A lesson that is open.
#[derive(Debug)]
pub struct OpenLesson {
    /// The variant that is played.
    lesson: Rc<Lesson>,
    /// Its index.
    variant: usize,
    /// The lesson in all its variants.
    pub variants: Rc<Variants>,
    /// Its text, where it does not come with Podlab.
    pub own: Option<Rc<str>>,
    /// The learner on the way; none until the run is at the moment at which the lesson begins.
    run: Option<LessonRun>,
    /// How far the learner was at an earlier visit; none once that is taken up.
    left: Option<SavedLesson>,
    /// The moment up to which the learner watches what was asked about, and the speed before.
    watch: Option<(SimTime, u32)>,
    /// Whether the official solution of the step is shown.
    pub shows_solution: bool,
    /// How often the lesson was begun again.
    pub attempt: u32,
    /// Whether the learner says that the answer is a guess.
    pub is_unsure: bool,
    /// Whether an act is being taken back.
    pub is_undoing: bool,
    /// The step whose question comes back; none where the whole lesson is played.
    pub returns: Option<usize>,
}

impl OpenLesson {
    /// Reads a lesson, and opens the variant of the seed; the first one without a seed.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the text.
    pub fn read(text: &str, seed: Option<u64>) -> Result<OpenLesson, Vec<Diagnostic>> {
        let variants = lesson_file::read_variants(text, &ReadOptions::default())?;
        let variant = variants.index(seed);
        Ok(OpenLesson::new(variants.into(), variant, None, 0))
    }

    /// Returns the variant of the seed of a lesson that does not come with Podlab, and that was read from the text.
    pub fn own(variants: Variants, seed: Option<u64>, text: &str) -> OpenLesson {
        let variant = variants.index(seed);
        OpenLesson::new(variants.into(), variant, Some(text.into()), 0)
    }

    fn new(
        variants: Rc<Variants>,
        variant: usize,
        own: Option<Rc<str>>,
        attempt: u32,
    ) -> OpenLesson {
        OpenLesson {
            lesson: Rc::clone(&variants.all()[variant]),
            variant,
            variants,
            own,
            run: None,
            left: None,
            watch: None,
            shows_solution: false,
            attempt,
            is_unsure: false,
            is_undoing: false,
            returns: None,
        }
    }

    /// Asks the question of a step again, and nothing else.
    #[must_use]
    pub fn ask_again(self, step: usize) -> OpenLesson {
        OpenLesson { returns: Some(step), ..self }
    }

    /// Returns the lesson for another attempt, at its beginning.
    pub fn again(&self) -> OpenLesson {
        let (variants, own) = (Rc::clone(&self.variants), self.own.clone());
        OpenLesson::new(variants, self.variant, own, self.attempt + 1)
    }

    /// Opens its run, from the beginning of time.
    ///
    /// # Errors
    ///
    /// Returns what the API server refuses, or that the lesson has nothing to show.
    pub fn lab(&mut self) -> Result<Lab, Complaint> {
        let scenario = &self.lesson.scenario;
        let mut scene = Scene::of(scenario).ok_or_else(text::lesson_missing)?;
        // A lesson and a scene can have the same name, and links to scenes have it.
        scene.name = Text::default();
        scene.nodes = scenario.node_count();
        let told = |error: ApiError| error.message;
        let Some(step) = self.returns else {
            return Lab::open(scene, scenario.settings()).map_err(told);
        };
        let (run, history) = LessonRun::begin_at(&self.lesson, step).map_err(told)?;
        self.run = Some(run);
        Ok(Lab::of_history(scene, history))
    }

    /// Goes on where it was left: gives the run that was kept, on its way to its moment; none when that run cannot be opened.
    pub fn go_on(&mut self, kept: KeptLesson) -> Option<Lab> {
        let (run, _) = read_run(&kept.run).ok()?;
        let mut lab = Lab::of_file(&run).ok()?;
        lab.scene.title = self.lesson.scenario.title.clone();
        lab.scene.group = Text::default();
        self.left = Some(kept.left);
        Some(lab)
    }

    /// Returns what is to be kept of it; none before it begins, and after its end.
    pub fn kept(&self, lab: &Lab) -> Option<KeptLesson> {
        let run = self.run.as_ref().filter(|run| run.step().is_some() && self.returns.is_none())?;
        let (name, own) = (self.name().to_string(), self.own.as_deref().map(str::to_owned));
        // An answer is kept with what comes of it, so that the step goes on at the moment that the question is about.
        let watched = self.watched().filter(|until| *until > lab.now()).map(|until| {
            let mut lab = lab.clone();
            lab.run_until(until, u64::MAX);
            lab
        });
        let lab = watched.as_ref().unwrap_or(lab);
        let (left, run) = (run.save().clone(), compact(&lab.save().write()));
        Some(KeptLesson { version: VERSION, name, own, variant: self.variant, left, run })
    }

    /// Keeps in the browser how far the learner is. After the end of the lesson nothing is kept.
    pub fn keep(&self, lab: &Lab) {
        if let Some(kept) = self.kept(lab) {
            kept.keep(self);
        } else if self.is_over() {
            KeptLesson::forget(self);
        }
    }

    /// Returns whether a step asks something.
    pub fn has_question(&self, step: usize) -> bool {
        self.lesson.course.steps.get(step).is_some_and(|step| step.predict.is_some())
    }

    /// Returns its name.
    pub fn name(&self) -> &Text {
        &self.lesson.scenario.name
    }

    /// Returns the moment at which it begins.
    pub fn opens(&self) -> SimTime {
        self.lesson.scenario.opens
    }

    /// Begins it, unless it has begun. Its run is at the moment at which it begins, or at which it was left.
    pub fn begin(&mut self, lab: &Lab) {
        let (lesson, left) = (&self.lesson, &mut self.left);
        self.run.get_or_insert_with(|| match left.take() {
            Some(left) => LessonRun::resume(Rc::clone(lesson), left),
            None => LessonRun::begin(Rc::clone(lesson), lab.history()),
        });
    }

    /// Returns what it tells at the present moment of its run; none before it begins.
    pub fn view(&self, lab: &Lab) -> Option<LessonView> {
        self.run.as_ref().map(|run| LessonView::of(run, lab.history()))
    }

    /// Returns the learner on the way; none before the lesson begins.
    pub fn learner(&self) -> Option<&LessonRun> {
        self.run.as_ref()
    }

    /// Returns the indexes of the goals of the present step that are reached, each with the goal.
    pub fn reached(&self, lab: &Lab) -> Vec<(usize, &Goal)> {
        // What is to be reached may give the answer away.
        let run = self.run.as_ref().filter(|run| run.question().is_none());
        let goals = run.map_or_else(Vec::new, |run| run.goals(lab.history())).into_iter();
        let reached = goals.enumerate().filter(|(_, (_, progress))| *progress == Progress::Reached);
        reached.map(|(index, (goal, _))| (index, goal)).collect()
    }

    /// Returns whether a question waits for its answer.
    pub fn asks(&self) -> bool {
        self.run.as_ref().is_some_and(|run| run.question().is_some())
    }

    /// Returns the index of the choice that is right; none when nothing is asked, or no choice is right.
    pub fn right_choice(&self, lab: &Lab) -> Option<usize> {
        let asked = self.run.as_ref()?.question()?;
        let right = predict(lab.history(), asked);
        asked.choices.iter().position(|choice| choice.answer == right)
    }

    /// Returns whether the learner went through all steps.
    pub fn is_over(&self) -> bool {
        self.run.as_ref().is_some_and(|run| run.step().is_none())
    }

    /// Returns whether the present step has goals, and all of them are reached.
    pub fn is_step_reached(&self, lab: &Lab) -> bool {
        let reached = |run: &LessonRun| {
            run.step().is_some_and(|step| !step.goals.is_empty()) && run.is_step_done(lab.history())
        };
        self.run.as_ref().is_some_and(reached)
    }
}
