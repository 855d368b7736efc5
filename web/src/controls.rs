//! How much a person may do to a figure; on the page they may do everything.

use serde::Deserialize;

/// What a person can do to a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Controls {
    /// Nothing: a reader only looks at it.
    None,
    /// Let time pass, step and go back.
    Transport,
    /// Also break things.
    Faults,
    /// Also change what the Pod is to be.
    Full,
}
