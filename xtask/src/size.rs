//! The size of the page against its budget.

use std::fs;
use std::path::Path;

use crate::publish::{ONE_FILE, is_kind, names_below, offline};
use crate::shell::command;
use crate::{Outcome, package, paths};

/// What the page may weigh: `size-budget.toml`.
struct Budget {
    first_picture_gzip_bytes: usize,
    whole_gzip_bytes: usize,
    one_file_bytes: usize,
    /// Files, or beginnings of names ending in `*`, or folders ending in `/`, that the page loads only when they are asked for.
    later: Vec<String>,
    /// Files, named in the same ways, that are not part of the page.
    apart: Vec<String>,
    /// What the parts of the npm package may weigh, in the order of [`PACKAGE`].
    package: Vec<usize>,
}

/// What is weighed of the npm package: the setting of its limit, what it is, and its files.
const PACKAGE: [(&str, &str, &[&str]); 3] = [
    ("facade_gzip_bytes", "A page with figures that nobody sees yet", &["podlab.js"]),
    ("plain_facade_gzip_bytes", "The same, where all comes by plain scripts", &["podlab.plain.js"]),
    ("engine_gzip_bytes", "The engine for scripts", &["engine.js", "podlab_engine_bg.wasm"]),
];

/// One file of the page.
struct Weighed {
    name: String,
    raw: usize,
    gzip: usize,
    kind: Kind,
}

/// When a file is fetched.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// Before the program.
    FirstPicture,
    /// The program.
    Program,
    /// When it is asked for, or in the background.
    Later,
    /// Never by the page.
    Apart,
}

/// Prints what each file of `dist/` weighs; an error if it is over the budget.
pub fn check() -> Outcome {
    let text = fs::read_to_string(paths::root().join("size-budget.toml"))
        .map_err(|error| format!("size-budget.toml cannot be read: {error}"))?;
    let budget = parse(&text)?;
    let files = weigh(&paths::dist(), &budget)?;
    if !files.iter().any(|file| is_kind(&file.name, "wasm")) {
        return Err("dist/ holds no built page; build it with: cargo xtask build".to_owned());
    }
    println!("{:>10} {:>10}  file", "bytes", "gzip -9");
    for file in &files {
        let note = match file.kind {
            Kind::FirstPicture => "",
            Kind::Program => "  (program)",
            Kind::Later => "  (later)",
            Kind::Apart => "  (apart)",
        };
        println!("{:>10} {:>10}  {}{note}", file.raw, file.gzip, file.name);
    }
    let sum = |is_meant: &dyn Fn(&Weighed) -> bool| {
        files.iter().filter(|file| is_meant(file)).map(|file| file.gzip).sum()
    };
    let background: usize = sum(&|file| offline::is_fetched_in_the_background(&file.name));
    println!(
        "Fetched in the background, once the page is there, for the time without a network: {background} bytes."
    );
    let one_file = files.iter().find(|file| file.name == ONE_FILE).map_or(0, |file| file.raw);
    let mut within = vec![
        limit(
            "The first picture",
            sum(&|file| file.kind == Kind::FirstPicture),
            budget.first_picture_gzip_bytes,
        ),
        limit("The whole page", sum(&|file| file.kind != Kind::Apart), budget.whole_gzip_bytes),
        limit("The page in one file, uncompressed", one_file, budget.one_file_bytes),
    ];
    for ((_, what, files), most) in PACKAGE.iter().zip(budget.package) {
        let weights = files.iter().map(|file| weight(&package::dist().join(file)));
        within.push(limit(what, weights.sum::<Outcome<usize>>()?, most));
    }
    within.into_iter().collect()
}

/// What a file weighs: what `gzip -9` makes of it.
fn weight(file: &Path) -> Outcome<usize> {
    let output = command("gzip")
        .args(["-9", "-n", "-c"])
        .arg(file)
        .output()
        .map_err(|error| format!("gzip does not start, which Debian has as `gzip`: {error}"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{} cannot be weighed: {}", file.display(), said.trim()));
    }
    Ok(output.stdout.len())
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

/// Reads the settings; the file is TOML, of which only this much is used.
fn parse(text: &str) -> Outcome<Budget> {
    let setting = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(name))?;
        line.split_once('=').map(|(_, value)| value.trim())
    };
    let number = |name: &str| -> Outcome<usize> {
        let value = setting(name).and_then(|value| value.replace('_', "").parse().ok());
        value.ok_or_else(|| format!("size-budget.toml has no number {name}"))
    };
    let first_picture_gzip_bytes = number("first_picture_gzip_bytes")?;
    let whole_gzip_bytes = number("whole_gzip_bytes")?;
    let one_file_bytes = number("one_file_bytes")?;
    let list = |name: &str| -> Outcome<Vec<String>> {
        let text = setting(name).ok_or_else(|| format!("size-budget.toml has no list {name}"))?;
        Ok(text.split('"').skip(1).step_by(2).map(str::to_owned).collect())
    };
    let (later, apart) = (list("later")?, list("apart")?);
    let package = PACKAGE.iter().map(|(name, ..)| number(name)).collect::<Outcome<_>>()?;
    Ok(Budget { first_picture_gzip_bytes, whole_gzip_bytes, one_file_bytes, later, apart, package })
}

fn weigh(dist: &Path, budget: &Budget) -> Outcome<Vec<Weighed>> {
    let mut files = Vec::new();
    let names = names_below(dist)
        .map_err(|_| "dist/ holds no built page; build it with: cargo xtask build".to_owned())?;
    for name in names {
        let file = dist.join(&name);
        let raw = fs::metadata(&file)
            .map_err(|error| format!("{name} cannot be read: {error}"))?
            .len() as usize;
        let is_in = |list: &[String]| {
            list.iter().any(|one| match one.strip_suffix('*') {
                Some(beginning) => name.starts_with(beginning),
                None => *one == name || one.ends_with('/') && name.starts_with(one),
            })
        };
        let kind = match () {
            () if is_in(&budget.apart) => Kind::Apart,
            () if is_in(&budget.later) => Kind::Later,
            () if is_kind(&name, "wasm") => Kind::Program,
            () => Kind::FirstPicture,
        };
        let gzip = weight(&file)?;
        files.push(Weighed { name, raw, gzip, kind });
    }
    files.sort_by(|a, b| a.kind.cmp(&b.kind).then(b.gzip.cmp(&a.gzip)));
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::{parse, weight};
    use crate::paths;

    #[test]
    fn the_budget_file_is_read() {
        let budget =
            parse("# why\nfirst_picture_gzip_bytes = 200_000\nwhole_gzip_bytes = 560_000\none_file_bytes = 9\n\
                 later = [\"lessons/\", \"sw.js\"]\napart = [\"a.html\"]\nfacade_gzip_bytes = 3\nplain_facade_gzip_bytes = 4\nengine_gzip_bytes = 5\n")
                .expect("it parses");
        assert_eq!((budget.first_picture_gzip_bytes, budget.whole_gzip_bytes), (200_000, 560_000));
        assert_eq!(budget.one_file_bytes, 9);
        assert_eq!(budget.later, ["lessons/", "sw.js"]);
        assert_eq!(budget.apart, ["a.html"]);
        assert_eq!(budget.package, [3, 4, 5]);
    }

    #[test]
    fn what_is_sent_weighs_less_than_what_lies_there() {
        let file = paths::root().join("LICENSE");
        let raw = std::fs::metadata(&file).expect("it is there").len() as usize;
        let weight = weight(&file).expect("gzip is there");
        assert!((raw / 10..raw / 2).contains(&weight), "{weight} of {raw}");
        assert!(super::weight(&paths::root().join("nothing")).is_err());
    }
}
