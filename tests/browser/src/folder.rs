//! The built page in a folder of its own, where a test may change it.

use std::fs;
use std::path::{Path, PathBuf};

use xtask::files::names_below;
use xtask::paths;

/// Copies the built page into a folder of that name below the target folder.
pub fn copy_of_the_page(name: &str) -> PathBuf {
    let folder = paths::target().join("pages").join(name);
    // Of an earlier run.
    let _ = fs::remove_dir_all(&folder);
    let names = names_below(&paths::dist()).unwrap_or_else(|error| panic!("{error}"));
    for name in names {
        let target = folder.join(&name);
        let parent = target.parent().unwrap_or(&folder);
        fs::create_dir_all(parent)
            .and_then(|()| fs::copy(paths::dist().join(&name), &target))
            .unwrap_or_else(|error| panic!("{}: {error}", target.display()));
    }
    folder
}

/// Replaces a part of a file that has to be there.
pub fn edit(file: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(file).unwrap_or_default();
    assert!(text.contains(from), "{} has no {from}", file.display());
    fs::write(file, text.replacen(from, to, 1))
        .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
}
