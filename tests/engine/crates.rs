//! Each crate of the workspace knows only the crates below it.
//!
//! The test reads the manifests. Cargo itself refuses circles; this keeps a lower crate from a dependency on a higher one. It also reads
//! the declarations of modules, so that no crate includes a source file of another.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};
use syn::visit::{self, Visit};
use syn::{Expr, ItemMod, Lit, Meta};

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

/// Finds the files that modules name with `#[path]`.
#[derive(Default)]
struct Paths(BTreeSet<String>);

impl<'ast> Visit<'ast> for Paths {
    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        for attribute in &item.attrs {
            if let Meta::NameValue(pair) = &attribute.meta
                && pair.path.is_ident("path")
                && let Expr::Lit(literal) = &pair.value
                && let Lit::Str(path) = &literal.lit
            {
                self.0.insert(path.value());
            }
        }
        visit::visit_item_mod(self, item);
    }
}

/// The files outside a crate that a file of it includes as modules. `depth` is the number of folders between the crate and the file.
fn outside(source: &str, depth: usize) -> Vec<String> {
    let mut paths = Paths::default();
    paths.visit_file(&syn::parse_file(source).expect("a source file"));
    let leads_out = |path: &String| {
        let up = Path::new(path).components().filter(|part| *part == Component::ParentDir);
        up.count() > depth
    };
    paths.0.into_iter().filter(leads_out).collect()
}

fn check(folder: &Path, depth: usize, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder of a crate") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            check(&path, depth + 1, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let source = fs::read_to_string(&path).expect("a source file");
            let outside = outside(&source, depth).into_iter();
            found.extend(outside.map(|other| format!("{} -> {other}", path.display())));
        }
    }
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
fn no_crate_includes_a_source_file_of_another() {
    let mut found = Vec::new();
    for (folder, _) in LAYERS.iter().copied().flatten() {
        check(&root().join(folder).join("src"), 1, &mut found);
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn a_planted_dependency_or_path_is_found() {
    let manifest = |of: &str, on: &str| {
        upward(&format!("[package]\nname = \"{of}\"\n[dependencies]\n{on}.workspace = true\n"))
    };
    assert_eq!(manifest("podlab-stage", "podlab-figure"), ["podlab-figure"]);
    assert_eq!(manifest("podlab-stage", "podlab-link"), ["podlab-link"]);
    assert!(manifest("podlab-figure", "podlab-stage").is_empty());
    assert!(manifest("podlab-stage", "serde").is_empty());
    let source = "#[path = \"../../web/src/view.rs\"] mod view;";
    assert_eq!(outside(source, 1), ["../../web/src/view.rs"]);
    assert!(outside("#[path = \"../view.rs\"] mod view;", 1).is_empty());
}
