//! Compares a claim of a page with the state of the simulation.

use crate::expect::{Claim, Expected, Fact};
use podlab::api::pod::Pod;
use podlab::api::status::{ContainerState, ContainerStatus};
use podlab::apiserver::columns::{pod_counts, pod_row, pod_status};
use podlab::base::text::Text;
use podlab::base::time::Timestamp;
use podlab::manifest::schema::nearest;
use podlab_stage::Lab;
use std::fmt;

/// What holds in the simulation, where a claim says something else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Actual {
    /// Another value.
    Is(String),
    /// What the claim is about is not there, in words.
    Absent(String),
}

impl Actual {
    /// The value, or the words.
    pub fn text(&self) -> &str {
        let (Actual::Is(text) | Actual::Absent(text)) = self;
        text
    }
}

impl fmt::Display for Actual {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Actual::Is(value) => write!(f, "it is {value}"),
            Actual::Absent(words) => f.write_str(words),
        }
    }
}

/// Returns what holds in the simulation where it contradicts a claim, and nothing when the claim is true.
pub fn contradiction(lab: &Lab, expected: &Expected) -> Option<Actual> {
    let says = |actual: String, holds: bool| if holds { None } else { Some(Actual::Is(actual)) };
    let name = expected.pod.as_deref().unwrap_or(&lab.scene.pod);
    let pod = lab.sim().pod(&lab.scene.namespace, name).map(|(_, pod)| &**pod);
    match &expected.claim {
        Claim::Exists(wanted) => {
            let actual = if pod.is_some() { "true" } else { "false" };
            says(actual.to_owned(), pod.is_some() == *wanted)
        }
        Claim::Pods(wanted) => {
            let pods = lab.sim().world().pods().map(|(_, pod)| &pod.metadata);
            let mine = pods.filter(|metadata| metadata.namespace == lab.scene.namespace);
            let mut names: Vec<String> = mine.map(|metadata| metadata.name.to_string()).collect();
            names.sort();
            let actual = if names.is_empty() { "none".to_owned() } else { names.join(" ") };
            says(actual, names == *wanted)
        }
        Claim::Count(field, wanted) => {
            let Some(set) = lab.set() else {
                return Some(Actual::Absent("there is no StatefulSet".to_owned()));
            };
            let (spec, status) = (&set.spec, &set.status);
            let count = match *field {
                "replicas" => spec.replicas(),
                "readyReplicas" => status.ready_replicas,
                "currentReplicas" => status.current_replicas,
                "updatedReplicas" => status.updated_replicas,
                _ => status.available_replicas,
            };
            says(count.to_string(), count == *wanted)
        }
        claim @ (Claim::Pod(..)
        | Claim::Condition(..)
        | Claim::Container(..)
        | Claim::Restarts(..)
        | Claim::ExitCode(..)) => match pod {
            Some(pod) => of_pod(lab, pod, claim),
            None => Some(Actual::Absent(no_pod(lab, name))),
        },
    }
}

/// Says that there is no such Pod now, with the nearest name of a Pod.
fn no_pod(lab: &Lab, name: &str) -> String {
    let told = format!("there is no Pod {name} then");
    let known: Vec<&str> = lab.story().pods().map(Text::as_str).collect();
    if known.contains(&name) {
        return told;
    }
    nearest(name, &known).map_or(told.clone(), |guess| format!("{told}; did you mean {guess}?"))
}

fn of_pod(lab: &Lab, pod: &Pod, claim: &Claim) -> Option<Actual> {
    let says = |actual: String, wanted: &str| {
        if actual == wanted { None } else { Some(Actual::Is(actual)) }
    };
    let release = lab.sim().settings().release;
    match claim {
        Claim::Pod(fact, wanted) => {
            let actual = match fact {
                Fact::Phase => pod.status.phase().as_str().to_owned(),
                Fact::Status => pod_status(pod, release).to_string(),
                Fact::Ready => pod_row(pod, Timestamp::of(lab.now()), release).ready,
                Fact::Restarts => pod_counts(pod, release).restarts.to_string(),
                Fact::Node => or_none(&pod.spec.node_name),
                Fact::Reason => or_none(&pod.status.reason),
            };
            says(actual, wanted)
        }
        Claim::Condition(kind, status, reason) => {
            let Some(condition) = pod.status.condition(kind) else {
                let known = pod.status.conditions.iter().map(|c| c.kind.as_str());
                return Some(Actual::Absent(absent("condition", kind, &known.collect::<Vec<_>>())));
            };
            let is_so = condition.status.as_str() == status
                && reason.as_ref().is_none_or(|reason| condition.reason == **reason);
            let actual = || Actual::Is(with_reason(condition.status.as_str(), &condition.reason));
            if is_so { None } else { Some(actual()) }
        }
        Claim::Container(name, state, reason) => {
            let found = match status(pod, name) {
                Ok(found) => found,
                Err(why) => return Some(Actual::Absent(why)),
            };
            let (word, why) = match &found.state {
                ContainerState::Running(_) => ("running", ""),
                ContainerState::Terminated(end) => ("terminated", end.reason.as_str()),
                ContainerState::Waiting(waiting) => ("waiting", waiting.reason.as_str()),
                ContainerState::Unset => ("waiting", ""),
            };
            let is_so = word == state && reason.as_ref().is_none_or(|reason| why == reason);
            if is_so { None } else { Some(Actual::Is(with_reason(word, why))) }
        }
        Claim::Restarts(name, wanted) => match status(pod, name) {
            Ok(found) => says(found.restart_count.to_string(), &wanted.to_string()),
            Err(why) => Some(Actual::Absent(why)),
        },
        Claim::ExitCode(name, wanted) => {
            let found = match status(pod, name) {
                Ok(found) => found,
                Err(why) => return Some(Actual::Absent(why)),
            };
            let ended = found.state.terminated().or_else(|| found.last_state.terminated());
            match ended {
                Some(end) => says(end.exit_code.0.to_string(), &wanted.to_string()),
                None => Some(Actual::Absent(format!("container {name} never ended"))),
            }
        }
        Claim::Exists(_) | Claim::Pods(_) | Claim::Count(..) => None,
    }
}

fn status<'a>(pod: &'a Pod, name: &str) -> Result<&'a ContainerStatus, String> {
    let status = &pod.status;
    let all = status.containers().iter().chain(status.init_containers());
    let all: Vec<&ContainerStatus> = all.chain(&status.ephemeral_container_statuses).collect();
    let known: Vec<&str> = all.iter().map(|status| status.name.as_str()).collect();
    let found = all.iter().find(|status| status.name == *name);
    found.copied().ok_or_else(|| {
        // A Pod that no kubelet has seen has no statuses yet.
        let spec = pod.spec.containers.iter().chain(&pod.spec.init_containers);
        let in_spec: Vec<&str> = spec.map(|container| container.name.as_str()).collect();
        if in_spec.contains(&name) {
            return format!("container {name} has no status yet");
        }
        absent("container", name, if known.is_empty() { &in_spec } else { &known })
    })
}

fn absent(what: &str, name: &str, known: &[&str]) -> String {
    let guess = nearest(name, known).map(|guess| format!("; did you mean {guess}?"));
    format!("there is no {what} {name}{}", guess.unwrap_or_default())
}

fn or_none(text: &str) -> String {
    if text.is_empty() { "none".to_owned() } else { text.to_owned() }
}

fn with_reason(word: &str, reason: &str) -> String {
    if reason.is_empty() { word.to_owned() } else { format!("{word} {reason}") }
}
