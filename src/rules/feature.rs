//! What differs between Kubernetes releases, in one table: feature gates and changes of behaviour alike.
//!
//! Code asks for a feature by its name, never for a release number:
//!
//! ```
//! use podlab::rules::Feature;
//! use podlab::rules::release::Release;
//!
//! assert!(Release::Current.has(Feature::PodObservedGenerationTracking));
//! assert!(!Release::V1_28.has(Feature::PodObservedGenerationTracking));
//! ```
//!
//! For a gate that a person can switch, ask the [`Gates`] or the [`Settings`](crate::cluster::world::Settings), which know both the
//! release and the switch. `docs/FEATURES.md` prints the table.

mod gates;
mod table;

pub use gates::Gates;
pub use table::Feature;

use super::releases::minor;
use crate::rules::release::Release;

/// What a feature is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A feature gate of Kubernetes, by its name there.
    Gate,
    /// A version of an API that the API server serves.
    ApiVersion,
    /// A change of behaviour or wording that no gate switches; the name is Podlab's.
    Change,
}

/// The part of Kubernetes that a feature changes most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Component {
    /// Fields of objects, and what several components do with them.
    Api,
    /// The API server alone.
    ApiServer,
    /// The controllers of kube-controller-manager.
    Controllers,
    /// The scheduler.
    Scheduler,
    /// The kubelet.
    Kubelet,
    /// kubectl, and the columns the API server prints for it.
    Kubectl,
}

/// How far a feature is in a release.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Maturity {
    /// Alpha, and off by default.
    Alpha,
    /// Beta.
    Beta,
    /// Generally available.
    Ga,
    /// Generally available, and cannot be switched off any more.
    Locked,
    /// Deprecated and off. A later release removes it.
    Deprecated,
    /// Deprecated, and cannot be switched on any more.
    DeprecatedLocked,
    /// Removed: the release does not know it.
    Removed,
    /// A change without a gate, in the release that brought it.
    Changed,
    /// A change without a gate whose first release is not known. The number is the first modelled release that has it.
    ChangedBy,
}

/// The state of a feature from one release until its next stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaturityStage {
    /// The minor version of the release; 0 for features that are older than the record of gates.
    pub minor: u32,
    /// The maturity of the feature.
    pub maturity: Maturity,
    /// Whether it is on by default.
    pub is_on: bool,
}

const fn stage(minor: u32, maturity: Maturity, is_on: bool) -> MaturityStage {
    MaturityStage { minor, maturity, is_on }
}

const fn alpha(minor: u32) -> MaturityStage {
    stage(minor, Maturity::Alpha, false)
}

const fn beta(minor: u32) -> MaturityStage {
    stage(minor, Maturity::Beta, true)
}

const fn beta_off(minor: u32) -> MaturityStage {
    stage(minor, Maturity::Beta, false)
}

const fn ga(minor: u32) -> MaturityStage {
    stage(minor, Maturity::Ga, true)
}

const fn locked(minor: u32) -> MaturityStage {
    stage(minor, Maturity::Locked, true)
}

const fn deprecated(minor: u32) -> MaturityStage {
    stage(minor, Maturity::Deprecated, false)
}

const fn deprecated_locked(minor: u32) -> MaturityStage {
    stage(minor, Maturity::DeprecatedLocked, false)
}

const fn removed(minor: u32) -> MaturityStage {
    stage(minor, Maturity::Removed, false)
}

const fn change(minor: u32) -> MaturityStage {
    stage(minor, Maturity::Changed, true)
}

const fn by(minor: u32) -> MaturityStage {
    stage(minor, Maturity::ChangedBy, true)
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    /// The name of the feature.
    pub name: &'static str,
    /// The component that it changes most.
    pub component: Component,
    /// What it is.
    pub kind: Kind,
    /// What it changes.
    #[cfg(feature = "book")]
    pub sentence: &'static str,
    /// The rules and documents that describe it.
    #[cfg(feature = "book")]
    pub source: &'static str,
    /// Its stages, the oldest first; at least one.
    pub stages: &'static [MaturityStage],
}

impl Feature {
    /// Returns its row of the table.
    pub const fn spec(self) -> Spec {
        table::SPECS[self as usize]
    }

    /// Returns its name. A gate has the name that Kubernetes gives it.
    pub const fn name(self) -> &'static str {
        self.spec().name
    }

    /// Returns the minor version of the first release that has it.
    pub(crate) const fn since(self) -> u32 {
        SINCE[self as usize]
    }
}

/// The state of a feature in a release.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The release does not know it, or no longer has it.
    Absent,
    /// It is off.
    Off,
    /// It is on.
    On,
}

impl Release {
    /// Returns the state of the feature in the modelled clusters of this release, unless a person switches it.
    ///
    /// In 1.28 two gates count as on although they are off by default, because they were on in the recorded clusters.
    pub const fn state_of(self, feature: Feature) -> State {
        STATES[feature as usize][self as usize]
    }

    /// Returns whether the feature is on. Of a gate that a person can switch, only the settings of a run can say it.
    pub const fn has(self, feature: Feature) -> bool {
        debug_assert!(!gates::is_switch(feature), "ask the gates about what a person can switch");
        matches!(self.state_of(feature), State::On)
    }

    /// Returns the gates that were on in the recorded clusters of the release, although they are off by default.
    pub const fn recorded_gates(self) -> &'static [Feature] {
        match self {
            Release::V1_28 => {
                &[Feature::SidecarContainers, Feature::PodReadyToStartContainersCondition]
            }
            Release::V1_20 | Release::Current => &[],
        }
    }

    /// Returns whether the release knows the feature, on or off. Then its fields exist, and its gate can be switched.
    pub const fn knows(self, feature: Feature) -> bool {
        !matches!(self.state_of(feature), State::Absent)
    }
}

const COUNT: usize = Feature::ALL.len();

/// The states of all features in all releases, so that a question needs only one lookup.
static STATES: [[State; Release::ALL.len()]; COUNT] = {
    let mut states = [[State::Absent; Release::ALL.len()]; COUNT];
    let mut row = 0;
    while row < COUNT {
        let mut column = 0;
        while column < Release::ALL.len() {
            states[row][column] = computed(Feature::ALL[row], Release::ALL[column]);
            column += 1;
        }
        row += 1;
    }
    states
};

static SINCE: [u32; COUNT] = {
    let mut since = [0; COUNT];
    let mut row = 0;
    while row < COUNT {
        since[row] = table::SPECS[row].stages[0].minor;
        row += 1;
    }
    since
};

const fn computed(feature: Feature, release: Release) -> State {
    let recorded = release.recorded_gates();
    let mut index = 0;
    while index < recorded.len() {
        if recorded[index] as usize == feature as usize {
            return State::On;
        }
        index += 1;
    }
    let stages = table::SPECS[feature as usize].stages;
    let mut state = State::Absent;
    let mut index = 0;
    while index < stages.len() && stages[index].minor <= minor(release) {
        state = match stages[index].maturity {
            Maturity::Removed => State::Absent,
            _ if stages[index].is_on => State::On,
            Maturity::Alpha
            | Maturity::Beta
            | Maturity::Ga
            | Maturity::Locked
            | Maturity::Deprecated
            | Maturity::DeprecatedLocked
            | Maturity::Changed
            | Maturity::ChangedBy => State::Off,
        };
        index += 1;
    }
    state
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stages_of_a_feature_follow_each_other() {
        for feature in Feature::ALL {
            let stages = feature.spec().stages;
            assert!(!stages.is_empty(), "{feature:?}");
            assert!(stages.windows(2).all(|pair| pair[0].minor < pair[1].minor), "{feature:?}");
            let changed = |stage: &MaturityStage| {
                matches!(stage.maturity, Maturity::Changed | Maturity::ChangedBy)
            };
            let is_change = feature.spec().kind == Kind::Change;
            assert!(stages.iter().all(|stage| changed(stage) == is_change), "{feature:?}");
        }
    }

    #[test]
    fn every_feature_distinguishes_two_releases_or_can_be_switched() {
        for feature in Feature::ALL {
            let states = Release::ALL.map(|release| release.state_of(*feature));
            let differs = states.iter().any(|state| *state != states[0]);
            assert!(differs || gates::is_switch(*feature), "{feature:?} is {states:?}");
        }
    }

    #[test]
    fn the_recorded_clusters_of_1_28_ran_sidecars() {
        let sidecars = Feature::SidecarContainers;
        let states = Release::ALL.map(|release| release.state_of(sidecars));
        assert_eq!(states, [State::Absent, State::On, State::On]);
        assert_eq!(sidecars.since(), 28);
    }

    #[test]
    fn a_gate_is_off_while_it_is_alpha_and_on_once_it_is_beta() {
        let state = |feature| Release::Current.state_of(feature);
        assert_eq!(state(Feature::ContainerStopSignals), State::Off);
        assert_eq!(state(Feature::ContainerRestartRules), State::On);
        assert_eq!(Release::V1_28.state_of(Feature::PodHostIPs), State::Off);
        assert_eq!(Release::V1_28.state_of(Feature::PodIndexLabel), State::On);
    }

    #[test]
    fn what_was_removed_is_absent_again() {
        let states = Release::ALL.map(|release| release.state_of(Feature::PolicyV1Beta1));
        assert_eq!(states, [State::On, State::Absent, State::Absent]);
    }
}
