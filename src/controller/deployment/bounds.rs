//! How many Pods a rollout may have, and how many must be available. Rules D-06, D-10, D-11.

use crate::api::deployment::{
    DESIRED_REPLICAS, DeploymentSpec, DeploymentStrategyType, MAX_REPLICAS,
};
use crate::api::meta::ObjectMeta;
use crate::api::probe::IntOrString;

/// The bounds of a rollout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// How many Pods there should be.
    pub replicas: i64,
    /// How many Pods there may be beyond that.
    pub max_surge: i64,
    /// How many of the Pods may be unavailable.
    pub max_unavailable: i64,
}

impl Bounds {
    /// Returns the bounds that a spec asks for. A part of a Pod counts as a whole one for the surge, and not at all for those that
    /// may be unavailable. If both were 0, the rollout could not move: then one Pod may be unavailable. Rule D-10.
    /// Models kubernetes pkg/controller/deployment/util/deployment_util.go ResolveFenceposts.
    ///
    /// ```
    /// use podlab::api::deployment::DeploymentSpec;
    /// use podlab::controller::deployment::bounds::Bounds;
    ///
    /// let spec = DeploymentSpec { replicas: Some(3), ..DeploymentSpec::default() };
    /// let bounds = Bounds::of(&spec);
    /// assert_eq!((bounds.min_available(), bounds.max_total()), (3, 4), "25 % of 3 Pods");
    /// ```
    pub fn of(spec: &DeploymentSpec) -> Bounds {
        let replicas = spec.replicas();
        match spec.strategy() {
            DeploymentStrategyType::Recreate => Bounds { replicas, ..Bounds::default() },
            DeploymentStrategyType::RollingUpdate => rolling(spec, replicas),
        }
    }

    /// Returns how many Pods must be available. Rule D-11.
    pub fn min_available(self) -> i64 {
        self.replicas - self.max_unavailable
    }

    /// Returns how many Pods there may be. Rule D-11.
    pub fn max_total(self) -> i64 {
        self.replicas + self.max_surge
    }
}

fn rolling(spec: &DeploymentSpec, replicas: i64) -> Bounds {
    let rolling = spec.strategy.rolling_update.as_ref();
    let part = |bound: Option<&IntOrString>, rounding| {
        let quarter = IntOrString::String("25%".into());
        resolve(bound.unwrap_or(&quarter), replicas, rounding)
    };
    let max_surge = part(rolling.and_then(|bounds| bounds.max_surge.as_ref()), Rounding::Up);
    let unavailable = rolling.and_then(|bounds| bounds.max_unavailable.as_ref());
    let max_unavailable = match part(unavailable, Rounding::Down) {
        0 if max_surge == 0 => 1,
        number => number,
    };
    Bounds { replicas, max_surge, max_unavailable: max_unavailable.min(replicas) }
}

/// What happens to a part of a Pod.
#[derive(Clone, Copy)]
enum Rounding {
    Up,
    Down,
}

/// Returns a number, or a percentage of `total`.
fn resolve(bound: &IntOrString, total: i64, rounding: Rounding) -> i64 {
    let percent = match bound {
        IntOrString::Int(number) => return *number,
        IntOrString::String(text) => text.trim_end_matches('%').parse().unwrap_or(0),
    };
    let hundredths = total.saturating_mul(percent);
    match rounding {
        Rounding::Up => hundredths.saturating_add(99) / 100,
        Rounding::Down => hundredths / 100,
    }
}

/// Notes the size of the Deployment at a ReplicaSet that is scaled. Rule D-06.
/// Models kubernetes pkg/controller/deployment/util/deployment_util.go SetReplicasAnnotations.
pub(super) fn note_size(set: &mut ObjectMeta, bounds: Bounds) {
    for (key, number) in [(DESIRED_REPLICAS, bounds.replicas), (MAX_REPLICAS, bounds.max_total())] {
        set.annotations.insert(key.into(), number.to_string().into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::deployment::RollingUpdateDeployment;

    fn bounds(replicas: i64, surge: &'static str, unavailable: &'static str) -> (i64, i64) {
        let mut spec = DeploymentSpec { replicas: Some(replicas), ..DeploymentSpec::default() };
        spec.strategy.rolling_update = Some(RollingUpdateDeployment {
            max_surge: Some(IntOrString::String(surge.into())),
            max_unavailable: Some(IntOrString::String(unavailable.into())),
        });
        let bounds = Bounds::of(&spec);
        (bounds.max_surge, bounds.max_unavailable)
    }

    #[test]
    fn the_surge_is_rounded_up_and_the_unavailable_down() {
        assert_eq!(bounds(3, "25%", "25%"), (1, 0));
        assert_eq!(bounds(10, "25%", "25%"), (3, 2));
    }

    #[test]
    fn a_rollout_that_could_not_move_may_have_one_unavailable_pod() {
        assert_eq!(bounds(5, "0%", "10%"), (0, 1));
        assert_eq!(bounds(0, "0%", "0%"), (0, 0), "without Pods none can be unavailable");
    }

    #[test]
    fn no_more_pods_can_be_unavailable_than_there_should_be() {
        let mut spec = DeploymentSpec { replicas: Some(2), ..DeploymentSpec::default() };
        let five = Some(IntOrString::Int(5));
        spec.strategy.rolling_update =
            Some(RollingUpdateDeployment { max_unavailable: five, ..Default::default() });
        assert_eq!(Bounds::of(&spec).min_available(), 0);
    }

    #[test]
    fn recreate_has_neither_surge_nor_a_part_that_may_be_unavailable() {
        let mut spec = DeploymentSpec { replicas: Some(4), ..DeploymentSpec::default() };
        spec.strategy.kind = Some(DeploymentStrategyType::Recreate);
        let bounds = Bounds::of(&spec);
        assert_eq!((bounds.min_available(), bounds.max_total()), (4, 4));
    }
}
