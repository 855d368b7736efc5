//! A run, and what of it is on the stage.

mod manifest;
mod stage;

use crate::scene::Scene;
use podlab::api::container::Container;
use podlab::api::pod::Pod;
use podlab::api::stateful_set::StatefulSet;
use podlab::apiserver::error::ApiError;
use podlab::base::text::Text;
use podlab::base::time::SimTime;
use podlab::cluster::world::{Programs, Settings};
use podlab::controller::stateful_set::outlook::Outlook;
use podlab::controller::stateful_set::run::outlook;
use podlab::kubelet::process;
use podlab::kubelet::program::{self, Source};
use podlab::sim::Sim;
use podlab::timeline::history::{BranchId, History};
use podlab::timeline::story::Story;
use podlab_messages::text;
use std::cell::RefCell;
use std::rc::Rc;

/// A run at a moment, and what of it is on the stage.
#[derive(Clone, Debug)]
pub struct Lab {
    /// What it was opened with.
    pub scene: Scene,
    /// The run with its past.
    pub history: History,
    /// What the controller of the set on the stage is about to do, and where the run was when that was asked.
    outlook: RefCell<Option<(Position, Rc<Outlook>)>>,
}

/// Where a run is: its branch, the moment, how many acts were done and how much was told.
type Position = (BranchId, SimTime, usize, usize);

impl Lab {
    /// Opens a scene at its beginning.
    ///
    /// # Errors
    ///
    /// Returns what the API server refuses of what the scene begins with.
    pub fn open(scene: Scene, settings: Settings) -> Result<Lab, ApiError> {
        let start = Sim::with_nodes(settings, scene.nodes);
        let mut story = Story::new(scene.namespace.clone(), scene.pod.clone());
        if let Some(workload) = &scene.workload {
            story.follow(workload.clone());
        }
        let history = History::of(start, story, scene.script.clone())?;
        Ok(Lab::at(scene, history))
    }

    /// Puts a run on the stage as a scene says.
    pub fn at(scene: Scene, history: History) -> Lab {
        Lab { scene, history, outlook: RefCell::default() }
    }

    /// Lets time pass up to a moment, with at most `limit` events. Returns whether it reached the moment.
    pub fn run_until(&mut self, time: SimTime, limit: u64) -> bool {
        self.history.run_until(time, limit)
    }

    /// Puts another Pod of the run on the stage.
    pub fn select(&mut self, pod: Text) {
        self.scene.pod = pod.clone();
        self.history.select(pod);
    }

    fn position(&self) -> Position {
        let branch = self.history.branch().id;
        (branch, self.now(), self.history.done(), self.story().change_count())
    }

    /// Returns what the controller of a set waits for, and what it does next. What is asked more than once at one position is looked for
    /// once.
    pub fn outlook(&self, set: &StatefulSet) -> Rc<Outlook> {
        let position = self.position();
        let known = self.outlook.borrow().as_ref().filter(|known| known.0 == position).cloned();
        let (_, outlook) = known.unwrap_or_else(|| {
            let known = (position, Rc::new(outlook(self.sim().world(), set)));
            self.outlook.replace(Some(known.clone()));
            known
        });
        outlook
    }

    /// Returns whether a container's program ignores the stop signal.
    pub fn ignores_stop(&self, container: &str) -> bool {
        let worker = self.last_pod().and_then(|(id, _)| self.sim().worker(*id));
        let known = worker.and_then(|w| Some((w, w.runtime.newest(container)?)));
        let world = self.sim().world();
        match known {
            Some((worker, instance)) => process::ignores_stop(world, &worker.pod, instance),
            None => world.scripts.stop(self.pod_name(), container).after.is_none(),
        }
    }

    /// Returns what is said of the program of a container of the Pod on the stage; nothing when a script says what it
    /// does, or when the container names no command and its image's is not known.
    pub fn program(&self, pod: &Pod, container: &Container) -> Option<String> {
        let world = self.sim().world();
        if world.settings.programs == Programs::Scripted {
            return None;
        }
        match program::source(world, pod, container) {
            Source::Script => None,
            Source::Command(program) => {
                Some(text::program_runs(podlab_messages::program(&program)))
            }
            Source::Missing(name) => Some(text::program_none(&name)),
            Source::Nothing => {
                let has_command = !container.command.is_empty() || !container.args.is_empty();
                has_command.then(|| text::program_unknown().to_owned())
            }
        }
    }
}
