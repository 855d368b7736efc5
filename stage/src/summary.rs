//! What is on the stage in one sentence, for people who listen instead of looking.

use crate::lab::Lab;
use crate::view::Stage;
use podlab::apiserver::columns::{PodCounts, pod_counts, pod_status};
use podlab_messages::text;

/// Returns the summary: how many Pods of the workload are ready, then the phase of the Pod on the stage, its STATUS where that is another
/// word, its ready containers and its restarts.
pub fn spoken(lab: &Lab) -> String {
    let workload = lab.followed().filter(|followed| followed.exists).map(|followed| {
        let workload = followed.workload;
        text::summary_workload(
            workload.kind().as_str(),
            &workload.metadata().name,
            workload.ready_replicas(),
            workload.replicas(),
        )
    });
    let parts: Vec<String> = workload.into_iter().chain([of_pod(lab)]).collect();
    parts.join(" ")
}

fn of_pod(lab: &Lab) -> String {
    let Some(stage) = Stage::of(lab) else { return text::fault_off_no_pod().to_owned() };
    let name = &stage.pod.metadata.name;
    if !stage.exists {
        return text::summary_gone(name);
    }
    let PodCounts { ready, containers, restarts } = pod_counts(stage.pod, stage.release);
    let restarts = match restarts {
        0 => text::summary_restarts_none().to_owned(),
        1 => text::summary_restarts_one().to_owned(),
        count => text::summary_restarts(count),
    };
    let phase = stage.pod.status.phase().as_str();
    let status = pod_status(stage.pod, stage.release);
    let status = (status != *phase).then(|| text::summary_status(&status));
    text::summary_pod(name, phase, ready, restarts, status.unwrap_or_default(), containers)
}
