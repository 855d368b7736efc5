//! EndpointSlices. Rule E-02.

use super::{Bookkeeping, Frame, Registry};
use crate::api::endpoints::EndpointSlice;
use crate::base::digest::Digest;
use crate::cluster::world::World;
use crate::rules::Rule;

impl Registry for EndpointSlice {
    const CREATED: Rule = Rule::P804;
    const PATCHED: Rule = Rule::P804;
    const REMOVED: Rule = Rule::P804;
    const BOOKKEEPING: Bookkeeping = Bookkeeping::None;
    const IS_COLLECTED: bool = false;

    /// The creation of the Service says it.
    fn record_created(&self, _: &mut World, _: Rule) {}

    /// The removal of the Service says it.
    fn record_removed(&self, _: &mut World) {}

    /// The changes of the Endpoints say what people need to know.
    fn record(&self, _: &mut World, _: &Self, _: Rule) {}

    /// What a slice says follows from the Pods.
    fn shape(&self, _: &Frame<'_>, _: &mut Digest) {}
}
