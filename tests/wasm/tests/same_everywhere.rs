//! What must not depend on the machine: each test runs natively and, under Node.js, in Wasm.

#[cfg(not(target_arch = "wasm32"))]
use core::prelude::v1::test;
use podlab_wasm_tests::{EXPECTED, SCENARIOS, fingerprint, fingerprints};
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// A change of the engine's rules changes fingerprints: `UPDATE_GOLDEN=1 cargo test -p podlab-wasm-tests` writes them
/// again. A change that should change nothing, such as one for speed, must leave them as they are.
#[test]
fn every_scenario_has_its_fingerprint_in_every_release() {
    let found = fingerprints();
    #[cfg(not(target_arch = "wasm32"))]
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/fingerprints.txt");
        std::fs::write(file, &found).expect("the fingerprints are written");
        return;
    }
    let differing: Vec<(&str, &str)> =
        found.lines().zip(EXPECTED.lines()).filter(|(found, expected)| found != expected).collect();
    assert!(differing.is_empty(), "found and expected differ:\n{differing:#?}");
    assert_eq!(found.lines().count(), EXPECTED.lines().count());
}

#[test]
fn a_run_comes_out_the_same_twice() {
    for (name, text) in SCENARIOS {
        let release = podlab::rules::release::Release::Current;
        assert_eq!(fingerprint(text, release), fingerprint(text, release), "{name}");
    }
}

#[cfg(not(target_arch = "wasm32"))]
#[test]
fn every_file_in_the_folder_is_listed() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios");
    let files = std::fs::read_dir(folder).expect("the folder is there").count();
    assert_eq!(files, SCENARIOS.len());
}
