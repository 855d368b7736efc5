//! Each folder of the engine knows only the folders below it, and no folder inside one of them is part of a circle. No file is part
//! of a circle either, in the engine and in the crates that say and draw what it does.
//!
//! The test reads the source code. It resolves every path in imports, expressions, types and macros. Unit tests may use what
//! they like.

mod imports;

use imports::{Imports, imports, module};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

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

/// The folders with the source code of the crates whose files know each other in one direction only.
const CRATES: &[&str] =
    &["src", "messages/src", "stage/src", "figure/src", "link/src", "lessons/src", "web/src"];

/// The folders whose own file, `x.rs` or `x/mod.rs`, calls the files below it and defines what they need. What such a file knows of
/// the files below it does not count.
const CALLS_DOWN: &[&str] = &[
    // It has the writes of all kinds, and finds the kind of an object by the files below.
    "apiserver/registry",
    // It collects the warnings, and leaves those of Pods to a file below.
    "apiserver/warnings",
    // It defines what a program does, and leaves the reading of commands to the files below.
    "cluster/program",
    // It finds Services, and leaves the names of single Pods to a file below.
    "dns",
    // It defines what a feature is, and looks into the table below.
    "rules/feature",
];

fn layer(folder: &str) -> Option<usize> {
    LAYERS.iter().position(|folders| folders.contains(&folder))
}

/// The folders that a file of the engine names although they are not below its own.
fn upward(file: &str, source: &str) -> BTreeSet<String> {
    let own = module(file)[0].clone();
    let here = layer(&own).unwrap_or_else(|| panic!("no layer has the folder {own}"));
    let found = imports(file, source).all();
    let found = found.filter_map(|path| path.first().cloned());
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
        for path in imports(file, source).all() {
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
    let inner = |(from, _): &(&Vec<String>, &Vec<String>)| is_folder(from);
    said(arrows_of_circles(&uses).into_iter().filter(inner))
}

/// The circles of files. An arrow leads to the file that defines what is named, past those that only offer it again.
fn file_circles(files: &[(String, String)], calls_down: &[&str]) -> Vec<String> {
    let modules: BTreeSet<Vec<String>> = files.iter().map(|(file, _)| module(file)).collect();
    let read = |(file, source): &(String, String)| (module(file), imports(file, source));
    let read: Vec<(Vec<String>, Imports)> = files.iter().map(read).collect();
    let links: BTreeMap<_, _> = read.iter().flat_map(|(_, imports)| &imports.links).collect();
    let uses = read.iter().map(|(from, imports)| {
        let calls_down = calls_down.contains(&from.join("/").as_str());
        let counts = |to: &Vec<String>| to != from && !(calls_down && to.starts_with(from));
        let used = imports.used.iter().filter_map(|path| definer(path, &links, &modules));
        (from.clone(), used.filter(counts).collect())
    });
    said(arrows_of_circles(&uses.collect()).into_iter())
}

/// The file that defines what a path names; none if the path names a file as a whole, which says nothing about what is needed of it.
fn definer(
    path: &[String],
    links: &BTreeMap<&Vec<String>, &Vec<String>>,
    modules: &BTreeSet<Vec<String>>,
) -> Option<Vec<String>> {
    let (mut path, mut followed) = (path.to_vec(), BTreeSet::new());
    // A file and a name that its folder offers may be called the same: before further segments it is the file.
    let link = |path: &Vec<String>| {
        let lengths = (1..=path.len())
            .filter(|length| *length == path.len() || !modules.contains(&path[..*length]));
        lengths.into_iter().find_map(|length| Some((length, *links.get(&path[..length].to_vec())?)))
    };
    while let Some((length, target)) = link(&path).filter(|(_, target)| followed.insert(*target)) {
        path.splice(..length, target.iter().cloned());
    }
    let file = (0..=path.len()).rev().find(|length| modules.contains(&path[..*length]))?;
    (file < path.len()).then(|| path[..file].to_vec())
}

/// The arrows that are part of a circle.
fn arrows_of_circles<T: Ord>(uses: &BTreeMap<T, BTreeSet<T>>) -> Vec<(&T, &T)> {
    let reached = |start| {
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
    let arrows = uses.iter().flat_map(|(from, used)| used.iter().map(move |to| (from, to)));
    arrows.filter(|(from, to)| reached(*to).contains(from)).collect()
}

fn said<'a>(arrows: impl Iterator<Item = (&'a Vec<String>, &'a Vec<String>)>) -> Vec<String> {
    arrows.map(|(from, to)| format!("{0} -> {1} -> {0}", from.join("/"), to.join("/"))).collect()
}

fn files(folder: &Path, all: &mut Vec<String>, root: &Path) {
    for entry in fs::read_dir(folder).expect("a folder of a crate") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, all, root);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let file = path.strip_prefix(root).expect("below the root");
            all.push(file.to_str().expect("a name in ASCII").replace('\\', "/"));
        }
    }
}

/// The files below a folder with what is in them.
fn sources(folder: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut all = Vec::new();
    files(&root, &mut all, &root);
    all.sort();
    let read = |file| fs::read_to_string(root.join(file)).expect("a file of a crate");
    all.into_iter().map(|file| (file.clone(), read(file))).collect()
}

/// The files of the engine in its folders.
fn engine() -> Vec<(String, String)> {
    sources("src").into_iter().filter(|(file, _)| file != "lib.rs").collect()
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
fn no_two_files_are_part_of_a_circle() {
    let found: Vec<String> =
        CRATES.iter().flat_map(|folder| file_circles(&sources(folder), CALLS_DOWN)).collect();
    assert!(found.is_empty(), "these files need what needs them: {found:#?}");
}

#[test]
fn each_folder_that_calls_down_still_does() {
    let found = file_circles(&engine(), &[]);
    let does =
        |folder: &&str| found.iter().any(|circle| circle.starts_with(&format!("{folder} -> ")));
    assert!(CALLS_DOWN.iter().all(does), "one of {CALLS_DOWN:?} is part of no circle");
}

fn owned(files: &[(&str, &str)]) -> Vec<(String, String)> {
    let owned = |(file, source): &(&str, &str)| ((*file).to_owned(), (*source).to_owned());
    files.iter().map(owned).collect()
}

#[test]
fn a_planted_circle_is_found() {
    let found = |files: &[(&str, &str)]| circles(&owned(files));
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
fn a_planted_circle_of_files_is_found() {
    let found = |files: &[(&str, &str)]| file_circles(&owned(files), &["dns"]);
    let root = ("sim/mod.rs", "mod act; mod power; pub use power::{plan, watt as unit};");
    let power = ("sim/power.rs", "use super::act; pub fn plan() { act::drain() }");
    let is_found = |source: &str| {
        found(&[root, power, ("sim/act.rs", source)])
            == ["sim/act -> sim/power -> sim/act", "sim/power -> sim/act -> sim/power"]
    };
    assert!(is_found("use crate::sim::power::plan;"));
    assert!(is_found("use super::{Sim, power::{self as source}}; fn f() { source::plan() }"));
    assert!(is_found("use super::power::*;"));
    assert!(is_found("use crate::sim::plan;"));
    assert!(is_found("fn f() { super::unit::<u8>() }"));
    assert!(is_found("fn f() { println!(\"{}\", crate::sim::power::plan()); }"));
    assert!(is_found("fn f() { crate::sim::power::told!() }"));
    assert!(!is_found("use super::{Sim, power};"));
    assert!(!is_found("pub use super::power::plan;"));
    assert!(!is_found("#[cfg(test)] mod tests { use crate::sim::power::plan; }"));
    // The own file of a folder and a file below it.
    let below = ("sim/power.rs", "fn f(_: super::Sim) {}");
    let both = ["sim -> sim/power -> sim", "sim/power -> sim -> sim/power"];
    assert_eq!(found(&[("sim/mod.rs", "mod power; fn f() { power::plan() }"), below]), both);
    assert_eq!(found(&[("sim/mod.rs", "pub use power::Plan; type Day = Plan;"), below]), both);
    assert_eq!(found(&[root, below]), [""; 0]);
    let below = ("dns/cache.rs", "fn f(_: super::Found) {}");
    assert_eq!(found(&[("dns/mod.rs", "mod cache; use cache::Cache;"), below]), [""; 0]);
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
