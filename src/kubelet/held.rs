//! How long the kubelet holds a container back before it tries again. Rules P-317, P-406, P-408.

use super::backoff::{BackoffConfig, live};
use super::restart_policy::should_restart;
use super::runtime::{InstanceState, RuntimePod};
use super::worker::{FailedStep, List, PodWorker};
use crate::api::container::Container;
use crate::api::status::is_sidecar;
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::world::Settings;
use crate::rules::release::Release;

/// A back-off that goes on, or has just ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    /// Its length, in milliseconds.
    pub length: u64,
    /// When it ends.
    pub until: SimTime,
}

/// Returns the back-off before the image of a container is pulled again. Rule P-317.
pub(crate) fn of_pull(
    worker: &PodWorker,
    container: &Container,
    release: Release,
    now: SimTime,
) -> Option<Window> {
    let (_, failure) = worker.start_failures.iter().find(|(name, _)| *name == container.name)?;
    let known = worker.pull_backoffs.iter().find(|known| known.image == container.image)?;
    let entry = known.entry.filter(|_| failure.step == FailedStep::Pull);
    let entry = live(entry, BackoffConfig::of(release), now)?;
    Some(Window { length: entry.delay, until: entry.last_update + entry.delay })
}

/// Returns the back-off before an ended container starts again, as far as `view` knows of its end. Rules P-406, P-408.
pub(crate) fn of_restart(
    worker: &PodWorker,
    view: &RuntimePod,
    container: &Container,
    list: List,
    settings: &Settings,
) -> Option<Window> {
    let release = settings.release;
    let ended = view.newest(&container.name).filter(|i| i.state == InstanceState::Exited)?;
    let is_done = list == List::Init && ended.code == 0 && !is_sidecar(container, release);
    if is_done || !should_restart(worker, view, container, list, release) {
        return None;
    }
    let known = worker.backoffs.iter().find(|known| known.is_of(container))?;
    let entry = live(known.entry, BackoffConfig::of_restarts(settings), ended.finished)?;
    Some(Window { length: entry.delay, until: ended.finished + entry.delay })
}

/// Returns the lengths of the back-offs in which the containers of a Pod are, in milliseconds, by the names of the containers. It knows
/// what the kubelet saw at its last look.
pub(crate) fn lengths(worker: &PodWorker, settings: &Settings, now: SimTime) -> Vec<(Text, u64)> {
    let spec = &worker.pod.spec;
    let inits = spec.init_containers.iter().map(|container| (container, List::Init));
    let apps = spec.containers.iter().map(|container| (container, List::App));
    let length = |(container, list): (&Container, List)| {
        let pull = of_pull(worker, container, settings.release, now);
        let window =
            pull.or_else(|| of_restart(worker, &worker.cache, container, list, settings))?;
        Some((container.name.clone(), window.length))
    };
    inits.chain(apps).filter_map(length).collect()
}
