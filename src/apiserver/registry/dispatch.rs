//! From a kind that is known only when the program runs to its objects, its table and its strategy.

use super::any::{AnyObject, AnyTable, Of};
use super::kept::KeptObjects;
use super::named::ByName;
use super::strategy::AnyStrategy;
use crate::api::ResourceKind;
use crate::api::core::{ConfigMap, PriorityClass, Secret};
use crate::api::kinds::for_each_kind;
use crate::api::storage::StorageClass;
use crate::cluster::table_kind::TableKind;
use std::marker::PhantomData;

macro_rules! dispatch {
    (plain { $($plain:tt)* } workloads { $($workload:tt)* } internal { $($internal:tt)* } stored { $($stored:tt)* } kept { $($kept:tt)* }) => {
        dispatch!(@objects $($workload)* $($stored)*);
        dispatch!(@tables $($workload)* $($internal)* $($stored)* $($kept)*);
        dispatch!(@strategies $($plain)* $($workload)* $($stored)*);
    };
    (@objects $($(#[$meta:meta])* $name:ident($type:ty) = $version:literal $plural:literal $short:literal $scope:ident in $table:ident;)*) => {
        /// Returns the objects of a kind, unless their writes have steps of their own, as those of Pods and nodes have.
        pub(crate) fn object(kind: ResourceKind) -> Option<&'static dyn AnyObject> {
            match kind {
                ResourceKind::ConfigMap => Some(&ByName::<ConfigMap>(PhantomData)),
                ResourceKind::Secret => Some(&ByName::<Secret>(PhantomData)),
                ResourceKind::PriorityClass => Some(&ByName::<PriorityClass>(PhantomData)),
                ResourceKind::StorageClass => Some(&ByName::<StorageClass>(PhantomData)),
                ResourceKind::Kept(_) => Some(&KeptObjects),
                ResourceKind::Pod | ResourceKind::Node => None,
                $(ResourceKind::$name => Some(&Of::<$type>(PhantomData)),)*
            }
        }
    };
    (@tables $($(#[$meta:meta])* $name:ident($type:ty) = $version:literal $plural:literal $short:literal $scope:ident in $table:ident;)*) => {
        /// Returns the objects of a kind by their numbers.
        pub(crate) fn table(kind: TableKind) -> &'static dyn AnyTable {
            match kind {
                $(TableKind::$name => &Of::<$type>(PhantomData),)*
            }
        }
    };
    (@strategies $($(#[$meta:meta])* $name:ident($type:ty) = $version:literal $plural:literal $short:literal $scope:ident $(in $table:ident)?;)*) => {
        /// Returns the strategy of a kind.
        pub(crate) fn strategy(kind: ResourceKind) -> &'static dyn AnyStrategy {
            match kind {
                $(ResourceKind::$name => &Of::<$type>(PhantomData),)*
                ResourceKind::Kept(_) => &KeptObjects,
            }
        }
    };
}

for_each_kind!(dispatch);
