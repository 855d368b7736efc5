//! What a watch of all objects shows.

use crate::api::kinds::for_each_kind;
use crate::api::pod::Pod;
use crate::base::text::Text;
use crate::base::time::SimTime;
use std::rc::Rc;

/// What a watch reports about an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchType {
    /// It was created.
    Added,
    /// It was changed.
    Modified,
    /// It was removed.
    Deleted,
}

impl WatchType {
    /// Returns the API's word for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            WatchType::Added => "ADDED",
            WatchType::Modified => "MODIFIED",
            WatchType::Deleted => "DELETED",
        }
    }
}

/// Declares [`Watched`].
macro_rules! watched {
    (plain { $($plain:tt)* } workloads { $($workload:tt)* } internal { $($internal:tt)* } stored { $($stored:tt)* } kept { $($kept:tt)* }) => {
        watched!(@kinds $($workload)* $($internal)* $($stored)* $($kept)*);
    };
    (@kinds $($(#[$meta:meta])* $name:ident($type:ty) = $version:literal $plural:literal $short:literal $scope:ident in $table:ident;)*) => {
        /// An object as a watch shows it.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Watched {
            /// A Pod.
            Pod(Rc<Pod>),
            $($(#[$meta])* $name(Rc<$type>),)*
            /// An Event.
            Event {
                /// Its index in the recorder.
                index: usize,
                /// Its count at that time.
                count: i64,
                /// Its message at that time. That of an aggregated Event changes.
                message: Text,
            },
        }
    };
}

for_each_kind!(watched);

/// One entry of the watch.
#[derive(Clone, Debug, PartialEq)]
pub struct WatchEvent {
    /// When it was written.
    pub time: SimTime,
    /// Whether the object was added, modified or deleted.
    pub kind: WatchType,
    /// The object after the write.
    pub object: Watched,
}
