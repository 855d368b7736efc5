//! The stop signals that a Pod's containers ask for.

use crate::api::pod::PodSpec;
use crate::base::text::Text;
use crate::rules::release::Release;
use crate::rules::{Feature, Gates};

/// Drops the stop signals of containers unless their gate is on. Rule P-807.
/// Models kubernetes pkg/api/pod/util.go dropContainerStopSignals.
pub(crate) fn drop_stop_signals(spec: &mut PodSpec, gates: Gates, release: Release) {
    if gates.has(Feature::ContainerStopSignals, release) {
        return;
    }
    let containers = spec.init_containers.iter_mut().chain(&mut spec.containers);
    for container in containers.chain(&mut spec.ephemeral_containers) {
        let Some(lifecycle) = &mut container.lifecycle else { continue };
        if !lifecycle.stop_signal.is_empty() {
            lifecycle.stop_signal = Text::default();
            if lifecycle.post_start.is_none() && lifecycle.pre_stop.is_none() {
                container.lifecycle = None;
            }
        }
    }
}
