//! The signals that stop containers. Rule P-807.

use super::Context;
use super::runtime::{Instance, RuntimePod};
use super::worker::{ContainerIndex, PodWorker};
use crate::api::status::ContainerStatus;
use crate::base::text::Text;
use crate::rules::Feature;

/// The signal that no program can ignore.
pub(super) const KILL: &str = "SIGKILL";

/// Returns whether containers may set their stop signal. Rule P-807.
fn has_stop_signals(cx: &Context<'_>) -> bool {
    cx.world.settings.has(Feature::ContainerStopSignals)
}

/// Returns the signal that stops an instance: its container's, else its image's, else SIGTERM. Rule P-807.
pub(super) fn of(cx: &Context<'_>, worker: &PodWorker, instance: &Instance) -> Text {
    let place = ContainerIndex::find(&worker.pod.spec, &instance.container);
    let lifecycle = place.and_then(|place| place.of(&worker.pod.spec).lifecycle.as_ref());
    let own = lifecycle.map(|lifecycle| &lifecycle.stop_signal);
    let own = own.filter(|signal| !signal.is_empty() && has_stop_signals(cx));
    let signal = own.or_else(|| cx.world.scripts.stop_signal(&instance.image));
    signal.cloned().unwrap_or(Text::Static("SIGTERM"))
}

/// Adds the stop signals of created containers to their statuses, if the feature is on. Rule P-807.
pub(crate) fn show(
    cx: &Context<'_>,
    worker: &PodWorker,
    view: &RuntimePod,
    statuses: &mut [ContainerStatus],
) {
    for status in statuses.iter_mut().filter(|_| has_stop_signals(cx)) {
        if let Some(instance) = view.newest(&status.name) {
            status.stop_signal = of(cx, worker, instance);
        }
    }
}
