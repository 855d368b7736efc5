//! Objects that Podlab does not run and that own Pods: where their Pod template is, and what their controller does with it.

use super::kept::KeptKind;
use crate::base::text::Text;
use crate::base::time::{SimTime, Timestamp};
use crate::manifest::node::Node;
use crate::manifest::wrong::Wrong;

/// A controller that creates Pods from the template of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PodOwner {
    /// The controller of Jobs.
    Job,
    /// The controller of CronJobs, which creates Jobs.
    CronJob,
    /// The controller of DaemonSets.
    DaemonSet,
    /// The controller of ReplicationControllers.
    ReplicationController,
    /// The controller of a custom resource.
    Custom,
}

/// A Pod template in the tree of an object.
pub(crate) struct PodTemplate<'a> {
    /// Who creates Pods from it.
    pub owner: PodOwner,
    /// Its path in the object, such as `spec.template`.
    pub path: &'static str,
    /// The template, with `metadata` and `spec`.
    pub node: &'a Node,
}

/// Where a Job, a DaemonSet and most custom resources have their template.
const TEMPLATE: &str = "spec.template";
/// Where a CronJob has the template of the Pods of its Jobs.
const JOB_TEMPLATE: &str = "spec.jobTemplate.spec.template";

/// Returns the Pod template of an object of a kind that Podlab does not run. A custom resource has one when a map at the usual place has
/// containers.
pub(crate) fn pod_template(kind: KeptKind, object: &Node) -> Option<PodTemplate<'_>> {
    let custom = kind.is_custom().then_some(PodOwner::Custom);
    let owner = kind.owner().or(custom)?;
    let paths: &[&'static str] = match owner {
        PodOwner::Job | PodOwner::DaemonSet | PodOwner::ReplicationController => &[TEMPLATE],
        PodOwner::CronJob => &[JOB_TEMPLATE],
        PodOwner::Custom => &[JOB_TEMPLATE, TEMPLATE],
    };
    paths.iter().find_map(|path| {
        let node = at(object, path)?;
        let containers = at(node, "spec.containers")?;
        (!containers.elements().is_empty()).then_some(PodTemplate { owner, path, node })
    })
}

/// Returns the value at a path of names.
fn at<'a>(node: &'a Node, path: &str) -> Option<&'a Node> {
    path.split('.').try_fold(node, |node, name| node.get(name))
}

impl PodOwner {
    /// Returns what the controller adds to the Pods of an object.
    pub(crate) fn adds(self, object: &Node) -> Wrong {
        let number = |path: &str, usual| at(object, path).and_then(Node::as_int).unwrap_or(usual);
        match self {
            PodOwner::Job => {
                // Without completions, any Pod of a parallel Job that succeeds completes it.
                let completions = number("spec.completions", 1);
                Wrong::JobAdds { completions, limit: number("spec.backoffLimit", 6) }
            }
            PodOwner::CronJob => {
                let schedule = at(object, "spec.schedule").and_then(Node::as_text);
                Wrong::CronJobAdds { schedule: schedule.cloned().unwrap_or_default() }
            }
            PodOwner::DaemonSet => Wrong::DaemonSetAdds,
            PodOwner::ReplicationController => {
                Wrong::ReplicationControllerAdds { replicas: number("spec.replicas", 1) }
            }
            PodOwner::Custom => Wrong::ControllerAdds,
        }
    }

    /// Returns the beginning of the names that the controller gives to the Pods of an object. A random part follows it.
    pub(crate) fn base_of_names(self, name: &Text) -> Text {
        match self {
            PodOwner::Job
            | PodOwner::DaemonSet
            | PodOwner::ReplicationController
            | PodOwner::Custom => format!("{name}-").into(),
            PodOwner::CronJob => {
                // A Job of a CronJob has the time for which it is planned in its name, in minutes.
                let minutes = Timestamp::of(SimTime::ZERO).0 / 60;
                format!("{name}-{minutes}-").into()
            }
        }
    }
}
