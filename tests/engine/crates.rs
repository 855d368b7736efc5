//! Each crate of the workspace knows only the crates below it.
//!
//! The test reads the manifests. Cargo itself refuses circles; this keeps a lower crate from a dependency on a higher one.

use std::fs;
use std::path::PathBuf;

/// The folders of the crates with what they are called, from those that know nothing of the others to those that know all. Crates on one
/// line do not know each other.
const LAYERS: &[&[(&str, &str)]] = &[
    &[(".", "podlab"), ("lessons", "podlab-lessons")],
    &[("messages", "podlab-messages")],
    &[("stage", "podlab-stage"), ("link", "podlab-link")],
    &[("figure", "podlab-figure")],
    &[("web", "podlab-web"), ("web/engine", "podlab-engine"), ("cli", "podlab-cli")],
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn layer(name: &str) -> Option<usize> {
    LAYERS.iter().position(|crates| crates.iter().any(|(_, known)| *known == name))
}

/// The crates of the workspace that a crate depends on although they are not below it.
fn upward(manifest: &str) -> Vec<String> {
    let manifest: toml::Table = manifest.parse().expect("a manifest");
    let name = manifest["package"]["name"].as_str().expect("a crate has a name");
    let here = layer(name).unwrap_or_else(|| panic!("no layer has the crate {name}"));
    let dependencies = manifest.get("dependencies").and_then(toml::Value::as_table);
    let known = dependencies.into_iter().flat_map(|table| table.keys());
    let is_upward = |other: &&String| layer(other).is_some_and(|there| there >= here);
    known.filter(is_upward).cloned().collect()
}

#[test]
fn each_crate_knows_only_those_below_it() {
    let found: Vec<String> = LAYERS
        .iter()
        .copied()
        .flatten()
        .flat_map(|(folder, name)| {
            let manifest = root().join(folder).join("Cargo.toml");
            let manifest = fs::read_to_string(manifest).expect("a crate has a manifest");
            upward(&manifest).into_iter().map(move |other| format!("{name} -> {other}"))
        })
        .collect();
    assert!(found.is_empty(), "these depend on a crate that is not below them: {found:#?}");
}

#[test]
fn a_planted_dependency_is_found() {
    let manifest = |of: &str, on: &str| {
        upward(&format!("[package]\nname = \"{of}\"\n[dependencies]\n{on}.workspace = true\n"))
    };
    assert_eq!(manifest("podlab-stage", "podlab-figure"), ["podlab-figure"]);
    assert_eq!(manifest("podlab-stage", "podlab-link"), ["podlab-link"]);
    assert!(manifest("podlab-figure", "podlab-stage").is_empty());
    assert!(manifest("podlab-stage", "serde").is_empty());
}
