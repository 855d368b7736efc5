//! What a file of source code names.

use proc_macro2::{TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemMod, ItemUse, Macro, UseTree, Visibility};

/// Finds what a file names. All paths are from the root of the crate. One that begins with neither `crate`, `self` nor `super` is
/// taken to begin in the module that names it: what is not found there is from another crate.
pub struct Imports {
    /// The path of the module that is read.
    module: Vec<String>,
    /// What the file uses itself.
    pub used: BTreeSet<Vec<String>>,
    /// What the file offers again, with `pub use`.
    offered: BTreeSet<Vec<String>>,
    /// The names that the imports give, with the paths that they stand for.
    pub links: BTreeMap<Vec<String>, Vec<String>>,
}

impl Imports {
    /// All that the file names.
    pub fn all(self) -> impl Iterator<Item = Vec<String>> {
        self.used.into_iter().chain(self.offered)
    }

    /// The path from the root that a path stands for.
    fn absolute(&self, segments: &[String]) -> Vec<String> {
        let is_from_root = segments.first().is_some_and(|first| first == "crate");
        let mut place = if is_from_root { Vec::new() } else { self.module.clone() };
        for segment in segments {
            match segment.as_str() {
                "crate" | "self" => {}
                "super" => {
                    place.pop();
                }
                name => place.push(name.to_owned()),
            }
        }
        place
    }

    /// Takes in a path by its segments. Alone, `self` is a value, and `crate` and `super` say who sees an item.
    fn path(&mut self, segments: &[String]) {
        if segments.iter().any(|name| !matches!(name.as_str(), "crate" | "self" | "super")) {
            self.used.insert(self.absolute(segments));
        }
    }

    /// Takes in what an import names, and the name that it gives to it.
    fn import(&mut self, segments: &[String], name: Option<String>, is_offered: bool) {
        let path = self.absolute(segments);
        if let Some(name) = name {
            self.links.insert(self.absolute(&[name]), path.clone());
        }
        let found = if is_offered { &mut self.offered } else { &mut self.used };
        found.insert(path);
    }

    fn tree(&mut self, tree: &UseTree, mut before: Vec<String>, is_offered: bool) {
        match tree {
            UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.tree(&path.tree, before, is_offered);
            }
            UseTree::Name(name) => {
                before.push(name.ident.to_string());
                let name = before.iter().rfind(|segment| *segment != "self").cloned();
                self.import(&before, name, is_offered);
            }
            UseTree::Rename(name) => {
                before.push(name.ident.to_string());
                self.import(&before, Some(name.rename.to_string()), is_offered);
            }
            UseTree::Glob(_) => {
                before.push("*".to_owned());
                self.import(&before, None, is_offered);
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.tree(tree, before.clone(), is_offered);
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
        let is_offered = !matches!(item.vis, Visibility::Inherited);
        self.tree(&item.tree, Vec::new(), is_offered);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments: Vec<String> =
            path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.path(&segments);
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, item: &'ast Macro) {
        self.visit_path(&item.path);
        self.tokens(item.tokens.clone());
    }

    // What is documented may be anywhere.
    fn visit_attribute(&mut self, _: &'ast Attribute) {}
}

/// The module that a file is. `file` is its path in the folder of its crate.
pub fn module(file: &str) -> Vec<String> {
    if file == "lib.rs" {
        return Vec::new();
    }
    let module = file.trim_end_matches(".rs").trim_end_matches("/mod");
    module.split('/').map(str::to_owned).collect()
}

/// What a file names.
pub fn imports(file: &str, source: &str) -> Imports {
    let parsed = syn::parse_file(source).unwrap_or_else(|error| panic!("{file}: {error}"));
    let mut imports = Imports {
        module: module(file),
        used: BTreeSet::new(),
        offered: BTreeSet::new(),
        links: BTreeMap::new(),
    };
    imports.visit_file(&parsed);
    imports
}
