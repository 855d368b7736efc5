//! `podlab explore`: can this ever happen?

use crate::arguments::Arguments;
use crate::commands::EXPLORE;
use crate::run::{
    begin, language, moment_of, one_of, read_scenario, read_texts, release, save_to, saved,
};
use crate::target;
use crate::why::plain;
use podlab::explore::{Answer, Limits, Question, Search, Toggles};
use podlab::history::Planned;
use podlab::player::Player;
use podlab::run_file::RunFile;
use podlab::time::SimTime;
use podlab::world::Jitter;
use podlab_words::{Messages, answer, clock, step};
use std::path::PathBuf;

/// A search that is ready to begin.
#[derive(Debug)]
pub struct Exploration {
    player: Player,
    question: Question,
    toggles: Toggles,
    limits: Limits,
    messages: &'static Messages,
    save: Option<(PathBuf, RunFile)>,
}

impl Exploration {
    /// Reads the arguments and the files, and runs to where the search begins.
    ///
    /// # Errors
    /// What is wrong, in lines for people.
    pub fn prepare(arguments: &Arguments) -> Result<Exploration, String> {
        let Some(question) = arguments.text("--can") else {
            return Err(EXPLORE.complaint("--can QUESTION is missing"));
        };
        let question = Question::parse(&question)
            .map_err(|told| EXPLORE.complaint(&format!("--can {told}")))?;
        let usual = Limits::default();
        let steps = number(arguments, "--steps", u64::from(usual.steps), 100)? as u32;
        let states = number(arguments, "--states", usual.states as u64, 10_000_000)? as usize;
        let at = match arguments.text("--at") {
            None => SimTime::ZERO,
            Some(text) => moment_of(&EXPLORE, "--at", &text)?,
        };
        let toggles = toggles(arguments)?;
        let messages = Messages::of(language(&EXPLORE, arguments)?);
        let texts = read_texts(arguments)?;
        let mut scenario = read_scenario(&texts, release(&EXPLORE, arguments)?)?;
        // Without chance many ways lead to one state.
        scenario.jitter = scenario.jitter.or(Some(Jitter::Zero));
        let settings = scenario.settings();
        let save = save_to(arguments)?;
        let save = save.map(|path| (path, saved(&scenario, settings.clone(), at)));
        let (mut player, _) = begin(&scenario, settings, &texts)?;
        player.run_until(at);
        let limits = Limits { steps, states };
        Ok(Exploration { player, question, toggles, limits, messages, save })
    }

    /// Searches. Gives what was found, in lines.
    ///
    /// # Errors
    /// When the run that was found cannot be saved.
    pub fn explore(&mut self) -> Result<String, String> {
        let sim = &self.player.sim;
        let mut search = Search::new(sim, self.question.clone(), self.toggles, self.limits);
        while search.work(10_000) {}
        let Some(found) = search.answer() else { return Ok(String::new()) };
        let mut text = format!("{}: {}\n", self.question, answer(self.messages, found));
        let Answer::Yes(witness) = found else { return Ok(text) };
        for taken in &witness.steps {
            text.push_str(&format!("  {}\n", plain(&step(self.messages, taken))));
        }
        let until = clock(witness.until);
        text.push_str(&format!("  {until}  {}\n", self.question));
        if let Some((path, run)) = &mut self.save {
            run.now = witness.until;
            for branch in &mut run.branches {
                // What the script would do later did not happen on the way.
                branch.plan.retain(|planned| planned.time <= sim.now());
                let acts = witness.acts.iter().map(|(time, command)| Planned {
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

fn number(arguments: &Arguments, option: &str, usual: u64, most: u64) -> Result<u64, String> {
    let Some(text) = arguments.text(option) else { return Ok(usual) };
    let number = text.parse().ok().filter(|number| (1..=most).contains(number));
    let problem = || EXPLORE.complaint(&format!("{option} {text}: it must be 1 to {most}"));
    number.ok_or_else(problem)
}

fn toggles(arguments: &Arguments) -> Result<Toggles, String> {
    const KINDS: [&str; 7] = ["exits", "probes", "images", "deletes", "force", "sets", "nodes"];
    let Some(text) = arguments.text("--acts") else { return Ok(Toggles::default()) };
    let given: Vec<&str> = text.split(',').filter(|kind| !kind.is_empty()).collect();
    if let Some(unknown) = given.iter().find(|kind| !KINDS.contains(kind)) {
        return Err(one_of(&EXPLORE, "--acts", unknown, &KINDS));
    }
    let has = |kind: &str| given.contains(&kind);
    Ok(Toggles {
        exits: has("exits"),
        probes: has("probes"),
        images: has("images"),
        deletes: has("deletes"),
        force: has("force"),
        sets: has("sets"),
        nodes: has("nodes"),
    })
}
