//! Endpoints. Rule P-804.

use super::{Bookkeeping, Frame, Registry, about};
use crate::api::endpoints::Endpoints;
use crate::base::digest::Digest;
use crate::cluster::fact::Fact;
use crate::cluster::world::World;
use crate::rules::Rule;

impl Registry for Endpoints {
    const CREATED: Rule = Rule::P804;
    const PATCHED: Rule = Rule::P804;
    const REMOVED: Rule = Rule::P804;
    const BOOKKEEPING: Bookkeeping = Bookkeeping::None;
    const IS_COLLECTED: bool = false;

    /// The creation of the Service says it.
    fn record_created(&self, _: &mut World, _: Rule) {}

    /// The removal of the Service says it.
    fn record_removed(&self, _: &mut World) {}

    fn record(&self, world: &mut World, old: &Self, rule: Rule) {
        if self.addresses != old.addresses {
            let (old, new) = (Box::new(old.addresses.clone()), Box::new(self.addresses.clone()));
            world.record(about(self), Fact::Endpoints { old, new }, rule);
        }
    }

    fn shape(&self, _: &Frame<'_>, out: &mut Digest) {
        out.debug(&self.addresses);
    }
}
