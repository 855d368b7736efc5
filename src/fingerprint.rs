//! A number for the state of a simulation, the same natively and in Wasm.

use crate::sim::Sim;

/// FNV-1a over the state's own words: small, named, the same everywhere.
struct Fnv(u64);

impl std::fmt::Write for Fnv {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Ok(())
    }
}

/// The fingerprint of a simulation: its time, its chance, every Pod, every Event, how much is planned.
pub fn of(sim: &Sim) -> u64 {
    use std::fmt::Write;
    let mut hash = Fnv(0xcbf2_9ce4_8422_2325);
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
        }
        Ok::<(), std::fmt::Error>(())
    })();
    debug_assert!(written.is_ok(), "hashing takes every text");
    hash.0
}
