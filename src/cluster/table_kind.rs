//! The kinds of objects that the store keeps in tables.

use crate::api::kinds::for_each_kind;
use crate::api::naming::Scope;
use crate::cluster::numbers::Key;

/// An object in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    /// Its kind.
    pub kind: TableKind,
    /// Its number.
    pub key: Key,
}

/// Declares [`TableKind`].
macro_rules! table_kinds {
    (plain { $($plain:tt)* } workloads { $($workload:tt)* } internal { $($internal:tt)* } stored { $($stored:tt)* } kept { $($kept:tt)* }) => {
        table_kinds!(@kinds $($workload)* $($internal)* $($stored)* $($kept)*);
    };
    (@kinds $($(#[$meta:meta])* $name:ident($type:ty) = $version:literal $plural:literal $short:literal $scope:ident in $table:ident;)*) => {
        /// A kind whose objects the store keeps in a table.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub(crate) enum TableKind { $($(#[$meta])* $name,)* }

        impl TableKind {
            /// All these kinds.
            pub(crate) const ALL: &'static [TableKind] = &[$(TableKind::$name),*];

            /// Returns the name of the kind, such as `StatefulSet`.
            pub(crate) const fn as_str(self) -> &'static str {
                match self { $(TableKind::$name => stringify!($name),)* }
            }

            /// Returns the `apiVersion`, such as `apps/v1`.
            pub(crate) const fn api_version(self) -> &'static str {
                match self { $(TableKind::$name => $version,)* }
            }

            /// Returns the name of the kind in addresses and messages, such as `statefulsets.apps`.
            pub(crate) const fn plural(self) -> &'static str {
                match self { $(TableKind::$name => $plural,)* }
            }

            /// Returns whether objects of the kind live in a namespace.
            pub(crate) const fn is_namespaced(self) -> bool {
                match self { $(TableKind::$name => matches!(Scope::$scope, Scope::Namespaced),)* }
            }

            /// Returns the kind with this name; none for a kind that Podlab does not run.
            pub(crate) fn named(kind: &str) -> Option<TableKind> {
                let is_it = |known: &TableKind| known.as_str() == kind && *known != TableKind::Kept;
                TableKind::ALL.iter().copied().find(is_it)
            }
        }
    };
}

for_each_kind!(table_kinds);
