//! The rules by which the kubelet changes the status of a Pod.

use super::worker::PodWorker;
use crate::api::status::{
    ALL_CONTAINERS_RESTARTING, CONTAINERS_READY, ContainerState, ContainerStatus,
    DISRUPTION_TARGET, INITIALIZED, POD_READY_TO_START_CONTAINERS, POD_SCHEDULED, PodPhase, READY,
    RESIZE_IN_PROGRESS, RESIZE_PENDING,
};
use crate::apiserver::record::PodPart;
use crate::rules::Rule;

/// Returns the rule by which a kubelet changes a part of a Pod's status now.
pub(super) fn rule_of(worker: &PodWorker, part: PodPart<'_>) -> Rule {
    match part {
        PodPart::State(status) => of_state(worker, status),
        PodPart::RestartCount => Rule::P312,
        PodPart::Started => Rule::P313,
        PodPart::Ready => Rule::P314,
        PodPart::Condition(kind) => of_condition(kind),
        PodPart::Phase => of_phase(worker),
        PodPart::Reason => Rule::P114,
        // A write of a status leaves these as they are.
        PodPart::Node | PodPart::Spec | PodPart::Deletion => Rule::P106,
    }
}

fn of_state(worker: &PodWorker, status: &ContainerStatus) -> Rule {
    match &status.state {
        ContainerState::Unset => Rule::P301,
        ContainerState::Waiting(_) => {
            let named = worker.waiting_rules.iter().find(|(name, _)| *name == status.name);
            named.map_or(Rule::P305, |(_, rule)| *rule)
        }
        ContainerState::Running(_) => Rule::P308,
        ContainerState::Terminated(_) => Rule::P309,
    }
}

/// A Pod that was ending already, or that still succeeds, has the phase of its containers.
fn of_phase(worker: &PodWorker) -> Rule {
    let status = worker.known_status();
    let is_failed = status.phase() == PodPhase::Failed;
    let end = worker.end.as_ref().filter(|end| is_failed && status.reason == *end.reason);
    end.map(|end| end.rule).or(worker.refused).unwrap_or(Rule::P106)
}

fn of_condition(kind: &str) -> Rule {
    match kind {
        POD_SCHEDULED => Rule::P202,
        POD_READY_TO_START_CONTAINERS => Rule::P203,
        INITIALIZED => Rule::P204,
        CONTAINERS_READY => Rule::P205,
        READY => Rule::P206,
        DISRUPTION_TARGET => Rule::P213,
        ALL_CONTAINERS_RESTARTING => Rule::P416,
        RESIZE_PENDING | RESIZE_IN_PROGRESS => Rule::P214,
        // The kubelet keeps the conditions of others. Rule P-215.
        _ => Rule::P106,
    }
}
