//! ControllerRevisions.

use super::{Frame, Registry, about};
use crate::api::meta::{Propagation, controller};
use crate::api::stateful_set::ControllerRevision;
use crate::apiserver::printed::{Printed, age_of};
use crate::base::digest::Digest;
use crate::base::time::Timestamp;
use crate::cluster::fact::Fact;
use crate::cluster::numbers::Key;
use crate::cluster::world::World;
use crate::rules::Rule;
use crate::rules::release::Release;

impl Registry for ControllerRevision {
    const CREATED: Rule = Rule::S66;
    const PATCHED: Rule = Rule::S66;
    const REMOVED: Rule = Rule::S67;

    fn collect(world: &mut World, key: Key, _: Propagation) {
        super::remove::<Self>(world, key);
    }

    fn record_created(&self, world: &mut World, rule: Rule) {
        world.record(about(self), Fact::RevisionCreated(self.revision), rule);
    }

    fn record(&self, world: &mut World, old: &Self, rule: Rule) {
        let fact = Fact::RevisionNumber { old: old.revision, new: self.revision };
        if fact.is_news() {
            world.record(about(self), fact, rule);
        }
    }

    fn shape(&self, _: &Frame<'_>, out: &mut Digest) {
        let ControllerRevision {
            // The name is a hash of it.
            data: _,
            metadata: _,
            revision,
        } = self;
        out.signed(*revision);
    }
}

/// Rule KC-05.
impl Printed for ControllerRevision {
    fn columns(_: Release) -> &'static str {
        "NAME,CONTROLLER,REVISION,AGE"
    }

    fn cells(&self, now: Timestamp, _: Release) -> Vec<String> {
        let owner = controller(&self.metadata).map_or("<none>".to_owned(), |owner| {
            let group = owner.api_version.split_once('/').map_or("", |(group, _)| group);
            let dot = if group.is_empty() { "" } else { "." };
            format!("{}{dot}{group}/{}", owner.kind.to_ascii_lowercase(), owner.name)
        });
        let metadata = &self.metadata;
        vec![metadata.name.to_string(), owner, self.revision.to_string(), age_of(metadata, now)]
    }
}
