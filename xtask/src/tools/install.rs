//! Installing tools into the project's folder for them.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::{Crate, FROM_NPM, Tool, version};
use crate::shell::{self, cargo, command};
use crate::{Outcome, paths};

/// Installs packages from npm among the project's tools.
pub fn from_npm(missing: &[&Tool]) -> Outcome {
    fs::create_dir_all(paths::tools())
        .map_err(|error| format!("cannot make the folder for tools: {error}"))?;
    let mut packages = Vec::new();
    for tool in FROM_NPM {
        let wanted = tool.version.wanted()?;
        let is_missing = missing.iter().any(|each| each.package == tool.package);
        // npm removes what is not named.
        if is_missing || version::is_installed(tool, &wanted) {
            packages.push(format!("{}@{wanted}", tool.package));
        }
    }
    npm_install(&paths::tools(), &packages).map_err(|error| {
        format!("{error}\nIs the npm registry reached from here? `npm ping` tells. Then run the command again.")
    })
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

/// Installs a tool from crates.io: as its authors built it if `cargo binstall` is there and finds it, else built here. `step` says
/// which of how many steps this is.
pub fn from_crates(tool: &Tool, version: &str, source: &Crate, step: &str) -> Outcome {
    let package = tool.package;
    let has_binstall = paths::program("cargo-binstall").is_some();
    if has_binstall {
        eprintln!("{step} Fetching {package} {version}");
    }
    if !has_binstall || shell::run(&mut binstall(tool, version)).is_err() {
        eprintln!("{step} Building {package} {version} (about {}, once)", source.time);
        shell::run(&mut build(tool, version, source)).map_err(|error| {
            let options = source.options.join(" ");
            format!(
                "{error}\nIf crates.io is not reached from here, get {package} {version} elsewhere and put it in PATH; \
                 else build it by hand:\n  cargo install {package} --version {version} {options}"
            )
        })?;
    }
    let stamp = version::stamp(tool, version);
    fs::write(&stamp, "").map_err(|error| format!("cannot write {}: {error}", stamp.display()))
}

fn binstall(tool: &Tool, version: &str) -> std::process::Command {
    let mut install = cargo();
    install
        .args([
            "binstall",
            "--no-confirm",
            "--no-track",
            "--force",
            "--disable-strategies",
            "compile",
        ])
        .args(["--version", version, "--root"])
        .arg(paths::tools())
        .arg(tool.package);
    install
}

fn build(tool: &Tool, version: &str, source: &Crate) -> std::process::Command {
    let mut install = cargo();
    install
        .args(["install", tool.package, "--version", version, "--force", "--no-track", "--root"])
        .arg(paths::tools())
        .args(source.options)
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
    install
}

/// Where tools are built.
pub fn build_folder() -> PathBuf {
    paths::tools().join("build")
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
