//! The last stage of the build: from what Trunk left in `dist/` to what is published.
//!
//! Trunk leaves a script inside the page. Here it becomes a file, so that the page needs no more than [`POLICY`]; the style sheets
//! become one, and all JavaScript of a first look becomes one of them (`bundle`). The page says the checksum of what it links to, and `integrity.json`
//! of everything; the npm package has such a list too. `sw.js` is told which files to keep for the time without a network
//! (`offline`), and `podlab.html` is the whole page in one file (`one_file`).

mod bundle;
mod document;
pub mod icons;
pub mod offline;
mod one_file;

use std::fs;
use std::path::{Path, PathBuf};

use crate::{Outcome, checksum, package, paths};
use bundle::{Bundle, without_comments};
use document::Document;

/// All that the page has to be allowed; the policy stands in the page, and the server of the tests sends it as well.
/// Pictures, frames, workers and the manifest are its own too; nothing says who may show the page in a frame.
pub const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; \
     img-src 'self' data: blob:; font-src 'self'; manifest-src 'self'; worker-src 'self'; frame-src 'self'; object-src 'none'; \
     base-uri 'none'; form-action 'none'";

/// The page in one file. It says itself what it may do.
pub const ONE_FILE: &str = "podlab.html";
/// The checksums of everything else beside it.
pub const INTEGRITY: &str = "integrity.json";

/// What the page in one file is made from.
struct Published {
    page: Document,
    /// All style sheets, one after the other.
    style: String,
    /// The modules of a first look, as one script.
    bundle: Bundle,
    /// The constant that holds the exports of the module that binds the program.
    program_module: String,
}

/// Builds the npm package, and says in it the checksums of all that pages load of it.
pub fn package() -> Outcome {
    package::build()?;
    let dist = package::dist();
    write(&dist.join(INTEGRITY), list_of_checksums(&dist)?.as_bytes())
}

/// Makes of what Trunk left in `dist/` what is published.
pub fn finish() -> Outcome {
    eprintln!(
        "Making files of styles and scripts, {ONE_FILE}, {INTEGRITY} and {}",
        offline::WORKER
    );
    let dist = paths::dist();
    let index = dist.join("index.html");
    let page = Document::read(&read_text(&index)?)?;
    let mut bundle = Bundle::default();
    let program_module = bundle.add(&dist.join(&page.module))?;
    let style = page.styles.iter().map(|name| read_text(&dist.join(name)));
    let style = style.collect::<Outcome<Vec<_>>>()?.concat();
    let published = Published { page, style, bundle, program_module };
    one_file::write(&published)?;
    let styles = published.page.styles.iter().map(|name| dist.join(name));
    for file in published.bundle.files().iter().cloned().chain(styles) {
        fs::remove_file(&file).map_err(|error| format!("{} stays: {error}", file.display()))?;
    }
    // Empty now, unless somebody put something else there.
    let _ = remove_empty_folders(&dist.join("snippets"));
    let marks = published.write_page()?;
    offline::write_worker(&marks)?;
    write(&dist.join(INTEGRITY), list_of_checksums(&dist)?.as_bytes())
}

impl Published {
    /// Writes index.html and the files it needs. Gives names by which one knows it from other versions.
    fn write_page(&self) -> Outcome<Vec<String>> {
        let dist = paths::dist();
        let locales = ["?", &checksum::short(&bytes_below(&dist.join("locales"))?)].concat();
        let style = save("podlab-", ".css", self.style.as_bytes())?;
        let root = paths::root();
        let offline = without_comments(&read_text(&root.join("web/offline.js"))?);
        let offline = save("podlab-offline-", ".js", offline.as_bytes())?;
        let entry = read_text(&root.join("xtask/src/publish/entry.js"))?
            .replace("MODULE", &self.program_module)
            .replace("PROGRAM", &self.page.program)
            .replace("OFFLINE", &offline);
        let script = [&self.bundle.code, without_comments(&entry).as_str()].concat();
        let script = save("podlab-", ".js", script.as_bytes())?;
        let sum = |name: &str| Ok::<_, String>(checksum::integrity(&read(&dist.join(name))?));
        let program = &self.page.program;
        let links = format!(
            "<link rel=stylesheet href={style} integrity=\"{}\">\
             <link rel=preload as=fetch crossorigin type=application/wasm href={program} integrity=\"{}\">\
             <script type=module src={script} integrity=\"{}\"></script>",
            sum(&style)?,
            sum(program)?,
            sum(&script)?
        );
        let head = self.page.head_with_policy(POLICY)?;
        let head = say_version_of_locales(&head, &locales)?;
        let html = [&head, &links, "</head><body></body></html>"].concat();
        write(&dist.join("index.html"), html.as_bytes())?;
        Ok(vec![locales, style, script])
    }
}

/// Puts a file into dist/ under a name that changes with what is in it.
fn save(start: &str, end: &str, body: &[u8]) -> Outcome<String> {
    let name = [start, &checksum::short(body), end].concat();
    write(&paths::dist().join(&name), body)?;
    Ok(name)
}

/// The checksums of all files, as JSON.
fn list_of_checksums(dist: &Path) -> Outcome<String> {
    let mut lines = Vec::new();
    for name in names_below(dist)? {
        let sum = checksum::integrity(&read(&dist.join(&name))?);
        lines.push(format!("  \"{name}\": \"{sum}\""));
    }
    Ok(["{\n", &lines.join(",\n"), "\n}\n"].concat())
}

/// The paths of all files below a folder, in order, with slashes.
pub fn names_below(folder: &Path) -> Outcome<Vec<String>> {
    let mut names = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(each) = folders.pop() {
        let entries = fs::read_dir(&each)
            .map_err(|error| format!("{} cannot be read: {error}", each.display()))?;
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap_or(&path);
                names.push(name.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    names.sort();
    Ok(names)
}

/// Whether a file is of that kind, from the end of its name.
pub fn is_kind(name: &str, extension: &str) -> bool {
    Path::new(name).extension().is_some_and(|end| end == extension)
}

/// What all files below a folder hold, one after the other, with their names.
fn bytes_below(folder: &Path) -> Outcome<Vec<u8>> {
    let mut bytes = Vec::new();
    for name in names_below(folder)? {
        bytes.extend(name.as_bytes());
        bytes.extend(read(&folder.join(name))?);
    }
    Ok(bytes)
}

/// Lets the page say in a `<meta>` what tells the files of the languages from those of another version.
fn say_version_of_locales(head: &str, version: &str) -> Outcome<String> {
    let meta = head.find("podlab-locales").ok_or("index.html has no podlab-locales")?;
    let start = head[..meta].rfind('<').unwrap_or(0);
    let end = head[meta..].find('>').map_or(head.len(), |at| meta + at + 1);
    let said = format!("<meta name=podlab-locales content=\"{version}\">");
    Ok([&head[..start], &said, &head[end..]].concat())
}

fn remove_empty_folders(folder: &Path) -> std::io::Result<()> {
    let folders: Vec<PathBuf> = fs::read_dir(folder)?.flatten().map(|each| each.path()).collect();
    for each in folders.iter().filter(|each| each.is_dir()) {
        remove_empty_folders(each)?;
    }
    fs::remove_dir(folder)
}

fn read(file: &Path) -> Outcome<Vec<u8>> {
    fs::read(file).map_err(|error| format!("{} cannot be read: {error}", file.display()))
}

fn read_text(file: &Path) -> Outcome<String> {
    String::from_utf8(read(file)?).map_err(|_| format!("{} is no text", file.display()))
}

fn write(file: &Path, body: &[u8]) -> Outcome {
    fs::write(file, body).map_err(|error| format!("{} cannot be written: {error}", file.display()))
}
