//! A run and the Pod or set of it that a still shows.

use podlab::api::stateful_set::StatefulSet;
use podlab::api::{ObjectRef, Resource, ResourceKind};
use podlab::apiserver::error::ApiError;
use podlab::base::text::Text;
use podlab::base::time::SimTime;
use podlab::cluster::world::Settings;
use podlab::controller::sets;
use podlab::controller::stateful_set::identity::pod_name;
use podlab::controller::stateful_set::outlook::Outlook;
use podlab::files::run_file::RunFile;
use podlab::files::scenario_file::{NODES, Scenario, script};
use podlab::manifest::schema::nearest;
use podlab::sim::Sim;
use podlab::timeline::history::History;
use podlab::timeline::story::Story;
use std::rc::Rc;

#[path = "../../web/src/lab/stage.rs"]
mod stage;

/// How long a run lasts whose scenario does not say it.
pub const USUAL: SimTime = SimTime::from_seconds(600);
/// Most Pods for which nodes are added, and how many are counted on one, which has room for a few more.
const MOST_PODS: i64 = 5000;
const PODS_PER_NODE: u16 = 100;

/// What a still is of.
#[derive(Clone, Debug)]
pub struct Scene {
    /// What it is called.
    pub title: Text,
    /// Name of the scene, empty for what somebody wrote.
    pub name: Text,
    /// Namespace of its Pods.
    pub namespace: Text,
    /// The workload, when there is one.
    pub workload: Option<ObjectRef>,
    /// Name of the Pod that is looked at.
    pub pod: Text,
}

/// A run at a moment, as the page's files read it.
#[derive(Clone, Debug)]
pub struct Lab {
    /// What it is of.
    pub scene: Scene,
    history: History,
}

impl Lab {
    /// What the controller of a set waits for, and what it does next.
    pub fn outlook(&self, set: &StatefulSet) -> Rc<Outlook> {
        Rc::new(sets::outlook(self.sim().world(), set))
    }

    /// Whether a container's program ignores the stop signal.
    pub fn ignores_stop(&self, container: &str) -> bool {
        self.sim().world().plans.stop(self.pod_name(), container).after.is_none()
    }
}

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
                f.write_str("there is no Pod, no StatefulSet and no ReplicaSet in it")
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
        let brings_nodes = scenario.objects.iter().any(|o| matches!(o, Resource::Node(_)));
        let mut nodes = scenario.nodes.unwrap_or(if brings_nodes { 0 } else { NODES });
        let sets = scenario.objects.iter().filter_map(|object| match object {
            Resource::StatefulSet(set) => Some(set),
            _ => None,
        });
        let pods = scenario.objects.iter().filter_map(|object| match object {
            Resource::Pod(pod) => Some(pod),
            _ => None,
        });
        let (sets, pods): (Vec<_>, Vec<_>) = (sets.collect(), pods.collect());
        let or_default = |namespace: &Text| {
            if namespace.is_empty() { "default".into() } else { namespace.clone() }
        };
        // A Pod that is asked for by name comes before the set it does not belong to.
        let asked = pods.iter().find(|known| pod == Some(&*scenario.name_of(known)));
        let (namespace, workload, first) = if let (None, Some(set)) = (asked, sets.first()) {
            if scenario.nodes.is_none() && !brings_nodes {
                let replicas = set.spec.replicas().clamp(0, MOST_PODS) as u16;
                nodes = nodes.max(replicas / PODS_PER_NODE + 1);
            }
            let namespace = or_default(&set.metadata.namespace);
            (namespace, scenario.workload(), pod_name(set, set.spec.start()))
        } else if let (None, Some(workload)) = (asked, scenario.workload()) {
            (workload.namespace.clone(), Some(workload), Text::default())
        } else if let Some(pod) = asked.or(pods.first()) {
            (or_default(&pod.metadata.namespace), None, scenario.name_of(pod))
        } else {
            return Err(Refused::Nothing);
        };
        if let Some(wanted) = pod {
            let of_workload = |workload: &ObjectRef| {
                let rest = wanted.strip_prefix(&*workload.name);
                let is_set = workload.kind == ResourceKind::StatefulSet;
                rest.and_then(|rest| rest.strip_prefix('-'))
                    .is_some_and(|rest| !is_set || rest.parse::<u32>().is_ok())
            };
            if asked.is_none() && !workload.as_ref().is_some_and(of_workload) {
                let names = pods.iter().map(|pod| &*pod.metadata.name).chain([&*first]);
                let guess = nearest(wanted, &names.collect::<Vec<_>>());
                let guess = guess.map(|guess| guess.to_owned().into());
                return Err(Refused::NoPod(wanted.to_owned().into(), guess));
            }
        }
        let scene = Scene {
            title: scenario.title.clone(),
            name: scenario.name.clone(),
            namespace,
            workload,
            pod: pod.map_or(first, |pod| pod.to_owned().into()),
        };
        let mut story = Story::new(scene.namespace.clone(), scene.pod.clone());
        if let Some(workload) = &scene.workload {
            story.follow(workload.clone());
        }
        let start = Sim::with_nodes(settings, nodes);
        let history = History::of(start, story, script(scenario));
        let history = history.map_err(|error| Refused::Api(Box::new(error)))?;
        let end = scenario.until.unwrap_or(USUAL);
        Ok(Figure { lab: Lab { scene, history }, has_chosen_pod: pod.is_some(), end })
    }

    /// Begins a run that was saved. `pod` is the Pod to look at; without, it is the one that was looked at.
    ///
    /// # Errors
    /// When the API server refuses what it begins with.
    pub fn of_run(run: &RunFile, pod: Option<&str>) -> Result<Figure, Refused> {
        let history = run.begin().map_err(|error| Refused::Api(Box::new(error)))?;
        let scene = Scene {
            title: run.title.clone(),
            name: Text::default(),
            namespace: run.pod.0.clone(),
            workload: run.workload.clone(),
            pod: run.pod.1.clone(),
        };
        let lab = Lab { scene, history };
        let mut figure = Figure { lab, has_chosen_pod: false, end: run.now };
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
        self.lab.history.run_until(time, u64::MAX);
    }

    /// Goes on until something visible happens, at most to a moment. Gives whether it did.
    pub fn go_to_change(&mut self, until: SimTime) -> bool {
        while self.lab.history.next_time().is_some_and(|next| next <= until) {
            let told = self.lab.story().told();
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

    /// Looks at another Pod of the run.
    pub fn select(&mut self, pod: &str) {
        self.lab.scene.pod = pod.to_owned().into();
        self.lab.history.select(pod.to_owned().into());
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
        podlab_words::scene_title(crate::words::messages(), &scene.name, &scene.title).to_owned()
    }
}
