//! The manifests of what is on the stage, as they can be edited and created again.

use super::Lab;
use podlab::api::pod::Pod;
use podlab::base::text::Text;
use podlab::cluster::command::Command;
use podlab::kubelet::static_pod::name_on;

impl Lab {
    /// The machine and the manifest of the static Pod that the one on the stage mirrors or was to mirror.
    pub fn static_manifest(&self) -> Option<(&Text, &Pod)> {
        self.sim().commands().iter().rev().find_map(|(_, command)| {
            if let Command::PutManifest { node, manifest } = command
                && name_on(&manifest.metadata.name, node) == *self.pod_name()
            {
                Some((node, &**manifest))
            } else {
                None
            }
        })
    }

    /// The manifest of the Pod on the stage: as it was created last, with the changes that were made in place. For the
    /// Pods of a workload it is the workload's template.
    pub fn manifest(&self) -> Option<Pod> {
        if self.scene.workload.is_some() {
            return self.followed().map(|followed| followed.workload.template());
        }
        let sim = self.sim();
        let commands = sim.commands().iter().rev();
        let mut pods = commands.filter_map(|(_, command)| command.created()?.as_pod());
        let created = pods.find(|pod| pod.metadata.name == *self.pod_name());
        let mut pod = created?.clone();
        let (_, live) = self.last_pod()?;
        let live_containers = live.spec.containers.iter().chain(&live.spec.init_containers);
        for live in live_containers {
            let spec = &mut *pod.spec;
            let all = spec.containers.iter_mut().chain(&mut spec.init_containers);
            if let Some(container) = all.into_iter().find(|c| c.name == live.name) {
                container.image = live.image.clone();
                container.resources = live.resources.clone();
            }
        }
        pod.spec.active_deadline_seconds = live.spec.active_deadline_seconds;
        Some(pod)
    }
}
