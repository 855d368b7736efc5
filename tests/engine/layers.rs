//! Each folder of the engine knows only the folders below it.
//!
//! The test reads the source code. It resolves every path that begins with `crate`, `self` or `super`, in imports,
//! expressions, types and macros. Unit tests may use what they like.

use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemMod, ItemUse, Macro, UseTree};

/// The folders, from those that know nothing of the others to those that know all. Folders on one line do not know each other.
const LAYERS: &[&[&str]] = &[
    &["base"],
    &["rules"],
    &["manifest"],
    &["api"],
    &["cluster"],
    &["apiserver", "dns"],
    &["kubelet", "scheduler", "controller", "kubectl"],
    &["sim"],
    &["timeline"],
    &["files"],
    &["questions"],
    &["workload"],
];

fn layer(folder: &str) -> Option<usize> {
    LAYERS.iter().position(|folders| folders.contains(&folder))
}

/// Finds the folders that a file names.
struct Imports {
    /// The path of the module that is read.
    module: Vec<String>,
    /// The folders.
    found: BTreeSet<String>,
}

impl Imports {
    /// Takes in a path by its segments.
    fn path(&mut self, segments: &[String]) {
        let mut place = match segments.first().map(String::as_str) {
            Some("crate") => Vec::new(),
            Some("self" | "super") => self.module.clone(),
            _ => return,
        };
        for segment in segments {
            match segment.as_str() {
                "crate" | "self" => {}
                "super" => {
                    place.pop();
                }
                name => place.push(name.to_owned()),
            }
        }
        self.found.extend(place.first().cloned());
    }

    fn tree(&mut self, tree: &UseTree, mut before: Vec<String>) {
        match tree {
            UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.tree(&path.tree, before);
            }
            UseTree::Name(name) => {
                before.push(name.ident.to_string());
                self.path(&before);
            }
            UseTree::Rename(name) => {
                before.push(name.ident.to_string());
                self.path(&before);
            }
            UseTree::Glob(_) => self.path(&before),
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.tree(tree, before.clone());
                }
            }
        }
    }

    /// Takes in the paths in a macro, also in its definition, where `$crate` stands for `crate`.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                TokenTree::Ident(ident) => {
                    if colons != 2 {
                        self.path(&path);
                        path.clear();
                    }
                    path.push(ident.to_string());
                    colons = 0;
                }
                other => {
                    self.path(&path);
                    path.clear();
                    colons = 0;
                    if let TokenTree::Group(group) = other {
                        self.tokens(group.stream());
                    }
                }
            }
        }
        self.path(&path);
    }
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Ident>().is_ok_and(|word| word == "test")
    })
}

impl<'ast> Visit<'ast> for Imports {
    fn visit_item(&mut self, item: &'ast Item) {
        let attributes = match item {
            Item::Fn(item) => &item.attrs,
            Item::Impl(item) => &item.attrs,
            Item::Mod(item) => &item.attrs,
            Item::Use(item) => &item.attrs,
            _ => return visit::visit_item(self, item),
        };
        if !is_test(attributes) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        self.module.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.module.pop();
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        self.tree(&item.tree, Vec::new());
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments: Vec<String> =
            path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if segments.len() > 1 {
            self.path(&segments);
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, item: &'ast Macro) {
        self.tokens(item.tokens.clone());
    }

    // What is documented may be anywhere.
    fn visit_attribute(&mut self, _: &'ast Attribute) {}
}

/// The folders that a file of the engine names although they are not below its own. `file` is its path in `src/`.
fn upward(file: &str, source: &str) -> Vec<String> {
    let module = file.trim_end_matches(".rs").trim_end_matches("/mod");
    let module: Vec<String> = module.split('/').map(str::to_owned).collect();
    let own = module[0].clone();
    let here = layer(&own).unwrap_or_else(|| panic!("no layer has the folder {own}"));
    let parsed = syn::parse_file(source).unwrap_or_else(|error| panic!("{file}: {error}"));
    let mut imports = Imports { module, found: BTreeSet::new() };
    imports.visit_file(&parsed);
    let found = imports.found.into_iter().filter(|folder| *folder != own);
    // What the crate's root offers again may come from anywhere.
    found.filter(|folder| layer(folder).is_none_or(|there| there >= here)).collect()
}

fn files(folder: &Path, all: &mut Vec<String>, root: &Path) {
    for entry in fs::read_dir(folder).expect("a folder of the engine") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, all, root);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let file = path.strip_prefix(root).expect("below the root");
            all.push(file.to_str().expect("a name in ASCII").replace('\\', "/"));
        }
    }
}

#[test]
fn each_folder_knows_only_those_below_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut all = Vec::new();
    files(&root, &mut all, &root);
    all.retain(|file| file != "lib.rs");
    all.sort();
    assert!(all.iter().all(|file| file.contains('/')), "a file lies outside the folders");
    let found: Vec<String> = all
        .iter()
        .flat_map(|file| {
            let source = fs::read_to_string(root.join(file)).expect("a file of the engine");
            upward(file, &source).into_iter().map(move |folder| format!("{file} -> {folder}"))
        })
        .collect();
    assert!(found.is_empty(), "these know a folder that is not below their own: {found:#?}");
}

#[test]
fn a_planted_upward_import_is_found() {
    let is_found = |source: &str| upward("cluster/world.rs", source) == ["sim"];
    assert!(is_found("use crate::sim::Sim;"));
    assert!(is_found("use crate::{api::pod::Pod, sim::Sim};"));
    assert!(is_found("use super::super::sim::Sim;"));
    assert!(is_found("pub use crate::sim::*;"));
    assert!(is_found("fn f() -> crate::sim::Sim { todo!() }"));
    assert!(is_found("fn f() { println!(\"{}\", crate::sim::name()); }"));
    assert!(is_found("macro_rules! m { () => { $crate::sim::name() } }"));
    assert!(is_found("mod inner { use super::super::super::sim::Sim; }"));
    assert_eq!(upward("cluster/world.rs", "use crate::Sim;"), ["Sim"]);
    assert!(!is_found("#[cfg(test)] mod tests { use crate::sim::Sim; }"));
    assert!(!is_found("use crate::api::pod::Pod;"));
}
