//! A figure: the lab inside another page, with as much around it as its author wants.

use crate::act::Tab;
use crate::editor::Draft;
use crate::lab::Lab;
use crate::lesson::{KeptLesson, OpenLesson};
use crate::scenes::{self, Card, Scene};
use crate::words;
use podlab::base::text::Text;
use podlab::base::time::SimTime;
use podlab::cluster::change::{Change, ChangeRecord};
use podlab::cluster::world::Settings;
use podlab::files::run_file::RunFile;
use podlab::lesson::LessonRun;
use podlab::manifest::{Diagnostic, Severity};
use podlab::rules::release::Release;
use podlab_lessons::examples;
use serde::{Deserialize, Serialize};
use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;
use wasm_bindgen::JsValue;

/// What a person can do to a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Controls {
    /// Nothing: it is looked at.
    None,
    /// Let time pass, step and go back.
    Transport,
    /// Also break things.
    Faults,
    /// Also change what the Pod is to be.
    Full,
}

/// What a figure tells the page around it: each becomes the event `podlab-KIND` of the element.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", content = "detail", rename_all = "camelCase")]
pub enum FigureEvent {
    /// The figure is drawn.
    Ready {
        /// The present moment.
        now: SimTime,
    },
    /// Something became visible.
    Change {
        /// The present moment.
        now: SimTime,
        /// What, the latest last.
        changes: Vec<ChangeRecord>,
    },
    /// A person said what comes next.
    Prediction {
        /// The moment at which it happens; of a question of a lesson, the moment of the answer.
        now: SimTime,
        /// The answer that the person gave.
        expected: Text,
        /// The right one.
        happened: Text,
        /// Whether they are the same.
        right: bool,
        /// The name of the lesson that asked, if one did.
        #[serde(skip_serializing_if = "Option::is_none")]
        lesson: Option<Text>,
        /// The number of the step that asked, from 1.
        #[serde(skip_serializing_if = "Option::is_none")]
        step: Option<usize>,
    },
    /// A step of the lesson begins, or the lesson is over.
    Step {
        /// The present moment.
        now: SimTime,
        /// The name of the lesson.
        lesson: Text,
        /// The number of the step, from 1; at the end that of the last one.
        step: usize,
        /// How many steps the lesson has.
        steps: usize,
        /// Whether the lesson is over.
        over: bool,
        /// How many commands the person gave in the lesson.
        commands: usize,
        /// How many the official solution needs.
        par: u32,
    },
    /// A goal of the step was reached for the first time.
    Goal {
        /// The present moment.
        now: SimTime,
        /// The goal, in a sentence in the figure's language.
        goal: String,
        /// The name of the lesson.
        lesson: Text,
        /// The number of the step, from 1.
        step: usize,
    },
}

/// What was told of the step that a lesson was at.
#[derive(Clone, Default)]
struct ToldStep {
    /// The number of the attempt at the lesson, and the index of the step; none before the first step was told.
    step: Option<(u32, usize)>,
    /// The indexes of the goals that were reached.
    goals: Vec<usize>,
}

/// What a figure has around its stage, and whom it tells of what happens.
#[derive(Clone)]
pub struct Figure {
    /// What a person can do.
    pub controls: Controls,
    /// Whether the tracks are shown.
    pub has_tracks: bool,
    /// The tabs that are shown.
    pub tabs: Vec<Tab>,
    /// The run it was opened with, before anything happened to it.
    beginning: Option<Lab>,
    /// Is called with what happens, a [`FigureEvent`].
    tell: js_sys::Function,
    /// How many changes have been told.
    told: Rc<Cell<usize>>,
    /// What was told of the lesson.
    told_step: ToldStep,
}

impl Figure {
    /// A figure with these words for its panels, separated by spaces or commas. Gives the word that is none.
    ///
    /// # Errors
    ///
    /// Returns the word that names no panel.
    pub fn new(controls: Controls, panels: &str, tell: js_sys::Function) -> Result<Figure, String> {
        let mut figure = Figure {
            controls,
            has_tracks: false,
            tabs: Vec::new(),
            beginning: None,
            tell,
            told: Rc::new(Cell::new(usize::MAX)),
            told_step: ToldStep::default(),
        };
        for word in panels.split([' ', ',']).filter(|word| !word.is_empty()) {
            if word == "tracks" {
                figure.has_tracks = true;
            } else if let Some((tab, _)) = Tab::ALL.iter().find(|(_, panel)| *panel == word) {
                // Who may do nothing has nothing to search for.
                if *tab != Tab::Explore || controls >= Controls::Faults {
                    figure.tabs.push(*tab);
                }
            } else {
                return Err(word.to_owned());
            }
        }
        Ok(figure)
    }

    /// Whether a tab of the answers is shown.
    pub fn has(&self, tab: Tab) -> bool {
        self.tabs.contains(&tab)
    }

    /// The tab that is open at the beginning.
    pub fn first_tab(&self) -> Tab {
        self.tabs.first().copied().unwrap_or(Tab::Why)
    }

    /// Keeps the run it was opened with, before anything happens to it.
    pub fn keep_beginning(&mut self, lab: &Lab) {
        self.beginning.get_or_insert_with(|| lab.fork());
    }

    /// The run as it was when the figure was opened.
    pub fn beginning(&self) -> Option<Lab> {
        self.beginning.as_ref().map(Lab::fork)
    }

    /// Whether a person can break things.
    pub fn has_faults(&self) -> bool {
        self.controls >= Controls::Faults
    }

    /// Sends what has become visible since the last call. What was there when the figure was opened is not sent.
    pub fn send_changes(&self, lab: &Lab) {
        // What lies on the way is sent once it is there.
        if lab.is_on_its_way() {
            return;
        }
        let story = lab.story();
        let count = story.change_count();
        let told = self.told.replace(count);
        if told == usize::MAX {
            return self.send(&FigureEvent::Ready { now: lab.now() });
        }
        // Going back in time shows nothing new.
        self.send_changes_from(lab, told.min(count));
    }

    /// Sends what is visible of the changes from that number on.
    fn send_changes_from(&self, lab: &Lab, from: usize) {
        /// The most changes that are sent at once; of more the latest.
        const MOST: usize = 200;
        let story = lab.story();
        let new = story.changes().iter().filter(|change| change.number >= from as u64);
        let new: Vec<&Change> = new.filter(|change| story.is_visible(change)).collect();
        if new.is_empty() {
            return;
        }
        let latest = &new[new.len().saturating_sub(MOST)..];
        let record =
            |change: &&Change| change.record(words::plain(&words::change_sentence(lab, change)));
        let changes = latest.iter().map(record).collect();
        self.send(&FigureEvent::Change { now: lab.now(), changes });
    }

    /// Sends what is new in the lesson: which step began, and which of its goals were reached.
    pub fn send_lesson(&mut self, open: &OpenLesson, lab: &Lab) {
        let Some(run) = open.learner().filter(|_| !lab.is_on_its_way()) else { return };
        let now = lab.now();
        let (lesson, step) = place_in(run);
        let present = Some((open.attempt, run.step_index()));
        if self.told_step.step != present {
            self.told_step = ToldStep { step: present, goals: Vec::new() };
            let course = &run.lesson().course;
            self.send(&FigureEvent::Step {
                now,
                lesson: lesson.clone(),
                step,
                steps: course.steps.len(),
                over: run.step().is_none(),
                commands: OpenLesson::commands(lab),
                par: course.par,
            });
        }
        for (index, goal) in open.reached(lab) {
            if !self.told_step.goals.contains(&index) {
                self.told_step.goals.push(index);
                let goal = words::plain(&podlab_messages::goal(goal));
                self.send(&FigureEvent::Goal { now, goal, lesson: lesson.clone(), step });
            }
        }
    }

    /// Sends the answer to the question of a lesson.
    pub fn send_answer(&self, run: &LessonRun, now: SimTime) {
        let asked = run.step().and_then(|step| step.predict.as_ref());
        let (Some(asked), Some(answer)) = (asked, run.answer()) else { return };
        let (lesson, step) = place_in(run);
        self.send(&FigureEvent::Prediction {
            now,
            expected: asked.choices[answer.chosen].answer.clone(),
            happened: answer.right.clone(),
            right: answer.is_right(),
            lesson: Some(lesson),
            step: Some(step),
        });
    }

    /// Sends an event to the page around the figure.
    pub fn send(&self, event: &FigureEvent) {
        if let Ok(event) = serde_wasm_bindgen::to_value(event) {
            // An error in what listens is its own.
            let _ = self.tell.call1(&JsValue::NULL, &event);
        }
    }
}

/// Returns the name of a lesson, and the number of its present step, from 1; at the end that of the last step.
fn place_in(run: &LessonRun) -> (Text, usize) {
    let lesson = run.lesson();
    let step = (run.step_index() + 1).min(lesson.course.steps.len());
    (lesson.scenario.name.clone(), step)
}

/// What a figure is asked to open with.
pub struct FigureSetup {
    /// What there is around it.
    pub figure: Figure,
    /// The scenes there are.
    pub cards: Rc<Vec<Card>>,
    /// The run, until the figure takes it.
    pub lab: RefCell<Option<Lab>>,
    /// The lesson, until the figure takes it; none where no lesson is shown.
    pub lesson: RefCell<Option<OpenLesson>>,
    /// Whether it asks what comes next.
    pub has_quiz: bool,
    /// Whether time passes at once.
    pub is_playing: bool,
    /// How much faster than real time.
    pub speed: u32,
}

impl fmt::Debug for FigureSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FigureSetup")
    }
}

impl PartialEq for FigureSetup {
    // Every figure has its own setup; another setup draws the figure again.
    fn eq(&self, other: &FigureSetup) -> bool {
        std::ptr::eq(self, other)
    }
}

/// Reads a lesson, and opens its run at the moment at which it begins, or where it was left when it was kept.
///
/// # Errors
///
/// Returns what is wrong with the lesson, or what the API server refuses.
pub fn open_lesson(text: &str, kept: &str) -> Result<(OpenLesson, Lab), String> {
    let mut open = OpenLesson::read(text).map_err(|wrong| {
        let first = wrong.first();
        first.map_or_else(String::new, at_line)
    })?;
    if let Some(lab) = KeptLesson::read(kept).and_then(|kept| open.go_on(kept)) {
        return Ok((open, lab));
    }
    let mut lab = open.lab()?;
    lab.seek(open.opens());
    Ok((open, lab))
}

/// The run of a scene by its name, of manifests, or of a file that was saved; and the scenes there are.
///
/// # Errors
///
/// Returns what is wrong with the manifests or the file, or what the API server refuses.
pub fn open(
    scene: &str,
    text: &str,
    release: Option<Release>,
) -> Result<(Rc<Vec<Card>>, Lab), String> {
    let cards = Rc::new(scenes::cards());
    if RunFile::is_one(text) {
        // It may come from a link.
        let (run, _) = podlab_link::read_run(text).map_err(|wrong| words::link_wrong(&wrong))?;
        let lab = Lab::of_file(&run).map_err(|error| error.message.to_string())?;
        return Ok((cards, lab));
    }
    let found: Option<Scene> = if !text.trim().is_empty() {
        Some(pasted(text, release.unwrap_or_default())?)
    } else if let Some(card) = cards.iter().find(|card| *card.name == *scene) {
        Some(scenes::scene(card))
    } else if scene.is_empty() {
        Some(scenes::scene(&cards[scenes::FIRST]))
    } else {
        example(scene)
    };
    let found = found.ok_or_else(|| format!("there is no scene called {scene}"))?;
    // The author of the page goes before the author of the scene.
    let release = release.or(found.release).unwrap_or_default();
    let settings = Settings { seed: 1, release, ..Settings::default() };
    let lab = Lab::open(found, settings).map_err(|error| error.message.to_string())?;
    Ok((cards, lab))
}

/// The scene in a text, or what is wrong with it.
fn pasted(text: &str, release: Release) -> Result<Scene, String> {
    let draft = Draft::new(text.to_owned(), release);
    let is_mistake = |problem: &&Diagnostic| problem.severity() == Severity::Error;
    if let Some(problem) = draft.problems.iter().find(is_mistake) {
        return Err(at_line(problem));
    }
    scenes::from_text(text, release).map_err(|_| "there is nothing to run in it".to_owned())
}

/// A mistake, with the number of its line.
fn at_line(wrong: &Diagnostic) -> String {
    format!("line {}: {}", wrong.span.line, wrong.message)
}

/// A cell of the example states, by its name.
fn example(name: &str) -> Option<Scene> {
    let (case, policy) = examples::named(name)?;
    Some(scenes::example(case, policy))
}
