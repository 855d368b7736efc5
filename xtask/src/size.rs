//! The size of the page against its budget.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::{Outcome, package, paths};

/// What the page may weigh: `size-budget.toml`.
struct Budget {
    first_load_gzip_bytes: usize,
    whole_gzip_bytes: usize,
    /// Files, or beginnings of names ending in `*`, or folders ending in `/`, that the page loads only when they are asked for.
    later: Vec<String>,
    /// Files of other pages, named alike.
    apart: Vec<String>,
    /// What the parts of the npm package may weigh, in the order of [`PACKAGE`].
    package: Vec<usize>,
}

/// What is weighed of the npm package: the setting of its limit, what it is, and its files.
const PACKAGE: [(&str, &str, &[&str]); 3] = [
    ("facade_gzip_bytes", "A page with figures that nobody sees yet", &["podlab.js"]),
    ("figure_gzip_bytes", "A page with figures", &["podlab.js", "player.js", "podlab_web_bg.wasm"]),
    ("engine_gzip_bytes", "The engine for scripts", &["engine.js", "podlab_engine_bg.wasm"]),
];

/// One file of the page.
struct Weighed {
    name: String,
    raw: usize,
    gzip: usize,
    first_load: bool,
}

impl Weighed {
    fn is_wasm(&self) -> bool {
        Path::new(&self.name).extension().is_some_and(|extension| extension == "wasm")
    }
}

/// Prints what each file of `dist/` weighs; an error if it is over the budget.
pub fn check() -> Outcome {
    let text = fs::read_to_string(paths::root().join("size-budget.toml"))
        .map_err(|error| format!("size-budget.toml cannot be read: {error}"))?;
    let budget = parse(&text)?;
    let files = weigh(&paths::dist(), &budget)?;
    if !files.iter().any(Weighed::is_wasm) {
        return Err("dist/ holds no built page; build it with: cargo xtask build".to_owned());
    }
    println!("{:>10} {:>10}  file", "bytes", "gzip -9");
    for file in &files {
        let note = if file.first_load { "" } else { "  (later)" };
        println!("{:>10} {:>10}  {}{note}", file.raw, file.gzip, file.name);
    }
    let first = files.iter().filter(|file| file.first_load).map(|file| file.gzip).sum();
    let whole = files.iter().map(|file| file.gzip).sum();
    let mut within = vec![
        limit("The first load", first, budget.first_load_gzip_bytes),
        limit("The whole page", whole, budget.whole_gzip_bytes),
    ];
    for ((_, what, files), most) in PACKAGE.iter().zip(budget.package) {
        let mut sum = 0;
        for name in *files {
            let file = package::dist().join(name);
            let body = fs::read(&file)
                .map_err(|error| format!("{} cannot be read: {error}", file.display()))?;
            sum += gzip_size(&body)?;
        }
        within.push(limit(what, sum, most));
    }
    within.into_iter().collect()
}

/// Prints how much of a limit is used; an error if it is more.
fn limit(what: &str, bytes: usize, limit: usize) -> Outcome {
    println!("{what}: {bytes} of {limit} bytes ({} %).", bytes * 100 / limit.max(1));
    if bytes <= limit {
        return Ok(());
    }
    Err(format!(
        "{what} is {} bytes over its budget. Make it smaller rather than the budget larger.",
        bytes - limit
    ))
}

/// Reads the two settings; the file is TOML, of which only this much is used.
fn parse(text: &str) -> Outcome<Budget> {
    let setting = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(name))?;
        line.split_once('=').map(|(_, value)| value.trim())
    };
    let number = |name: &str| -> Outcome<usize> {
        let value = setting(name).and_then(|value| value.replace('_', "").parse().ok());
        value.ok_or_else(|| format!("size-budget.toml has no number {name}"))
    };
    let first_load_gzip_bytes = number("first_load_gzip_bytes")?;
    let whole_gzip_bytes = number("whole_gzip_bytes")?;
    let list = |name: &str| -> Outcome<Vec<String>> {
        let value = setting(name).ok_or_else(|| format!("size-budget.toml has no list {name}"))?;
        Ok(value.split('"').skip(1).step_by(2).map(str::to_owned).collect())
    };
    let package = PACKAGE.iter().map(|(name, ..)| number(name)).collect::<Outcome<_>>()?;
    let (later, apart) = (list("later")?, list("apart")?);
    Ok(Budget { first_load_gzip_bytes, whole_gzip_bytes, later, apart, package })
}

fn weigh(dist: &Path, budget: &Budget) -> Outcome<Vec<Weighed>> {
    let mut files = Vec::new();
    for file in files_below(dist)? {
        let body = fs::read(&file)
            .map_err(|error| format!("{} cannot be read: {error}", file.display()))?;
        let name = file.strip_prefix(dist).unwrap_or(&file).to_string_lossy().into_owned();
        let is_in = |list: &[String]| {
            list.iter().any(|entry| match entry.strip_suffix('*') {
                Some(beginning) => name.starts_with(beginning),
                None => *entry == name || entry.ends_with('/') && name.starts_with(entry),
            })
        };
        if is_in(&budget.apart) {
            continue;
        }
        let is_later = is_in(&budget.later);
        let gzip = gzip_size(&body)?;
        files.push(Weighed { name, raw: body.len(), gzip, first_load: !is_later });
    }
    files.sort_by(|a, b| b.first_load.cmp(&a.first_load).then(b.gzip.cmp(&a.gzip)));
    Ok(files)
}

fn files_below(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let mut files = Vec::new();
    let entries = fs::read_dir(folder)
        .map_err(|_| "dist/ holds no built page; build it with: cargo xtask build".to_owned())?;
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            files.extend(files_below(&path)?);
        } else {
            files.push(path);
        }
    }
    Ok(files)
}

/// The size that `gzip -9` would give.
fn gzip_size(body: &[u8]) -> Outcome<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder
        .write_all(body)
        .and_then(|()| encoder.finish())
        .map(|bytes| bytes.len())
        .map_err(|error| format!("gzip failed: {error}"))
}

#[cfg(test)]
mod tests {
    use super::{gzip_size, parse};

    #[test]
    fn the_budget_file_is_read() {
        let budget =
            parse("# why\nfirst_load_gzip_bytes = 200_000\nwhole_gzip_bytes = 560_000\nlater = [\"lessons/\", \"sw.js\"]\napart = [\"embed/\"]\nfacade_gzip_bytes = 3\nfigure_gzip_bytes = 4\nengine_gzip_bytes = 5\n")
                .expect("it parses");
        assert_eq!((budget.first_load_gzip_bytes, budget.whole_gzip_bytes), (200_000, 560_000));
        assert_eq!(budget.later, ["lessons/", "sw.js"]);
        assert_eq!((budget.apart, budget.package), (vec!["embed/".to_owned()], vec![3, 4, 5]));
    }

    #[test]
    fn repetition_weighs_little() {
        assert!(gzip_size(&[b'a'; 10_000]).expect("it compresses") < 100);
    }
}
