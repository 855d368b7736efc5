//! The history of a set's template. Rules S-66 to S-69.
//! Models kubernetes pkg/controller/history/controller_history.go and getStatefulSetRevisions.

use super::identity::controller_reference;
use super::view::{Request, Step, Unless, View};
use crate::api::meta::ObjectMeta;
use crate::api::pod::Pod;
use crate::api::stateful_set::{
    ControllerRevision, StatefulSet, TemplatePatch, revision_of, safe_hash, stored,
};
use crate::base::text::Text;
use crate::manifest::emit;
use crate::manifest::schema::Shared;
use crate::rules::Rule;
use crate::rules::release::Release;
use std::rc::Rc;

/// The label of a revision with its hash. Rule S-68.
pub(crate) const HASH_LABEL: &str = "controller.kubernetes.io/hash";
/// The longest part of a set's name that is used in the name of a revision.
const LONGEST_PREFIX: usize = 223;

/// Returns the current revision, the update revision, and how often a name was taken. Rule S-66.
pub(super) fn choose(
    view: &View,
    set: &StatefulSet,
    steps: &mut Vec<Step>,
) -> (Rc<ControllerRevision>, Rc<ControllerRevision>, i64) {
    let mut ask = |request| steps.push(Step { request, rule: Rule::S66, unless: Unless::Refused });
    let sorted = sorted(view);
    let mut collisions = set.status.collision_count.unwrap_or(0);
    let template = &set.spec.template;
    let same = |revision: &&Rc<ControllerRevision>| is_same(&revision.data.0, template);
    let next = sorted.last().map_or(1, |newest| newest.revision + 1);
    let update = match (sorted.iter().rfind(same), sorted.last()) {
        (Some(equal), Some(newest)) if Rc::ptr_eq(equal, newest) => Rc::clone(newest),
        (Some(equal), _) => {
            let name = equal.metadata.name.clone();
            ask(Request::RenumberRevision { name, revision: next });
            Rc::new(ControllerRevision { revision: next, ..(**equal).clone() })
        }
        (None, _) => {
            let fresh = loop {
                let fresh = fresh(set, next, collisions, view.release);
                let taken = |r: &Rc<ControllerRevision>| r.metadata.name == fresh.metadata.name;
                if !sorted.iter().any(taken) {
                    break Rc::new(fresh);
                }
                collisions += 1;
            };
            ask(Request::CreateRevision(Rc::clone(&fresh)));
            fresh
        }
    };
    let named =
        |revision: &&Rc<ControllerRevision>| revision.metadata.name == set.status.current_revision;
    let current = sorted.iter().find(named).map_or_else(|| Rc::clone(&update), Rc::clone);
    (current, update, collisions)
}

/// Returns whether two templates are equal. Usually both share one value.
fn is_same<T: PartialEq + Clone>(a: &Shared<T>, b: &Shared<T>) -> bool {
    a.is_same(b) || **a == **b
}

/// Returns the revisions, the oldest first.
fn sorted(view: &View) -> Vec<Rc<ControllerRevision>> {
    let mut revisions = view.revisions.clone();
    let key = |r: &ControllerRevision| (r.revision, r.metadata.creation_timestamp);
    revisions
        .sort_by(|a, b| key(a).cmp(&key(b)).then_with(|| a.metadata.name.cmp(&b.metadata.name)));
    revisions
}

/// Returns a new revision with the set's present template. Models newRevision.
fn fresh(set: &StatefulSet, number: i64, collisions: i64, release: Release) -> ControllerRevision {
    let data = TemplatePatch(set.spec.template.clone());
    let hash = hash(&data, collisions, release);
    let prefix: String = set.metadata.name.chars().take(LONGEST_PREFIX).collect();
    let mut labels = set.spec.template.metadata.labels.clone();
    labels.insert(HASH_LABEL.into(), hash.clone().into());
    let metadata = ObjectMeta {
        annotations: set.metadata.annotations.clone(),
        labels,
        name: format!("{prefix}-{hash}").into(),
        namespace: set.metadata.namespace.clone(),
        owner_references: vec![controller_reference(set)],
        ..ObjectMeta::default()
    };
    ControllerRevision { data, metadata, revision: number }
}

/// Returns the hash in the name of a revision. Rule S-68. Models HashControllerRevision.
pub fn hash(data: &TemplatePatch, collisions: i64, release: Release) -> String {
    safe_hash(&(emit::json(&stored(data, release)) + &collisions.to_string()))
}

/// Returns the old revisions beyond the limit, lowest number first. Rule S-67. Models truncateHistory.
pub(super) fn surplus(
    view: &View,
    set: &StatefulSet,
    pods: &[Rc<Pod>],
    current: &ControllerRevision,
    update: &ControllerRevision,
) -> Vec<Text> {
    let limit = set.spec.revision_history_limit.unwrap_or(10).max(0) as usize;
    if view.revisions.len() <= limit {
        return Vec::new();
    }
    let is_live = |name: &Text| {
        *name == current.metadata.name
            || *name == update.metadata.name
            || pods.iter().any(|pod| revision_of(pod) == name.as_str())
            || view.settled.ranges().iter().any(|range| range.revision == *name)
    };
    let names = sorted(view).into_iter().map(|revision| revision.metadata.name.clone());
    let mut old: Vec<Text> = names.filter(|name| !is_live(name)).collect();
    old.truncate(old.len().saturating_sub(limit));
    old
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_depends_on_the_template_and_the_collisions() {
        let mut template = TemplatePatch::default();
        let hashes: Vec<String> = (0..3).map(|n| hash(&template, n, Release::V1_28)).collect();
        assert!(hashes.iter().all(|h| (8..=10).contains(&h.len())));
        assert!(hashes[0] != hashes[1] && hashes[1] != hashes[2]);
        template.0.metadata.labels.insert("app".into(), "web".into());
        assert_ne!(hash(&template, 0, Release::V1_28), hashes[0]);
    }
}
