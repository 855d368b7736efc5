//! Numbers that stand for the state of a simulation, the same natively and in Wasm.

mod shape;

use crate::api;
use crate::api::Resource;
use crate::api::core::Service;
use crate::apiserver::registry;
use crate::cluster::tables::TableKind;
use crate::manifest::emit;
use crate::sim::Sim;
use std::fmt::{Result, Write};

pub use shape::{Depth, shape};

/// FNV-1a over the debug output of the state: a small, well-known hash that is the same everywhere.
struct Fnv(u64);

impl Fnv {
    const fn new() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Write for Fnv {
    fn write_str(&mut self, text: &str) -> Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Ok(())
    }
}

/// Returns what a changed Service looks like now, or an empty text for a Service that was not changed.
///
/// A Service gets a resource version only when it is changed. Until then it is what its manifest says.
fn changes(service: &Service) -> String {
    let metadata = &service.metadata;
    if metadata.resource_version.is_empty() {
        return String::new();
    }
    let spec = api::write(&Resource::Service(service.clone()));
    let spec = spec.get("spec").map(emit::json).unwrap_or_default();
    format!("service{:?}{:?}{spec}", metadata.labels, metadata.annotations)
}

/// Returns the fingerprint of a simulation: its time, its random state, every Pod, Event and object
/// in a table, and the number of planned events.
pub fn of(sim: &Sim) -> u64 {
    let mut hash = Fnv::new();
    let world = sim.world();
    let written = (|| {
        write!(hash, "{:?}{:?}{}", world.now, world.rng, world.queue.len())?;
        for (id, pod) in world.pods() {
            write!(hash, "{id}{pod:?}")?;
        }
        for event in world.recorder.events() {
            write!(hash, "{event:?}")?;
        }
        for (service, (ready, not_ready)) in world.services() {
            write!(hash, "{}{ready:?}{not_ready:?}", service.metadata.name)?;
            write!(hash, "{}", changes(service))?;
        }
        for kind in TableKind::ALL {
            registry::table(*kind).fingerprint(world, &mut hash)?;
        }
        for (id, machine) in world.machines.iter() {
            write!(hash, "machine{id}{machine:?}{:?}", world.last_node(id))?;
        }
        for (pod, budget) in &world.workloads.refused {
            write!(hash, "refused{pod}{budget}")?;
        }
        Ok::<(), std::fmt::Error>(())
    })();
    debug_assert!(written.is_ok(), "hashing takes every text");
    hash.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::time::SimTime;
    use crate::cluster::machines::Crossed;
    use crate::cluster::world::Settings;

    /// Returns the shapes of one state after each of these acts.
    fn shapes(acts: &[&dyn Fn(&mut Sim)]) -> Vec<[u64; 2]> {
        let of = |act: &&dyn Fn(&mut Sim)| {
            let mut sim = Sim::with_nodes(Settings::default(), 1);
            act(&mut sim);
            [Depth::Exact, Depth::Settled].map(|depth| shape(&sim, depth))
        };
        acts.iter().map(of).collect()
    }

    #[test]
    fn a_shape_tells_apart_of_what_a_machine_is_short() {
        let crossed = |sim: &mut Sim, what: usize, which: usize| {
            let crossed = Crossed { since: SimTime::ZERO, is_met: true };
            sim.world.machines.of(0).crossed[what][which] = Some(crossed);
        };
        let pressed = |sim: &mut Sim, what: usize| {
            sim.world.machines.of(0).pressed[what] = Some(SimTime::ZERO);
        };
        let all = shapes(&[
            &|sim| sim.world.machines.of(0).round = false,
            &|sim| crossed(sim, 0, 0),
            &|sim| crossed(sim, 1, 0),
            &|sim| crossed(sim, 1, 1),
            &|sim| crossed(sim, 2, 1),
            &|sim| pressed(sim, 0),
            &|sim| pressed(sim, 1),
        ]);
        for (index, one) in all.iter().enumerate() {
            assert!(all[..index].iter().all(|other| other[0] != one[0] && other[1] != one[1]));
        }
    }
}
