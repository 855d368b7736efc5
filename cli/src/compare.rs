//! `podlab compare`: variants of one run on one clock.

use crate::arguments::{Files, LanguageOption, RunOptions};
use crate::failure::Failure;
use crate::files::{Contents, USUAL, open, saved};
use crate::progress::{Progress, of};
use crate::terminal::Printed;
use crate::values;
use crate::why::plain;
use clap::ValueEnum;
use podlab::apiserver::table::Table;
use podlab::base::text::Text;
use podlab::base::time::SimTime;
use podlab::files::run_file::RunFile;
use podlab::questions::compare::{self, Aspect, Differences, LEAST, MOST, Outcome, Verdict};
use podlab::questions::stuck::{Bounds, Search};
use podlab::sim::Sim;
use podlab::timeline::history::{Branch, History, own_act};
use podlab::timeline::story::{Row, Segment, Story};
use podlab_messages::{
    Catalog, branch_name, clock, parting, row, row_of, shown, side, speak, verdict,
};
use serde_json::{Value, json};

const HELP: &str = "\
WHAT is kubernetes, seed, or the path of a field of the Pods and StatefulSets. What lasts less than a
second is no difference. A cell says STATUS, READY and RESTARTS.

Examples:
  podlab compare pod.yaml --vary restartPolicy=Always,OnFailure,Never
  podlab compare set.yaml --vary podManagementPolicy=OrderedReady,Parallel
  podlab compare set.yaml --vary updateStrategy.rollingUpdate.partition=0,1,2
  podlab compare pod.yaml --vary 'containers[app].livenessProbe.failureThreshold=1,3'
  podlab compare crash-loop --vary kubernetes=1.20,current --output json";

/// Runs variants of one run on one clock and prints where they begin to differ
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    #[command(flatten)]
    files: Files,
    /// What varies, and its two to four values [default: the branches of a saved run]
    #[arg(long, value_name = "WHAT=A,B,…", value_parser = Vary::parse)]
    vary: Option<Vary>,
    /// Simulated time to run, such as 90s or 1h30m [default: the scenario's, or 10m]
    #[arg(long, value_name = "TIME", value_parser = values::duration, allow_hyphen_values = true)]
    until: Option<SimTime>,
    #[command(flatten)]
    options: RunOptions,
    /// What is printed
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t)]
    output: Output,
    #[command(flatten)]
    language: LanguageOption,
}

/// Events of each run between two lines about how far they are.
const STEPS: u64 = 10_000;

/// What is printed of a comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Output {
    /// A line for each second in which a Pod changes, and the differences
    #[default]
    Table,
    /// One document for programs
    Json,
}

/// What varies, with its values.
#[derive(Clone, Debug)]
struct Vary {
    what: String,
    values: Vec<String>,
}

impl Vary {
    fn parse(text: &str) -> Result<Vary, String> {
        let (what, values) = text.split_once('=').ok_or("it must be WHAT=A,B,…")?;
        let values = values.split(',').map(str::to_owned).collect();
        Ok(Vary { what: what.to_owned(), values })
    }
}

/// A run that is compared, and what it is called.
struct Column {
    name: Text,
    run: RunFile,
}

/// Runs the variants and tells where they differ.
///
/// # Errors
/// What is wrong with the arguments or the files.
pub fn compare(args: &Args) -> Result<Printed, Failure> {
    speak(args.language.language.and_then(Catalog::of));
    let run = read(args)?;
    let until = run.now;
    let columns = match &args.vary {
        Some(vary) => variants(vary, &run)?,
        None => branches(&run)?,
    };
    let mut histories = Vec::new();
    for column in &columns {
        let refused = |error: podlab::apiserver::error::ApiError| {
            Failure::Usage(format!("{}: {}", column.name, error.message))
        };
        histories.push(column.run.begin().map_err(refused)?);
    }
    let mut runs: Vec<&mut History> = histories.iter_mut().collect();
    let mut progress = Progress::default();
    while !compare::run_until(&mut runs, until, STEPS) {
        progress.show(|| of(compare::now(&runs), until));
    }
    drop(progress);
    let stories: Vec<&Story> = histories.iter().map(History::story).collect();
    let mut found = Differences::default();
    found.look(&stories, until);
    let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    let outcomes: Vec<Outcome> = histories
        .iter()
        .map(|history| Outcome::of(history.sim(), history.story(), is_stuck(history.sim())))
        .collect();
    let what = args.vary.as_ref().map(|vary| vary.what.as_str());
    let aspect = what.map(Aspect::parse);
    let said = columns.iter().map(|column| column.name.to_string()).collect::<Vec<String>>();
    let said = verdict(&Verdict::of(&outcomes), &said, aspect.as_ref());
    if args.output == Output::Json {
        let mut document = document(what, &names, &stories, &found);
        document["verdict"] = plain(&said).into();
        return Ok(Printed::Json(format!("{document:#}\n")));
    }
    let table = table(&names, &stories);
    let parting = parting(found.all().first(), until);
    let differences = differences(&names, &found);
    Ok(Printed::Text(format!("{}\n\n{table}\n{parting}\n{differences}", plain(&said))))
}

/// Reads the run that varies, up to its end.
fn read(args: &Args) -> Result<RunFile, Failure> {
    let (texts, contents) = open(&args.files, &args.options)?;
    match contents {
        Contents::Saved(mut run) => {
            let end = run.branches.iter().map(|branch| branch.end).max();
            run.now = args.until.unwrap_or_else(|| end.unwrap_or_default().max(run.now));
            Ok(*run)
        }
        Contents::Scenario(..) if args.vary.is_none() => {
            Err(Failure::Usage("--vary WHAT=A,B,… is missing".to_owned()))
        }
        Contents::Scenario(scenario, settings) => {
            texts.begin(&scenario, (*settings).clone())?;
            let until = args.until.or(scenario.until).unwrap_or(USUAL);
            Ok(saved(&scenario, *settings, until))
        }
    }
}

fn variants(vary: &Vary, run: &RunFile) -> Result<Vec<Column>, Failure> {
    let Vary { what, values } = vary;
    let values: Vec<&str> = values.iter().map(String::as_str).collect();
    let branch = run.branches.iter().find(|branch| branch.id == run.current);
    let plan = branch.map_or(&[][..], |branch| &branch.plan);
    let variants = Aspect::parse(what).variants(&values, &run.settings, plan);
    let variants = variants.map_err(|why| Failure::Usage(format!("--vary {what}: {why}")))?;
    let column = |variant: compare::Variant| {
        let branch = Branch { plan: variant.plan, ..Branch::default() };
        let run = RunFile {
            settings: variant.settings,
            current: branch.id,
            branches: vec![branch],
            ..run.clone()
        };
        Column { name: variant.name, run }
    };
    Ok(variants.into_iter().map(column).collect())
}

/// The branches of a saved run.
fn branches<'a>(run: &'a RunFile) -> Result<Vec<Column>, Failure> {
    let count = run.branches.len();
    if !(LEAST..=MOST).contains(&count) {
        let told = format!("the run has {count} branches; {LEAST} to {MOST} can be compared");
        return Err(Failure::Usage(told));
    }
    let column = |branch: &'a Branch| {
        let own_act = |branch: &'a Branch| own_act(&run.branches, branch, &branch.plan);
        let name = branch_name(&run.branches, branch, &own_act).into();
        Column { name, run: RunFile { current: branch.id, ..run.clone() } }
    };
    Ok(run.branches.iter().map(column).collect())
}

/// Whether something in a run waits that does not come by itself.
fn is_stuck(sim: &Sim) -> bool {
    // What helps is not asked.
    let mut search = Search::new(sim, Bounds { waits: 0, ..Bounds::default() });
    while search.work(u64::MAX) {}
    !search.stuck().is_empty()
}

/// The rows that differ, with what each run shows when the difference begins; those that say most come first.
fn differences(names: &[&str], found: &Differences) -> String {
    if found.all().is_empty() {
        return String::new();
    }
    let head = ["FROM", "ROW"].iter().chain(names).map(|name| (*name).to_owned());
    let mut lines = vec![head.collect::<Vec<String>>()];
    for (_, one) in found.ranked() {
        let mut line = vec![clock(one.from), plain(&row_of(one))];
        line.extend(one.values.iter().map(|value| side(&one.row, value.as_ref())));
        lines.push(line);
    }
    Table::default().print(&lines)
}

/// A line for each second in which a Pod changes in one of the runs, with its STATUS, READY and RESTARTS in all.
fn table(names: &[&str], stories: &[&Story]) -> String {
    let mut moments: Vec<(u64, &Text)> = Vec::new();
    let changes = |story: &&Story| {
        let mut last: Vec<(Text, String)> = Vec::new();
        let mut changes = Vec::new();
        for (time, pod, cells) in story.watch_cells() {
            let facts = facts(cells);
            let place = last.iter().position(|(name, _)| name == pod);
            let place = place.unwrap_or_else(|| {
                last.push((pod.clone(), String::new()));
                last.len() - 1
            });
            if last[place].1 != facts {
                last[place].1.clone_from(&facts);
                changes.push((time.seconds(), pod.clone(), facts));
            }
        }
        changes
    };
    let all: Vec<Vec<(u64, Text, String)>> = stories.iter().map(changes).collect();
    for (second, pod, _) in all.iter().flatten() {
        if let Err(place) = moments.binary_search(&(*second, pod)) {
            moments.insert(place, (*second, pod));
        }
    }
    let head = ["TIME", "POD"].iter().chain(names).map(|name| (*name).to_owned());
    let mut lines = vec![head.collect::<Vec<String>>()];
    for (second, pod) in moments {
        let now = SimTime::from_seconds(second);
        let mut line = vec![clock(now), pod.to_string()];
        for (changes, story) in all.iter().zip(stories) {
            let known = changes.iter().rfind(|(at, name, _)| *at <= second && name == pod);
            let is_there = story
                .segments_of(pod, &Row::Status)
                .iter()
                .any(|s| s.from.seconds() <= second && s.to.is_none_or(|to| to.seconds() > second));
            line.push(match known {
                Some((.., facts)) if is_there => facts.clone(),
                _ => "–".to_owned(),
            });
        }
        lines.push(line);
    }
    Table::default().print(&lines)
}

/// Of what kubectl prints of a Pod: STATUS, READY and RESTARTS, without how long ago.
fn facts(cells: &[String]) -> String {
    let cell = |index: usize| cells.get(index).map_or("", String::as_str);
    let restarts = cell(3).split(' ').next().unwrap_or_default();
    [cell(2), cell(1), restarts].join(" ")
}

fn document(what: Option<&str>, names: &[&str], stories: &[&Story], found: &Differences) -> Value {
    let stretch = |segment: &Segment| {
        json!({
            "from": segment.from.0,
            "to": segment.to.map(|to| to.0),
            "shows": shown(segment),
        })
    };
    let rows = |story: &Story| {
        let mut rows = Vec::new();
        let common = story.common_rows().map(|row| (None, row));
        let pods = story.pods().flat_map(|pod| story.rows_of(pod).map(move |row| (Some(pod), row)));
        for (pod, on) in common.chain(pods) {
            let segments = story.segments_of(pod.map_or("", |pod| pod), on);
            rows.push(json!({
                "pod": pod.map(Text::as_str),
                "row": row(on),
                "stretches": segments.iter().map(stretch).collect::<Vec<_>>(),
            }));
        }
        rows
    };
    let columns = names.iter().zip(stories);
    let columns = columns.map(|(name, story)| json!({ "name": name, "rows": rows(story) }));
    let differences = found.all().iter().map(|one| {
        let value = |segment: &Option<Segment>| segment.as_ref().map(shown);
        json!({
            "from": one.from.0,
            "pod": one.pod.as_ref().map(Text::as_str),
            "row": row(&one.row),
            "values": one.values.iter().map(value).collect::<Vec<_>>(),
        })
    });
    json!({
        "vary": what,
        "until": found.until().0,
        "columns": columns.collect::<Vec<_>>(),
        "differences": differences.collect::<Vec<_>>(),
    })
}
