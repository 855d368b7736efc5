//! What of a run is on the stage. Stills read it too, with a lab of their own.

use super::Lab;
use podlab::api::pod::Pod;
use podlab::api::stateful_set::StatefulSet;
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
        self.sim().pod(&self.scene.namespace, &self.scene.pod)
    }

    /// The Pod on the stage as the API had it last.
    pub fn last_pod(&self) -> Option<&(PodId, Rc<Pod>)> {
        self.story().last(&self.scene.pod)
    }

    /// The StatefulSet on the stage, while the API has it.
    pub fn set(&self) -> Option<&Rc<StatefulSet>> {
        let sets = &self.sim().world().workloads.sets;
        sets.named(&self.scene.namespace, self.scene.set.as_ref()?)
    }

    /// The StatefulSet on the stage as the API had it last.
    pub fn last_set(&self) -> Option<&Rc<StatefulSet>> {
        self.set().or_else(|| self.story().last_set())
    }
}
