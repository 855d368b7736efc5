//! The Pods behind a Service, in its Endpoints and in its EndpointSlice. Rules E-01 to E-03, P-804, P-1007.
//!
//! [`reconcile`] and [`pod_moved`] are pure functions. They return [`Request`]s, which `run.rs` carries out in order.

pub(crate) mod run;

use crate::api::container::RestartPolicy;
use crate::api::core::Service;
use crate::api::endpoints::{EndpointConditions, EndpointSlice, Endpoints};
use crate::api::pod::Pod;
use crate::api::service::selects;
use crate::api::status::{PodPhase, READY};
use crate::base::text::Text;
use crate::rules::Feature;
use crate::rules::release::Release;
use std::rc::Rc;

/// What the controller sees.
#[derive(Clone, Debug)]
pub(crate) struct View<'a> {
    /// The release whose rules apply.
    pub release: Release,
    /// The Service.
    pub service: &'a Service,
    /// Its Endpoints, once they are stored.
    pub endpoints: Option<&'a Endpoints>,
    /// Its EndpointSlice, once it is stored.
    pub slice: Option<&'a EndpointSlice>,
}

/// A request of the controller.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Request {
    /// Store these Endpoints. Rule P-804.
    PutEndpoints(Endpoints),
    /// Store this EndpointSlice. Rule E-02.
    PutSlice(EndpointSlice),
}

/// How a Pod stands behind a Service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    /// Its place in the Endpoints.
    place: AddressList,
    /// Its conditions in the EndpointSlice, if it is in it.
    conditions: Option<EndpointConditions>,
}

/// Lists all Pods behind a Service that is new or was changed.
///
/// The endpoints of a Service without a selector do not change.
/// Models kubernetes pkg/controller/endpoint/endpoints_controller.go syncService.
pub(crate) fn reconcile<'a>(
    view: &View<'_>,
    pods: impl Iterator<Item = &'a Rc<Pod>>,
) -> Vec<Request> {
    let mut requests = Vec::new();
    if view.service.spec.selector.is_empty() && view.endpoints.is_some() {
        return requests;
    }
    let (mut endpoints, mut slice) = (Endpoints::of(view.service), EndpointSlice::of(view.service));
    for pod in pods {
        let stands = standing(view.service, Some(pod), view.release);
        list(&mut endpoints, &pod.metadata.name, AddressList::Neither, stands.place);
        slice.put(&pod.metadata.name, None, stands.conditions);
    }
    if view.endpoints != Some(&endpoints) {
        requests.push(Request::PutEndpoints(endpoints));
    }
    if view.slice != Some(&slice) {
        requests.push(Request::PutSlice(slice));
    }
    requests
}

/// Lists a Pod that stands in another way behind a Service than before its last write.
pub(crate) fn pod_moved(
    view: &View<'_>,
    pod: &Text,
    before: Standing,
    after: Standing,
) -> Vec<Request> {
    let mut requests = Vec::new();
    if let Some(mut endpoints) = view.endpoints.cloned().filter(|_| before.place != after.place) {
        list(&mut endpoints, pod, before.place, after.place);
        requests.push(Request::PutEndpoints(endpoints));
    }
    if let Some(slice) = view.slice.filter(|_| before.conditions != after.conditions) {
        let mut slice = slice.clone();
        slice.put(pod, before.conditions, after.conditions);
        requests.push(Request::PutSlice(slice));
    }
    requests
}

/// Returns how a Pod stands behind a Service; `None` is a Pod that does not exist.
pub(crate) fn standing(service: &Service, pod: Option<&Pod>, release: Release) -> Standing {
    Standing {
        place: pod.map_or(AddressList::Neither, |pod| place(service, pod, release)),
        conditions: pod.and_then(|pod| conditions(service, pod, release)),
    }
}

/// Moves a Pod from one place to another.
fn list(endpoints: &mut Endpoints, pod: &Text, before: AddressList, after: AddressList) {
    let (ready, not_ready) = &mut endpoints.addresses;
    match before {
        AddressList::Addresses => ready.remove(pod),
        AddressList::NotReadyAddresses => not_ready.remove(pod),
        AddressList::Neither => {}
    }
    match after {
        AddressList::Addresses => ready.add(pod.clone()),
        AddressList::NotReadyAddresses => not_ready.add(pod.clone()),
        AddressList::Neither => {}
    }
}

/// The list of the Endpoints of a Service in which a Pod stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AddressList {
    Neither,
    Addresses,
    NotReadyAddresses,
}

/// Returns whether a Pod receives traffic, is listed as not ready, or is left out. Rules E-01, E-03, P-804.
/// Models kubernetes pkg/controller/endpoint/endpoints_controller.go syncService.
fn place(service: &Service, pod: &Pod, release: Release) -> AddressList {
    let publish = service.spec.publish_not_ready_addresses;
    if !selects(service, pod)
        || pod.status.pod_ip.is_empty()
        || (pod.metadata.deletion_timestamp.is_some() && !publish)
    {
        return AddressList::Neither;
    }
    let takes_traffic = publish || pod.status.is_true(READY);
    // 1.20 does not check whether a Pod that receives traffic has ended.
    if has_ended(pod, release)
        && (release.has(Feature::EndpointsLeaveOutEndedPods) || !takes_traffic)
    {
        return AddressList::Neither;
    }
    if takes_traffic { AddressList::Addresses } else { AddressList::NotReadyAddresses }
}

/// Returns whether a Pod has ended for good. Rule E-01.
///
/// 1.20 goes by the restart policy. It keeps some Pods that will not restart among those that are not ready.
fn has_ended(pod: &Pod, release: Release) -> bool {
    let phase = pod.status.phase();
    if release.has(Feature::EndpointsLeaveOutEndedPods) {
        return phase.is_terminal();
    }
    match pod.spec.restart_policy() {
        RestartPolicy::Never => phase.is_terminal(),
        RestartPolicy::OnFailure => phase == PodPhase::Succeeded,
        RestartPolicy::Always => false,
    }
}

/// Returns a Pod's conditions in the EndpointSlice, or `None` when the Pod is not in it. Rules E-01 to E-03.
/// Models kubernetes pkg/controller/endpointslice/reconciler.go.
fn conditions(service: &Service, pod: &Pod, release: Release) -> Option<EndpointConditions> {
    if !selects(service, pod) || pod.status.pod_ip.is_empty() || has_ended(pod, release) {
        return None;
    }
    let serving = pod.status.is_true(READY);
    let terminating = pod.metadata.deletion_timestamp.is_some();
    let ready = service.spec.publish_not_ready_addresses || (serving && !terminating);
    Some(EndpointConditions { ready, serving, terminating })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::status::{ConditionStatus, PodCondition};
    use crate::base::time::Timestamp;

    fn service(publishes_all: bool) -> Service {
        let mut service = Service::default();
        service.metadata.name = "svc".into();
        service.spec.selector.insert("app".into(), "a".into());
        service.spec.publish_not_ready_addresses = publishes_all;
        service
    }

    /// Returns a Pod `p` in words: `plain` is selected and has an address, the other words change that.
    fn pod(words: &str) -> Rc<Pod> {
        let mut pod = Pod::default();
        pod.metadata.name = "p".into();
        pod.metadata.labels.insert("app".into(), "a".into());
        pod.status.pod_ip = "10.244.0.2".into();
        for word in words.split(' ') {
            match word {
                "ready" => pod.status.conditions.push(PodCondition {
                    kind: READY.into(),
                    status: ConditionStatus::True,
                    ..PodCondition::default()
                }),
                "leaving" => pod.metadata.deletion_timestamp = Some(Timestamp(9)),
                "failed" => pod.status.phase = Some(PodPhase::Failed),
                "other" => pod.metadata.labels.clear(),
                "no-address" => pod.status.pod_ip = Text::default(),
                word => assert_eq!(word, "plain"),
            }
        }
        Rc::new(pod)
    }

    /// Returns what a new Service lists, in words: the place in its Endpoints, then what is true in its slice.
    fn listed(service: &Service, pod: &Rc<Pod>, release: Release) -> String {
        let view = View { release, service, endpoints: None, slice: None };
        let requests = reconcile(&view, [pod].into_iter());
        let [Request::PutEndpoints(endpoints), Request::PutSlice(slice)] = &requests[..] else {
            panic!("{requests:?}");
        };
        let place = match &endpoints.addresses {
            (ready, _) if !ready.is_empty() => "ready",
            (_, not_ready) if !not_ready.is_empty() => "not-ready",
            _ => "-",
        };
        let conditions = slice.iter().map(|(_, c)| {
            let named =
                [("ready", c.ready), ("serving", c.serving), ("terminating", c.terminating)];
            named.into_iter().filter(|(_, is)| *is).map(|(name, _)| name).collect::<Vec<_>>()
        });
        let conditions: Vec<String> = conditions.map(|names| names.join("+")).collect();
        format!("{place} {conditions:?}")
    }

    #[test]
    fn a_service_lists_the_pods_that_it_selects_by_their_readiness() {
        let cases = [
            (false, "plain", r#"not-ready [""]"#),
            (false, "ready", r#"ready ["ready+serving"]"#),
            (false, "ready leaving", r#"- ["serving+terminating"]"#),
            (false, "ready failed", "- []"),
            (false, "ready other", "- []"),
            (false, "ready no-address", "- []"),
            (true, "plain", r#"ready ["ready"]"#),
            (true, "leaving", r#"ready ["ready+terminating"]"#),
        ];
        for (publishes_all, words, expected) in cases {
            let found = listed(&service(publishes_all), &pod(words), Release::V1_28);
            assert_eq!(found, expected, "{publishes_all} {words}");
        }
        let ended = listed(&service(false), &pod("ready failed"), Release::V1_20);
        assert_eq!(ended, r#"ready ["ready+serving"]"#, "1.20 goes by the restart policy");
    }

    #[test]
    fn only_what_a_write_to_a_pod_moves_is_stored() {
        let (service, release) = (service(false), Release::V1_28);
        let cases = [
            ("plain", "ready", "Endpoints Slice"),
            ("ready", "ready", ""),
            ("ready leaving", "leaving", "Slice"),
            ("ready", "ready other", "Endpoints Slice"),
        ];
        for (before, after, expected) in cases {
            let new = View { release, service: &service, endpoints: None, slice: None };
            let stored = reconcile(&new, [&pod(before)].into_iter());
            let [Request::PutEndpoints(endpoints), Request::PutSlice(slice)] = &stored[..] else {
                panic!("{stored:?}");
            };
            let view = View { endpoints: Some(endpoints), slice: Some(slice), ..new };
            let [old, now] =
                [before, after].map(|words| standing(&service, Some(&pod(words)), release));
            let requests = pod_moved(&view, &"p".into(), old, now);
            let names = requests.iter().map(|request| match request {
                Request::PutEndpoints(_) => "Endpoints",
                Request::PutSlice(_) => "Slice",
            });
            assert_eq!(names.collect::<Vec<_>>().join(" "), expected, "{before} -> {after}");
            // A look at all Pods finds the same.
            let mut all = reconcile(&view, [&pod(after)].into_iter());
            all.retain(|request| !requests.contains(request));
            assert_eq!(all, [], "{before} -> {after}");
        }
    }
}
