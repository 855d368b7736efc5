//! The questions of a search, as values and as text.
//!
//! ```
//! use podlab::questions::explore::Question;
//! let question = Question::parse("pod/demo phase Succeeded").unwrap();
//! assert_eq!(question.to_string(), "pod/demo phase Succeeded");
//! assert!(Question::parse("pod/demo phase Sleeping").unwrap_err().contains("Succeeded"));
//! ```

use crate::api::ResourceKind;
use crate::api::pod::Pod;
use crate::api::stateful_set::ordinal;
use crate::api::status::{ConditionStatus, ContainerState, ContainerStatus, PodPhase, READY};
use crate::base::text::Text;
use crate::cluster::change::Change;
use crate::cluster::fact::Fact;
use crate::sim::Sim;
use std::fmt;
use std::rc::Rc;

/// The label of a Pod with the revision that it was made from. Rule S-09.
const REVISION: &str = "controller-revision-hash";

/// What a search looks for.
pub trait Wanted {
    /// Returns whether it is so now, or happened with these changes.
    fn holds(&self, sim: &Sim, changes: &[Change]) -> bool;
}

/// Something that may happen. Objects are named without their namespace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// The Pod is in that phase.
    Phase(Text, PodPhase),
    /// The condition of the Pod has that status.
    Condition(Text, Text, ConditionStatus),
    /// The container of the Pod is in that state, or waits or ended for that reason.
    Container(Text, Text, ContainerWord),
    /// A container of the Pod was started again more often than this.
    Restarts(Text, i64),
    /// There is no Pod of that name.
    Gone(Text),
    /// The API holds two Pods of that name.
    Twice(Text),
    /// Programs of two Pods of that name run at the same time.
    RunsTwice(Text),
    /// The first Pod is created while the second is not Ready.
    Before(Text, Text),
    /// A Pod of the set has an ordinal below the partition and the newest revision, while that is not yet the current
    /// revision.
    BelowPartition(Text),
    /// The set has more Pods than this.
    Pods(Text, i64),
}

/// A state of a container, or a reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContainerWord {
    /// It waits.
    Waiting,
    /// It runs.
    Running,
    /// It ended.
    Terminated,
    /// It waits or ended for that reason.
    Reason(Text),
}

impl ContainerWord {
    fn fits(&self, state: &ContainerState) -> bool {
        match self {
            ContainerWord::Waiting => state.waiting().is_some(),
            ContainerWord::Running => state.running().is_some(),
            ContainerWord::Terminated => state.terminated().is_some(),
            ContainerWord::Reason(reason) => {
                state.waiting().is_some_and(|waits| waits.reason == *reason)
                    || state.terminated().is_some_and(|end| end.reason == *reason)
            }
        }
    }
}

fn statuses(pod: &Pod) -> impl Iterator<Item = &ContainerStatus> {
    let status = &pod.status;
    status.init_containers().iter().chain(status.containers())
}

impl Wanted for Question {
    fn holds(&self, sim: &Sim, changes: &[Change]) -> bool {
        let named = |name: &Text| {
            let name = name.clone();
            let mut pods = sim.world().pods().map(|(_, pod)| pod);
            pods.find(move |pod| pod.metadata.name == name)
        };
        let count =
            |name: &Text| sim.world().pods().filter(|(_, pod)| pod.metadata.name == *name).count();
        match self {
            Question::Phase(pod, phase) => named(pod).is_some_and(|p| p.status.phase() == *phase),
            Question::Condition(pod, kind, status) => named(pod)
                .and_then(|pod| pod.status.condition(kind).map(|c| c.status))
                .is_some_and(|now| now == *status),
            Question::Container(pod, container, word) => named(pod).is_some_and(|pod| {
                statuses(pod).any(|s| s.name == *container && word.fits(&s.state))
            }),
            Question::Restarts(pod, most) => {
                named(pod).is_some_and(|pod| statuses(pod).any(|s| s.restart_count > *most))
            }
            Question::Gone(pod) => named(pod).is_none(),
            Question::Twice(pod) => count(pod) > 1,
            Question::RunsTwice(name) => {
                let workers = sim.kubelets.iter().flat_map(crate::kubelet::Kubelet::workers);
                let mine = workers.filter(|worker| worker.pod.metadata.name == *name);
                mine.filter(|worker| worker.runtime.running().next().is_some()).count() > 1
            }
            Question::Before(first, second) => {
                let created = |change: &Change| {
                    change.fact == Fact::Created
                        && change.object.named(ResourceKind::Pod) == Some(first)
                };
                changes.iter().any(created)
                    && !named(second).is_some_and(|pod| pod.status.is_true(READY))
            }
            Question::BelowPartition(name) => sim.world().objects.sets.iter().any(|(_, set)| {
                let status = &set.status;
                let rolls = status.current_revision != status.update_revision;
                let least = set.spec.first_above(set.spec.partition());
                let is_new = |pod: &Rc<Pod>| {
                    ordinal(pod) < least
                        && pod.metadata.labels.get(REVISION) == Some(&status.update_revision)
                };
                let mut members = sim.world().objects.members(&set.metadata.namespace, name);
                set.metadata.name == *name
                    && rolls
                    && members.any(|id| sim.world().pod(id).is_some_and(is_new))
            }),
            Question::Pods(name, most) => sim.world().objects.sets.iter().any(|(_, set)| {
                let members = sim.world().objects.members(&set.metadata.namespace, name);
                set.metadata.name == *name && members.count() as i64 > *most
            }),
        }
    }
}

impl Question {
    /// The forms of text that [`Question::parse`] reads.
    pub const FORMS: [&str; 10] = [
        "pod/NAME phase PHASE",
        "pod/NAME condition TYPE STATUS",
        "pod/NAME container NAME STATE-OR-REASON",
        "pod/NAME restarts > N",
        "pod/NAME gone",
        "pod/NAME twice",
        "pod/NAME runs-twice",
        "pod/NAME before pod/NAME",
        "statefulset/NAME below-partition",
        "statefulset/NAME pods > N",
    ];

    /// Reads a question in one of the [`Question::FORMS`].
    ///
    /// # Errors
    ///
    /// Returns one line about what is wrong.
    pub fn parse(text: &str) -> Result<Question, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let Some((object, rest)) = words.split_first() else {
            return Err(format!("a question looks like {:?}", Question::FORMS[0]));
        };
        let owned = |text: &str| Text::from(text.to_owned());
        let (kind, name) = object.split_once('/').unwrap_or(("", object));
        let name = owned(name);
        let number = |text: &str| {
            let number = text.parse::<i64>().ok().filter(|number| *number >= 0);
            number.ok_or_else(|| format!("{text}: it must be a whole number from 0"))
        };
        Ok(match (kind.to_ascii_lowercase().as_str(), rest) {
            ("pod", ["phase", phase]) => {
                let known = [
                    PodPhase::Pending,
                    PodPhase::Running,
                    PodPhase::Succeeded,
                    PodPhase::Failed,
                    PodPhase::Unknown,
                ];
                let found = known.into_iter().find(|known| known.as_str() == *phase);
                let known = known.map(PodPhase::as_str).join(", ");
                let found =
                    found.ok_or_else(|| format!("{phase} is no phase; known are {known}"))?;
                Question::Phase(name, found)
            }
            ("pod", ["condition", condition, status]) => {
                let known =
                    [ConditionStatus::True, ConditionStatus::False, ConditionStatus::Unknown];
                let found = known.into_iter().find(|known| known.as_str() == *status);
                let found =
                    found.ok_or_else(|| format!("{status}: it must be True, False or Unknown"))?;
                Question::Condition(name, owned(condition), found)
            }
            ("pod", ["container", container, word]) => {
                let word = match word.to_ascii_lowercase().as_str() {
                    "waiting" => ContainerWord::Waiting,
                    "running" => ContainerWord::Running,
                    "terminated" => ContainerWord::Terminated,
                    _ => ContainerWord::Reason(owned(word)),
                };
                Question::Container(name, owned(container), word)
            }
            ("pod", ["restarts", ">", count]) => Question::Restarts(name, number(count)?),
            ("pod", ["gone"]) => Question::Gone(name),
            ("pod", ["twice"]) => Question::Twice(name),
            ("pod", ["runs-twice"]) => Question::RunsTwice(name),
            ("pod", ["before", other]) => {
                Question::Before(name, owned(other.strip_prefix("pod/").unwrap_or(other)))
            }
            ("statefulset", ["below-partition"]) => Question::BelowPartition(name),
            ("statefulset", ["pods", ">", count]) => Question::Pods(name, number(count)?),
            _ => {
                let forms = Question::FORMS.join("\n  ");
                return Err(format!("{text}: no such question; these can be asked:\n  {forms}"));
            }
        })
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Question::Phase(pod, phase) => write!(f, "pod/{pod} phase {}", phase.as_str()),
            Question::Condition(pod, kind, status) => {
                write!(f, "pod/{pod} condition {kind} {}", status.as_str())
            }
            Question::Container(pod, container, word) => {
                let word = match word {
                    ContainerWord::Waiting => "waiting",
                    ContainerWord::Running => "running",
                    ContainerWord::Terminated => "terminated",
                    ContainerWord::Reason(reason) => reason,
                };
                write!(f, "pod/{pod} container {container} {word}")
            }
            Question::Restarts(pod, most) => write!(f, "pod/{pod} restarts > {most}"),
            Question::Gone(pod) => write!(f, "pod/{pod} gone"),
            Question::Twice(pod) => write!(f, "pod/{pod} twice"),
            Question::RunsTwice(pod) => write!(f, "pod/{pod} runs-twice"),
            Question::Before(first, second) => write!(f, "pod/{first} before pod/{second}"),
            Question::BelowPartition(set) => write!(f, "statefulset/{set} below-partition"),
            Question::Pods(set, most) => write!(f, "statefulset/{set} pods > {most}"),
        }
    }
}
