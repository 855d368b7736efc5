//! A run and the Pod or set of it that a still shows.

use crate::card::Card;
use podlab::apiserver::error::ApiError;
use podlab::base::text::Text;
use podlab::base::time::SimTime;
use podlab::cluster::world::Settings;
use podlab::files::run_file::RunFile;
use podlab::files::scenario_file::Scenario;
use podlab::manifest::schema::nearest;
use podlab::questions::stuck::{Bounds, Findings};
use podlab::timeline::history::History;
use podlab_stage::scene::pods;
use podlab_stage::{Lab, Scene};

/// How long a run lasts whose scenario does not say it.
pub const USUAL: SimTime = SimTime::from_seconds(600);
/// Why there is no still.
#[derive(Clone, Debug, PartialEq)]
pub enum Refused {
    /// There is no Pod and no workload in it.
    Nothing,
    /// There is neither a Pod of that name nor a set that could make it; perhaps another name was meant.
    NoPod(Text, Option<Text>),
    /// The API server refuses what it begins with.
    Api(Box<ApiError>),
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Refused::Nothing => {
                f.write_str("there is no Pod in it, and no StatefulSet, Deployment or ReplicaSet")
            }
            Refused::NoPod(name, None) => write!(f, "there is no Pod {name} in it"),
            Refused::NoPod(name, Some(guess)) => {
                write!(f, "there is no Pod {name} in it; did you mean {guess}?")
            }
            Refused::Api(error) => f.write_str(&error.message),
        }
    }
}

/// A run of which stills are made. It begins at its start.
#[derive(Clone, Debug)]
pub struct Figure {
    pub(crate) lab: Lab,
    /// Whether a Pod of the set was asked for, which is then shown beside the lanes.
    pub(crate) has_chosen_pod: bool,
    /// Whether it says nothing of what is stuck and of what comes next.
    pub(crate) is_quiet: bool,
    /// What a lesson tells beside it.
    pub(crate) card: Option<Card>,
    end: SimTime,
}

impl Figure {
    /// Begins a scenario. `pod` is the Pod to look at; without, it is the first one, or the whole set.
    ///
    /// # Errors
    /// When there is nothing to show, or the API server refuses what it begins with.
    pub fn open(
        scenario: &Scenario,
        settings: Settings,
        pod: Option<&str>,
    ) -> Result<Figure, Refused> {
        let scene = scene(scenario, pod)?;
        let lab = Lab::open(scene, settings).map_err(|error| Refused::Api(Box::new(error)))?;
        let end = scenario.until.unwrap_or(USUAL);
        Ok(Figure { end, has_chosen_pod: pod.is_some(), ..Figure::at(lab) })
    }

    /// Shows the run of a scenario where it is. `pod` is the Pod to look at; without, it is the first one, or the whole set.
    ///
    /// # Errors
    /// When there is nothing to show.
    pub fn of_history(
        scenario: &Scenario,
        history: History,
        pod: Option<&str>,
    ) -> Result<Figure, Refused> {
        let mut figure = Figure::at(Lab::at(scene(scenario, pod)?, history));
        if let Some(pod) = pod {
            figure.select(pod);
        }
        Ok(figure)
    }

    fn at(lab: Lab) -> Figure {
        let end = lab.now();
        Figure { lab, has_chosen_pod: false, is_quiet: false, card: None, end }
    }

    /// Begins a run that was saved. `pod` is the Pod to look at; without, it is the one that was looked at.
    ///
    /// # Errors
    /// When the API server refuses what it begins with.
    pub fn of_run(run: &RunFile, pod: Option<&str>) -> Result<Figure, Refused> {
        let history = run.begin().map_err(|error| Refused::Api(Box::new(error)))?;
        let mut figure =
            Figure { end: run.now, ..Figure::at(Lab::at(Scene::of_run(run), history)) };
        if let Some(pod) = pod {
            figure.select(pod);
        }
        Ok(figure)
    }

    /// When the scenario ends, or ten minutes when it does not say it.
    pub fn end(&self) -> SimTime {
        self.end
    }

    /// The present moment.
    pub fn now(&self) -> SimTime {
        self.lab.now()
    }

    /// The run, to look at.
    pub fn lab(&self) -> &Lab {
        &self.lab
    }

    /// Goes on to a moment that is not in the past.
    pub fn go_to(&mut self, time: SimTime) {
        self.lab.run_until(time, u64::MAX);
    }

    /// Goes on towards a moment that is not in the past, by at most `limit` events. Gives whether it is there.
    pub fn go_towards(&mut self, time: SimTime, limit: u64) -> bool {
        self.lab.run_until(time, limit)
    }

    /// Goes on until something visible happens, at most to a moment. Gives whether it did.
    pub fn go_to_change(&mut self, until: SimTime) -> bool {
        while self.lab.history.next_time().is_some_and(|next| next <= until) {
            let told = self.lab.story().change_count();
            self.lab.history.step();
            if self.lab.story().has_news_since(told) {
                // The rest of the moment belongs to it.
                let now = self.now();
                self.go_to(now);
                return true;
            }
        }
        self.go_to(until);
        false
    }

    /// What does not continue by itself; nothing for a Pod alone, about which a still says nothing of the kind.
    pub(crate) fn findings(&self) -> Findings {
        if self.is_quiet || self.lab.scene.workload.is_none() {
            return Findings::default();
        }
        Findings::of(self.lab.sim(), Bounds::default())
    }

    /// Says nothing of what is stuck, of what helps and of what the controller does next from now on: the reader is to find that.
    pub fn keep_quiet(&mut self) {
        self.is_quiet = true;
    }

    /// Tells beside it what a lesson tells.
    pub fn tell(&mut self, card: Card) {
        self.card = Some(card);
    }

    /// Looks at another Pod of the run.
    pub fn select(&mut self, pod: &str) {
        self.lab.select(pod.to_owned().into());
        self.has_chosen_pod = true;
    }

    /// What it is called: the scene's title in the chosen language, or what is in it.
    pub fn title(&self) -> String {
        let scene = &self.lab.scene;
        if scene.title.is_empty() {
            return scene.workload.as_ref().map_or_else(
                || format!("Pod {}", scene.pod),
                |workload| format!("{} {}", workload.kind.as_str(), workload.name),
            );
        }
        podlab_messages::local(&scene.title).to_owned()
    }
}

/// The scene of a scenario with a Pod on the stage; without, with its first one, or its workload.
fn scene(scenario: &Scenario, pod: Option<&str>) -> Result<Scene, Refused> {
    // A Pod that is asked for by name comes before the set it does not belong to.
    let asked = pods(scenario).find(|known| pod == Some(&*scenario.name_of(known)));
    let scene = asked.map(|pod| Scene::of_pod(scenario, pod)).or_else(|| Scene::of(scenario));
    let mut scene = scene.ok_or(Refused::Nothing)?;
    if let Some(wanted) = pod {
        if asked.is_none() && !scene.may_have(wanted) {
            let names = pods(scenario).map(|pod| &*pod.metadata.name).chain([&*scene.pod]);
            let guess = nearest(wanted, &names.collect::<Vec<_>>());
            let guess = guess.map(|guess| guess.to_owned().into());
            return Err(Refused::NoPod(wanted.to_owned().into(), guess));
        }
        scene.pod = wanted.to_owned().into();
    }
    Ok(scene)
}
