//! Several JavaScript modules as one: each becomes a function whose result are its exports. Of the language it knows what
//! wasm-bindgen and the page's own modules use of imports and exports, and refuses the rest.

use std::fmt::Write as _;
use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::Outcome;

/// Modules in the order in which they need each other.
#[derive(Default)]
pub struct Bundle {
    /// Their files.
    files: Vec<PathBuf>,
    /// The script so far: one constant for each, that holds its exports.
    pub code: String,
}

impl Bundle {
    /// Adds a module and those it imports; gives the name of the constant that holds its exports.
    pub fn add(&mut self, file: &Path) -> Outcome<String> {
        let file = plain(file);
        if let Some(number) = self.files.iter().position(|known| *known == file) {
            return Ok(constant(number));
        }
        let text = fs::read_to_string(&file)
            .map_err(|error| format!("{} cannot be read: {error}", file.display()))?;
        let mut text = without_comments(&text);
        let mut imports = String::new();
        while let Some(import) = next_import(&text)? {
            let folder = file.parent().unwrap_or(Path::new(""));
            let module = self.add(&folder.join(&import.path))?;
            writeln!(imports, "const {}={module};", import.name).expect("a string takes all");
            text.replace_range(import.place, "");
        }
        let exports = take_exports(&mut text, &file)?;
        let name = constant(self.files.len());
        self.files.push(file);
        write!(self.code, "const {name}=(()=>{{{imports}{text}\nreturn{{{exports}}}}})();\n")
            .expect("a string takes all");
        Ok(name)
    }

    /// The files that it is made of.
    pub fn files(&self) -> &[PathBuf] {
        &self.files
    }
}

fn constant(number: usize) -> String {
    format!("module{number}")
}

/// `import * as name from "path";` or `import { export as name } from "path";`
struct Import {
    place: std::ops::Range<usize>,
    /// What the exports are taken apart into: a name, or an object of names.
    name: String,
    path: String,
}

fn next_import(text: &str) -> Outcome<Option<Import>> {
    let found = text.match_indices("import").map(|(at, _)| at).find(|at| {
        let before = text[..*at].chars().next_back();
        let after = text[at + "import".len()..].trim_start().chars().next();
        // Neither `import.meta` nor `import(…)` nor a part of a longer name.
        before.is_none_or(|c| matches!(c, ';' | '\n' | '}'))
            && after.is_some_and(|c| matches!(c, '*' | '{' | '"' | '\'') || c.is_alphabetic())
    });
    let Some(start) = found else { return Ok(None) };
    let end = text[start..].find(';').map_or(text.len(), |at| start + at + 1);
    let line = &text[start..end];
    let read = || {
        let rest = line.strip_prefix("import")?.trim_start();
        let (name, rest) = if let Some(list) = rest.strip_prefix('{') {
            let (list, rest) = list.split_once('}')?;
            let rest = rest.trim_start().strip_prefix("from")?;
            (["{", &list.replace(" as ", ":"), "}"].concat(), rest)
        } else {
            let rest = rest.strip_prefix('*')?.trim_start().strip_prefix("as")?;
            let (name, rest) = rest.split_once("from")?;
            (name.trim().to_owned(), rest)
        };
        let path = rest.trim().trim_end_matches(';').trim_matches(['"', '\'']);
        Some(Import { place: start..end, name, path: path.to_owned() })
    };
    read().map(Some).ok_or_else(|| format!("an unknown kind of import: {line}"))
}

/// Takes away what says that something is exported; gives it as the inside of an object.
fn take_exports(text: &mut String, file: &Path) -> Outcome<String> {
    let mut exports: Vec<String> = Vec::new();
    let is_start = |text: &str, at: usize| {
        text[..at].chars().next_back().is_none_or(|c| matches!(c, ';' | '\n' | '}'))
    };
    loop {
        let found = text.match_indices("export").map(|(at, _)| at).find(|at| {
            let next = text[at + "export".len()..].chars().next();
            is_start(text, *at) && next.is_some_and(|c| matches!(c, ' ' | '{'))
        });
        let Some(at) = found else { return Ok(exports.join(",")) };
        let rest = text[at + "export".len()..].trim_start();
        let length = text.len() - at - rest.len();
        if let Some(list) = rest.strip_prefix('{') {
            let end = list.find('}').ok_or("a list of exports has no end")?;
            for export in list[..end].split(',').map(str::trim).filter(|each| !each.is_empty()) {
                exports.push(match export.split_once(" as ") {
                    Some((own, outside)) => format!("{}:{}", outside.trim(), own.trim()),
                    None => export.to_owned(),
                });
            }
            let length = length + 1 + end + 1;
            text.replace_range(at..at + length, "");
        } else if let Some(name) =
            ["function ", "async function ", "const ", "class "].iter().find_map(|kind| {
                let name = rest.strip_prefix(kind)?;
                name.split(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '$')).next()
            })
        {
            exports.push(name.to_owned());
            text.replace_range(at..at + length, "");
        } else {
            let line: String = rest.chars().take(60).collect();
            return Err(format!("{}: an unknown kind of export: {line}", file.display()));
        }
    }
}

/// A script without the lines that are comments and without what indents the others.
pub fn without_comments(text: &str) -> String {
    let is_comment = |line: &str| {
        line.starts_with("//") || line.starts_with("/**") && line.ends_with("*/") || line.is_empty()
    };
    let lines = text.lines().map(str::trim).filter(|line| !is_comment(line));
    lines.fold(String::new(), |all, line| all + line + "\n")
}

/// A path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut path, part| {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(path.pop()),
            _ => path.push(part),
        }
        path
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{next_import, take_exports, without_comments};

    fn exports(text: &str) -> (String, String) {
        let mut text = text.to_owned();
        let exports = take_exports(&mut text, Path::new("a.js")).expect("it is known");
        (text, exports)
    }

    #[test]
    fn imports_are_found_in_all_that_looks_like_them() {
        let text = "let a;import*as e from\"./snippets/rest.js\";fetch(import.meta.url);";
        let import = next_import(text).expect("it is known").expect("there is one");
        assert_eq!((import.name.as_str(), import.path.as_str()), ("e", "./snippets/rest.js"));
        assert!(next_import("fetch(import.meta.url);import('./a.js')").expect("fine").is_none());
        let import = next_import("import{a,b as c}from\"./b.js\";").expect("it is known");
        let import = import.expect("there is one");
        assert_eq!((import.name.as_str(), import.path.as_str()), ("{a,b:c}", "./b.js"));
        assert!(next_import("import a from\"./b.js\";").is_err());
    }

    #[test]
    fn exports_become_an_object() {
        let (text, object) = exports("let a;export function b(){}export{c,d as default};");
        assert_eq!((text.as_str(), object.as_str()), ("let a;function b(){};", "b,c,default:d"));
        let (text, object) = exports("export async function come() {}\nexport const x = 1;\n");
        assert_eq!(object, "come,x");
        assert_eq!(text, "async function come() {}\nconst x = 1;\n");
        assert!(take_exports(&mut "export default 1;".to_owned(), Path::new("a.js")).is_err());
    }

    #[test]
    fn comments_are_left_out() {
        let text = "// Why.\n/** What. */\nlet a; // stays\n\n  b();\n";
        assert_eq!(without_comments(text), "let a; // stays\nb();\n");
    }
}
