//! Back-off in words: how long the kubelet has waited of how long, whatever STATUS says.

use crate::lab::Lab;
use podlab::api::pod::Pod;
use podlab::api::status::ContainerStatus;
use podlab::base::time::SimTime;
use podlab::cluster::world::Cadence;
use podlab::questions::back_off::{self, Attempt, BackOff};
use podlab::rules::Feature;
use podlab_messages::text;

/// Returns the back-off of a container of a Pod.
pub fn of_container(lab: &Lab, pod: &Pod, container: &str) -> Option<BackOff> {
    of_pod(lab, pod).into_iter().find(|back_off| back_off.container == *container)
}

/// Returns how far the back-off of a Pod is; of several containers the first one is told of. `None` without back-off.
pub fn of_pod_in_words(lab: &Lab, pod: &Pod) -> Option<String> {
    of_pod(lab, pod).first().map(|back_off| words(back_off, lab.now()))
}

fn of_pod(lab: &Lab, pod: &Pod) -> Vec<BackOff> {
    let found = lab.sim().pod(&pod.metadata.namespace, &pod.metadata.name);
    found.map(|(id, _)| back_off::of_pod(lab.sim(), id)).unwrap_or_default()
}

/// Returns how far a back-off is at a moment: "in back-off, 10 of 80 s".
pub fn words(back_off: &BackOff, now: SimTime) -> String {
    if back_off.is_over(now) {
        return text::back_off_over().to_owned();
    }
    text::back_off_now(back_off.gone(now) / 1000, back_off.length / 1000)
}

/// Returns why STATUS does not say `CrashLoopBackOff` although the container is in back-off. In the releases from 1.35 on this lasts
/// through most of it. Rule P-410.
pub fn note(lab: &Lab, back_off: &BackOff, status: Option<&ContainerStatus>) -> Option<String> {
    let settings = lab.sim().settings();
    let shown = status?.state.terminated()?;
    let is_late = settings.release.has(Feature::BackOffEndsWithSync)
        && settings.cadence != Cadence::Didactic
        && back_off.attempt == Attempt::Restart;
    (is_late && !back_off.is_over(lab.now())).then(|| text::back_off_error(&shown.reason))
}
