//! Where a container stands in the spec of its Pod.

use crate::api::container::Container;
use crate::api::pod::PodSpec;
use crate::cluster::recorder::Part;

/// The list of a Pod in which a container stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum List {
    /// Init containers and sidecars.
    Init,
    /// App containers.
    App,
    /// Ephemeral containers.
    Ephemeral,
}

/// The list of the spec that a container is in, and its index there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContainerIndex {
    /// In `initContainers`.
    Init(u16),
    /// In `containers`.
    App(u16),
    /// In `ephemeralContainers`.
    Ephemeral(u16),
}

impl ContainerIndex {
    /// Returns the container with this index.
    pub(crate) fn of(self, spec: &PodSpec) -> &Container {
        match self {
            ContainerIndex::Init(index) => &spec.init_containers[index as usize],
            ContainerIndex::App(index) => &spec.containers[index as usize],
            ContainerIndex::Ephemeral(index) => &spec.ephemeral_containers[index as usize],
        }
    }

    /// Finds the index of the container with this name.
    pub(crate) fn find(spec: &PodSpec, name: &str) -> Option<ContainerIndex> {
        let index =
            |list: &[Container]| list.iter().position(|c| c.name == *name).map(|i| i as u16);
        let app = || index(&spec.containers).map(ContainerIndex::App);
        let init = || index(&spec.init_containers).map(ContainerIndex::Init);
        let ephemeral = || index(&spec.ephemeral_containers).map(ContainerIndex::Ephemeral);
        app().or_else(init).or_else(ephemeral)
    }

    /// Returns the part of the Pod that events are about. Rule P-316.
    pub(crate) fn part(self, spec: &PodSpec) -> Part {
        let list = match self {
            ContainerIndex::Init(_) => "initContainers",
            ContainerIndex::App(_) => "containers",
            ContainerIndex::Ephemeral(_) => "ephemeralContainers",
        };
        Part::Container(list, self.of(spec).name.clone())
    }
}
