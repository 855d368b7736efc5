//! What the files of a run hold: a scenario with objects, or a saved run.

use crate::arguments::{Files, RunOptions};
use crate::failure::Failure;
use crate::terminal::print_error;
use crate::{input, target};
use podlab::base::language::Language;
use podlab::base::text::Text;
use podlab::base::time::SimTime;
use podlab::cluster::world::Settings;
use podlab::files::player::{Player, Refusal};
use podlab::files::run_file::RunFile;
use podlab::files::scenario_file::{Scenario, Source, read_all, script};
use podlab::files::template::with_pods;
use podlab::manifest::{Diagnostic, render};
use podlab::rules::release::Release;
use podlab::timeline::history::Branch;
use std::path::Path;

/// How long a run lasts that does not say it.
pub const USUAL: SimTime = SimTime::from_seconds(600);
/// Most mistakes that are printed with the lines they are in.
const QUOTED: usize = 10;

/// What the files of a run hold.
#[derive(Debug)]
pub enum Contents {
    /// A run with its own settings and branches.
    Saved(Box<RunFile>),
    /// A scenario, and what it runs with.
    Scenario(Box<Scenario>, Box<Settings>),
}

/// The text of each file, with its name.
#[derive(Debug)]
pub struct Texts(Vec<(Text, String)>);

impl Texts {
    /// Reads files, folders, scenes, links and standard input.
    ///
    /// # Errors
    /// One line that begins with the name of the file or folder.
    pub fn read(files: &Files) -> Result<Texts, Failure> {
        let mut texts = Vec::new();
        for path in files.all() {
            for file in input::files(path)? {
                texts.push((input::name(&file).into(), input::read(&file)?));
            }
        }
        Ok(Texts(texts))
    }

    /// Adds a Pod of each template whose object Podlab does not run.
    pub fn add_pods_of_templates(&mut self) {
        for (_, text) in &mut self.0 {
            if let Some(with_pods) = with_pods(text) {
                *text = with_pods;
            }
        }
    }

    /// Reads what they hold, with the seed and the release that the command line names.
    ///
    /// # Errors
    /// The mistakes in the files, each with its place; or a seed or release for a saved run, which has its own.
    pub fn contents(&self, options: &RunOptions) -> Result<Contents, Failure> {
        let release = options.kubernetes.release;
        if let [(name, text)] = &self.0[..]
            && RunFile::is_one(text)
        {
            if release.is_some() || options.seed.is_some() {
                let message = "a saved run has its own seed and release".to_owned();
                return Err(Failure::Usage(message));
            }
            let in_file = |mistake: Diagnostic| Diagnostic { file: Some(name.clone()), ..mistake };
            let run = RunFile::read(text).map_err(|found| {
                let found: Vec<Diagnostic> = found.into_iter().map(in_file).collect();
                self.mistakes(&found)
            })?;
            return Ok(Contents::Saved(Box::new(run)));
        }
        let scenario = self.scenario(release)?;
        let mut settings = scenario.settings();
        settings.seed = options.seed.unwrap_or(settings.seed);
        Ok(Contents::Scenario(Box::new(scenario), Box::new(settings)))
    }

    /// Reads the scenario that they are, and prints the warnings about it.
    ///
    /// # Errors
    /// The mistakes in the files, each with its place.
    pub fn scenario(&self, release: Option<Release>) -> Result<Scenario, Failure> {
        let sources = self.0.iter().map(|(name, text)| Source { file: Some(name.clone()), text });
        let sources: Vec<Source> = sources.collect();
        let read = read_all(&sources, release, Release::default());
        let scenario = read.map_err(|found| self.mistakes(&found))?;
        if !scenario.warnings.is_empty() {
            let lines: Vec<String> = scenario.warnings.iter().map(Diagnostic::to_string).collect();
            print_error(&(lines.join("\n") + "\n"));
        }
        Ok(scenario)
    }

    /// Begins a scenario.
    ///
    /// # Errors
    /// Objects that are refused: they are mistakes in the files.
    pub fn begin(
        &self,
        scenario: &Scenario,
        settings: Settings,
    ) -> Result<(Player, Vec<Refusal>), Failure> {
        let mut player = scenario.play(settings);
        let refused = player.take_refusals();
        let found = mistakes(scenario, &refused);
        if found.is_empty() { Ok((player, refused)) } else { Err(self.mistakes(&found)) }
    }

    /// A problem of all of them together.
    pub fn problem(&self, message: &str) -> Failure {
        let names: Vec<&str> = self.0.iter().map(|(name, _)| name.as_str()).collect();
        Failure::Input(format!("{}: {message}", names.join(", ")))
    }

    /// Mistakes, each with its place, and the first ones with the lines they are in.
    fn mistakes(&self, found: &[Diagnostic]) -> Failure {
        let (quoted, others) = found.split_at(found.len().min(QUOTED));
        let quoted = quoted.iter().map(|diagnostic| {
            let source = self.0.iter().find(|(name, _)| Some(name) == diagnostic.file.as_ref());
            render(diagnostic, source.map_or("", |(_, text)| text))
        });
        let lines: Vec<String> = quoted.chain(others.iter().map(Diagnostic::to_string)).collect();
        Failure::Input(lines.join("\n"))
    }
}

/// Reads the files of a command and what they hold.
///
/// # Errors
/// What is wrong with the files.
pub fn open(files: &Files, options: &RunOptions) -> Result<(Texts, Contents), Failure> {
    let texts = Texts::read(files)?;
    let contents = texts.contents(options)?;
    Ok((texts, contents))
}

/// Returns what is wrong with the objects of a scenario that were refused at its beginning.
pub fn mistakes(scenario: &Scenario, refused: &[Refusal]) -> Vec<Diagnostic> {
    let objects = refused.iter().filter(|refusal| refusal.action.is_none());
    objects.flat_map(|refusal| scenario.diagnose(refusal)).collect()
}

/// Checks that a run can be saved, if it is to be.
///
/// # Errors
/// One line that names the file.
pub fn check_target(path: Option<&Path>) -> Result<(), Failure> {
    Ok(path.map_or(Ok(()), target::check)?)
}

/// Writes a run to a file that opens again.
///
/// # Errors
/// One line that names the file, when it cannot be written or would not open again.
pub fn save(path: &Path, run: &RunFile) -> Result<(), String> {
    let text = run.write();
    if let Err(found) = RunFile::read(&text) {
        let why = found.first().map(Diagnostic::to_string).unwrap_or_default();
        return Err(format!("{}: the run cannot be saved: {why}", input::name(path)));
    }
    target::write(path, text)
}

/// Returns the run of a scenario as a file holds it, up to `now`.
pub fn saved(scenario: &Scenario, settings: Settings, now: SimTime) -> RunFile {
    let branch = Branch { end: now, left_at: now, plan: script(scenario), ..Branch::default() };
    RunFile {
        title: scenario.title.in_language(Language::English).clone(),
        settings,
        nodes: scenario.node_count(),
        pod: scenario.first_pod().unwrap_or_default(),
        workload: scenario.workload(),
        now,
        view: Text::default(),
        current: branch.id,
        branches: vec![branch],
    }
}
