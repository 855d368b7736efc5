//! The claims of a page, compared with the simulation.

use super::found::{Found, Wrong};
use super::states;
use crate::actual::contradiction;
use crate::embed::{Embed, Mistake};
use crate::expect::Block;
use crate::page::{Fence, Part, parts};
use crate::values::LONGEST;
use podlab::files::scenario_file::read;
use podlab::manifest::schema::nearest;
use podlab_figure::Figure;
use podlab_messages::clock;
use std::path::Path;

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
