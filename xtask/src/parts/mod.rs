//! The page's program in four parts: what a first look needs, what it needs to let time pass, what it needs for acts, and the rest.
//! The later ones come when a person does something, one after the other.
//!
//! Trunk leaves a program in one piece, with the names of its functions and the linker's relocations. From it,
//! 1. `prepare.mjs` runs its `prepare` in Node.js and keeps the memory as it is then, so that the page opens with a run that is
//!    made already (`image`);
//! 2. the functions that `web/first-load.txt` names make the first part, those of the lists beside it the next two, all others
//!    the rest (`split`), and the statics that only later parts reach go with them (`statics`);
//! 3. wasm-opt makes each part small, what the first imports gets short names (`imports`), and the page is told what they are called.
//!
//! The lists are no more than a wish: a call to a function that is not there yet fetches its part, so that a list which has fallen
//! behind costs time but nothing else. `cargo xtask first-load` renews them from what a browser runs (`profile`).

pub mod document;
mod encode;
pub mod figures;
mod image;
pub mod imports;
mod lists;
mod profile;
mod program;
mod sections;
mod split;
mod statics;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use crate::shell::{self, command};
use crate::{Outcome, checksum, paths, tools};
use document::{name_parts, renew_integrity};
use program::Program;
use statics::Known;

pub use lists::{FIGURES, Lists, PAGE};
pub use profile::MARK;

/// What the compiler and the linker are asked for: names that say which instance of a generic function it is, and relocations.
pub const RUSTFLAGS: (&str, &str) = (
    "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS",
    "-Csymbol-mangling-version=v0 -Clink-arg=--emit-relocs",
);

/// The import that fetches a part: `web/rest.js`.
const FETCH: &str = "needPart";
/// The function that makes it possible to fetch parts.
const FETCHING: &str = "podlab_web::rest::expect";
/// What the later parts are called.
pub const LATER: [&str; 3] = ["time", "acts", "rest"];
/// How much of a function's name counts.
const NAME_LENGTH: usize = 160;
/// What wasm-opt does.
pub const WASM_OPT: [&str; 9] = [
    "--flatten",
    "--rereloop",
    "-Os",
    "--enable-bulk-memory",
    "--enable-reference-types",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-multivalue",
];

/// What Trunk and the linker left.
struct Built {
    /// The program's name in the page.
    name: String,
    /// The program, bound to JavaScript.
    bound: Vec<u8>,
    /// The program as it was linked.
    linked: Vec<u8>,
    /// The memory once `prepare` has run.
    prepared: Prepared,
}

/// Divides the program of the built page.
pub fn build() -> Outcome {
    let built = Built::read()?;
    let program = Program::read(&built.bound)?;
    let statics = statics::Statics::read(&built.linked)?;
    let parts = divide(&program, &statics, &PAGE, &built.prepared.memories[0], &built.prepared)?;
    eprintln!("Making the parts of the program small");
    let [one, later @ ..] = optimise_all("page", parts)?;
    let mut names = Vec::new();
    for (name, part) in LATER.iter().zip(&later) {
        let name = format!("podlab-{name}-{}.wasm", checksum::short(part));
        write(&paths::dist().join(&name), part)?;
        names.push([&name, " ", &checksum::integrity(part)].concat());
    }
    fs::remove_file(paths::dist().join(&built.name)).map_err(|error| error.to_string())?;
    let script = file_in_dist(".js")?;
    let text =
        fs::read_to_string(paths::dist().join(&script)).map_err(|error| error.to_string())?;
    let (one, text) = imports::shorten(&one, &text)?;
    write(&paths::dist().join(&script), text.as_bytes())?;
    let first = format!("podlab-web-{}_bg.wasm", checksum::short(&one));
    write(&paths::dist().join(&first), &one)?;
    let page = paths::dist().join("index.html");
    let html = fs::read_to_string(&page).map_err(|error| error.to_string())?;
    let html = name_parts(&html, &names.join(" "))?.replace(&built.name, &first);
    write(&page, renew_integrity(&html, &first, &one)?.as_bytes())
}

/// Puts a page into `folder` whose program notes which functions run. Gives their names by number.
pub fn mark(folder: &Path) -> Outcome<BTreeMap<u32, String>> {
    let built = Built::read()?;
    let program = Program::read(&built.bound)?;
    let (marked, names) = mark_functions(&program, &built.prepared.memories[0])?;
    let _ = fs::remove_dir_all(folder);
    paths::copy(&paths::dist(), folder)?;
    write(&folder.join(&built.name), &marked)?;
    let page = folder.join("index.html");
    let html = fs::read_to_string(&page).map_err(|error| error.to_string())?;
    let html = renew_integrity(&html, &built.name, &marked)?;
    // As where the program is divided: the page does less until it is whole.
    write(&folder.join("nothing.wasm"), NOTHING)?;
    let html = name_parts(&html, "nothing.wasm")?;
    // Trunk says when the program runs, and hands over its exports.
    let listener = "<script>addEventListener('TrunkApplicationStarted', \
                    (event) => { window.marked = event.detail.wasm })</script><title>";
    write(&page, html.replacen("<title>", listener, 1).as_bytes())?;
    Ok(names)
}

/// A program without anything in it.
pub(crate) const NOTHING: &[u8] = b"\0asm\x01\0\0\0";

/// A program that notes which functions run, and their names by number.
fn mark_functions(
    program: &Program<'_>,
    memory: &[u8],
) -> Outcome<(Vec<u8>, BTreeMap<u32, String>)> {
    let own = program.own_functions();
    let names = own.map(|(function, _)| (function, plain_name(program.name(function)))).collect();
    Ok((profile::instrument(program, memory)?, names))
}

impl Built {
    fn read() -> Outcome<Self> {
        let name = file_in_dist("_bg.wasm")?;
        let file = paths::dist().join(&name);
        let bound = read(&file)?;
        let program = Program::read(&bound)?;
        let prepared = prepared(&program, &scratch()?.join("memory"), 0)?;
        Ok(Self { name, linked: read(&linked())?, prepared, bound })
    }
}

/// The program as it was linked.
fn linked() -> PathBuf {
    paths::target().join(tools::WASM_TARGET).join("wasm-release/podlab_web.wasm")
}

/// What came of letting a program make what is opened with.
struct Prepared {
    /// Its memory each time.
    memories: Vec<Vec<u8>>,
    /// The functions that ran.
    ran: BTreeSet<u32>,
}

/// Lets the program make what the page opens with, or what a figure of each of so many scenes opens with.
fn prepared(program: &Program<'_>, memory: &Path, scenes: usize) -> Outcome<Prepared> {
    let preparing = scratch()?.join("preparing.wasm");
    write(&preparing, &profile::without_traces(program)?)?;
    let mut node = command("node");
    node.arg(paths::root().join("xtask/src/parts/prepare.mjs"))
        .arg(&preparing)
        .arg(memory)
        .arg(MARK);
    let memories = if scenes == 0 {
        shell::run(&mut node)?;
        vec![read(memory)?]
    } else {
        shell::run(node.arg(scenes.to_string()))?;
        let file = |scene| memory.with_file_name(format!("memory-{scene}"));
        (0..scenes).map(|scene| read(&file(scene))).collect::<Outcome<_>>()?
    };
    let ran = read(&memory.with_file_name("memory-ran"))?;
    let ran = String::from_utf8_lossy(&ran).lines().filter_map(|line| line.parse().ok()).collect();
    Ok(Prepared { memories, ran })
}

/// Divides a program, given the lists of functions, the memory that the first part begins with, and what was prepared, which it
/// begins with or may have instead.
fn divide(
    program: &Program<'_>,
    statics: &statics::Statics,
    lists: &Lists,
    memory: &[u8],
    prepared: &Prepared,
) -> Outcome<Vec<Vec<u8>>> {
    let fetch = program.imports.iter().position(|import| import.name == FETCH);
    let fetch = fetch.ok_or_else(|| format!("the program does not import {FETCH}"))? as u32;
    let fixed = split::fixed(program)?;
    let fetching = |function| plain_name(program.name(function)) == FETCHING;
    let fetching =
        split::reached(program, (0..program.functions.len() as u32).filter(|f| fetching(*f)))?;
    if fetching.is_empty() {
        return Err(format!("the program has no function {FETCHING}"));
    }
    let listed = lists.read()?;
    let part_of = |function| {
        let name = program.name(function);
        // What has no name was made by wasm-bindgen, for an import or an export.
        let is_glue = name.is_empty() || fixed.contains(&function);
        if is_glue || fetching.contains(&function) {
            return 0;
        }
        listed.get(&plain_name(name)).copied().unwrap_or(LATER.len())
    };
    let parts = (0..LATER.len()).map(|part| Known::by(program, |f| part_of(f) == part));
    let parts = parts.collect::<Outcome<Vec<_>>>()?;
    let then = Known::by(program, |function| prepared.ran.contains(&function))?;
    let later = statics.beyond(&parts, &then, &program.data, &prepared.memories);
    split::split(program, fetch, part_of, memory, &later)
}

/// A program without its custom sections, such as what the linker and debuggers need; but for the one that says which features
/// it needs, which wasm-opt reads.
pub fn without_customs(file: &Path) -> Outcome<Vec<u8>> {
    let bytes = read(file)?;
    let mut module = wasm_encoder::Module::new();
    for payload in wasmparser::Parser::new(0).parse_all(&bytes) {
        let payload = payload.map_err(|error| format!("{}: {error}", file.display()))?;
        let is_kept = match &payload {
            wasmparser::Payload::CustomSection(section) => section.name() == "target_features",
            _ => true,
        };
        if let Some((id, range)) = payload.as_section().filter(|_| is_kept) {
            module.section(&wasm_encoder::RawSection {
                id,
                data: &bytes[range.start as usize..range.end as usize],
            });
        }
    }
    Ok(module.finish())
}

/// The function as Rust calls it, without what differs from build to build.
fn plain_name(name: &str) -> String {
    // wasm-bindgen says of its own functions what they are for, and LLVM numbers what it copies.
    let name = name.split(" externref shim").next().unwrap_or(name);
    let name = name.split(".llvm.").next().unwrap_or(name);
    let name = name
        .trim_end_matches(|letter: char| letter.is_ascii_digit())
        .strip_suffix('.')
        .unwrap_or(name);
    let mut name = format!("{:#}", rustc_demangle::demangle(name));
    // A closure's number changes with every closure before it.
    while let Some(at) = name.find("{closure#") {
        let end = name[at..].find('}').map_or(name.len(), |length| at + length + 1);
        name.replace_range(at..end, "{closure}");
    }
    name.truncate(name.floor_char_boundary(NAME_LENGTH));
    name
}

/// The parts of a program, made small side by side.
fn optimise_all(program: &str, parts: Vec<Vec<u8>>) -> Outcome<[Vec<u8>; 1 + LATER.len()]> {
    let making = (0..).zip(parts).map(|(number, part): (u32, _)| {
        let name = format!("{program}-{number}");
        thread::spawn(move || optimise(&name, &part))
    });
    let making: Vec<_> = making.collect();
    let made = making
        .into_iter()
        .map(|part| part.join().map_err(|_| "wasm-opt was lost".to_owned())?)
        .collect::<Outcome<Vec<_>>>()?;
    made.try_into().map_err(|_| "the program has not the parts it was divided in".to_owned())
}

/// A part, made small.
fn optimise(name: &str, part: &[u8]) -> Outcome<Vec<u8>> {
    let (before, after) = (scratch()?.join(name), scratch()?.join([name, ".wasm"].concat()));
    write(&before, part)?;
    shell::run(command("wasm-opt").args(WASM_OPT).arg(&before).arg("-o").arg(&after))?;
    read(&after)
}

/// The file that Trunk left whose name ends so.
fn file_in_dist(end: &str) -> Outcome<String> {
    fs::read_dir(paths::dist())
        .map_err(|error| format!("dist/ cannot be read: {error}"))?
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .find(|name| name.ends_with(end))
        .ok_or_else(|| format!("Trunk left no file …{end} in dist/"))
}

/// The folder for what is only needed while building.
fn scratch() -> Outcome<PathBuf> {
    let folder = paths::target().join("parts");
    fs::create_dir_all(&folder)
        .map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    Ok(folder)
}

fn read(file: &Path) -> Outcome<Vec<u8>> {
    fs::read(file).map_err(|error| format!("{} cannot be read: {error}", file.display()))
}

fn write(file: &Path, body: &[u8]) -> Outcome {
    fs::write(file, body).map_err(|error| format!("{} cannot be written: {error}", file.display()))
}
