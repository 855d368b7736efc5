//! Probes: their kinds, and how one run of a probe ends.

/// The three kinds of probes. Rule P-602.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ProbeKind {
    /// Kills the container when it fails.
    Liveness,
    /// Takes the container out of service while it fails.
    Readiness,
    /// Holds the other two back until it has succeeded.
    Startup,
}

impl ProbeKind {
    /// Returns the word that events begin with: `Liveness`, `Readiness`, `Startup`. Rule P-622.
    pub const fn as_str(self) -> &'static str {
        match self {
            ProbeKind::Liveness => "Liveness",
            ProbeKind::Readiness => "Readiness",
            ProbeKind::Startup => "Startup",
        }
    }
}

/// How one run of a handler ended. Rules P-603 to P-607.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The check passed.
    Success,
    /// The check failed.
    Failure,
    /// The check could not be made, so its run is ignored. Rule P-607.
    Error,
}

impl Outcome {
    /// Returns `Success`, `Failure` or `Unknown`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Outcome::Success => "Success",
            Outcome::Failure => "Failure",
            Outcome::Error => "Unknown",
        }
    }
}
