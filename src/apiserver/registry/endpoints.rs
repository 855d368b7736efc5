//! Endpoints. Rule P-804.

use super::{Bookkeeping, Moment, Registry, about};
use crate::api::endpoints::Endpoints;
use crate::cluster::fact::Fact;
use crate::cluster::world::World;
use crate::rules::Rule;
use std::fmt;

impl Registry for Endpoints {
    const CREATED: Rule = Rule::P804;
    const PATCHED: Rule = Rule::P804;
    const REMOVED: Rule = Rule::P804;
    const BOOKKEEPING: Bookkeeping = Bookkeeping::None;
    const IS_COLLECTED: bool = false;

    /// The creation of the Service says it.
    fn record_created(&self, _: &mut World, _: Rule) {}

    fn record(&self, world: &mut World, old: &Self, rule: Rule) {
        if self.addresses != old.addresses {
            let (old, new) = (Box::new(old.addresses.clone()), Box::new(self.addresses.clone()));
            world.record(about(self), Fact::Endpoints { old, new }, rule);
        }
    }

    /// `sim/fingerprint.rs` writes Services together with their endpoints.
    const MARK: &'static str = "";

    fn shape(&self, _: Moment, _: &mut dyn fmt::Write) -> fmt::Result {
        Ok(())
    }
}
