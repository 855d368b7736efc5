//! Where things are.

use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::Outcome;

/// The workspace's folder.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask/ lies in the workspace")
        .to_path_buf()
}

/// Cargo's target folder: `CARGO_TARGET_DIR` if set, else `target/`.
pub fn target() -> PathBuf {
    match env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => root().join(folder),
        None => root().join("target"),
    }
}

/// The folder of the tools that `cargo xtask` installs for this project alone: `PODLAB_TOOLS` if set, so that several
/// clones can share one, else `tools/` in the target folder.
pub fn tools() -> PathBuf {
    match env::var_os("PODLAB_TOOLS") {
        Some(folder) => root().join(folder),
        None => target().join("tools"),
    }
}

/// The folder of the npm packages that `cargo xtask` installs.
pub fn node_modules() -> PathBuf {
    tools().join("node_modules")
}

/// The built page.
pub fn dist() -> PathBuf {
    root().join("dist")
}

/// The npm package.
pub fn package() -> PathBuf {
    root().join("pkg")
}

/// The full path of a program, searched first among the project's tools and then in `PATH`.
pub fn program(name: &str) -> Option<PathBuf> {
    search_path().into_iter().map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// The folders in which child processes look for programs: the project's tools first.
pub fn search_path() -> Vec<PathBuf> {
    let mut folders = vec![tools().join("bin"), node_modules().join(".bin")];
    folders.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    folders
}

/// Copies a folder with all in it.
pub fn copy(from: &Path, to: &Path) -> Outcome {
    let failed = |error: std::io::Error| format!("{} cannot be copied: {error}", from.display());
    fs::create_dir_all(to).map_err(failed)?;
    for entry in fs::read_dir(from).map_err(failed)?.flatten() {
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        if source.is_dir() {
            copy(&source, &target)?;
        } else {
            fs::copy(&source, &target).map_err(failed)?;
        }
    }
    Ok(())
}
