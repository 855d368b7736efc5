//! What the page's service worker keeps for the time without a network.

use super::{INTEGRITY, ONE_FILE};
use crate::files::{is_kind, names_below, read, read_text, write};
use crate::{Outcome, checksum, paths};

/// The service worker. It governs its folder, so its name stays the same.
pub const WORKER: &str = "sw.js";
/// What the worker takes the list of files from.
pub const FILES: &str = "files.js";

/// Whether a file of `dist/` is kept: all but what is not part of the page, and the pictures that a system takes when it
/// installs the page.
pub fn is_kept(name: &str) -> bool {
    let is_apart = matches!(name, WORKER | FILES | ONE_FILE | INTEGRITY | "embed.html")
        || name.starts_with("embed/");
    let is_picture = name.starts_with("icons/") && is_kind(name, "png");
    !is_apart && !is_picture
}

/// Whether a file of `dist/` is fetched in the background when the page is opened for the first time.
pub fn is_fetched_in_the_background(name: &str) -> bool {
    is_kept(name) || matches!(name, WORKER | FILES)
}

/// Writes for the service worker which files there are, and by which names one knows the page of this version.
pub fn write_files() -> Outcome {
    let dist = paths::dist();
    let names = names_below(&dist)?;
    let html = read_text(&dist.join("index.html"))?;
    let program = names.iter().find_map(|name| version_of_program(name));
    let version = program.ok_or("dist/ holds no program")?;
    let (mut files, mut all) = (Vec::new(), html.clone().into_bytes());
    for name in names.iter().filter(|name| is_kept(name)) {
        let body = read(&dist.join(name))?;
        files.push(entry(name, &checksum::integrity(&body), version));
        all.extend(body);
    }
    let marks = names.iter().filter(|name| !name.contains('/') && html.contains(*name));
    let marks: Vec<String> = marks.map(|name| format!("\"{name}\"")).collect();
    let text = format!(
        "const VERSION = \"{}\";\nconst FILES = [\n{}];\nconst MARKS = [{}];\n",
        checksum::short(&all),
        files.concat(),
        marks.join(", ")
    );
    write(&dist.join(FILES), text)
}

/// What Trunk tells a program from others by, in the name of its file.
fn version_of_program(name: &str) -> Option<&str> {
    name.strip_suffix("_bg.wasm")?.rsplit('-').next()
}

/// A file of the list: how it is asked for, and its checksum. Servers may add to documents, so these have none; the page itself
/// is its folder, and languages and lessons are asked for with the version of the program.
fn entry(name: &str, sum: &str, version: &str) -> String {
    let name = match name {
        "index.html" => String::new(),
        name if name.starts_with("locales/") || name.starts_with("lessons/") => {
            format!("{name}?v={version}")
        }
        name => name.to_owned(),
    };
    let is_document = name.is_empty() || is_kind(&name, "html");
    let sum = if is_document { "" } else { sum };
    format!("  [\"{name}\", \"{sum}\"],\n")
}

#[cfg(test)]
mod tests {
    use super::{entry, is_kept, version_of_program};

    #[test]
    fn the_page_is_kept_and_what_is_beside_it_is_not() {
        for name in ["index.html", "podlab-web-1_bg.wasm", "locales/ko.txt", "icons/podlab.svg"] {
            assert!(is_kept(name), "{name}");
        }
        for name in ["podlab.html", "integrity.json", "sw.js", "files.js", "icons/podlab-512.png"] {
            assert!(!is_kept(name), "{name}");
        }
    }

    #[test]
    fn files_are_asked_for_as_the_page_asks_for_them() {
        assert_eq!(version_of_program("podlab-web-1f_bg.wasm"), Some("1f"));
        assert_eq!(version_of_program("podlab-web-1f.js"), None);
        assert_eq!(entry("index.html", "sha384-A", "1f"), "  [\"\", \"\"],\n");
        assert_eq!(entry("a.js", "sha384-A", "1f"), "  [\"a.js\", \"sha384-A\"],\n");
        let korean = entry("locales/ko.txt", "sha384-A", "1f");
        assert_eq!(korean, "  [\"locales/ko.txt?v=1f\", \"sha384-A\"],\n");
        let lesson = entry("lessons/exit-0.yaml", "sha384-A", "1f");
        assert_eq!(lesson, "  [\"lessons/exit-0.yaml?v=1f\", \"sha384-A\"],\n");
    }
}
