//! Questions that people ask of a run: why not yet, what happens next, can it ever happen, and where two runs differ.

pub mod compare;
pub mod explore;
pub mod forecast;
pub mod manifest_line;
pub mod waits;
