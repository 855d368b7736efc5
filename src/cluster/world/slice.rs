//! What a Service's EndpointSlice holds.

use crate::base::names::Names;
use crate::base::text::Text;

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
        let has = |bit: usize| number >> bit & 1 == 1;
        EndpointConditions { ready: has(0), serving: has(1), terminating: has(2) }
    }
}

/// The Pods behind a Service, as its EndpointSlice lists them. Rules E-01, E-02.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EndpointSlice {
    /// The names of the Pods, one list for each combination of conditions.
    lists: [Names; 8],
}

impl EndpointSlice {
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
