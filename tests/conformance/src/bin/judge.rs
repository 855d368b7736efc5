//! Judges runs and tells the first difference of every facet.
//!
//! `judge [RELEASE [PREFIX]]` replays the recorded runs (`judge v1.28 A-one`);
//! `judge DIR DIR` compares two folders of runs, recorded and simulated, file by file.
use podlab_conformance::compare::{SHORT, compare, unusable};
use podlab_conformance::expected::table;
use podlab_conformance::recorded::{RELEASES, Recorded, Unstable};
use podlab_conformance::replayed::{Outcome, outcomes};
use serde_json::Value;
use std::error::Error;
use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    let word = |n: usize| words.get(n).map_or("", String::as_str);
    let outcomes = if word(0).is_empty() || RELEASES.contains(&word(0)) {
        outcomes(word(0), word(1))
    } else {
        folders(Path::new(word(0)), Path::new(word(1)))?
    };
    for outcome in &outcomes {
        let different = outcome.different().count();
        let mark = if different == 0 { "ok  " } else { "FAIL" };
        println!("{mark} {} {}", outcome.release, outcome.name);
        for (facet, why) in &outcome.verdict {
            if let Some(why) = why {
                println!("    {facet}: {why}");
            }
        }
    }
    print!("\n{}", table(&outcomes));
    Ok(())
}

/// Verdicts on the files of two folders that bear the same name.
fn folders(recorded: &Path, simulated: &Path) -> Result<Vec<Outcome>, Box<dyn Error>> {
    let unstable = Unstable::load();
    let mut outcomes = Vec::new();
    let paths = fs::read_dir(recorded)?.map(|entry| Ok(entry?.path()));
    let mut paths = paths.collect::<Result<Vec<_>, std::io::Error>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    paths.sort();
    for path in paths {
        let file = path.file_name().ok_or("a file has a name")?;
        let run = Recorded {
            name: Path::new(file).with_extension("").display().to_string(),
            document: serde_json::from_str(&fs::read_to_string(&path)?)?,
        };
        let text = fs::read_to_string(simulated.join(file));
        let simulated = text.map_err(|why| why.to_string());
        let simulated = simulated
            .and_then(|text| serde_json::from_str::<Value>(&text).map_err(|why| why.to_string()));
        let mut verdict = match simulated {
            Ok(simulated) => compare(&run.document, &simulated, SHORT),
            Err(why) => unusable(&why),
        };
        unstable.leave_out(&run, &mut verdict);
        outcomes.push(Outcome {
            release: run.release().to_owned(),
            group: run.name.split('-').next().unwrap_or_default().to_owned(),
            name: run.name,
            verdict,
        });
    }
    Ok(outcomes)
}
