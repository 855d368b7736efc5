//! What the DNS server remembers of earlier queries. Rule E-24.

use super::{Answer, Found, lookup, walk};
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::world::World;

/// How long answers are remembered with the common manifest of CoreDNS, in milliseconds. This also holds for the answer
/// that a name does not resolve.
pub const TTL: u64 = 30_000;

/// The answers that were found lately, by full name, with their times.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cache {
    known: Vec<(Text, SimTime, Found)>,
}

impl Cache {
    /// Asks for a name. Returns the answer and, when the cache had it, the moment at which it was found. Rule E-24.
    pub fn ask(&mut self, world: &World, name: &str, from: &str) -> (Answer, Option<SimTime>) {
        let now = world.now;
        // After a step back in time, answers from the future are forgotten.
        self.known.retain(|(_, at, _)| *at <= now && now.since(*at) < TTL);
        let answer = walk(world, name, from, &mut |name| {
            if let Some((.., found)) = self.known.iter().find(|(known, ..)| known == name) {
                return found.clone();
            }
            let found = lookup(world, name);
            self.known.push((name.clone(), now, found.clone()));
            found
        });
        let earlier = self.known.iter().find(|(known, at, _)| *known == answer.name && *at < now);
        let earlier = earlier.map(|(_, at, _)| *at);
        (answer, earlier)
    }
}
