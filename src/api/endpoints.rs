//! The Pods behind a Service: its Endpoints and its EndpointSlice. Rules E-01, E-02.
//!
//! No manifest holds them. They have the namespace and the name of the Service, and no UID.

use crate::api::core::Service;
use crate::api::meta::ObjectMeta;
use crate::base::names::Names;
use crate::base::text::Text;

/// The names of the Pods behind a Service: those that are ready, and those that are not.
pub type Addresses = (Names, Names);

/// The Endpoints of a Service. Rule P-804.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Endpoints {
    /// The namespace and the name of the Service.
    pub metadata: ObjectMeta,
    /// The Pods.
    pub addresses: Addresses,
}

impl Endpoints {
    /// Returns Endpoints of a Service that list no Pods.
    pub(crate) fn of(service: &Service) -> Self {
        Endpoints { metadata: metadata_of(service), addresses: Addresses::default() }
    }
}

fn metadata_of(service: &Service) -> ObjectMeta {
    let ObjectMeta { namespace, name, .. } = &service.metadata;
    ObjectMeta { namespace: namespace.clone(), name: name.clone(), ..ObjectMeta::default() }
}

/// What an EndpointSlice says about a Pod. Rule E-02.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndpointConditions {
    /// The Pod receives traffic: it serves and is not being deleted, or its Service publishes all Pods. Rule E-03.
    pub ready: bool,
    /// The Pod is Ready, whether or not it is being deleted.
    pub serving: bool,
    /// The Pod is being deleted.
    pub terminating: bool,
}

impl EndpointConditions {
    fn number(self) -> usize {
        usize::from(self.ready)
            | usize::from(self.serving) << 1
            | usize::from(self.terminating) << 2
    }

    fn numbered(number: usize) -> Self {
        let is_set = |bit: usize| number >> bit & 1 == 1;
        EndpointConditions { ready: is_set(0), serving: is_set(1), terminating: is_set(2) }
    }
}

/// The EndpointSlice of a Service. Rules E-01, E-02.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EndpointSlice {
    /// The namespace and the name of the Service.
    pub metadata: ObjectMeta,
    /// The names of the Pods, one list for each combination of conditions.
    lists: [Names; 8],
}

impl EndpointSlice {
    /// Returns an EndpointSlice of a Service that lists no Pods.
    pub(crate) fn of(service: &Service) -> Self {
        EndpointSlice { metadata: metadata_of(service), lists: Default::default() }
    }

    /// Returns the names of the Pods with their conditions. Pods with the same conditions are next to each other.
    pub fn iter(&self) -> impl Iterator<Item = (&Text, EndpointConditions)> {
        let lists = self.lists.iter().enumerate();
        lists.flat_map(|(number, names)| {
            names.iter().map(move |name| (name, EndpointConditions::numbered(number)))
        })
    }

    /// Changes the conditions of a Pod. `None` means that the Pod is not in the slice.
    pub(crate) fn put(
        &mut self,
        pod: &Text,
        before: Option<EndpointConditions>,
        after: Option<EndpointConditions>,
    ) {
        if let Some(before) = before {
            self.lists[before.number()].remove(pod);
        }
        if let Some(after) = after {
            self.lists[after.number()].add(pod.clone());
        }
    }
}
