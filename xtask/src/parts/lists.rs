//! Which functions are in which part: the files in `web/` that say so.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use super::write;
use crate::{Outcome, paths};

/// The functions that the page needs.
pub const PAGE: Lists =
    Lists(["web/first-load.txt", "web/first-load-time.txt", "web/first-load-acts.txt"]);
/// Those that figures need.
pub const FIGURES: Lists =
    Lists(["web/first-figure.txt", "web/first-figure-time.txt", "web/first-figure-acts.txt"]);

/// The files that name the functions of the first parts: those that run until all has been drawn, those that run besides when
/// somebody lets time pass, and those that run besides when somebody acts.
pub struct Lists([&'static str; 3]);

impl Lists {
    /// Writes the names of the functions that ran, in the order of the parts, and says how many each part has more.
    pub fn write(&self, ran: &[BTreeSet<String>; 3]) -> Outcome<[usize; 3]> {
        const WHAT: [&str; 3] = [
            "until all has been drawn for the first time, on a desk and on a phone",
            "besides when somebody lets time pass",
            "besides when somebody first does something else",
        ];
        let mut written = BTreeSet::new();
        let mut counts = [0; 3];
        for (((list, what), names), count) in self.0.iter().zip(WHAT).zip(ran).zip(&mut counts) {
            let names = names.iter().map(String::as_str);
            let names: BTreeSet<&str> = names.filter(|name| !written.contains(name)).collect();
            write_list(list, what, &names)?;
            *count = names.len();
            written.extend(names);
        }
        Ok(counts)
    }

    /// The part of each function that is named.
    pub fn read(&self) -> Outcome<BTreeMap<String, usize>> {
        let mut parts = BTreeMap::new();
        for (part, list) in self.0.iter().enumerate() {
            let text = fs::read_to_string(paths::root().join(list))
                .map_err(|error| format!("{list} cannot be read: {error}"))?;
            let names = text.lines().filter(|line| !line.starts_with('#'));
            parts.extend(names.map(|name| (name.to_owned(), part)));
        }
        Ok(parts)
    }
}

fn write_list(list: &str, what: &str, names: &BTreeSet<&str>) -> Outcome {
    let mut text = format!(
        "# The functions that run {what}.\n# `cargo xtask first-load` writes this file; docs/ARCHITECTURE.md says what it is for.\n"
    );
    for name in names.iter().filter(|name| !name.is_empty()) {
        text.push_str(name);
        text.push('\n');
    }
    write(&paths::root().join(list), text.as_bytes())
}
