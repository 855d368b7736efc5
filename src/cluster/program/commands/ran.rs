//! What comes of a command.

/// What a command printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::cluster::program) struct Ran {
    /// Its output.
    pub out: String,
    /// Its errors.
    pub error: String,
}
