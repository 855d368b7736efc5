//! What keeps a Pod from going on, where no change before it tells: what a registry or the scheduler answers.

use crate::api::reason::WaitingReason;
use crate::api::status::{POD_SCHEDULED, PodPhase};
use crate::base::text::Text;
use crate::cluster::change::Change;
use crate::cluster::fact::{Fact, StateSummary};
use crate::cluster::refusal::Refusal;
use crate::questions::explanation::Explanation;
use crate::questions::waits;
use crate::sim::Sim;
use std::rc::Rc;

/// What keeps a Pod from going on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Root {
    /// An image cannot be pulled. Rule P-317.
    Pull {
        /// The image.
        image: Text,
        /// What the registry answers.
        answer: Text,
    },
    /// No node fits, as the scheduler says. Rule P-901.
    NoNode(Rc<Refusal>),
    /// A claim gets its volume by itself, and has none yet. Rule V-11.
    Claim(Text),
}

impl Root {
    /// Returns what keeps the Pod of a change from going on at the present moment, if the change is about that. `changes` are those of
    /// the run. `None` when another change of the same sort came after the one that is explained.
    pub fn of(why: &Explanation<'_>, sim: &Sim, changes: &[Change]) -> Option<Root> {
        let first = why.first().filter(|_| why.is_latest(changes))?;
        let pod = sim.world().pod(first.pod?)?;
        if let Some(container) = failed_pull(first).or_else(|| failed_pull(why.because?)) {
            let mut all = pod.spec.init_containers.iter().chain(&pod.spec.containers);
            let image = all.find(|known| known.name == *container)?.image.clone();
            let registry = sim.world().scripts.registry(&image);
            let answer = registry.answer().to_owned().into();
            return (!registry.error.is_empty()).then_some(Root::Pull { image, answer });
        }
        let refusal = sim.world().refusal(first.pod?)?;
        if !is_about_node(&first.fact) {
            return None;
        }
        let claim = waits::claim_to_come(sim, pod);
        Some(claim.map_or_else(|| Root::NoNode(Rc::clone(refusal)), Root::Claim))
    }
}

/// Returns the container whose image could not be pulled.
fn failed_pull(change: &Change) -> Option<&Text> {
    if let Fact::State { container, new: Some(StateSummary::Waiting(reason)), .. } = &change.fact
        && let Some(WaitingReason::ErrImagePull | WaitingReason::ImagePullBackOff) =
            WaitingReason::named(reason)
    {
        return Some(container);
    }
    None
}

/// Returns whether a Pod without a node explains a change.
fn is_about_node(fact: &Fact) -> bool {
    matches!(fact, Fact::Phase { new: PodPhase::Pending, .. })
        || matches!(fact, Fact::Status { new, .. } if **new == *PodPhase::Pending.as_str())
        || matches!(fact, Fact::Condition { kind, .. } if **kind == *POD_SCHEDULED)
}
