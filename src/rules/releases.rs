//! Ranges of releases.

use crate::rules::release::Release;
use std::fmt;

/// The releases that have a rule. They are given by their minor versions: 28 stands for 1.28.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Releases {
    first: Option<u8>,
    last: Option<u8>,
}

impl Releases {
    /// Returns whether the rule exists in a release.
    pub const fn contains(self, release: Release) -> bool {
        let minor = minor(release);
        let begun = match self.first {
            Some(first) => first as u32 <= minor,
            None => true,
        };
        let lasts = match self.last {
            Some(last) => minor <= last as u32,
            None => true,
        };
        begun && lasts
    }
}

/// Returns the minor version of a release. Only the tables of rules, features and API versions compare it.
pub(super) const fn minor(release: Release) -> u32 {
    match release {
        Release::V1_20 => 20,
        Release::V1_28 => 28,
        Release::Current => 36,
    }
}

/// All releases.
pub(crate) const ALL: Releases = Releases { first: None, last: None };

/// Returns all releases from this one on.
pub(crate) const fn since(minor: u8) -> Releases {
    Releases { first: Some(minor), last: None }
}

/// Returns all releases up to this one.
pub(crate) const fn until(minor: u8) -> Releases {
    Releases { first: None, last: Some(minor) }
}

/// Returns the releases from one to another, both included.
pub(crate) const fn between(first: u8, last: u8) -> Releases {
    Releases { first: Some(first), last: Some(last) }
}

/// Prints the range, such as `1.28 and later`; `all` for all releases.
impl fmt::Display for Releases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.first, self.last) {
            (None, None) => f.write_str("all"),
            (Some(first), None) => write!(f, "1.{first} and later"),
            (None, Some(last)) => write!(f, "up to 1.{last}"),
            (Some(first), Some(last)) => write!(f, "1.{first} to 1.{last}"),
        }
    }
}
