//! What is now of that which a goal asks for.

use super::judge::{commands, container_status, first_image};
use crate::api::ObjectRef;
use crate::api::pod::Pod;
use crate::api::status::READY;
use crate::apiserver::columns::pod_status;
use crate::base::text::Text;
use crate::cluster::fact::StateSummary;
use crate::files::lesson_file::{Condition, Goal, Subject};
use crate::sim::Sim;
use crate::timeline::history::History;

/// What is now of that which a goal asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Present {
    /// There is no such object.
    Missing,
    /// A word that Kubernetes uses, a name, or a number.
    Value(Text),
}

impl Goal {
    /// Returns what is at the present moment of a run of that which the goal asks for; `None` where the goal alone tells it, as with what
    /// exists or not.
    pub fn present(&self, history: &History) -> Option<Present> {
        match self {
            Goal::Now(condition) | Goal::Always(condition) => condition.present(history.sim()),
            Goal::Commands(_) => Some(Present::Value(commands(history).to_string().into())),
            Goal::Never(_) | Goal::Before(_) => None,
        }
    }
}

impl Condition {
    /// Returns what is at the present moment of a simulation of that which the condition is about.
    fn present(&self, sim: &Sim) -> Option<Present> {
        let ObjectRef { kind, namespace, name } = &self.object;
        let pod = sim.pod(namespace, name).map(|(_, pod)| &**pod);
        let workload = sim.world().objects.workload(*kind, namespace, name);
        let number = |number: i64| Text::from(number.to_string());
        let value = match &self.subject {
            Subject::Exists(_) | Subject::Deleted | Subject::AnyDeleted | Subject::Resolves(..) => {
                return None;
            }
            Subject::Phase(_) => pod.map(|pod| Text::Static(pod.status.phase().as_str())),
            Subject::Status(_) => pod.map(|pod| pod_status(pod, sim.settings().release)),
            Subject::Ready(_) => pod.map(|pod| condition_word(pod, READY)),
            Subject::Condition(kind, _) => pod.map(|pod| condition_word(pod, kind)),
            Subject::State(wanted) => pod.map(|pod| {
                let status = container_status(pod, &wanted.container);
                let state = status.and_then(|status| StateSummary::of(&status.state));
                state.map(|state| state.to_string().into()).unwrap_or_default()
            }),
            Subject::Restarts(container, _) => pod.map(|pod| {
                number(container_status(pod, container).map_or(0, |status| status.restart_count))
            }),
            Subject::Node(_) => pod.map(|pod| pod.spec.node_name.clone()),
            Subject::Image(_) => first_image(sim, &self.object),
            Subject::Replicas(_) => workload.map(|found| number(found.replicas())),
            Subject::ReadyReplicas(_) | Subject::LeastReady(_) => {
                workload.map(|found| number(found.ready_replicas()))
            }
        };
        match value {
            None => Some(Present::Missing),
            Some(value) => (!value.is_empty()).then_some(Present::Value(value)),
        }
    }
}

/// Returns the status of a condition of a Pod; empty when the Pod does not have the condition.
fn condition_word(pod: &Pod, kind: &str) -> Text {
    let status = pod.status.condition(kind).map(|condition| condition.status.as_str());
    status.map(Text::Static).unwrap_or_default()
}
