//! How a new size is shared out among ReplicaSets in mid-rollout. Rules D-31 to D-33.
//! Models kubernetes pkg/controller/deployment/util/deployment_util.go GetProportion.

use super::bounds::Bounds;
use crate::api::deployment::{MAX_REPLICAS, age, number};
use crate::api::replica_set::ReplicaSet;
use std::cmp::Reverse;
use std::rc::Rc;

/// Returns the new sizes of the ReplicaSets with Pods. Larger ones come first: of equal ones the newer when Pods are added,
/// the older when Pods go. What rounding leaves over is for the first. `present` is the number of Pods that exist, which counts where a
/// ReplicaSet has no note of the Deployment's size.
pub(super) fn shares(
    mut sets: Vec<Rc<ReplicaSet>>,
    bounds: Bounds,
    present: i64,
) -> Vec<(Rc<ReplicaSet>, i64)> {
    let total: i64 = sets.iter().map(|set| set.spec.replicas()).sum();
    let allowed = if bounds.replicas > 0 { bounds.max_total() } else { 0 };
    let add = allowed - total;
    sets.sort_by(|a, b| {
        let by_size = Reverse(a.spec.replicas()).cmp(&Reverse(b.spec.replicas()));
        let by_age = age(a).cmp(&age(b));
        by_size.then(if add > 0 { by_age.reverse() } else { by_age })
    });
    let mut left = add;
    let mut sizes: Vec<i64> = Vec::new();
    for set in &sets {
        let size = set.spec.replicas();
        let by = part(set, bounds, present);
        let by = if add > 0 { by.min(left) } else { by.max(left) };
        let by = if left == 0 { 0 } else { by };
        left -= by;
        sizes.push(size + by);
    }
    if let Some(first) = sizes.first_mut() {
        *first = (*first + left).max(0);
    }
    sets.into_iter().zip(sizes).collect()
}

/// Returns by how much a ReplicaSet grows if it keeps its part of the whole. Models getReplicaSetFraction.
fn part(set: &ReplicaSet, bounds: Bounds, present: i64) -> i64 {
    let size = set.spec.replicas();
    if bounds.replicas == 0 {
        return -size;
    }
    let whole = number(&set.metadata, MAX_REPLICAS).unwrap_or(present).max(1);
    rounded(size.saturating_mul(bounds.max_total()), whole) - size
}

/// Divides two positive numbers, and rounds halves up.
fn rounded(a: i64, b: i64) -> i64 {
    a.saturating_mul(2).saturating_add(b) / (b * 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::time::Timestamp;

    fn set(name: &'static str, at: i64, size: i64, max: i64) -> Rc<ReplicaSet> {
        let mut set = ReplicaSet::default();
        set.metadata.name = name.into();
        set.metadata.creation_timestamp = Some(Timestamp(at));
        set.metadata.annotations.insert(MAX_REPLICAS.into(), max.to_string().into());
        set.spec.replicas = Some(size);
        Rc::new(set)
    }

    fn sizes(sets: Vec<Rc<ReplicaSet>>, replicas: i64, max_surge: i64) -> Vec<String> {
        let shares = shares(sets, Bounds { replicas, max_surge, max_unavailable: 0 }, 0);
        shares.iter().map(|(set, size)| format!("{} {size}", set.metadata.name)).collect()
    }

    #[test]
    fn each_set_keeps_its_part_of_the_whole() {
        let sets = vec![set("new", 2, 5, 13), set("old", 1, 8, 13)];
        assert_eq!(sizes(sets, 15, 3), ["old 11", "new 7"]);
    }

    #[test]
    fn what_is_left_over_is_for_the_newest_of_equal_sets_or_taken_from_the_oldest() {
        let sets = || vec![set("a", 1, 1, 3), set("b", 2, 1, 3), set("c", 3, 1, 3)];
        assert_eq!(sizes(sets(), 4, 0), ["c 2", "b 1", "a 1"]);
        assert_eq!(sizes(sets(), 2, 0), ["a 0", "b 1", "c 1"]);
    }

    #[test]
    fn a_deployment_without_pods_leaves_none_to_its_sets() {
        assert_eq!(sizes(vec![set("a", 1, 3, 6), set("b", 2, 2, 6)], 0, 2), ["a 0", "b 0"]);
    }

    #[test]
    fn halves_are_rounded_up() {
        assert_eq!([rounded(7, 2), rounded(10, 3), rounded(11, 3)], [4, 3, 4]);
    }
}
