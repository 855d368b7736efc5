//! Writes to API objects that have not been handed to the components yet.
//!
//! A write stores an object and adds a [`StoreEvent`]; it calls no component. Afterwards the simulation hands each event to the components
//! that watch the object's kind, in a fixed order.

use crate::api::core::Node;
use crate::api::kinds::for_each_kind;
use crate::api::meta::{Named, ObjectMeta};
use crate::api::pod::Pod;
use crate::cluster::cause::Cause;
use crate::cluster::numbers::{Key, NodeId, PodId};
use crate::cluster::table_kind::TableKind;
use std::rc::Rc;

/// Milliseconds until the scheduler or a kubelet learns about a write.
pub(crate) const NOTICE: u64 = 10;

/// A write, and the cause of what components do about it.
#[derive(Clone, Debug)]
pub(crate) struct StoreEvent {
    /// The object, before and after.
    pub object: Stored,
    /// What leads to the acts of the components that hear of the write.
    pub cause: Cause,
}

/// Declares [`Stored`].
macro_rules! stored {
    (plain { $($plain:tt)* } workloads { $($workload:tt)* } internal { $($internal:tt)* } stored { $($stored:tt)* } kept { $($kept:tt)* }) => {
        stored!(@kinds $($workload)* $($internal)* $($stored)* $($kept)*);
    };
    (@kinds $($(#[$meta:meta])* $name:ident($type:ty) = $version:literal $plural:literal $short:literal $scope:ident in $table:ident;)*) => {
        /// The object that a write is about.
        #[derive(Clone, Debug)]
        pub(crate) enum Stored {
            /// A Pod.
            Pod {
                /// Its number.
                id: PodId,
                /// The write.
                write: Write<Pod>,
                /// The cause of its readiness. It leads to the acts of the components that look at readiness.
                readiness: Cause,
            },
            /// A Node object.
            Node(NodeId, Write<Node>),
            $($(#[$meta])* $name(Key, Write<$type>),)*
        }

        impl Stored {
            /// Returns the number of an object in a table, and its metadata before and after the write.
            pub(crate) fn in_table(&self) -> Option<(TableKind, Key, MetadataWrite<'_>)> {
                match self {
                    Stored::Pod { .. } | Stored::Node(..) => None,
                    $(Stored::$name(key, write) => Some((TableKind::$name, *key, write.metadata())),)*
                }
            }
        }
    };
}

for_each_kind!(stored);

impl Stored {
    /// Returns the metadata of an object that this write removed.
    pub(crate) fn deleted(&self) -> Option<&ObjectMeta> {
        if let Stored::Pod { write, .. } = self {
            write.metadata().deleted()
        } else if let Stored::Node(_, write) = self {
            write.metadata().deleted()
        } else {
            self.in_table()?.2.deleted()
        }
    }
}

/// The metadata of an object before and after a write.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MetadataWrite<'a> {
    /// Before; `None` when the object is new.
    pub before: Option<&'a ObjectMeta>,
    /// After; `None` when the object was removed.
    pub after: Option<&'a ObjectMeta>,
}

impl<'a> MetadataWrite<'a> {
    /// Returns the metadata of an object that the write removed.
    pub(crate) fn deleted(self) -> Option<&'a ObjectMeta> {
        self.before.filter(|_| self.after.is_none())
    }
}

/// What a write did to an object.
#[derive(Clone, Debug)]
pub(crate) enum Write<T> {
    /// It stored a new object.
    Added(Rc<T>),
    /// It stored another version of an object.
    Modified {
        /// The version before.
        old: Rc<T>,
        /// The version now.
        new: Rc<T>,
    },
    /// It removed an object; this is its last version.
    Deleted(Rc<T>),
}

impl<T> Write<T> {
    /// Returns the version before the write.
    pub(crate) fn before(&self) -> Option<&Rc<T>> {
        match self {
            Write::Added(_) => None,
            Write::Modified { old, .. } | Write::Deleted(old) => Some(old),
        }
    }

    /// Returns the version after the write.
    pub(crate) fn after(&self) -> Option<&Rc<T>> {
        match self {
            Write::Added(new) | Write::Modified { new, .. } => Some(new),
            Write::Deleted(_) => None,
        }
    }

    /// Returns the newest version: the one after the write, or the last one of an object that the write removed.
    pub(crate) fn newest(&self) -> &Rc<T> {
        match self {
            Write::Added(new) | Write::Modified { new, .. } | Write::Deleted(new) => new,
        }
    }

    /// Returns the last version of an object that the write removed.
    pub(crate) fn deleted(&self) -> Option<&Rc<T>> {
        match self {
            Write::Deleted(last) => Some(last),
            Write::Added(_) | Write::Modified { .. } => None,
        }
    }
}

impl<T: Named> Write<T> {
    /// Returns the metadata before and after the write.
    pub(crate) fn metadata(&self) -> MetadataWrite<'_> {
        MetadataWrite {
            before: self.before().map(|object| object.metadata()),
            after: self.after().map(|object| object.metadata()),
        }
    }
}
