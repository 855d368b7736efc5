//! `podlab check`: compares the claims of pages with the simulation.

mod states;

use crate::actual::{Actual, contradiction};
use crate::embed::{Embed, Mistake};
use crate::expect::Block;
use crate::input;
use crate::page::{Fence, Part, parts};
use crate::terminal::Printed;
use crate::values::LONGEST;
use clap::{ValueEnum, ValueHint};
use podlab::files::scenario_file::read;
use podlab::manifest::schema::nearest;
use podlab_figure::Figure;
use podlab_messages::clock;
use serde_json::json;
use std::path::{Path, PathBuf};

const HELP: &str = "\
A ```podlab-expect block claims things of the ```podlab block before it, or of a scene it names:
  at: 90s
  phase: Running
  status: CrashLoopBackOff
  restarts: 3
  condition Ready: False
  container app: waiting CrashLoopBackOff

A table with columns Always, OnFailure or Never claims phases of the example states in its rows.

The exit code is 1 when a claim is wrong, and 2 when a page cannot be read.

Examples:
  podlab check docs/*.md
  podlab check page.md --format json";

/// Tells which claims of Markdown pages are not true, with what is
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    /// Pages in Markdown; `-` is standard input
    #[arg(value_name = "PAGE.md", required = true, value_hint = ValueHint::FilePath)]
    pages: Vec<PathBuf>,
    /// What is printed
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    format: Format,
}

/// What is printed of a check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A line for each claim that is not true
    #[default]
    Text,
    /// One document for programs
    Json,
}

/// A claim that is not true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// Its line in the page, from 1.
    pub line: usize,
    /// The subject of the claim, with its moment.
    pub about: String,
    /// What the page says.
    pub says: String,
    /// What is true.
    pub actual: Actual,
}

/// What was found in a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// How many claims there are.
    pub claims: usize,
    /// Those that are not true, in the order of the page.
    pub wrong: Vec<Wrong>,
    /// What cannot be read, in the order of the page.
    pub mistakes: Vec<Mistake>,
}

/// What the program prints, and the exit code: 1 when a claim is wrong, 2 when a page cannot be read.
#[derive(Debug)]
pub struct Report {
    /// For standard output.
    pub out: Printed,
    /// For standard error.
    pub err: String,
    /// The exit code.
    pub code: u8,
}

/// Checks all pages.
pub fn check(args: &Args) -> Report {
    let mut pages = Vec::new();
    for path in &args.pages {
        let folder = path.parent().unwrap_or(Path::new(""));
        let found = match input::read_file(path) {
            Ok(text) => page(&text, folder),
            Err(why) => {
                // The report begins each line with the name of the page.
                let why = why.strip_prefix(&input::name(path)).unwrap_or(&why);
                let why = why.trim_start_matches([':', ' ']).to_owned();
                Found { mistakes: vec![(0, why)], ..Found::default() }
            }
        };
        pages.push((input::name(path), found));
    }
    let has_mistakes = pages.iter().any(|(_, found)| !found.mistakes.is_empty());
    let is_wrong = pages.iter().any(|(_, found)| !found.wrong.is_empty());
    let code = if has_mistakes { 2 } else { u8::from(is_wrong) };
    if args.format == Format::Json {
        return Report { out: Printed::Json(document(&pages)), err: String::new(), code };
    }
    let (mut out, mut err) = (String::new(), String::new());
    let place = |name: &str, line: usize| {
        if line == 0 { name.to_owned() } else { format!("{name}:{line}") }
    };
    for (name, found) in &pages {
        let mut lines: Vec<(usize, String)> = found.mistakes.clone();
        lines.extend(found.wrong.iter().map(|wrong| {
            let Wrong { about, says, actual, .. } = wrong;
            (wrong.line, format!("{about}: the page says {says}; {actual}"))
        }));
        lines.sort_by_key(|(line, _)| *line);
        for (line, text) in lines {
            err.push_str(&format!("{}: {text}\n", place(name, line)));
        }
        if found.claims == 0 && found.mistakes.is_empty() {
            out.push_str(&format!("{name}: nothing is claimed\n"));
        }
    }
    let claims: usize = pages.iter().map(|(_, found)| found.claims).sum();
    let wrong: usize = pages.iter().map(|(_, found)| found.wrong.len()).sum();
    out.push_str(&format!("{claims} claims, {wrong} wrong\n"));
    Report { out: Printed::Text(out), err, code }
}

/// Checks a page; `folder` is where it is.
pub fn page(text: &str, folder: &Path) -> Found {
    let mut found = Found::default();
    let mut before: Option<Embed> = None;
    for part in parts(text) {
        match part {
            Part::Table(table) => states::check(&table, &mut found),
            Part::Unread(part) => found.mistakes.extend(unread(&part)),
            Part::Fence(fence) => match fence.language() {
                "podlab" => match Embed::read(&fence).and_then(|e| e.open(folder).map(|_| e)) {
                    Ok(embed) => before = Some(embed),
                    Err(mistakes) => {
                        found.mistakes.extend(mistakes);
                        before = None;
                    }
                },
                "podlab-expect" => {
                    if let Err(mistakes) = expectations(&fence, before.as_ref(), folder, &mut found)
                    {
                        found.mistakes.extend(mistakes);
                    }
                }
                other if other.starts_with("podlab") => {
                    let guess = nearest(other, &["podlab", "podlab-expect"]);
                    let guess = guess.map(|guess| format!("; did you mean \"{guess}\"?"));
                    let why = format!("unknown block \"{other}\"{}", guess.unwrap_or_default());
                    found.mistakes.push((fence.line, why));
                }
                _ => {}
            },
        }
    }
    found
}

/// Returns the mistake of a claim that Markdown does not see as a block or a table.
fn unread(part: &Part) -> Option<Mistake> {
    let why = "is not read, for it stands in indented code or in HTML";
    match part {
        Part::Fence(fence) if fence.language() == "podlab-expect" => {
            Some((fence.line, format!("the block {why}")))
        }
        Part::Table(table) if states::is_claim(table) => {
            Some((table.rows[0].0, format!("the table {why}")))
        }
        Part::Fence(_) | Part::Table(_) | Part::Unread(_) => None,
    }
}

/// Checks the claims of a block; `before` is the lab before it.
fn expectations(
    fence: &Fence,
    before: Option<&Embed>,
    folder: &Path,
    found: &mut Found,
) -> Result<(), Vec<Mistake>> {
    let block = Block::read(&fence.body, fence.line + 1)?;
    let here = |why: &str| vec![(fence.line, why.to_owned())];
    let mut figure = match (&block.scene, before) {
        (Some(scene), _) => of_scene(scene, &block).map_err(|why| here(&why))?,
        (None, Some(embed)) if block.release.is_none() && block.seed.is_none() => {
            embed.open(folder)?
        }
        (None, Some(embed)) => {
            let mut embed = embed.clone();
            if let Some(release) = block.release {
                embed.options.push(("release", release.as_str().to_owned()));
            }
            embed.open_with(folder, block.seed)?
        }
        (None, None) => {
            return Err(here(
                "what run is it of? Put a podlab block before it, or scene: NAME in it",
            ));
        }
    };
    let end = figure.end();
    let mut claims: Vec<_> = block.claims.iter().collect();
    claims.sort_by_key(|claim| claim.at.unwrap_or(end));
    for claim in claims {
        figure.go_to(claim.at.unwrap_or(end).min(LONGEST));
        found.claims += 1;
        if let Some(actual) = contradiction(figure.lab(), claim) {
            let pod = claim.pod.as_ref().filter(|_| claim.claim.is_of_pod());
            let pod = pod.map(|pod| format!(" of {pod}")).unwrap_or_default();
            let about = format!("{}{pod} at {}", claim.key, clock(figure.now()));
            found.wrong.push(Wrong {
                line: claim.line,
                about,
                says: claimed_value(fence, claim.line),
                actual,
            });
        }
    }
    found.wrong.sort_by_key(|wrong| wrong.line);
    Ok(())
}

/// Returns the text after the colon in a line of a block.
fn claimed_value(fence: &Fence, line: usize) -> String {
    let text = fence.body.lines().nth(line - fence.line - 1).unwrap_or_default();
    text.split_once(':').map_or(text, |(_, value)| value).trim().to_owned()
}

fn of_scene(name: &str, block: &Block) -> Result<Figure, String> {
    let text = podlab_lessons::find(name).ok_or("there is no such scene")?;
    let options = podlab::api::ReadOptions::default();
    let mut scenario = read(&text, &options).map_err(|found| found[0].to_string())?;
    scenario.release = block.release.or(scenario.release);
    scenario.seed = block.seed.or(scenario.seed);
    Figure::open(&scenario, scenario.settings(), None).map_err(|refused| refused.to_string())
}

fn document(pages: &[(String, Found)]) -> String {
    let pages = pages.iter().map(|(name, found)| {
        let wrong = found.wrong.iter().map(|wrong| {
            let Wrong { line, about, says, actual } = wrong;
            json!({ "line": line, "about": about, "says": says, "true": actual.text() })
        });
        let told = |(line, text): &Mistake| json!({ "line": line, "text": text });
        json!({
            "page": name,
            "claims": found.claims,
            "wrong": wrong.collect::<Vec<_>>(),
            "mistakes": found.mistakes.iter().map(told).collect::<Vec<_>>(),
        })
    });
    let document = json!({ "podlabCheck": 1, "pages": pages.collect::<Vec<_>>() });
    format!("{document:#}\n")
}
