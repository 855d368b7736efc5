//! Scenarios that run natively and in Wasm and must come out alike; the tests are in `tests/`.

use podlab::api::ReadOptions;
use podlab::base::time::SimTime;
use podlab::files::scenario_file::read;
use podlab::manifest::render;
use podlab::rules::release::Release;
use std::fmt::Write;

/// A scenario of the folder `scenarios/` by its name, with its text.
macro_rules! scenarios {
    ($($name:literal),* $(,)?) => {
        /// The scenarios: name and text. A file in the folder that is not listed here fails a test.
        pub const SCENARIOS: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../scenarios/", $name, ".yaml")))),*];
    };
}

scenarios![
    "answers",
    "crash_loop",
    "gates_and_patches",
    "hooks_and_grace",
    "init_containers",
    "jobs",
    "kept",
    "left_alone",
    "liveness",
    "node_return",
    "next_looks",
    "old_revisions",
    "owners",
    "programs",
    "pulls",
    "readiness_service",
    "refused_and_collected",
    "replica_set",
    "deployment",
    "runtime_errors",
    "scheduling",
    "sets_that_wait",
    "sidecars",
    "startup_probe",
    "stateful_set",
    "volumes",
];

/// The fingerprints that are expected: a line each of scenario, release and fingerprint.
pub const EXPECTED: &str = include_str!("../fingerprints.txt");

/// Milliseconds between two looks at a running simulation.
const LOOK: u64 = 10_000;

/// One number for a whole run: the simulation's fingerprint every ten seconds, and every change, as other programs
/// read it, with its cause.
pub fn fingerprint(text: &str, release: Release) -> u64 {
    let scenario = read(text, &ReadOptions::default()).unwrap_or_else(|found| {
        let told: Vec<String> = found.iter().map(|mistake| render(mistake, text)).collect();
        panic!("{}", told.join("\n"))
    });
    let settings = podlab::cluster::world::Settings { release, ..scenario.settings() };
    let mut player = scenario.play(settings);
    let until = scenario.until.expect("every scenario says when it ends");
    let mut hash = Fnv(0xcbf2_9ce4_8422_2325);
    let mut time = SimTime::ZERO;
    while time < until {
        time = until.min(time + LOOK);
        player.run_until(time);
        let (changes, seen) = (player.sim.take_changes(), player.sim.take_watch().len());
        for change in changes {
            let (number, pod, cause) = (change.number, change.pod, change.cause);
            write!(hash, "{number}{pod:?}{cause:?}{:?}", change.record(String::new()))
                .expect("hashing never fails");
        }
        write!(hash, "{seen}{}", player.sim.fingerprint()).expect("hashing never fails");
    }
    hash.0
}

/// The fingerprints of all scenarios in all releases, in the form of [`EXPECTED`].
pub fn fingerprints() -> String {
    let mut lines = String::new();
    for (name, text) in SCENARIOS {
        for release in Release::ALL {
            let hash = fingerprint(text, release);
            writeln!(lines, "{name} {} {hash:016x}", release.as_str())
                .expect("writing to a string never fails");
        }
    }
    lines
}

/// FNV-1a, the same everywhere.
struct Fnv(u64);

impl Write for Fnv {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Ok(())
    }
}
