//! The fields of a Pod that the API server drops while their gates are off.
//! Models kubernetes pkg/api/pod/util.go dropDisabledFields.

use crate::api::pod::PodSpec;
use crate::base::text::Text;
use crate::manifest::schema::Raw;
use crate::rules::release::Release;
use crate::rules::{Feature, Gates};

/// Drops the fields whose gates are off: stop signals of containers, and generic ephemeral volumes. Rules P-807, V-14.
pub(crate) fn drop_disabled_fields(spec: &mut PodSpec, gates: Gates, release: Release) {
    if !gates.has(Feature::ContainerStopSignals, release) {
        drop_stop_signals(spec);
    }
    if !release.has(Feature::GenericEphemeralVolume) {
        for volume in &mut spec.volumes {
            volume.ephemeral = Raw::default();
        }
    }
}

fn drop_stop_signals(spec: &mut PodSpec) {
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
