//! Choosing which scene runs, and with which settings.

use super::Turn;
use crate::controls::Controls;
use podlab::cluster::world::{Cadence, Jitter};
use podlab::rules::release::Release;
use podlab::rules::{Feature, Gates};

/// Chooses which scene runs, or runs the same with other settings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RunMessage {
    /// Opens a scene of the picker.
    OpenScene(usize),
    /// Opens a cell of the example states.
    OpenExample(usize, usize),
    /// Runs the same with or without the gate `MaxUnavailableStatefulSet`.
    MaxUnavailable(FeatureGate),
    /// Runs the same under another release.
    Release(Release),
    /// Runs the same with or without the jitter of a real cluster.
    Jitter(Jitter),
    /// Runs the same with states that show when a kubelet shows them, or at once.
    Cadence(Cadence),
    /// Runs the same with restarts held back for so many milliseconds at most.
    LimitBackoff(Option<u64>),
    /// Runs the same with or without the gate `ReduceDefaultCrashLoopBackOffDecay`.
    BackoffDecay(FeatureGate),
}

impl RunMessage {
    /// When it is done.
    pub const fn turn(self) -> Turn {
        match self {
            RunMessage::OpenScene(_) | RunMessage::OpenExample(..) => Turn::Now,
            RunMessage::MaxUnavailable(_)
            | RunMessage::Release(_)
            | RunMessage::Jitter(_)
            | RunMessage::Cadence(_)
            | RunMessage::LimitBackoff(_)
            | RunMessage::BackoffDecay(_) => Turn::Arrived,
        }
    }

    /// Whether it runs the same under other settings.
    pub const fn is_setting(self) -> bool {
        !matches!(self, RunMessage::OpenScene(_) | RunMessage::OpenExample(..))
    }

    /// What a person must be allowed in a figure to do it.
    pub const fn needs(self) -> Controls {
        match self {
            RunMessage::OpenScene(_)
            | RunMessage::OpenExample(..)
            | RunMessage::MaxUnavailable(_)
            | RunMessage::Release(_)
            | RunMessage::Jitter(_)
            | RunMessage::Cadence(_)
            | RunMessage::LimitBackoff(_)
            | RunMessage::BackoffDecay(_) => Controls::Full,
        }
    }
}

/// Whether a feature gate is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeatureGate {
    /// The gate is on.
    Enabled,
    /// The gate is off.
    Disabled,
}

impl FeatureGate {
    /// The gate in the other position.
    pub const fn other(is_on: bool) -> FeatureGate {
        if is_on { FeatureGate::Disabled } else { FeatureGate::Enabled }
    }

    /// The gates, with this one in this position.
    pub fn set(self, gates: Gates, gate: Feature) -> Gates {
        match self {
            FeatureGate::Enabled => gates.with(gate),
            FeatureGate::Disabled => gates.without(gate),
        }
    }
}
