//! What the project weighs, against `size-budget.toml`, and which crates and modules the bytes of the program come from.

mod origin;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::files::names_below;
use crate::publish::ONE_FILE;
use crate::shell::command;
use crate::{Outcome, package, paths};

/// What may be weighed most, in bytes, by the names in `size-budget.toml`.
type Budget = BTreeMap<String, usize>;

/// The names of the limits, each with what it is about.
///
/// The first picture is all that the page shows before there is a program: HTML, style sheets, scripts and the largest picture. The
/// program comes with the script that binds it to the page. The facade is what a page with figures loads before one is seen.
const LIMITS: [(&str, &str); 5] = [
    ("first_picture_gzip", "First picture"),
    ("program_gzip", "Program of the page"),
    ("facade_gzip", "Facade of figures"),
    ("one_file_raw", "Page in one file (raw)"),
    ("engine_gzip", "Engine for scripts"),
];

/// Bytes as they lie on a disk, and as they are sent.
#[derive(Clone, Copy, Debug, Default)]
struct Weight {
    raw: usize,
    gzip: usize,
    brotli: usize,
}

/// Rows of less than this part of the code are added up to one.
const LEAST_SHARE: usize = 100;

/// Prints what everything weighs and where the bytes of the program come from; an error if it is over the budget.
pub fn check() -> Outcome {
    let file = paths::root().join("size-budget.toml");
    let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let budget = read_budget(&text)?;
    let dist = paths::dist();
    let names = names_below(&dist).unwrap_or_default();
    if !names.iter().any(|name| is_program(name)) {
        return Err("dist/ holds no built page; build it with: cargo xtask build".to_owned());
    }
    let html = fs::read_to_string(dist.join("index.html"))
        .map_err(|error| format!("index.html cannot be read: {error}"))?;
    let program: Vec<PathBuf> =
        names.iter().filter(|name| is_program(name)).map(|name| dist.join(name)).collect();
    let package = package::dist();
    println!("{:<28}{:>10}{:>10}{:>10}{:>10}", "", "bytes", "gzip -9", "brotli", "budget");
    let engine = ["engine.js", "podlab_engine_bg.wasm"].map(|name| package.join(name));
    let weights = [
        first_picture(&dist, &names, &html)?,
        sum(&weigh(&program)?),
        sum(&weigh(&[package.join("podlab.js")])?),
        sum(&weigh(&[dist.join(ONE_FILE)])?),
        sum(&weigh(&engine)?),
    ];
    let mut over = Vec::new();
    for ((limit, what), Weight { raw, gzip, brotli }) in LIMITS.into_iter().zip(weights) {
        let most = budget[limit];
        println!("{what:<28}{raw:>10}{gzip:>10}{brotli:>10}{most:>10}");
        let bytes = if limit.ends_with("_raw") { raw } else { gzip };
        if bytes > most {
            over.push(format!("{what}: {} bytes over its budget", bytes - most));
        }
    }
    print_origins()?;
    if over.is_empty() {
        return Ok(());
    }
    Err(format!("{}. Make it smaller rather than the budget larger.", over.join("; ")))
}

/// Reads the limits; each must be there, and no other.
fn read_budget(text: &str) -> Outcome<Budget> {
    let budget: Budget =
        toml::from_str(text).map_err(|error| format!("size-budget.toml: {error}"))?;
    let is_known = |name: &str| LIMITS.iter().any(|(limit, _)| *limit == name);
    if let Some(unknown) = budget.keys().find(|name| !is_known(name)) {
        return Err(format!("size-budget.toml: nothing is weighed for {unknown}"));
    }
    match LIMITS.iter().find(|(limit, _)| !budget.contains_key(*limit)) {
        Some((missing, _)) => Err(format!("size-budget.toml has no {missing}")),
        None => Ok(budget),
    }
}

/// Whether a file of the page is its program, or binds it.
fn is_program(name: &str) -> bool {
    name.starts_with("podlab-web-") || name.starts_with("snippets/")
}

/// What the page and all that it names weigh, without its program. Of several pictures, a visitor loads one.
fn first_picture(dist: &Path, names: &[String], html: &str) -> Outcome<Weight> {
    let is_named = |name: &&String| html.contains(name.as_str()) && !is_program(name);
    let of_kind = |kinds: &[&str]| -> Vec<PathBuf> {
        let is_kind = |name: &&String| {
            !name.starts_with("icons/") && kinds.iter().any(|kind| name.ends_with(kind))
        };
        names.iter().filter(is_named).filter(is_kind).map(|name| dist.join(name)).collect()
    };
    let mut files = of_kind(&[".css", ".js"]);
    files.push(dist.join("index.html"));
    let mut weights = weigh(&files)?;
    let pictures = weigh(&of_kind(&[".svg", ".png"]))?;
    weights.extend(pictures.into_iter().max_by_key(|picture| picture.gzip));
    Ok(sum(&weights))
}

/// What each file weighs. Node.js, which every build needs, knows both ways to send them.
fn weigh(files: &[PathBuf]) -> Outcome<Vec<Weight>> {
    const SCRIPT: &str = "
        const { gzipSync, brotliCompressSync } = require('node:zlib');
        for (const file of process.argv.slice(1)) {
            const bytes = require('node:fs').readFileSync(file);
            console.log(bytes.length, gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes).length);
        }";
    let output = command("node")
        .args(["-e", SCRIPT])
        .args(files)
        .output()
        .map_err(|error| format!("node does not start: {error}"))?;
    if !output.status.success() {
        return Err(format!(
            "a file cannot be weighed: {}",
            String::from_utf8_lossy(&output.stderr)
        ));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let mut numbers = text.split_whitespace().map(|word| word.parse().unwrap_or_default());
    let mut next = || numbers.next().unwrap_or_default();
    Ok(files.iter().map(|_| Weight { raw: next(), gzip: next(), brotli: next() }).collect())
}

fn sum(weights: &[Weight]) -> Weight {
    weights.iter().fold(Weight::default(), |sum, each| Weight {
        raw: sum.raw + each.raw,
        gzip: sum.gzip + each.gzip,
        brotli: sum.brotli + each.brotli,
    })
}

/// Prints where the bytes of the page's program come from, as Cargo left it: with names, and before wasm-opt.
fn print_origins() -> Outcome {
    let file = paths::target().join("wasm32-unknown-unknown/wasm-release/podlab_web.wasm");
    let wasm = fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let origins = origin::read(&wasm).map_err(|error| format!("{}: {error}", file.display()))?;
    let code: usize = origins.crates.values().sum();
    println!("\nThe program before wasm-opt: {code} bytes of code, {} of data", origins.data);
    print_shares("by crate", &origins.crates, code);
    print_shares("by module", &origins.modules, code);
    Ok(())
}

/// Prints the largest rows first, and adds up the small ones.
fn print_shares(title: &str, bytes: &BTreeMap<String, usize>, all: usize) {
    println!("\n{title:<28}{:>10}{:>8}", "bytes", "share");
    let print = |name: &str, bytes: usize| {
        println!("{name:<28}{bytes:>10}{:>6.1} %", bytes as f64 * 100.0 / all.max(1) as f64);
    };
    let (mut large, small): (Vec<_>, Vec<_>) =
        bytes.iter().partition(|(_, bytes)| **bytes * LEAST_SHARE >= all);
    large.sort_by_key(|(_, bytes)| std::cmp::Reverse(**bytes));
    for (name, bytes) in large {
        print(name, *bytes);
    }
    print(&format!("{} others", small.len()), small.iter().map(|(_, bytes)| **bytes).sum());
}

#[cfg(test)]
mod tests {
    use super::{read_budget, weigh};
    use crate::paths;

    #[test]
    fn the_budget_has_every_limit_and_no_other() {
        let text = std::fs::read_to_string(paths::root().join("size-budget.toml"))
            .expect("the budget is there");
        let budget = read_budget(&text).expect("it has every limit");
        assert!(budget["first_picture_gzip"] < budget["program_gzip"]);
        assert!(read_budget(&format!("{text}\nmore = 1\n")).is_err());
        assert!(read_budget(&text.replace("facade_gzip", "# ")).is_err());
        assert!(read_budget("first_picture_gzip = \"much\"").is_err());
    }

    #[test]
    fn what_is_sent_weighs_less_than_what_lies_there() {
        let file = paths::root().join("LICENSE");
        let raw = std::fs::metadata(&file).expect("it is there").len() as usize;
        let weight = weigh(&[file]).expect("node is there")[0];
        assert_eq!(weight.raw, raw);
        assert!((raw / 10..raw / 2).contains(&weight.gzip), "{weight:?}");
        assert!((raw / 10..weight.gzip).contains(&weight.brotli), "{weight:?}");
        assert!(weigh(&[paths::root().join("nothing")]).is_err());
    }
}
