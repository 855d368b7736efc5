//! ControllerRevisions.

use super::{Registry, about};
use crate::api::stateful_set::ControllerRevision;
use crate::cluster::change::{Subject, Value};
use crate::cluster::tables::Key;
use crate::cluster::world::World;
use crate::rules::Rule;

impl Registry for ControllerRevision {
    const CREATED: Rule = Rule::S66;
    const PATCHED: Rule = Rule::S66;
    const REMOVED: Rule = Rule::S67;

    fn collect(world: &mut World, key: Key) {
        super::remove::<Self>(world, key);
    }

    fn record_created(&self, world: &mut World, rule: Rule) {
        let number = Value::Count(self.revision);
        world.record(about(self), Subject::Created, Value::None, number, rule);
    }

    fn record(&self, world: &mut World, old: &Self, rule: Rule) {
        if self.revision != old.revision {
            let (before, after) = (Value::Count(old.revision), Value::Count(self.revision));
            world.record(about(self), Subject::Field("revision"), before, after, rule);
        }
    }
}
