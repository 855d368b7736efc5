//! What a Service's EndpointSlice holds.

use crate::base::names::Names;
use crate::base::text::Text;

/// What an EndpointSlice tells of a Pod. Rule E-02.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndpointConditions {
    /// It is to get traffic: it serves and is not being deleted, or its Service publishes all Pods. Rule E-03.
    pub ready: bool,
    /// It is Ready, be it deleted or not.
    pub serving: bool,
    /// It is being deleted.
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

/// The Pods behind a Service as its EndpointSlice tells them. Rules E-01, E-02.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EndpointSlice {
    /// The names, a list for each combination of conditions.
    lists: [Names; 8],
}

impl EndpointSlice {
    /// The names of the Pods with what is told of them; those of the same conditions stand together.
    pub fn iter(&self) -> impl Iterator<Item = (&Text, EndpointConditions)> {
        let lists = self.lists.iter().enumerate();
        lists.flat_map(|(number, names)| {
            names.iter().map(move |name| (name, EndpointConditions::numbered(number)))
        })
    }

    /// Tells something else of a Pod; `None` is that it is not there.
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
