//! `podlab explore`: can this ever happen?

mod subjects;

use crate::arguments::{Files, LanguageOption, ReleaseOption};
use crate::failure::Failure;
use crate::files::{Texts, check_target, save, saved};
use crate::progress::{Progress, run_to};
use crate::terminal::Printed;
use crate::values;
use crate::why::plain;
use clap::{ValueEnum, ValueHint};
use podlab::base::time::SimTime;
use podlab::cluster::world::Jitter;
use podlab::files::player::Player;
use podlab::files::run_file::RunFile;
use podlab::questions::explore::{
    Answer, Limits, Progress as Reached, Question, Search, Toggles, Witness,
};
use podlab::timeline::history::PlannedAct;
use podlab_messages::{Catalog, answer, clock, speak, step};
use serde_json::{Value, json};
use std::path::PathBuf;
use subjects::Subjects;

const HELP: &str = "\
A step is an act, or to let time pass until something visible happens or nothing does any more.

The exit code is 1 when it cannot happen within the steps, or the search gave up.

Questions:
  \"pod/NAME phase PHASE\"
  \"pod/NAME condition TYPE STATUS\"
  \"pod/NAME container NAME STATE-OR-REASON\"
  \"pod/NAME restarts > N\"
  \"pod/NAME gone\"
  \"pod/NAME twice\"                 two Pods of the name are in the API
  \"pod/NAME runs-twice\"            programs of two Pods of the name run
  \"pod/NAME before pod/NAME\"       the first Pod is Ready before the second
  \"statefulset/NAME below-partition\"
  \"statefulset/NAME pods > N\"

Examples:
  podlab explore pod.yaml --can \"pod/demo phase Failed\"
  podlab explore set.yaml --can \"pod/web-0 runs-twice\" --acts force,nodes --steps 6
  podlab explore set.yaml --can \"statefulset/web pods > 3\" --save found.run.json";

/// Searches for a run in which something happens, and prints the shortest
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub struct Args {
    #[command(flatten)]
    files: Files,
    /// What may happen; see below
    #[arg(long, value_name = "QUESTION")]
    can: String,
    /// Most steps of a run
    #[arg(long, value_name = "N", default_value_t = Limits::default().steps, value_parser = clap::value_parser!(u32).range(1..=100))]
    steps: u32,
    /// Most states to visit
    #[arg(long, value_name = "N", default_value_t = Limits::default().states as u64, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    states: u64,
    /// Simulated time to run first
    #[arg(long, value_name = "TIME", default_value = "0s", value_parser = values::moment, allow_hyphen_values = true)]
    at: SimTime,
    /// What may be done [default: all but nodes]
    #[arg(long, value_name = "KINDS", value_delimiter = ',')]
    acts: Option<Vec<Act>>,
    /// What is printed
    #[arg(short, long, value_name = "FORMAT", value_enum, default_value_t)]
    output: Output,
    #[command(flatten)]
    kubernetes: ReleaseOption,
    #[command(flatten)]
    language: LanguageOption,
    /// Write the run that was found to a file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    save: Option<PathBuf>,
}

/// What is printed of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Output {
    /// The answer, and the steps of the run that was found
    #[default]
    Text,
    /// One document for programs
    Json,
}

/// What a step of a search may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Act {
    /// Programs exit with 0 or 1, or run out of memory
    Exits,
    /// Probes fail and succeed
    Probes,
    /// Images can be pulled or not
    Images,
    /// Pods are deleted and evicted
    Deletes,
    /// Pods are deleted by force
    Force,
    /// StatefulSets are scaled and restarted, and get another partition
    Sets,
    /// Nodes are cut off, switched off, cordoned, drained and deleted, and come back
    Nodes,
}

/// A search that is ready to begin.
#[derive(Debug)]
pub struct Exploration {
    player: Player,
    question: Question,
    toggles: Toggles,
    limits: Limits,
    output: Output,
    save: Option<(PathBuf, RunFile)>,
}

impl Exploration {
    /// Reads the files, and runs to where the search begins.
    ///
    /// # Errors
    /// What is wrong with the arguments or the files.
    pub fn prepare(args: Args) -> Result<Exploration, Failure> {
        let question = Question::parse(&args.can);
        let question = question.map_err(|message| Failure::Usage(format!("--can {message}")))?;
        speak(args.language.language.and_then(Catalog::of));
        let texts = Texts::read(&args.files)?;
        let mut scenario = texts.scenario(args.kubernetes.release)?;
        // Without chance many ways lead to one state.
        scenario.jitter = scenario.jitter.or(Some(Jitter::Zero));
        let settings = scenario.settings();
        check_target(args.save.as_deref())?;
        let save = args.save.map(|path| (path, saved(&scenario, settings.clone(), args.at)));
        let (mut player, _) = texts.begin(&scenario, settings)?;
        run_to(&mut player, args.at);
        let found = Subjects::of(&scenario, &player.sim).check(&question);
        found.map_err(|message| Failure::Usage(format!("--can: {message}")))?;
        Ok(Exploration {
            player,
            question,
            output: args.output,
            toggles: args.acts.as_deref().map_or_else(Toggles::default, toggles),
            limits: Limits { steps: args.steps, states: args.states as usize, ..Limits::default() },
            save,
        })
    }

    /// Searches. Returns what is printed, and whether it can happen.
    ///
    /// # Errors
    /// When the run that was found cannot be saved.
    pub fn explore(&mut self) -> Result<(Printed, bool), Failure> {
        let mut search =
            Search::new(&self.player.sim, self.question.clone(), self.toggles, self.limits);
        let mut progress = Progress::default();
        while search.work(10_000) {
            let Reached { visited, waiting, steps } = search.progress();
            progress.show(|| format!("{visited} states, {waiting} more, {steps} steps deep"));
        }
        drop(progress);
        let Some(found) = search.answer() else { return Ok((self.printed(None), false)) };
        if let Answer::Yes(witness) = found {
            save_witness(&mut self.save, witness, self.player.sim.now())?;
        }
        Ok((self.printed(Some(found)), matches!(found, Answer::Yes(_))))
    }

    /// Returns an answer as it is printed.
    fn printed(&self, found: Option<&Answer>) -> Printed {
        match (self.output, found) {
            (Output::Text, None) => Printed::Text(String::new()),
            (Output::Text, Some(found)) => Printed::Text(self.text(found)),
            (Output::Json, found) => Printed::Json(format!("{:#}\n", self.document(found))),
        }
    }

    fn text(&self, found: &Answer) -> String {
        let mut text = format!("{}: {}\n", self.question, answer(found));
        if let Answer::Yes(witness) = found {
            for taken in &witness.steps {
                text.push_str(&format!("  {}\n", plain(&step(taken))));
            }
            text.push_str(&format!("  {}  {}\n", clock(witness.until), self.question));
        }
        text
    }

    fn document(&self, found: Option<&Answer>) -> Value {
        let question = self.question.to_string();
        match found {
            Some(Answer::Yes(witness)) => json!({
                "question": question,
                "answer": "yes",
                "until": witness.until.0,
                "steps": witness.steps.iter().map(|taken| plain(&step(taken))).collect::<Vec<_>>(),
            }),
            Some(Answer::NotWithin { steps, states }) => json!({
                "question": question, "answer": "notWithin", "depth": steps, "states": states,
            }),
            Some(Answer::GaveUp { steps, states }) => json!({
                "question": question, "answer": "gaveUp", "depth": steps, "states": states,
            }),
            None => json!({ "question": question, "answer": "gaveUp" }),
        }
    }
}

/// Saves the run that shows that it can happen.
fn save_witness(
    target: &mut Option<(PathBuf, RunFile)>,
    witness: &Witness,
    begun: SimTime,
) -> Result<(), Failure> {
    let Some((path, run)) = target else { return Ok(()) };
    run.now = witness.until;
    for branch in &mut run.branches {
        // What the script would do later did not happen on the way.
        branch.plan.retain(|planned| planned.time <= begun);
        let acts = witness.acts.iter().map(|(time, command)| PlannedAct {
            time: *time,
            commands: vec![command.clone()],
            by_person: true,
        });
        branch.plan.extend(acts);
        (branch.end, branch.left_at) = (witness.until, witness.until);
    }
    Ok(save(path, run)?)
}

fn toggles(acts: &[Act]) -> Toggles {
    let has = |act| acts.contains(&act);
    Toggles {
        exits: has(Act::Exits),
        probes: has(Act::Probes),
        images: has(Act::Images),
        deletes: has(Act::Deletes),
        force: has(Act::Force),
        sets: has(Act::Sets),
        nodes: has(Act::Nodes),
    }
}
