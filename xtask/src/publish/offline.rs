//! What the page's service worker keeps for the time without a network.

use super::{INTEGRITY, ONE_FILE, is_kind, names_below, read, read_text, write};
use crate::{Outcome, checksum, paths};

/// The service worker. It governs its folder, so its name stays the same.
pub const WORKER: &str = "sw.js";

/// Whether a file of `dist/` is kept: all but what is not part of the page, and the pictures that a system takes when it
/// installs the page.
pub fn is_kept(name: &str) -> bool {
    let is_apart =
        matches!(name, WORKER | ONE_FILE | INTEGRITY | "embed.html") || name.starts_with("embed/");
    let is_picture = name.starts_with("icons/") && is_kind(name, "png");
    !is_apart && !is_picture
}

/// Whether a file of `dist/` is fetched while nobody waits for it, when somebody opens the page for the first time.
pub fn is_fetched_in_the_background(name: &str) -> bool {
    is_kept(name) || name == WORKER
}

/// Writes the service worker, told which files there are, and by which names one knows the page of this version.
pub fn write_worker(marks: &[String]) -> Outcome {
    let dist = paths::dist();
    let mut files = Vec::new();
    for name in names_below(&dist)?.into_iter().filter(|name| is_kept(name)) {
        let sum = checksum::integrity(&read(&dist.join(&name))?);
        files.push(entry(&name, &sum, &marks[0]));
    }
    let template = read_text(&paths::root().join("web/sw.js"))?;
    let marks: Vec<String> = marks.iter().map(|mark| format!("\"{mark}\"")).collect();
    let files = format!("[\n{}]", files.concat());
    let page = read(&dist.join("index.html"))?;
    let version = [template.as_bytes(), files.as_bytes(), &page].concat();
    let mut worker = template;
    for (name, value) in [
        ("VERSION", format!("\"{}\"", checksum::short(&version))),
        ("FILES", files),
        ("MARKS", format!("[{}]", marks.join(", "))),
    ] {
        worker = set(&worker, name, &value)?;
    }
    write(&dist.join(WORKER), worker.as_bytes())
}

/// A file of the list: how it is asked for, and its checksum. Servers may add to documents, so these have none; the page itself
/// is its folder, and the languages are asked for with their version.
fn entry(name: &str, sum: &str, version_of_locales: &str) -> String {
    let (name, version) = match name {
        "index.html" => ("", ""),
        name if name.starts_with("locales/") => (name, version_of_locales),
        name => (name, ""),
    };
    let is_document = name.is_empty() || is_kind(name, "html");
    let sum = if is_document { "" } else { sum };
    format!("  [\"{name}{version}\", \"{sum}\"],\n")
}

/// The script with another value for a constant of its beginning.
fn set(script: &str, name: &str, value: &str) -> Outcome<String> {
    let start = format!("const {name} = ");
    let at = script.find(&start).ok_or_else(|| format!("web/{WORKER} has no {name}"))?;
    let at = at + start.len();
    let end = script[at..].find(";\n").ok_or("a constant of the worker has no end")?;
    Ok([&script[..at], value, &script[at + end..]].concat())
}

#[cfg(test)]
mod tests {
    use super::{entry, is_kept, set};

    #[test]
    fn the_page_is_kept_and_what_is_beside_it_is_not() {
        for name in
            ["index.html", "podlab-web-1_bg.wasm", "locales/page/ko.txt", "icons/podlab.svg"]
        {
            assert!(is_kept(name), "{name}");
        }
        for name in ["podlab.html", "integrity.json", "sw.js", "icons/podlab-512.png"] {
            assert!(!is_kept(name), "{name}");
        }
    }

    #[test]
    fn files_are_asked_for_as_the_page_asks_for_them() {
        assert_eq!(entry("index.html", "sha384-A", "?1"), "  [\"\", \"\"],\n");
        assert_eq!(entry("a.js", "sha384-A", "?1"), "  [\"a.js\", \"sha384-A\"],\n");
        let korean = entry("locales/page/ko.txt", "sha384-A", "?1");
        assert_eq!(korean, "  [\"locales/page/ko.txt?1\", \"sha384-A\"],\n");
    }

    #[test]
    fn the_worker_is_told_its_constants() {
        let worker = set("const VERSION = \"\";\nconst FILES = [];\n", "FILES", "[1]");
        assert_eq!(worker.as_deref(), Ok("const VERSION = \"\";\nconst FILES = [1];\n"));
        assert!(set("", "FILES", "[1]").is_err());
    }
}
