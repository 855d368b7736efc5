//! The rule book: every rule of Kubernetes that Podlab knows, in Podlab's own words.
//!
//! The rules stand in tables, one file for each part of Kubernetes. [`Rule`] is made from these tables. A rule that has no
//! row in a table does not exist, so code that names it does not compile.
//!
//! A table has three groups. Changes, waits and answers name the rules of the group `named`. People read the sentences of
//! these rules on the page, in several languages. The group `book` has the rules that code follows without naming them.
//! The group `unmodelled` has those that no code follows, such as the rules of Jobs. The rules of the last two groups exist
//! only with the feature `book`. The page is built without it, so that the program does not contain their sentences. Code
//! that names such a rule does not compile for the page: move the rule to the group `named`, and translate it.

mod containers;
pub mod feature;
mod kubectl;
mod nodes;
mod pages;
mod pods;
pub mod release;
pub(crate) mod releases;
mod stateful_sets;
mod storage;
mod validation;
mod workloads;

pub use feature::{Feature, Gates};
pub(crate) use releases::Releases;

use containers::container_rules;
use kubectl::kubectl_rules;
use nodes::node_rules;
use pods::pod_rules;
use releases::{ALL, since, until};
use stateful_sets::stateful_set_rules;
use storage::storage_rules;
use validation::validation_rules;
use workloads::workload_rules;

/// Makes [`Rule`] from the rows of all tables.
macro_rules! define {
    (; $(
        named { $(
            $name:ident = $id:literal, $title:literal, $releases:expr, $page:ident, [$($kind:literal),*],
                $source:literal, $sentence:literal;
        )* }
        book { $(
            $other:ident = $its_id:literal, $its_title:literal, $its_releases:expr, $its_page:ident,
                $its_source:literal, $its_sentence:literal;
        )* }
        unmodelled { $(
            $absent:ident = $absent_id:literal, $absent_title:literal, $absent_releases:expr, $absent_page:ident,
                $absent_source:literal, $absent_sentence:literal;
        )* }
    )*) => {
        /// A rule of the rule book.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Rule {
            $(
                $(
                    #[doc = concat!($id, ": ", $sentence)]
                    $name,
                )*
                $(
                    #[doc = concat!($its_id, ": ", $its_sentence)]
                    #[cfg(feature = "book")]
                    $other,
                )*
                $(
                    #[doc = concat!($absent_id, ": ", $absent_sentence)]
                    #[cfg(feature = "book")]
                    $absent,
                )*
            )*
        }

        impl Rule {
            /// The rules that changes, waits and answers name.
            pub const NAMED: &[Rule] = &[$($(Rule::$name,)*)*];

            /// All rules that this program has. Without the feature `book` these are the rules of [`Rule::NAMED`].
            pub const ALL: &[Rule] = &[$(
                $(Rule::$name,)*
                $(#[cfg(feature = "book")] Rule::$other,)*
                $(#[cfg(feature = "book")] Rule::$absent,)*
            )*];

            /// The rules that no code of Podlab follows.
            #[cfg(feature = "book")]
            pub const UNMODELLED: &[Rule] = &[$($(Rule::$absent,)*)*];

            /// Returns the id of the rule, such as `P-403`.
            pub const fn id(self) -> &'static str {
                match self {
                    $(
                        $(Rule::$name => $id,)*
                        $(#[cfg(feature = "book")] Rule::$other => $its_id,)*
                        $(#[cfg(feature = "book")] Rule::$absent => $absent_id,)*
                    )*
                }
            }

            /// Returns the subject of the rule, in a few words.
            pub const fn title(self) -> &'static str {
                match self {
                    $(
                        $(Rule::$name => $title,)*
                        $(#[cfg(feature = "book")] Rule::$other => $its_title,)*
                        $(#[cfg(feature = "book")] Rule::$absent => $absent_title,)*
                    )*
                }
            }

            /// Returns the sentence of the rule.
            pub const fn sentence(self) -> &'static str {
                match self {
                    $(
                        $(Rule::$name => $sentence,)*
                        $(#[cfg(feature = "book")] Rule::$other => $its_sentence,)*
                        $(#[cfg(feature = "book")] Rule::$absent => $absent_sentence,)*
                    )*
                }
            }

            /// Returns the releases of Kubernetes that have the rule, in any form.
            pub const fn releases(self) -> Releases {
                match self {
                    $(
                        $(Rule::$name => $releases,)*
                        $(#[cfg(feature = "book")] Rule::$other => $its_releases,)*
                        $(#[cfg(feature = "book")] Rule::$absent => $absent_releases,)*
                    )*
                }
            }

            /// Returns the path of the rule's official page below `https://kubernetes.io/docs/`.
            pub const fn page(self) -> &'static str {
                match self {
                    $(
                        $(Rule::$name => pages::$page,)*
                        $(#[cfg(feature = "book")] Rule::$other => pages::$its_page,)*
                        $(#[cfg(feature = "book")] Rule::$absent => pages::$absent_page,)*
                    )*
                }
            }

            /// Returns what the rule models: a file of Kubernetes and the function in it, or the type or constant where no function has the
            /// rule; `none` for rules about what people decide.
            pub const fn source(self) -> &'static str {
                match self {
                    $(
                        $(Rule::$name => $source,)*
                        $(#[cfg(feature = "book")] Rule::$other => $its_source,)*
                        $(#[cfg(feature = "book")] Rule::$absent => $absent_source,)*
                    )*
                }
            }

            /// Returns the kinds of objects whose changes can name the rule; empty for rules that only waits and answers name.
            /// [`KEPT_KINDS`] stands for all kinds that Podlab does not run.
            pub const fn kinds(self) -> &'static [&'static str] {
                match self {
                    $(
                        $(Rule::$name => &[$($kind),*],)*
                        $(#[cfg(feature = "book")] Rule::$other => &[],)*
                        $(#[cfg(feature = "book")] Rule::$absent => &[],)*
                    )*
                }
            }
        }
    };
}

// Each table hands its rows on to the next table.
pod_rules! {
    container_rules node_rules stateful_set_rules workload_rules storage_rules kubectl_rules validation_rules define;
}

/// Stands among the kinds of a rule for all kinds that Podlab keeps and does not run, such as `Ingress`.
pub const KEPT_KINDS: &str = "*";

/// Returns the rule with an id, such as `P-403`.
pub fn find(id: &str) -> Option<Rule> {
    Rule::ALL.iter().copied().find(|rule| rule.id() == id)
}

/// Prints the id in quotes. The digest of a run contains it, so the digest does not depend on the names of the variants.
impl std::fmt::Debug for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Debug::fmt(self.id(), f)
    }
}

impl std::fmt::Display for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.id())
    }
}

/// Writes the id of the rule, which is what files contain.
impl serde::Serialize for Rule {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}
