//! The numbers by which the world names Pods, nodes and the objects in its tables.

/// The number of a Pod. A number is never used for another Pod.
pub type PodId = u32;

/// The number of a node.
pub(crate) type NodeId = u16;

/// The number of an object in its table. A number is never used for another object.
pub(crate) type Key = u32;
