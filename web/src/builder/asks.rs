//! The questions that a step can ask.

use crate::lab::Lab;
use podlab::api::{ObjectRef, ResourceKind};
use podlab::base::text::Text;
use podlab::files::lesson_file::Ask;
use podlab_messages::{Sentence, text};
use std::collections::BTreeSet;

/// Returns the questions that can be asked about what the run has, or had. Those of a kind stand together.
pub fn asks(lab: &Lab) -> Vec<Ask> {
    let story = lab.history().story();
    let objects = story.changes().iter().filter_map(|change| change.object.reference());
    // Questions are about objects of the namespace `default`, and about those that are in none.
    let objects = objects.filter(|object| ["", "default"].contains(&object.namespace.as_str()));
    let objects: BTreeSet<&ObjectRef> = objects.collect();
    let pods = || objects.iter().filter(|object| object.kind == ResourceKind::Pod);
    let of_pods = |ask: fn(Text) -> Ask| pods().map(move |pod| ask(pod.name.clone()));
    let restarts = pods().flat_map(|pod| {
        let found = lab.sim().pod(&pod.namespace, &pod.name).map(|(_, pod)| &pod.spec);
        let containers = found.into_iter().flat_map(|spec| &spec.containers);
        containers.map(|container| Ask::NextRestart {
            pod: pod.name.clone(),
            container: container.name.clone(),
        })
    });
    let mut asks: Vec<Ask> = Vec::new();
    for of_pod in [Ask::Phase, Ask::Status, Ask::Restarts, Ask::Node] {
        asks.extend(of_pods(of_pod));
    }
    asks.extend(restarts);
    asks.extend([Ask::NextCreated, Ask::NextDeleted, Ask::Converges]);
    asks.extend(objects.iter().map(|object| Ask::Why((*object).clone())));
    asks
}

/// Returns the words for the kind of a question.
pub fn kind(ask: &Ask) -> Sentence {
    match ask {
        Ask::Phase(_) => text::builder_question_phase,
        Ask::Status(_) => text::builder_question_status,
        Ask::Restarts(_) => text::builder_question_restarts,
        Ask::Node(_) => text::builder_question_node,
        Ask::NextRestart { .. } => text::builder_question_restart,
        Ask::NextCreated => text::builder_question_created,
        Ask::NextDeleted => text::builder_question_deleted,
        Ask::Converges => text::builder_question_rest,
        Ask::Why(_) => text::builder_question_why,
    }
}

/// Returns what a question is about; none when it is about no object.
pub fn subject(ask: &Ask) -> Option<String> {
    match ask {
        Ask::Phase(pod) | Ask::Status(pod) | Ask::Restarts(pod) | Ask::Node(pod) => {
            Some(pod.to_string())
        }
        Ask::NextRestart { pod, container } => Some(format!("{pod}, {container}")),
        Ask::Why(object) => Some(object.to_string()),
        Ask::NextCreated | Ask::NextDeleted | Ask::Converges => None,
    }
}
