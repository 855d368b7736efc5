//! `podlab explore`: can this ever happen?

use crate::arguments::{Files, LanguageOption, ReleaseOption};
use crate::failure::Failure;
use crate::files::{Texts, check_target, saved};
use crate::why::plain;
use crate::{target, values};
use clap::{ValueEnum, ValueHint};
use podlab::base::time::SimTime;
use podlab::cluster::world::Jitter;
use podlab::files::player::Player;
use podlab::files::run_file::RunFile;
use podlab::questions::explore::{Answer, Limits, Question, Search, Toggles};
use podlab::timeline::history::PlannedAct;
use podlab_messages::{Catalog, answer, clock, speak, step};
use std::path::PathBuf;

const HELP: &str = "\
A step is an act, or to let time pass until something visible happens or nothing does any more.

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
    #[command(flatten)]
    kubernetes: ReleaseOption,
    #[command(flatten)]
    language: LanguageOption,
    /// Write the run that was found to a file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    save: Option<PathBuf>,
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
        let texts = Texts::read(&args.files.files)?;
        let mut scenario = texts.scenario(args.kubernetes.release)?;
        // Without chance many ways lead to one state.
        scenario.jitter = scenario.jitter.or(Some(Jitter::Zero));
        let settings = scenario.settings();
        check_target(args.save.as_deref())?;
        let save = args.save.map(|path| (path, saved(&scenario, settings.clone(), args.at)));
        let (mut player, _) = texts.begin(&scenario, settings)?;
        player.run_until(args.at);
        Ok(Exploration {
            player,
            question,
            toggles: args.acts.as_deref().map_or_else(Toggles::default, toggles),
            limits: Limits { steps: args.steps, states: args.states as usize },
            save,
        })
    }

    /// Searches. Returns what was found, in lines.
    ///
    /// # Errors
    /// When the run that was found cannot be saved.
    pub fn explore(&mut self) -> Result<String, Failure> {
        let sim = &self.player.sim;
        let mut search = Search::new(sim, self.question.clone(), self.toggles, self.limits);
        while search.work(10_000) {}
        let Some(found) = search.answer() else { return Ok(String::new()) };
        let mut text = format!("{}: {}\n", self.question, answer(found));
        let Answer::Yes(witness) = found else { return Ok(text) };
        for taken in &witness.steps {
            text.push_str(&format!("  {}\n", plain(&step(taken))));
        }
        let until = clock(witness.until);
        text.push_str(&format!("  {until}  {}\n", self.question));
        if let Some((path, run)) = &mut self.save {
            run.now = witness.until;
            for branch in &mut run.branches {
                // What the script would do later did not happen on the way.
                branch.plan.retain(|planned| planned.time <= sim.now());
                let acts = witness.acts.iter().map(|(time, command)| PlannedAct {
                    time: *time,
                    commands: vec![command.clone()],
                    by_person: true,
                });
                branch.plan.extend(acts);
                (branch.end, branch.left_at) = (witness.until, witness.until);
            }
            target::write(path, run.write())?;
        }
        Ok(text)
    }
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
