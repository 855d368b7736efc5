//! What a question may be about: the Pods, containers and StatefulSets that there are or that can come.

use podlab::api::Resource;
use podlab::api::pod::PodSpec;
use podlab::api::stateful_set::parent_and_ordinal;
use podlab::files::scenario_file::Scenario;
use podlab::manifest::schema::nearest;
use podlab::questions::explore::Question;
use podlab::sim::Sim;
use std::collections::BTreeMap;

/// The Pods and StatefulSets by their names, each with the names of its containers.
#[derive(Debug, Default)]
pub struct Subjects {
    pods: BTreeMap<String, Vec<String>>,
    sets: BTreeMap<String, Vec<String>>,
}

impl Subjects {
    /// Returns those of a scenario, and those in its cluster now.
    pub fn of(scenario: &Scenario, sim: &Sim) -> Subjects {
        let mut subjects = Subjects::default();
        for object in &scenario.objects {
            if let Resource::Pod(pod) = object {
                let name = scenario.name_of(pod);
                subjects.pods.insert(name.to_string(), containers(&pod.spec));
            } else if let Resource::StatefulSet(set) = object {
                let containers = containers(&set.spec.template.spec);
                subjects.sets.insert(set.metadata.name.to_string(), containers);
            }
        }
        for (_, pod) in sim.world().pods() {
            subjects.pods.insert(pod.metadata.name.to_string(), containers(&pod.spec));
        }
        subjects
    }

    /// Checks that a question is about something that there is or that can come.
    ///
    /// # Errors
    /// What there is not, with the nearest name.
    pub fn check(&self, question: &Question) -> Result<(), String> {
        match question {
            Question::Phase(pod, _)
            | Question::Condition(pod, ..)
            | Question::Restarts(pod, _)
            | Question::Gone(pod)
            | Question::Twice(pod)
            | Question::RunsTwice(pod) => self.pod(pod).map(drop),
            Question::Before(first, second) => {
                self.pod(first)?;
                self.pod(second).map(drop)
            }
            Question::Container(pod, container, _) => {
                let containers = self.pod(pod)?;
                if containers.contains(&container.to_string()) {
                    return Ok(());
                }
                let known = containers.join(", ");
                Err(format!("the Pod {pod} has no container {container}; it has {known}"))
            }
            Question::BelowPartition(set) | Question::Pods(set, _) => {
                if self.sets.contains_key(set.as_str()) {
                    return Ok(());
                }
                Err(absent("StatefulSet", set, self.sets.keys()))
            }
        }
    }

    /// Returns the containers of a Pod.
    fn pod(&self, name: &str) -> Result<&Vec<String>, String> {
        let of_set = || {
            let (set, _) = parent_and_ordinal(name)?;
            self.sets.get(set)
        };
        let found = self.pods.get(name).or_else(of_set);
        found.ok_or_else(|| absent("Pod", name, self.pods.keys()))
    }
}

fn absent<'a>(kind: &str, name: &str, known: impl Iterator<Item = &'a String>) -> String {
    let known: Vec<&str> = known.map(String::as_str).collect();
    let guess = nearest(name, &known).map(|guess| format!("; did you mean {guess}?"));
    format!("there is no {kind} {name}{}", guess.unwrap_or_default())
}

fn containers(spec: &PodSpec) -> Vec<String> {
    let all = spec.init_containers.iter().chain(&spec.containers).chain(&spec.ephemeral_containers);
    all.map(|container| container.name.to_string()).collect()
}
