//! What the DNS server remembers of earlier questions. Rule E-24.

use super::{Answer, Found, lookup, walk};
use crate::base::text::Text;
use crate::base::time::SimTime;
use crate::cluster::world::World;

/// Milliseconds the common manifest of CoreDNS lets answers be remembered, also that a name does not resolve.
pub const TTL: u64 = 30_000;

/// What was found lately of full names, and when.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cache {
    known: Vec<(Text, SimTime, Found)>,
}

impl Cache {
    /// Asks for a name. Gives the answer, and when it was found if that was earlier. Rule E-24.
    pub fn ask(&mut self, world: &World, name: &str, from: &str) -> (Answer, Option<SimTime>) {
        let now = world.now;
        // After a step back in time, what was found in the future is not known yet.
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
