//! `podlab run`: manifests and scenarios in simulated time.

mod output;

use crate::arguments::{Arguments, Subcommand};
use crate::commands::{EVICTION, RUN};
use crate::why::Why;
use crate::{input, target};
use output::Printer;
use podlab::api::pod::Pod;
use podlab::command::Command;
use podlab::duration;
use podlab::history::{Branch, script};
use podlab::kubectl::columns::Columns;
use podlab::kubelet::backoff::{RESTART_PERIOD, is_restart_period};
use podlab::manifest::node::Node;
use podlab::manifest::schema::nearest;
use podlab::manifest::{Diagnostic, Resource, render};
use podlab::player::{Player, Refusal};
use podlab::release::{Gates, Release};
use podlab::run_file::RunFile;
use podlab::scenario_file::{NODES, Scenario, Source, read_all};
use podlab::text::Text;
use podlab::time::SimTime;
use podlab::world::{Cadence, Settings};
use podlab_words::Language;
use std::io::{self, Write};
use std::path::PathBuf;

/// How long a run lasts that does not say it.
pub(crate) const USUAL: SimTime = SimTime::from_seconds(600);
/// Longest run: ten years. An idle Pod alone has some four million events in them.
pub const LONGEST: SimTime = SimTime::from_seconds(10 * 365 * 24 * 3600);
/// Most mistakes that are printed.
const MAX_MISTAKES: usize = 10;

/// What is printed of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Output {
    /// Lines as `kubectl get pods -w` prints them.
    #[default]
    Table,
    /// The trace, in the schema of recorded runs.
    Json,
    /// Lines as `kubectl get events -w` prints them.
    Events,
    /// What `kubectl describe pods` prints at the end.
    Describe,
    /// What `kubectl get nodes` and `kubectl describe nodes` print at the end.
    Nodes,
}

impl Output {
    const NAMES: [&str; 5] = ["table", "json", "events", "describe", "nodes"];

    fn named(name: &str) -> Option<Output> {
        let all = [Output::Table, Output::Json, Output::Events, Output::Describe, Output::Nodes];
        Self::NAMES.iter().zip(all).find(|(known, _)| **known == name).map(|(_, output)| output)
    }
}

/// A run that is ready to begin: every argument and every file is understood.
#[derive(Debug)]
pub struct Run {
    player: Player,
    /// Actions of the first moment that were refused.
    refused: Vec<Refusal>,
    output: Output,
    until: SimTime,
    name: String,
    title: String,
    has_namespaces: bool,
    why: Option<Why>,
    save: Option<(PathBuf, RunFile)>,
}

impl Run {
    /// Reads the arguments and the files.
    ///
    /// # Errors
    /// What is wrong, in lines for people.
    pub fn prepare(arguments: &Arguments) -> Result<Run, String> {
        let output = match arguments.text("--output") {
            None => Output::default(),
            Some(name) => Output::named(&name)
                .ok_or_else(|| one_of(&RUN, "--output", &name, &Output::NAMES))?,
        };
        let release = release(&RUN, arguments)?;
        let until = match arguments.text("--until") {
            None => None,
            Some(text) => Some(duration_of(&RUN, "--until", &text)?),
        };
        let seed = seed(&RUN, arguments)?;
        let why = arguments.text("--why").map(|text| Why::parse(&text, language(&RUN, arguments)?));
        let why = why.transpose()?;
        let texts = read_texts(arguments)?;
        let save = save_to(arguments)?;
        if let [(_, text)] = &texts[..]
            && RunFile::is_one(text)
        {
            let is_told = |option: &str| arguments.text(option).is_some();
            if release.is_some() || seed.is_some() {
                return Err(RUN.complaint("a saved run has its own seed and release"));
            }
            let mut of_kubelets = EVICTION.iter().map(|(option, _)| *option);
            if is_told("--feature-gates")
                || is_told("--max-container-restart-period")
                || of_kubelets.any(is_told)
            {
                return Err(RUN.complaint("a saved run has its own settings"));
            }
            let run = RunFile::read(text).map_err(|found| complain(&found, &texts))?;
            return Ok(Run::of_saved(run, until, output, why, save));
        }
        let scenario = read_scenario(&texts, release)?;
        if scenario.objects.is_empty() && scenario.actions.is_empty() {
            let names: Vec<&str> = texts.iter().map(|(name, _)| name.as_str()).collect();
            return Err(format!(
                "{}: there is no object in it and no scenario; nothing can run",
                names.join(", ")
            ));
        }
        let until = until.or(scenario.until).unwrap_or(USUAL);
        if until > LONGEST {
            return Err(RUN.complaint("a run lasts at most 87600h (10 years)"));
        }
        let mut settings = scenario.settings();
        settings.seed = seed.unwrap_or(settings.seed);
        configure(&RUN, arguments, &mut settings)?;
        let save = save.map(|path| (path, saved(&scenario, settings.clone(), until)));
        let (player, refused) = begin(&scenario, settings, &texts)?;
        let (name, title) = (scenario.name.to_string(), scenario.title.to_string());
        let has_namespaces = has_namespaces(scenario.objects.iter());
        Ok(Run { player, refused, output, until, name, title, has_namespaces, why, save })
    }

    fn of_saved(
        run: RunFile,
        until: Option<SimTime>,
        output: Output,
        why: Option<Why>,
        save: Option<PathBuf>,
    ) -> Run {
        let until = until.unwrap_or(run.now);
        let plans = run.branches.iter().filter(|branch| branch.id == run.current);
        let commands = plans.flat_map(|branch| &branch.plan).flat_map(|planned| &planned.commands);
        let objects = commands.filter_map(|command| match command {
            Command::Create(object) => Some(&**object),
            _ => None,
        });
        let has_namespaces = has_namespaces(objects);
        let mut player = Player::of_run(&run);
        let refused = player.take_refusals();
        let title = run.title.to_string();
        let save = save.map(|path| (path, RunFile { now: until, ..run }));
        let name = String::new();
        Run { player, refused, output, until, name, title, has_namespaces, why, save }
    }

    /// Runs and prints; what is refused on the way goes to `errors`. Gives what could not be done at the end.
    ///
    /// # Errors
    /// When nothing can be written any more.
    pub fn run(
        mut self,
        out: &mut impl Write,
        errors: &mut impl Write,
    ) -> io::Result<Option<String>> {
        let columns = Columns { namespace: self.has_namespaces, wide: false };
        let release = self.player.sim.settings().release;
        let mut printer = Printer::new(self.output, columns, release, self.until);
        let is_shown = self.why.is_none();
        if is_shown {
            printer.begin(&self.name, &self.title, self.until, &self.player.sim, out)?;
        }
        for refusal in std::mem::take(&mut self.refused) {
            writeln!(errors, "{}", refusal_line(&refusal))?;
        }
        loop {
            match &mut self.why {
                Some(why) => why.watch(&mut self.player.sim),
                None => printer.show(&mut self.player.sim, out)?,
            }
            for refusal in self.player.take_refusals() {
                writeln!(errors, "{}", refusal_line(&refusal))?;
            }
            if self.player.next_time().is_none_or(|next| next > self.until) {
                break;
            }
            self.player.step();
        }
        self.player.run_until(self.until);
        let mut problem = None;
        match &self.why {
            Some(why) => match why.tell(&self.player.sim) {
                Ok(text) => out.write_all(text.as_bytes())?,
                Err(told) => problem = Some(told),
            },
            None => printer.end(&self.player.sim, out)?,
        }
        if let Some((path, run)) = &self.save
            && let Err(told) = target::write(path, run.write())
        {
            problem = Some(told);
        }
        out.flush()?;
        Ok(problem)
    }
}

/// The file a run is saved to, when it can be written.
pub(crate) fn save_to(arguments: &Arguments) -> Result<Option<PathBuf>, String> {
    let path = arguments.value("--save").map(PathBuf::from);
    path.as_deref().map_or(Ok(()), target::check)?;
    Ok(path)
}

/// Begins a scenario; objects that are refused are mistakes in its files.
pub(crate) fn begin(
    scenario: &Scenario,
    settings: Settings,
    texts: &[(Text, String)],
) -> Result<(Player, Vec<Refusal>), String> {
    let mut player = scenario.play(settings);
    let refused = player.take_refusals();
    let found = mistakes(scenario, &refused);
    if found.is_empty() { Ok((player, refused)) } else { Err(complain(&found, texts)) }
}

/// What is wrong with the objects of a scenario that were refused at its beginning.
pub(crate) fn mistakes(scenario: &Scenario, refused: &[Refusal]) -> Vec<Diagnostic> {
    let objects = refused.iter().filter(|refusal| refusal.action.is_none());
    objects.flat_map(|refusal| scenario.diagnose(refusal)).collect()
}

pub(crate) fn read_scenario(
    texts: &[(Text, String)],
    release: Option<Release>,
) -> Result<Scenario, String> {
    let read = read_all(&sources(texts), release, Release::default());
    read.map_err(|found| complain(&found, texts))
}

/// The run of a scenario, as it is saved.
pub(crate) fn saved(scenario: &Scenario, settings: Settings, now: SimTime) -> RunFile {
    let brings_nodes = scenario.objects.iter().any(|o| matches!(o, Resource::Node(_)));
    let usual = if brings_nodes { 0 } else { NODES };
    let named = |is_it: fn(&Resource) -> bool| {
        let found = scenario.objects.iter().find(|object| is_it(object));
        found.map(|object| object.metadata().name.clone())
    };
    let set = named(|object| matches!(object, Resource::StatefulSet(_)));
    let pod = scenario.objects.iter().find_map(|object| match object {
        Resource::Pod(pod) => Some(scenario.name_of(pod)),
        _ => None,
    });
    let first = set.as_ref().map(|set| Text::from(format!("{set}-0")));
    let branch = Branch { end: now, left_at: now, plan: script(scenario), ..Branch::default() };
    RunFile {
        title: scenario.title.clone(),
        settings,
        nodes: scenario.nodes.unwrap_or(usual),
        pod: ("default".into(), pod.or(first).unwrap_or_default()),
        set,
        now,
        view: Text::default(),
        current: branch.id,
        branches: vec![branch],
    }
}

/// Whether Pods of several namespaces are among the objects.
fn has_namespaces<'a>(objects: impl Iterator<Item = &'a Resource>) -> bool {
    let mut namespaces = objects.filter_map(|object| match object {
        Resource::Pod(pod) => Some(namespace(pod)),
        _ => None,
    });
    let first = namespaces.next();
    namespaces.any(|other| Some(other) != first)
}

pub(crate) fn release(
    command: &Subcommand,
    arguments: &Arguments,
) -> Result<Option<Release>, String> {
    let option = "--kubernetes";
    let Some(name) = arguments.text(option) else { return Ok(None) };
    let releases = Release::ALL.map(Release::as_str);
    let read = Release::parse(&name);
    read.map(Some).ok_or_else(|| one_of(command, arguments.written(option), &name, &releases))
}

pub(crate) fn seed(command: &Subcommand, arguments: &Arguments) -> Result<Option<u64>, String> {
    let Some(text) = arguments.text("--seed") else { return Ok(None) };
    let number = text.parse::<u64>().map(Some);
    number
        .map_err(|_| command.complaint(&format!("--seed {text}: it must be a whole number from 0")))
}

/// What the cluster has switched on, and what its kubelets are told.
fn configure(
    command: &Subcommand,
    arguments: &Arguments,
    settings: &mut Settings,
) -> Result<(), String> {
    if let Some(name) = arguments.text("--cadence") {
        let names = Cadence::NAMES.map(|(name, _)| name);
        settings.cadence =
            Cadence::named(&name).ok_or_else(|| one_of(command, "--cadence", &name, &names))?;
    }
    let option = "--max-container-restart-period";
    if let Some(text) = arguments.text(option) {
        let period = duration_of(command, option, &text)?.0;
        if !is_restart_period(period) {
            let told = format!("{option} {text}: it must be {RESTART_PERIOD}");
            return Err(command.complaint(&told));
        }
        settings.max_container_restart_period = Some(period);
    }
    for (option, field) in EVICTION {
        let Some(text) = arguments.text(option) else { continue };
        let node = match text.parse::<i64>() {
            Ok(number) => Node::int(number),
            Err(_) => Node::map(text.split(',').map(|part| {
                let (signal, value) = part.split_once(['<', '=']).unwrap_or((part, ""));
                (signal.to_owned().into(), Node::text(value.to_owned()))
            })),
        };
        let told = settings.eviction.read(field, &node);
        told.map_err(|wrong| command.complaint(&format!("{option} {text}: {}", wrong.message)))?;
    }
    if let Some(message) = settings.eviction.complaint() {
        return Err(command.complaint(&["--eviction-soft: ", &message].concat()));
    }
    let option = "--feature-gates";
    for part in arguments.text(option).iter().flat_map(|text| text.split(',')) {
        let (name, value) = part.split_once('=').unwrap_or((part, "true"));
        let Some(gate) = settings.gates.named(name) else {
            return Err(one_of(command, option, name, &Gates::NAMES));
        };
        *gate = match value {
            "true" => true,
            "false" => false,
            _ => {
                let told = format!("{option} {part}: {name} must be true or false");
                return Err(command.complaint(&told));
            }
        };
    }
    Ok(())
}

pub(crate) fn language(command: &Subcommand, arguments: &Arguments) -> Result<Language, String> {
    let option = "--language";
    let Some(code) = arguments.text(option) else { return Ok(Language::default()) };
    let codes = Language::ALL.map(Language::code);
    let read = Language::parse(&code);
    read.ok_or_else(|| one_of(command, arguments.written(option), &code, &codes))
}

/// The namespace a Pod comes to be in.
fn namespace(pod: &Pod) -> &str {
    if pod.metadata.namespace.is_empty() { "default" } else { &pod.metadata.namespace }
}

pub(crate) fn duration_of(
    command: &Subcommand,
    option: &str,
    text: &str,
) -> Result<SimTime, String> {
    let complain = |what: &str| command.complaint(&format!("{option} {text}: {what}"));
    if text == "never" {
        return Ok(LONGEST);
    }
    let is_number = text.starts_with(|c: char| c.is_ascii_digit());
    match duration::parse(text).map(SimTime) {
        Some(until) if until <= LONGEST => Ok(until),
        Some(_) => Err(complain("a run lasts at most 87600h (10 years)")),
        None if is_number && text.ends_with('h') => {
            Err(complain("it must be a duration such as 90s or 1h30m, at most 87600h (10 years)"))
        }
        None => Err(complain("it must be a duration such as 90s, 10m or 1h30m, or never")),
    }
}

/// What is wrong with a moment, where the end of the run has no word.
const NO_MOMENT: &str = "it must be a moment such as 90, 90s or 2m30s";

/// The moment an option names.
pub(crate) fn moment_of(command: &Subcommand, option: &str, text: &str) -> Result<SimTime, String> {
    match duration::parse(text) {
        Some(_) => duration_of(command, option, text),
        None => Err(command.complaint(&format!("{option} {text}: {NO_MOMENT}"))),
    }
}

pub(crate) fn one_of(command: &Subcommand, option: &str, given: &str, known: &[&str]) -> String {
    let guess = nearest(given, known).map(|guess| format!("; did you mean {guess}?"));
    let known = known.join(", ");
    command.complaint(&format!("{option} {given}: known are {known}{}", guess.unwrap_or_default()))
}

/// The files, each with its name.
pub(crate) fn read_texts(arguments: &Arguments) -> Result<Vec<(Text, String)>, String> {
    let read = |path: &PathBuf| Ok((input::name(path).into(), input::read(path)?));
    arguments.files.iter().map(read).collect()
}

fn sources(texts: &[(Text, String)]) -> Vec<Source<'_>> {
    texts.iter().map(|(name, text)| Source { file: Some(name.clone()), text }).collect()
}

/// The mistakes with the lines they are about.
pub(crate) fn complain(found: &[Diagnostic], texts: &[(Text, String)]) -> String {
    let shown = found.iter().take(MAX_MISTAKES).map(|diagnostic| {
        let source = texts.iter().find(|(name, _)| Some(name) == diagnostic.file.as_ref());
        render(diagnostic, source.map_or("", |(_, text)| text))
    });
    let mut lines: Vec<String> = shown.collect();
    if found.len() > MAX_MISTAKES {
        lines.push(format!("… and {} more", found.len() - MAX_MISTAKES));
    }
    lines.join("\n")
}

/// A refusal on the way, as kubectl prints it, with its time.
fn refusal_line(refusal: &Refusal) -> String {
    format!("{}: {}", duration::tenths(refusal.time.0), refusal.error.kubectl(""))
}
