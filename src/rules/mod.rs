//! The rule book: every rule of Kubernetes that a change can name, with its title, its sentence and its page.
//!
//! The rules stand in tables, one file for each part of Kubernetes. [`Rule`] is made from these tables. A rule that has no
//! row in a table does not exist, so code that names it does not compile.

mod containers;
mod controllers;
mod nodes;
mod pages;
mod pods;
mod storage;

use containers::container_rules;
use controllers::controller_rules;
use nodes::node_rules;
use pods::pod_rules;
use storage::storage_rules;

/// Makes [`Rule`] from the rows of all tables.
macro_rules! define {
    (; $( $name:ident = $id:literal, $title:literal, $page:ident, $sentence:literal; )*) => {
        /// A rule of the rule book.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Rule {
            $(
                #[doc = concat!($id, ": ", $sentence)]
                $name,
            )*
        }

        impl Rule {
            /// All rules, in the order of the tables.
            pub const ALL: &[Rule] = &[$(Rule::$name),*];

            /// Returns its id, such as `P-403`.
            pub const fn id(self) -> &'static str {
                match self {
                    $(Rule::$name => $id,)*
                }
            }

            /// Returns what it is about, in a few words.
            pub const fn title(self) -> &'static str {
                match self {
                    $(Rule::$name => $title,)*
                }
            }

            /// Returns what it says.
            pub const fn sentence(self) -> &'static str {
                match self {
                    $(Rule::$name => $sentence,)*
                }
            }

            /// Returns the path of its official page below `https://kubernetes.io/docs/`.
            pub const fn page(self) -> &'static str {
                match self {
                    $(Rule::$name => pages::$page,)*
                }
            }
        }
    };
}

// Each table hands its rows on to the table named next.
pod_rules! { container_rules node_rules controller_rules storage_rules define; }

/// Returns the rule of an id, such as `P-403`.
pub fn find(id: &str) -> Option<Rule> {
    Rule::ALL.iter().copied().find(|rule| rule.id() == id)
}

impl std::fmt::Display for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.id())
    }
}

/// A rule stands in files by its id.
impl serde::Serialize for Rule {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}
