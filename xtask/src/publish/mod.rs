//! What `cargo xtask build` adds to the page that Trunk built: `files.js` tells the service worker which files to keep for the time
//! without a network (`offline`), `podlab.html` is the whole page in one file (`one_file`), and `integrity.json` has the checksums of
//! everything; the npm package has such a list too.

pub mod icons;
pub mod offline;
mod one_file;

use std::collections::BTreeMap;
use std::path::Path;

use crate::files::{names_below, read, write};
use crate::{Outcome, checksum, package, paths};

/// All that the page has to be allowed; the policy stands in the page, and the server of the tests sends it as well.
/// Pictures, frames, workers and the manifest are its own too; nothing says who may show the page in a frame.
pub const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; \
     img-src 'self' data: blob:; font-src 'self'; manifest-src 'self'; worker-src 'self'; frame-src 'self'; object-src 'none'; \
     base-uri 'none'; form-action 'none'";

/// The page in one file. It says itself what it may do.
pub const ONE_FILE: &str = "podlab.html";
/// The checksums of everything else beside it.
pub const INTEGRITY: &str = "integrity.json";

/// Builds the npm package, and says in it the checksums of all that pages load of it.
pub fn package() -> Outcome {
    package::build()?;
    let dist = package::dist();
    write(&dist.join(INTEGRITY), list_of_checksums(&dist)?)
}

/// Adds to what Trunk left in `dist/` the list of files for the service worker, the page in one file, and the checksums of all.
pub fn finish() -> Outcome {
    eprintln!("Making {}, {ONE_FILE} and {INTEGRITY}", offline::FILES);
    offline::write_files()?;
    one_file::write()?;
    let dist = paths::dist();
    write(&dist.join(INTEGRITY), list_of_checksums(&dist)?)
}

/// The checksums of all files, as JSON.
fn list_of_checksums(dist: &Path) -> Outcome<String> {
    let mut sums = BTreeMap::new();
    for name in names_below(dist)? {
        let sum = checksum::integrity(&read(&dist.join(&name))?);
        sums.insert(name, sum);
    }
    let text = serde_json::to_string_pretty(&sums).map_err(|error| error.to_string())?;
    Ok(text + "\n")
}

#[cfg(test)]
mod tests {
    use super::{POLICY, paths};
    use crate::files::read_text;

    #[test]
    fn the_page_says_the_policy_that_its_server_sends() {
        let page = read_text(&paths::root().join("index.html")).expect("it is there");
        assert!(page.contains(&format!("content=\"{POLICY}\"")));
    }
}
