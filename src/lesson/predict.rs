//! The right answer of a question about what comes next.

use super::judge::NAMESPACE;
use crate::api::ResourceKind;
use crate::api::pod::Pod;
use crate::apiserver::columns::pod_status;
use crate::base::text::Text;
use crate::cluster::fact::Fact;
use crate::files::lesson_file::{Ask, Prediction};
use crate::sim::Sim;

/// The answer when there is no such Pod, node or change.
const NONE: &str = "none";

/// Returns the right answer of a question that is asked at the present moment of a simulation. It lets a copy of the simulation go on.
pub fn predict(sim: &Sim, prediction: &Prediction) -> Text {
    let mut ahead = sim.clone();
    ahead.take_changes();
    ahead.run_until(sim.now() + prediction.after.0);
    let changes = ahead.take_changes();
    let release = ahead.settings().release;
    let pod = |name: &Text| ahead.pod(&NAMESPACE, name).map(|(_, pod)| &**pod);
    let first = |is_it: fn(&Fact) -> bool| {
        let mut found = changes.iter().filter(|change| is_it(&change.fact));
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
