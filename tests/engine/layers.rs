//! Each folder of the engine knows only the folders below it, and no folder inside one of them is part of a circle.
//!
//! The test reads the source code. It resolves every path that begins with `crate`, `self` or `super`, in imports,
//! expressions, types and macros. Unit tests may use what they like.

use proc_macro2::{TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
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
    &["lesson"],
    &["benchmarks"],
];

fn layer(folder: &str) -> Option<usize> {
    LAYERS.iter().position(|folders| folders.contains(&folder))
}

/// Finds what a file names.
struct Imports {
    /// The path of the module that is read.
    module: Vec<String>,
    /// The paths, from the root of the crate.
    found: BTreeSet<Vec<String>>,
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
        self.found.insert(place);
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

/// The module that a file is.
fn module(file: &str) -> Vec<String> {
    let module = file.trim_end_matches(".rs").trim_end_matches("/mod");
    module.split('/').map(str::to_owned).collect()
}

/// The paths that a file of the engine names. `file` is its path in `src/`.
fn imports(file: &str, source: &str) -> BTreeSet<Vec<String>> {
    let parsed = syn::parse_file(source).unwrap_or_else(|error| panic!("{file}: {error}"));
    let mut imports = Imports { module: module(file), found: BTreeSet::new() };
    imports.visit_file(&parsed);
    imports.found
}

/// The folders that a file of the engine names although they are not below its own.
fn upward(file: &str, source: &str) -> BTreeSet<String> {
    let own = module(file)[0].clone();
    let here = layer(&own).unwrap_or_else(|| panic!("no layer has the folder {own}"));
    let found = imports(file, source).into_iter().filter_map(|path| path.first().cloned());
    let found = found.filter(|folder| *folder != own);
    // What the crate's root offers again may come from anywhere.
    found.filter(|folder| layer(folder).is_none_or(|there| there >= here)).collect()
}

/// The circles that a folder inside a layer is part of, with the files beside it and the other folders there. The file of the
/// folder itself, `x.rs` or `x/mod.rs`, says what it offers: it belongs to both sides and does not count.
fn circles(files: &[(String, String)]) -> Vec<String> {
    let modules: BTreeSet<Vec<String>> = files.iter().map(|(file, _)| module(file)).collect();
    let is_folder = |path: &[String]| {
        modules.iter().any(|module| module.len() > path.len() && module.starts_with(path))
    };
    let mut uses: BTreeMap<Vec<String>, BTreeSet<Vec<String>>> = BTreeMap::new();
    for (file, source) in files {
        let from = module(file);
        for path in imports(file, source) {
            let prefixes = (1..=path.len()).rev().map(|length| &path[..length]);
            let Some(to) = prefixes.into_iter().find(|prefix| modules.contains(*prefix)) else {
                continue;
            };
            if is_folder(&from) || is_folder(to) || from == to || from[0] != to[0] {
                continue;
            }
            let common = from.iter().zip(to).take_while(|(one, other)| one == other).count();
            let known = uses.entry(from[..=common].to_vec()).or_default();
            known.insert(to[..=common].to_vec());
        }
    }
    let reached = |start: &Vec<String>| {
        let (mut known, mut next) = (BTreeSet::new(), vec![start]);
        while let Some(path) = next.pop() {
            for used in uses.get(path).into_iter().flatten() {
                if known.insert(used) {
                    next.push(used);
                }
            }
        }
        known
    };
    let folders = uses.keys().filter(|path| is_folder(path));
    let back = |folder: &Vec<String>| {
        let used = uses[folder].iter().filter(|used| reached(used).contains(folder));
        let circle =
            |used: &Vec<String>| format!("{0} -> {1} -> {0}", folder.join("/"), used.join("/"));
        used.map(circle).collect::<Vec<String>>()
    };
    folders.flat_map(back).collect()
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

/// The files of the engine with what is in them.
fn engine() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut all = Vec::new();
    files(&root, &mut all, &root);
    all.retain(|file| file != "lib.rs");
    all.sort();
    let read = |file| fs::read_to_string(root.join(file)).expect("a file of the engine");
    all.into_iter().map(|file| (file.clone(), read(file))).collect()
}

#[test]
fn each_folder_knows_only_those_below_it() {
    let all = engine();
    assert!(all.iter().all(|(file, _)| file.contains('/')), "a file lies outside the folders");
    let found: Vec<String> = all
        .iter()
        .flat_map(|(file, source)| {
            upward(file, source).into_iter().map(move |folder| format!("{file} -> {folder}"))
        })
        .collect();
    assert!(found.is_empty(), "these know a folder that is not below their own: {found:#?}");
}

#[test]
fn no_folder_inside_a_layer_is_part_of_a_circle() {
    let found = circles(&engine());
    assert!(found.is_empty(), "these folders need what needs them: {found:#?}");
}

#[test]
fn a_planted_circle_is_found() {
    let found = |files: &[(&str, &str)]| {
        let owned = |(file, source): &(&str, &str)| ((*file).to_owned(), (*source).to_owned());
        circles(&files.iter().map(owned).collect::<Vec<_>>())
    };
    let down = ("sim/power.rs", "use super::act::drain::drained;");
    let up = ("sim/act/drain.rs", "use crate::sim::{Sim, power::plan};");
    let face = ("sim/act.rs", "mod drain; use crate::sim::power::plan;");
    let root = ("sim/mod.rs", "mod power; use act::drain::drained;");
    assert_eq!(found(&[root, face, down, up]), ["sim/act -> sim/power -> sim/act"]);
    assert_eq!(found(&[root, face, up, ("sim/power.rs", "")]), [""; 0]);
    assert_eq!(found(&[root, face, down, ("sim/act/drain.rs", "use crate::sim::Sim;")]), [""; 0]);
    // Two folders, by way of a file.
    let first = ("sim/act/drain.rs", "use crate::sim::view::rows::Row;");
    let second = ("sim/view/rows.rs", "use crate::sim::power::plan;");
    let circle = ["sim/act -> sim/view -> sim/act", "sim/view -> sim/power -> sim/view"];
    assert_eq!(found(&[root, face, down, first, second]), circle);
}

#[test]
fn a_planted_upward_import_is_found() {
    let upward = |source: &str| Vec::from_iter(upward("cluster/world.rs", source));
    let is_found = |source: &str| upward(source) == ["sim"];
    assert!(is_found("use crate::sim::Sim;"));
    assert!(is_found("use crate::{api::pod::Pod, sim::Sim};"));
    assert!(is_found("use super::super::sim::Sim;"));
    assert!(is_found("pub use crate::sim::*;"));
    assert!(is_found("fn f() -> crate::sim::Sim { todo!() }"));
    assert!(is_found("fn f() { println!(\"{}\", crate::sim::name()); }"));
    assert!(is_found("macro_rules! m { () => { $crate::sim::name() } }"));
    assert!(is_found("mod inner { use super::super::super::sim::Sim; }"));
    assert_eq!(upward("use crate::Sim;"), ["Sim"]);
    assert!(!is_found("#[cfg(test)] mod tests { use crate::sim::Sim; }"));
    assert!(!is_found("use crate::api::pod::Pod;"));
}
