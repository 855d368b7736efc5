//! The Events with which the controller reports what it did. Rules S-85, S-86.

use super::view::{RecordEvent, Request};
use crate::api::core::EventType;
use crate::base::text::Text;
use crate::cluster::recorder::{NewEvent, Part};
use crate::rules::Feature;
use crate::rules::release::Release;

/// The name of the component that reports them.
pub(crate) const COMPONENT: &str = "statefulset-controller";

/// Returns the Event about a request that was carried out, or was refused for a reason. Rules S-85, S-86.
/// Models kubernetes pkg/controller/statefulset/stateful_pod_control.go recordPodEvent and recordClaimEvent.
pub fn event_about(
    set: &str,
    request: &Request,
    refusal: Option<&str>,
    release: Release,
) -> Option<NewEvent> {
    let create =
        if release.has(Feature::StatefulSetEventsCapitalized) { "Create" } else { "create" };
    let (reasons, verb, name) = match request {
        Request::CreateClaim { pod, claim } => {
            let claim = &claim.metadata.name;
            return Some(match refusal {
                None => normal(
                    "SuccessfulCreate",
                    format!("{create} Claim {claim} Pod {pod} in StatefulSet {set} success"),
                ),
                Some(why) => warning(
                    "FailedCreate",
                    format!(
                        "{create} Claim {claim} for Pod {pod} in StatefulSet {set} failed error: {why}"
                    ),
                ),
            });
        }
        Request::CreatePod(pod) => (CREATE, create, &pod.metadata.name),
        Request::UpdatePod { name, .. } => (UPDATE, "update", name),
        Request::DeletePod(pod) | Request::ReplacePod(pod) => (DELETE, "delete", pod),
        Request::GiveUp { pod, event: RecordEvent::Yes, .. } => (CREATE, create, pod),
        Request::RecordEvent { kind, reason, message } => {
            return Some(made(*kind, reason, message.clone()));
        }
        Request::GiveUp { event: RecordEvent::No, .. }
        | Request::AdoptRevision(_)
        | Request::AdoptPod(_)
        | Request::ReleasePod(_)
        | Request::CreateRevision(_)
        | Request::RenumberRevision { .. }
        | Request::SetClaimOwners { .. }
        | Request::UpdateStatus { .. }
        | Request::DeleteRevision(_)
        | Request::RequeueAfter(_) => return None,
    };
    let (done, failed) = reasons;
    Some(match refusal {
        None => normal(done, format!("{verb} Pod {name} in StatefulSet {set} successful")),
        Some(why) => {
            warning(failed, format!("{verb} Pod {name} in StatefulSet {set} failed error: {why}"))
        }
    })
}

/// The reasons of the Events about a Pod that was created, updated or deleted, and about one that was not.
type Reasons = (&'static str, &'static str);

const CREATE: Reasons = ("SuccessfulCreate", "FailedCreate");
const UPDATE: Reasons = ("SuccessfulUpdate", "FailedUpdate");
const DELETE: Reasons = ("SuccessfulDelete", "FailedDelete");

/// Returns the Event about a Pod that was not created because one of its claims was refused. Rule S-85.
/// Models kubernetes pkg/controller/statefulset/stateful_pod_control.go CreateStatefulPod.
pub(crate) fn without_claim(
    set: &str,
    request: &Request,
    refusal: Option<&str>,
    release: Release,
) -> Option<NewEvent> {
    let Request::CreateClaim { pod, claim } = request else { return None };
    let why = format!("failed to create PVC {}: {}", claim.metadata.name, refusal?);
    let given_up =
        Request::GiveUp { pod: pod.clone(), why: why.clone().into(), event: RecordEvent::Yes };
    event_about(set, &given_up, Some(&why), release)
}

fn normal(reason: &'static str, message: String) -> NewEvent {
    made(EventType::Normal, reason, message.into())
}

fn warning(reason: &'static str, message: String) -> NewEvent {
    made(EventType::Warning, reason, message.into())
}

fn made(kind: EventType, reason: &'static str, message: Text) -> NewEvent {
    NewEvent { kind, reason: reason.into(), message, part: Part::Whole, from: COMPONENT }
}
