//! The right answer of a question about what comes next.

use super::judge::NAMESPACE;
use crate::api::ResourceKind;
use crate::api::pod::Pod;
use crate::apiserver::columns::pod_status;
use crate::base::text::Text;
use crate::cluster::fact::Fact;
use crate::files::lesson_file::{Ask, Prediction};
use crate::timeline::history::History;

/// The answer when there is no such Pod, node or change.
const NONE: &str = "none";

/// Returns the right answer of a question that is asked at the present moment of a run. It lets a copy of the run go on, with what is planned.
pub fn predict(history: &History, prediction: &Prediction) -> Text {
    let told = history.story().change_count() as u64;
    let mut run = history.clone();
    run.run_until(history.now() + prediction.after.0, u64::MAX);
    let (ahead, story) = (run.sim(), run.story());
    let release = ahead.settings().release;
    let pod = |name: &Text| ahead.pod(&NAMESPACE, name).map(|(_, pod)| &**pod);
    let first = |is_it: fn(&Fact) -> bool| {
        let changes = story.changes().iter().filter(|change| change.number >= told);
        let mut found = changes.filter(|change| is_it(&change.fact));
        found.find_map(|change| change.object.named(ResourceKind::Pod).cloned())
    };
    let answer = match &prediction.ask {
        Ask::Phase(name) => pod(name).map(|pod| Text::Static(pod.status.phase().as_str())),
        Ask::Status(name) => pod(name).map(|pod| pod_status(pod, release)),
        Ask::Restarts(name) => pod(name).map(|pod| restarts(pod).to_string().into()),
        Ask::Node(name) => pod(name).map(|pod| pod.spec.node_name.clone()),
        Ask::NextCreated => first(|fact| matches!(fact, Fact::Created)),
        Ask::NextDeleted => first(|fact| matches!(fact, Fact::Deletion { new: Some(_), .. })),
    };
    answer.filter(|answer| !answer.is_empty()).unwrap_or(Text::Static(NONE))
}

fn restarts(pod: &Pod) -> i64 {
    let statuses = pod.status.containers().iter().chain(pod.status.init_containers());
    statuses.map(|status| status.restart_count).sum()
}
