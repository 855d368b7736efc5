//! The gates that a person can switch.

use super::{Feature, State};
use crate::rules::release::Release;
use serde::{Deserialize, Serialize};

/// The gates that a person can switch, and which of them are on. All are off by default, as in every modelled release.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields, default)]
pub struct Gates {
    max_unavailable_stateful_set: bool,
    reduce_default_crash_loop_back_off_decay: bool,
    container_stop_signals: bool,
}

const SWITCHES: [Feature; 3] = [
    Feature::MaxUnavailableStatefulSet,
    Feature::ReduceDefaultCrashLoopBackOffDecay,
    Feature::ContainerStopSignals,
];

pub(super) const fn is_switch(feature: Feature) -> bool {
    let mut index = 0;
    while index < SWITCHES.len() {
        if SWITCHES[index] as usize == feature as usize {
            return true;
        }
        index += 1;
    }
    false
}

impl Gates {
    /// The names of these gates.
    pub const NAMES: [&str; 3] = [SWITCHES[0].name(), SWITCHES[1].name(), SWITCHES[2].name()];

    /// Returns whether the feature is on in a cluster of this release with these gates. A gate that the release does
    /// not know is off.
    pub(crate) fn has(self, feature: Feature, release: Release) -> bool {
        match release.state_of(feature) {
            State::Absent => false,
            State::Off => self.is_enabled(feature),
            State::On => true,
        }
    }

    /// Returns whether a person has switched the gate on, even if the release does not know it.
    pub fn is_enabled(mut self, gate: Feature) -> bool {
        self.switch(gate).is_some_and(|is_on| *is_on)
    }

    /// Switches a gate on.
    ///
    /// # Panics
    ///
    /// Panics when the feature is not a gate that a person can switch.
    #[must_use]
    pub fn with(mut self, gate: Feature) -> Gates {
        *self.switch(gate).expect("a gate that a person can switch") = true;
        self
    }

    /// Switches a gate off.
    ///
    /// # Panics
    ///
    /// Panics when the feature is not a gate that a person can switch.
    #[must_use]
    pub fn without(mut self, gate: Feature) -> Gates {
        *self.switch(gate).expect("a gate that a person can switch") = false;
        self
    }

    /// Returns the switch of the gate with this name.
    pub fn named(&mut self, name: &str) -> Option<&mut bool> {
        // These names are constants, so that the program need not contain the whole table for them.
        let index = Gates::NAMES.iter().position(|known| *known == name)?;
        self.switch(SWITCHES[index])
    }

    fn switch(&mut self, gate: Feature) -> Option<&mut bool> {
        let switches = [
            &mut self.max_unavailable_stateful_set,
            &mut self.reduce_default_crash_loop_back_off_decay,
            &mut self.container_stop_signals,
        ];
        let mut pairs = SWITCHES.into_iter().zip(switches);
        pairs.find(|(known, _)| *known == gate).map(|(_, is_on)| is_on)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_switch_is_off_by_default_in_every_release() {
        for gate in SWITCHES {
            assert!(is_switch(gate), "{gate:?}");
            for release in Release::ALL {
                assert_ne!(release.state_of(gate), State::On, "{gate:?} {release:?}");
                assert!(!Gates::default().has(gate, release), "{gate:?} {release:?}");
                let is_on = Gates::default().with(gate).has(gate, release);
                assert_eq!(is_on, release.knows(gate), "{gate:?} {release:?}");
                assert!(!Gates::default().with(gate).without(gate).has(gate, release));
            }
        }
        assert_eq!(Feature::ALL.iter().filter(|gate| is_switch(**gate)).count(), SWITCHES.len());
    }

    #[test]
    fn files_name_a_gate_as_kubernetes_does() {
        for name in Gates::NAMES {
            let mut gates = Gates::default();
            *gates.named(name).expect("a gate") = true;
            let json = serde_json::to_value(gates).expect("gates");
            assert_eq!(json[name], true, "{json}");
        }
        assert_eq!(Gates::default().named("SidecarContainers"), None);
    }
}
