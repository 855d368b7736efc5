//! What is found in a page.

use crate::actual::Actual;
use crate::embed::Mistake;

/// A claim that is not true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// Its line in the page, from 1.
    pub line: usize,
    /// The subject of the claim, with its moment.
    pub about: String,
    /// What the page says.
    pub says: String,
    /// What is true.
    pub actual: Actual,
}

/// What was found in a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// How many claims there are.
    pub claims: usize,
    /// Those that are not true, in the order of the page.
    pub wrong: Vec<Wrong>,
    /// What cannot be read, in the order of the page.
    pub mistakes: Vec<Mistake>,
}
