//! Makes the archives of recorded runs from a folder of traces: `import DIR`.
//!
//! DIR holds `traces-v1.28/*.json`, `texts-v1.28/*.txt`, `validation-v1.28.json` (the same for v1.20) and
//! `unstable.json`. Values are copied byte by byte; only white space and the recorded `texts` of a run are left out.
//! Two things are added so that scripts can be replayed in full: what a script did by kubectl becomes an action
//! `kubectl` (see [`acts`]), and Pods the recorder renamed are listed under `renamed` (see [`renamed`]).
//! The same folder gives the same archives.
use flate2::{Compression, GzBuilder};
use podlab_conformance::recorded::{RELEASES, folder};
use podlab_conformance::scripts::{acts, renamed};
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Fields of a run, in the order in which they are written; `texts` is left out.
const FIELDS: [&str; 10] = [
    "name",
    "group",
    "title",
    "kubernetes",
    "cluster",
    "duration",
    "notes",
    "objects",
    "actions",
    "trace",
];

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> Outcome<()> {
    let from = std::env::args().nth(1).ok_or("usage: import DIR")?;
    let from = Path::new(&from);
    let to = folder().join("recorded");
    for release in RELEASES {
        let home = to.join(release);
        fs::create_dir_all(&home)?;
        let mut groups: BTreeMap<String, String> = BTreeMap::new();
        let mut count = 0;
        for path in files(&from.join(format!("traces-{release}")), "json")? {
            let (group, line) = run_line(&path)?;
            let lines = groups.entry(group).or_default();
            lines.push_str(&line);
            lines.push('\n');
            count += 1;
        }
        let mut size = 0;
        for (group, lines) in &groups {
            size += write_compressed(&home.join(format!("{group}.ndjson.gz")), lines)?;
        }
        let validation = fs::read_to_string(from.join(format!("validation-{release}.json")))?;
        size += write_compressed(&home.join("validation.json.gz"), &minified(&validation))?;
        println!("{release}: {count} runs in {} groups, {size} bytes", groups.len());
        copy_texts(&from.join(format!("texts-{release}")), &folder().join("texts").join(release))?;
    }
    let unstable = fs::read(from.join("unstable.json"))?;
    fs::write(to.join("unstable.json"), unstable)?;
    Ok(())
}

/// Files of a folder with that extension, in order of their names.
fn files(folder: &Path, extension: &str) -> Outcome<Vec<PathBuf>> {
    let paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut paths = paths.collect::<Outcome<Vec<PathBuf>>>()?;
    paths.retain(|path| path.extension().is_some_and(|e| e == extension));
    paths.sort();
    Ok(paths)
}

/// The group of a run and the run as one line of JSON.
fn run_line(path: &Path) -> Outcome<(String, String)> {
    let text = fs::read_to_string(path)?;
    let mut fields: BTreeMap<String, &RawValue> = serde_json::from_str(&text)?;
    let texts: Value = match fields.remove("texts") {
        Some(texts) => serde_json::from_str(texts.get())?,
        None => Value::Null,
    };
    let trace: Value =
        fields.get("trace").map_or(Ok(Value::Null), |t| serde_json::from_str(t.get()))?;
    let mut line = String::new();
    for field in FIELDS {
        let value =
            fields.remove(field).ok_or_else(|| format!("{}: no {field}", path.display()))?;
        line.push_str(if line.is_empty() { "{" } else { "," });
        let value = minified(value.get());
        let value = if field == "actions" { acts(&value, &texts)? } else { value };
        line.push_str(&["\"", field, "\":", &value].concat());
        if let Some(names) = (field == "actions").then(|| renamed(&trace)).flatten() {
            line.push_str(&format!(",\"renamed\":{names}"));
        }
    }
    line.push('}');
    if let Some(field) = fields.keys().next() {
        return Err(format!("{}: unknown field {field}", path.display()).into());
    }
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let (group, name) = stem.split_once('-').ok_or("a file is named group-name.json")?;
    if !line.starts_with(&format!("{{\"name\":\"{name}\",\"group\":\"{group}\"")) {
        return Err(format!("{}: the file has another name than its run", path.display()).into());
    }
    Ok((group.to_owned(), line))
}

/// The JSON text without the white space between its tokens.
fn minified(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    let (mut quoted, mut escaped) = (false, false);
    for c in json.chars() {
        if quoted || !c.is_ascii_whitespace() {
            out.push(c);
        }
        if escaped {
            escaped = false;
        } else if quoted && c == '\\' {
            escaped = true;
        } else if c == '"' {
            quoted = !quoted;
        }
    }
    out
}

/// Writes a compressed file that carries no time and no name, and answers its size.
fn write_compressed(path: &Path, text: &str) -> Outcome<usize> {
    let mut encoder = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    encoder.write_all(text.as_bytes())?;
    let bytes = encoder.finish()?;
    fs::write(path, &bytes)?;
    Ok(bytes.len())
}

fn copy_texts(from: &Path, to: &Path) -> Outcome<()> {
    fs::create_dir_all(to)?;
    for path in files(from, "txt")? {
        let name = path.file_name().ok_or("a file has a name")?;
        fs::write(to.join(name), fs::read(&path)?)?;
    }
    Ok(())
}
