//! What must not depend on the machine: each test runs natively and, under Node.js, in Wasm.

#[cfg(not(target_arch = "wasm32"))]
use core::prelude::v1::test;
use podlab::ReadOptions;
use podlab::files::lesson_file::read_variants;
use podlab::lesson::open;
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

#[test]
fn a_seed_chooses_the_same_variant_of_a_lesson() {
    let text = include_str!("../../../lessons/lessons/start-ordinal.yaml");
    let variants = read_variants(text, &ReadOptions::default()).expect("it is right");
    let seeds = [None, Some(0), Some(1), Some(32_767), Some(u64::MAX)];
    assert_eq!(seeds.map(|seed| variants.index(seed)), [0, 0, 1, 1, 0]);
    let first_pods = seeds.map(|seed| {
        let history = open(variants.of_seed(seed)).expect("nothing is refused");
        let mut pods = history.sim().world().pods();
        pods.next().expect("there are Pods").1.metadata.name.to_string()
    });
    assert_eq!(first_pods, ["orders-3", "orders-3", "orders-13", "orders-13", "orders-3"]);
}

#[cfg(not(target_arch = "wasm32"))]
#[test]
fn every_file_in_the_folder_is_listed() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios");
    let files = std::fs::read_dir(folder).expect("the folder is there").count();
    assert_eq!(files, SCENARIOS.len());
}
