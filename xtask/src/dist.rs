//! `cargo xtask dist`: all that is published of the project in one folder, with checksums.

use std::fs;
use std::path::{Path, PathBuf};

use crate::files::names_below;
use crate::publish::ONE_FILE;
use crate::shell::{self, command};
use crate::{Outcome, checksum, page, paths, tools};

/// The checksums of all other files, as `sha256sum --check` reads them.
const CHECKSUMS: &str = "SHA256SUMS";

/// Builds the page, the page in one file and the npm package, and puts them into `target/dist/`.
pub fn make() -> Outcome {
    page::build()?;
    let folder = folder();
    tools::remove(&folder)?;
    paths::copy(&paths::dist(), &folder.join("page"))?;
    let one_file = folder.join(ONE_FILE);
    fs::rename(folder.join("page").join(ONE_FILE), &one_file)
        .map_err(|error| format!("{} cannot be made: {error}", one_file.display()))?;
    let mut pack = command("npm");
    pack.args(["pack", "--silent", "--ignore-scripts", "--pack-destination"]);
    shell::run(pack.arg(&folder).current_dir(paths::package()))?;
    let sums = checksums(&folder)?;
    fs::write(folder.join(CHECKSUMS), &sums)
        .map_err(|error| format!("{CHECKSUMS} cannot be written: {error}"))?;
    println!("{} files with their checksums are in {}", sums.lines().count(), folder.display());
    Ok(())
}

/// Where everything lands: `page/`, the page in one file, the tarball of the npm package, and the checksums.
fn folder() -> PathBuf {
    paths::target().join("dist")
}

/// A line for each file below a folder: its SHA-256 and its name.
fn checksums(folder: &Path) -> Outcome<String> {
    let line = |name: String| {
        let bytes = fs::read(folder.join(&name))
            .map_err(|error| format!("{name} cannot be read: {error}"))?;
        Ok(format!("{}  {name}\n", checksum::sha256(&bytes)))
    };
    names_below(folder)?.into_iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::checksums;
    use crate::paths;
    use std::fs;

    #[test]
    fn each_file_has_a_line_that_sha256sum_reads() {
        let folder = paths::target().join("tmp-checksums");
        fs::create_dir_all(folder.join("page")).expect("the folder can be made");
        fs::write(folder.join("empty"), "").expect("it can be written");
        fs::write(folder.join("page/empty.html"), "").expect("it can be written");
        let nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        let sums = checksums(&folder).expect("they can be read");
        fs::remove_dir_all(&folder).expect("it can be removed");
        assert_eq!(sums, format!("{nothing}  empty\n{nothing}  page/empty.html\n"));
    }
}
