//! Removes ended containers from the runtime. The kubelet then starts them as if they had never run. Rules P-312, P-416, P-418, P-504.

use super::worker::PodWorker;
use super::{Context, restart_all};
use crate::base::text::Text;
use crate::cluster::fact::Fact;
use crate::rules::Rule;
use std::rc::Rc;

/// Removes the init and app containers that ended together, so that earlier ends no longer count. Rule P-416.
pub(crate) fn remove_containers(cx: &mut Context<'_>, worker: &mut PodWorker) {
    let pod = Rc::clone(&worker.pod);
    Rc::make_mut(&mut worker.runtime).instances.retain(|i| !restart_all::is_of(&pod.spec, i));
    cx.runtime_changed(worker, Fact::ContainersRemoved, Rule::P416);
    // The next sync follows as soon as the kubelet has looked at the runtime.
    worker.pending = true;
}

/// Removes all init containers from the runtime, because a new sandbox begins with the first one again. The ends of app
/// containers stay, and are shown until the containers start again. Rules P-312, P-418, P-504.
/// Models kubernetes pkg/kubelet/kuberuntime/kuberuntime_container.go purgeInitContainers.
pub(crate) fn purge_init_containers(cx: &mut Context<'_>, worker: &mut PodWorker) {
    let pod = Rc::clone(&worker.pod);
    let inits = &pod.spec.init_containers;
    let is_init = |name: &Text| inits.iter().any(|container| container.name == *name);
    // The same sync starts the first init container and counts that as a restart. The others go on with the count that they have.
    for container in inits.iter().skip(1) {
        let Some(last) = worker.runtime.newest(&container.name).map(|last| last.attempt) else {
            continue;
        };
        for (_, next) in worker.attempts.iter_mut().filter(|(name, _)| *name == container.name) {
            *next = last;
        }
    }
    Rc::make_mut(&mut worker.runtime).instances.retain(|i| !is_init(&i.container));
    cx.plan_relist();
}
