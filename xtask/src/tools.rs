//! The tools the project needs, each with its version, and how they get here.
//!
//! This is the one place where a tool's version is named, but for what the projects in `examples/` name themselves.
//! Everything lands in `target/tools`, except the Rust target (rustup keeps it), and the browsers (see [`crate::browsers`])
//! and Hugo, which are Debian's. If all is there, the checks take a few milliseconds.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::shell::{self, cargo, command};
use crate::{Outcome, debian, paths};

/// A program that `cargo install` builds.
struct CargoTool<'a> {
    /// Its name on crates.io.
    package: &'static str,
    /// The program it installs.
    program: &'static str,
    /// The exact version.
    version: &'a str,
    /// Whether its own lock file builds.
    lock: Lock,
    /// Whether to leave out what is on by default.
    features: Features,
}

/// Which of a tool's features to build.
#[derive(PartialEq)]
enum Features {
    /// Those its authors chose.
    Default,
    /// None: all that is wanted works without.
    None,
}

/// Whether to build a tool with the versions its authors locked.
#[derive(PartialEq)]
enum Lock {
    /// As its authors released it.
    Locked,
    /// With the newest compatible versions, because the locked ones do not build.
    Newest,
}

/// 0.22.1 and later need a newer Rust than this project's. Its features are downloads and update checks, which are
/// never wanted here.
const TRUNK: CargoTool<'static> = CargoTool {
    package: "trunk",
    program: "trunk",
    version: "0.22.0-beta.1",
    lock: Lock::Locked,
    features: Features::None,
};

/// Builds the programs of the npm package.
const WASM_PACK: CargoTool<'static> = CargoTool {
    package: "wasm-pack",
    program: "wasm-pack",
    version: "0.15.1",
    lock: Lock::Locked,
    features: Features::Default,
};

/// Builds one of the examples. Its features are a server, a watcher and a search in the book.
const MDBOOK: CargoTool<'static> = CargoTool {
    package: "mdbook",
    program: "mdbook",
    version: "0.5.4",
    lock: Lock::Locked,
    features: Features::None,
};

/// WebDriver for Firefox.
const GECKODRIVER: CargoTool<'static> = CargoTool {
    package: "geckodriver",
    program: "geckodriver",
    version: "0.37.1",
    lock: Lock::Locked,
    features: Features::Default,
};

/// npm packages: `wasm-opt`, the accessibility checker the browser tests inject, what puts the npm package together and
/// checks its types, and the second runtime for scripts that it is tried in.
const NPM: [(&str, &str); 5] = [
    ("binaryen", "132.0.0"),
    ("axe-core", "4.14.1"),
    ("esbuild", "0.28.2"),
    ("typescript", "5.9.3"),
    ("deno", "2.9.6"),
];

/// The target of the page.
pub const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// The variable that tells Cargo how to run a program for that target, and its value.
pub const WASM_RUNNER: (&str, &str) =
    ("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", "wasm-bindgen-test-runner");

/// Installs what building the page needs: the Wasm target, Trunk, wasm-bindgen and wasm-opt.
pub fn ensure_for_page() -> Outcome {
    ensure_wasm_target()?;
    ensure_npm_packages()?;
    ensure_wasm_bindgen()?;
    ensure_cargo_tool(&TRUNK)?;
    remove_build_folder()
}

/// Installs what building the npm package needs.
pub fn ensure_for_package() -> Outcome {
    ensure_for_page()?;
    ensure_cargo_tool(&WASM_PACK)?;
    remove_build_folder()
}

/// Installs what running tests in Wasm needs: the Wasm target, wasm-bindgen's test runner, and Node.js to run it in.
pub fn ensure_for_wasm_tests() -> Outcome {
    ensure_wasm_target()?;
    ensure_node()?;
    ensure_wasm_bindgen()
}

/// Installs Firefox's WebDriver.
pub fn ensure_geckodriver() -> Outcome {
    ensure_cargo_tool(&GECKODRIVER)?;
    remove_build_folder()
}

/// Installs mdBook.
pub fn ensure_mdbook() -> Outcome {
    ensure_cargo_tool(&MDBOOK)?;
    remove_build_folder()
}

/// Installs Hugo, in the version that Debian has.
pub fn ensure_hugo() -> Outcome {
    if paths::program("hugo").is_some() {
        return Ok(());
    }
    debian::install("hugo", &["hugo"], "It builds an example of a documentation site.")
}

/// Installs `wasm-opt` and axe-core from npm.
pub fn ensure_npm_packages() -> Outcome {
    ensure_node()?;
    let missing: Vec<String> = NPM
        .iter()
        .filter(|(package, version)| npm_version(package).as_deref() != Some(*version))
        .map(|(package, version)| format!("{package}@{version}"))
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    eprintln!("Installing {} from npm into {}", missing.join(" and "), paths::tools().display());
    fs::create_dir_all(paths::tools())
        .map_err(|error| format!("cannot make the folder for tools: {error}"))?;
    // All of them, because npm removes what is not named.
    let all: Vec<String> =
        NPM.iter().map(|(package, version)| format!("{package}@{version}")).collect();
    npm_install(&paths::tools(), &all)
}

/// Installs packages from npm, each as `name@version`, into `node_modules` of a folder.
pub fn npm_install(folder: &Path, packages: &[String]) -> Outcome {
    let mut npm = command("npm");
    npm.args([
        "install",
        "--no-audit",
        "--no-fund",
        "--ignore-scripts",
        "--no-package-lock",
        "--save=false",
    ])
    .arg("--prefix")
    .arg(folder)
    .args(packages);
    shell::run(&mut npm)
}

fn npm_version(package: &str) -> Option<String> {
    let text = fs::read_to_string(paths::node_modules().join(package).join("package.json")).ok()?;
    let rest = text.split("\"version\"").nth(1)?;
    rest.split('"').nth(1).map(str::to_owned)
}

/// Makes sure of Node.js and npm.
pub fn ensure_node() -> Outcome {
    if paths::program("node").is_some() && paths::program("npm").is_some() {
        return Ok(());
    }
    Err("Node.js and npm are needed (wasm-opt comes from npm, and the Wasm tests run in Node.js).\n\
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

/// The command-line tool must be exactly as new as the library, so its version is the lock file's.
fn ensure_wasm_bindgen() -> Outcome {
    let version = locked_version("wasm-bindgen")?;
    ensure_cargo_tool(&CargoTool {
        package: "wasm-bindgen-cli",
        program: "wasm-bindgen",
        version: &version,
        lock: Lock::Newest,
        features: Features::Default,
    })
}

/// The version of a package in `Cargo.lock`.
fn locked_version(package: &str) -> Outcome<String> {
    let text = fs::read_to_string(paths::root().join("Cargo.lock"))
        .map_err(|error| format!("Cargo.lock cannot be read: {error}"))?;
    let name = format!("name = \"{package}\"");
    let mut lines = text.lines().skip_while(|line| *line != name);
    lines
        .nth(1)
        .and_then(|line| line.split('"').nth(1))
        .map(str::to_owned)
        .ok_or_else(|| format!("Cargo.lock does not name {package}"))
}

fn ensure_cargo_tool(tool: &CargoTool) -> Outcome {
    let bin = paths::tools().join("bin");
    let stamp = bin.join(format!(".{}-{}", tool.package, tool.version));
    if bin.join(tool.program).is_file() && stamp.is_file() {
        return Ok(());
    }
    eprintln!(
        "Building {} {} once into {} (some minutes)",
        tool.package,
        tool.version,
        bin.display()
    );
    let mut install = cargo();
    install
        .args([
            "install",
            tool.package,
            "--version",
            tool.version,
            "--force",
            "--no-track",
            "--root",
        ])
        .arg(paths::tools())
        // One folder for all tools, so that what they share is built once.
        .env("CARGO_TARGET_DIR", build_folder())
        // Built once, run for seconds: a quick build matters more than a quick tool.
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0")
        .env("CARGO_PROFILE_RELEASE_LTO", "off")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
        .env("CARGO_PROFILE_RELEASE_DEBUG", "0")
        .env("CARGO_PROFILE_RELEASE_INCREMENTAL", "false")
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_BUILD_TARGET");
    if tool.lock == Lock::Locked {
        install.arg("--locked");
    }
    if tool.features == Features::None {
        install.arg("--no-default-features");
    }
    shell::run(&mut install)?;
    fs::write(&stamp, "").map_err(|error| format!("cannot write {}: {error}", stamp.display()))
}

fn build_folder() -> PathBuf {
    paths::tools().join("build")
}

/// A gigabyte that nobody needs once the tools are there.
fn remove_build_folder() -> Outcome {
    remove(&build_folder())
}

/// Removes a folder if it is there.
pub fn remove(folder: &Path) -> Outcome {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(format!("cannot remove {}: {error}", folder.display()))
        }
        _ => Ok(()),
    }
}
