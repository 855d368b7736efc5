//! Which versions of the tools are there.

use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_json::Value;

use super::{Source, Tool};
use crate::{Outcome, paths, shell};

/// Whether the tool is there in this version: among the project's tools, or in `PATH`.
pub fn is_there(tool: &Tool, version: &str) -> bool {
    is_installed(tool, version) || !tool.programs.is_empty() && is_in_path(tool, version)
}

/// Whether it was installed into the project's tools.
pub fn is_installed(tool: &Tool, version: &str) -> bool {
    match tool.source {
        Source::Npm => of_npm_package(tool.package).as_deref() == Some(version),
        Source::Crates(_) => {
            let bin = paths::tools().join("bin");
            stamp(tool, version).is_file()
                && tool.programs.iter().all(|program| bin.join(program).is_file())
        }
    }
}

/// The file that says which version of a tool from crates.io was installed.
pub fn stamp(tool: &Tool, version: &str) -> PathBuf {
    paths::tools().join("bin").join(format!(".{}-{version}", tool.package))
}

/// Whether `PATH` has all programs of the tool in this version, other than as links to the project's own. An older one among the
/// project's tools, which would be found before them, goes.
fn is_in_path(tool: &Tool, version: &str) -> bool {
    let own = [paths::tools().join("bin"), paths::node_modules().join(".bin")];
    let tools = paths::tools().canonicalize().ok();
    let is_own = |file: &Path| {
        let real = file.canonicalize().ok();
        real.zip(tools.as_deref()).is_some_and(|(real, tools)| real.starts_with(tools))
    };
    let path = env::var_os("PATH").unwrap_or_default();
    let is_right = tool.programs.iter().all(|program| {
        let files = env::split_paths(&path).map(|folder| folder.join(program));
        let mut files = files.filter(|file| file.is_file() && !is_own(file));
        files.next().is_some_and(|file| says(&file, version))
    });
    if is_right {
        for folder in own {
            for program in tool.programs {
                // Mostly it is not there.
                let _ = fs::remove_file(folder.join(program));
            }
        }
    }
    is_right
}

/// Whether a program says that it has this version.
fn says(program: &Path, version: &str) -> bool {
    let mut command = shell::command(&program.to_string_lossy());
    // Deno would look for a newer one.
    command.arg("--version").env("DENO_NO_UPDATE_CHECK", "1");
    shell::quiet(&mut command)
        .and_then(|text| named(&text))
        .is_some_and(|found| fits(&found, version))
}

/// The version in what a program prints for `--version`: the first word that begins with a digit, or with `v` and a digit.
fn named(text: &str) -> Option<String> {
    let mut words = text.split_whitespace().map(|word| word.strip_prefix('v').unwrap_or(word));
    words.find(|word| word.starts_with(|first: char| first.is_ascii_digit())).map(str::to_owned)
}

/// Whether a found version is the wanted one; Binaryen's programs leave out the noughts at its end.
fn fits(found: &str, wanted: &str) -> bool {
    wanted == found
        || wanted.strip_prefix(found).is_some_and(|rest| rest.split(".0").all(str::is_empty))
}

/// The version of a package among the project's npm packages.
fn of_npm_package(package: &str) -> Option<String> {
    let file = paths::node_modules().join(package).join("package.json");
    let description: Value = serde_json::from_str(&fs::read_to_string(file).ok()?).ok()?;
    description["version"].as_str().map(str::to_owned)
}

/// The version of a package in `Cargo.lock`.
pub fn in_lock_file(package: &str) -> Outcome<String> {
    let text = fs::read_to_string(paths::root().join("Cargo.lock"))
        .map_err(|error| format!("Cargo.lock cannot be read: {error}"))?;
    let lock: toml::Table =
        text.parse().map_err(|error| format!("Cargo.lock cannot be read: {error}"))?;
    locked(&lock, package).ok_or_else(|| format!("Cargo.lock does not name {package}"))
}

fn locked(lock: &toml::Table, package: &str) -> Option<String> {
    let packages = lock.get("package")?.as_array()?;
    let is_it =
        |entry: &&toml::Value| entry.get("name").is_some_and(|name| name.as_str() == Some(package));
    packages.iter().find(is_it)?.get("version")?.as_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::{fits, locked, named};

    #[test]
    fn what_tools_print_of_their_version_is_understood() {
        for (printed, version) in [
            ("wasm-bindgen 0.2.130", "0.2.130"),
            ("trunk 0.22.0-beta.1", "0.22.0-beta.1"),
            ("wasm-opt version 132 (version_132)", "132"),
            ("0.28.2", "0.28.2"),
            ("Version 5.9.3", "5.9.3"),
            ("mdbook v0.5.4", "0.5.4"),
            ("geckodriver 0.37.1 (a1b2c3 2026-01-01)\n\nThe source code", "0.37.1"),
            ("deno 2.9.6 (stable, release, x86_64)\nv8 14.2\ntypescript 5.9.2", "2.9.6"),
        ] {
            assert_eq!(named(printed).as_deref(), Some(version), "{printed}");
        }
        assert_eq!(named("error: no such option"), None);
    }

    #[test]
    fn only_the_very_version_fits() {
        assert!(fits("0.2.130", "0.2.130"));
        assert!(fits("132", "132.0.0"));
        for (found, wanted) in
            [("0.2.13", "0.2.130"), ("0.2.131", "0.2.130"), ("13", "132.0.0"), ("5.9", "5.9.3")]
        {
            assert!(!fits(found, wanted), "{found} for {wanted}");
        }
    }

    #[test]
    fn the_lock_file_names_versions() {
        let text = "[[package]]\nname = \"wasm-bindgen-futures\"\nversion = \"0.4.9\"\n\n\
                    [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\n";
        let lock = text.parse().expect("it is TOML");
        assert_eq!(locked(&lock, "wasm-bindgen").as_deref(), Some("0.2.130"));
        assert_eq!(locked(&lock, "yew"), None);
    }
}
