//! The Events with which the controller reports what it did. Rule D-70.

use super::view::Request;
use crate::api::core::EventType;
use crate::base::text::Text;
use crate::cluster::recorder::{NewEvent, Part};
use crate::rules::Feature;
use crate::rules::release::Release;

/// The name of the component that reports Events.
pub(crate) const COMPONENT: &str = "deployment-controller";

/// Returns the Event about a request that was carried out.
pub(crate) fn event_about(request: &Request, release: Release) -> Option<NewEvent> {
    let message = match request {
        Request::CreateReplicaSet(set) => created(&set.metadata.name, set.spec.replicas(), release),
        Request::ScaleReplicaSet { name, from, to, .. } => scaled(name, *from, *to, release),
        Request::AdoptReplicaSet(_)
        | Request::ReleaseReplicaSet(_)
        | Request::AnnotateReplicaSet { .. }
        | Request::DeleteReplicaSet(_)
        | Request::UpdateStatus { .. }
        | Request::RequeueAfter(_) => None,
    };
    let (kind, reason, part) = (EventType::Normal, "ScalingReplicaSet", Part::Whole);
    message.map(|message| NewEvent {
        kind,
        reason: reason.into(),
        message: message.into(),
        part,
        from: COMPONENT,
    })
}

fn created(name: &Text, size: i64, release: Release) -> Option<String> {
    let is_ordered = release.has(Feature::ScalingEventFromTo);
    let from = if is_ordered { " from 0" } else { "" };
    (size > 0).then(|| format!("Scaled up replica set {name}{from} to {size}"))
}

fn scaled(name: &Text, from: i64, to: i64, release: Release) -> Option<String> {
    let way = if from < to { "up" } else { "down" };
    let sizes = if release.has(Feature::ScalingEventFromTo) {
        format!("from {from} to {to}")
    } else if release.has(Feature::ScalingEventHasOldSize) {
        format!("to {to} from {from}")
    } else {
        format!("to {to}")
    };
    (from != to).then(|| format!("Scaled {way} replica set {name} {sizes}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn each_release_has_its_own_words_for_a_new_size() {
        let (name, annotations) = ("shop-1".into(), BTreeMap::default());
        let request = Request::ScaleReplicaSet { name, from: 3, to: 2, annotations };
        let words = Release::ALL.map(|release| {
            let event = event_about(&request, release).expect("the size changes");
            event.message.to_string()
        });
        let expected = [
            "Scaled down replica set shop-1 to 2",
            "Scaled down replica set shop-1 to 2 from 3",
            "Scaled down replica set shop-1 from 3 to 2",
        ];
        assert_eq!(words, expected);
    }
}
