//! What of a run is on the stage. Stills read it too, with a lab of their own.

use super::Lab;
use podlab::api::pod::Pod;
use podlab::api::stateful_set::StatefulSet;
use podlab::api::{Resource, ResourceKind};
use podlab::base::text::Text;
use podlab::base::time::SimTime;
use podlab::cluster::world::PodId;
use podlab::sim::Sim;
use podlab::timeline::story::Story;
use std::rc::Rc;

impl Lab {
    /// The simulation.
    pub fn sim(&self) -> &Sim {
        self.history.sim()
    }

    /// The Pods of the namespace, oldest first.
    pub fn pods_of_namespace(&self) -> impl Iterator<Item = &Rc<Pod>> {
        let pods = self.sim().world().pods().map(|(_, pod)| pod);
        pods.filter(|pod| pod.metadata.namespace == self.scene.namespace)
    }

    /// The story of the Pod on the stage.
    pub fn story(&self) -> &Story {
        self.history.story()
    }

    /// The present moment.
    pub fn now(&self) -> SimTime {
        self.history.now()
    }

    /// The Pod on the stage, while the API has it.
    pub fn pod(&self) -> Option<(PodId, &Rc<Pod>)> {
        self.sim().pod(&self.scene.namespace, self.pod_name())
    }

    /// The Pod on the stage as the API had it last.
    pub fn last_pod(&self) -> Option<&(PodId, Rc<Pod>)> {
        self.story().last(self.pod_name())
    }

    /// The name of the Pod on the stage: the one that was chosen, or the first of the workload. Empty while there is none.
    pub fn pod_name(&self) -> &Text {
        self.story().name()
    }

    /// The name of the workload on the stage, when it is a StatefulSet.
    pub fn set_name(&self) -> Option<&Text> {
        let workload = self.scene.workload.as_ref();
        workload.filter(|workload| workload.kind == ResourceKind::StatefulSet).map(|set| &set.name)
    }

    /// The StatefulSet on the stage, while the API has it.
    pub fn set(&self) -> Option<&Rc<StatefulSet>> {
        let sets = &self.sim().world().objects.sets;
        sets.named(&self.scene.namespace, self.set_name()?)
    }

    /// The workload on the stage, while the API has it.
    pub fn workload(&self) -> Option<Resource> {
        let followed = self.followed().filter(|followed| followed.exists);
        followed.map(|followed| followed.workload.resource())
    }

    /// The StatefulSet on the stage as the API had it last.
    pub fn last_set(&self) -> Option<&Rc<StatefulSet>> {
        self.set().or_else(|| self.story().last_set())
    }
}
