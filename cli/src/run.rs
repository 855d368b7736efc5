//! `podlab run`: manifests and scenarios in simulated time.

mod output;

use crate::arguments::Arguments;
use crate::commands::RUN;
use crate::input;
use output::Printer;
use podlab::api::pod::Pod;
use podlab::duration;
use podlab::kubectl::columns::Columns;
use podlab::manifest::schema::nearest;
use podlab::manifest::{Diagnostic, Resource, render};
use podlab::player::{Player, Refusal};
use podlab::release::Release;
use podlab::scenario_file::{Source, read_all};
use podlab::text::Text;
use podlab::time::SimTime;
use std::io::{self, Write};
use std::path::PathBuf;

/// How long a run lasts that does not say it.
const USUAL: SimTime = SimTime::from_seconds(600);
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
}

impl Output {
    const NAMES: [&str; 4] = ["table", "json", "events", "describe"];

    fn named(name: &str) -> Option<Output> {
        let all = [Output::Table, Output::Json, Output::Events, Output::Describe];
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
}

impl Run {
    /// Reads the arguments and the files.
    ///
    /// # Errors
    /// What is wrong, in lines for people.
    pub fn prepare(arguments: &Arguments) -> Result<Run, String> {
        let output = match arguments.text("--output") {
            None => Output::default(),
            Some(name) => {
                Output::named(&name).ok_or_else(|| one_of("--output", &name, &Output::NAMES))?
            }
        };
        let releases = Release::ALL.map(Release::as_str);
        let release = match arguments.text("--kubernetes") {
            None => None,
            Some(name) => Some(
                Release::parse(&name).ok_or_else(|| one_of("--kubernetes", &name, &releases))?,
            ),
        };
        let until = match arguments.text("--until") {
            None => None,
            Some(text) => Some(until(&text)?),
        };
        let seed = match arguments.text("--seed") {
            None => None,
            Some(text) => Some(text.parse::<u64>().map_err(|_| {
                RUN.complaint(&format!("--seed {text}: it must be a whole number from 0"))
            })?),
        };
        let texts = read_texts(arguments)?;
        let scenario = read_all(&sources(&texts), release, Release::default())
            .map_err(|found| complain(&found, &texts))?;
        let until = until.or(scenario.until).unwrap_or(USUAL);
        if until > LONGEST {
            return Err(RUN.complaint("a run lasts at most 87600h (10 years)"));
        }
        let mut settings = scenario.settings();
        settings.seed = seed.unwrap_or(settings.seed);
        let mut player = scenario.play(settings);
        let refused = player.take_refusals();
        let objects = refused.iter().filter(|refusal| refusal.action.is_none());
        let found: Vec<_> = objects.flat_map(|refusal| scenario.diagnose(refusal)).collect();
        if !found.is_empty() {
            return Err(complain(&found, &texts));
        }
        let (name, title) = (scenario.name.to_string(), scenario.title.to_string());
        let mut namespaces = scenario.objects.iter().filter_map(|object| match object {
            Resource::Pod(pod) => Some(namespace(pod)),
            _ => None,
        });
        let first = namespaces.next();
        let has_namespaces = namespaces.any(|other| Some(other) != first);
        Ok(Run { player, refused, output, until, name, title, has_namespaces })
    }

    /// Runs and prints; what is refused on the way goes to `errors`.
    ///
    /// # Errors
    /// When nothing can be written any more.
    pub fn run(mut self, out: &mut impl Write, errors: &mut impl Write) -> io::Result<()> {
        let columns = Columns { namespace: self.has_namespaces, wide: false };
        let release = self.player.sim.settings().release;
        let mut printer = Printer::new(self.output, columns, release, self.until);
        printer.begin(&self.name, &self.title, self.until, &self.player.sim, out)?;
        printer.show(&mut self.player.sim, out)?;
        for refusal in &self.refused {
            writeln!(errors, "{}", refusal_line(refusal))?;
        }
        while self.player.next_time().is_some_and(|next| next <= self.until) {
            self.player.step();
            printer.show(&mut self.player.sim, out)?;
            for refusal in self.player.take_refusals() {
                writeln!(errors, "{}", refusal_line(&refusal))?;
            }
        }
        self.player.run_until(self.until);
        printer.end(&self.player.sim, out)?;
        out.flush()
    }
}

/// The namespace a Pod comes to be in.
fn namespace(pod: &Pod) -> &str {
    if pod.metadata.namespace.is_empty() { "default" } else { &pod.metadata.namespace }
}

fn until(text: &str) -> Result<SimTime, String> {
    let complain = |what: &str| RUN.complaint(&format!("--until {text}: {what}"));
    let is_number = text.starts_with(|c: char| c.is_ascii_digit());
    match duration::parse(text).map(SimTime) {
        Some(until) if until <= LONGEST => Ok(until),
        Some(_) => Err(complain("a run lasts at most 87600h (10 years)")),
        None if is_number && text.ends_with('h') => {
            Err(complain("it must be a duration such as 90s or 1h30m, at most 87600h (10 years)"))
        }
        None => Err(complain("it must be a duration such as 90s, 10m or 1h30m")),
    }
}

fn one_of(option: &str, given: &str, known: &[&str]) -> String {
    let guess = nearest(given, known).map(|guess| format!("; did you mean {guess}?"));
    let known = known.join(", ");
    RUN.complaint(&format!("{option} {given}: known are {known}{}", guess.unwrap_or_default()))
}

/// The files, each with its name.
fn read_texts(arguments: &Arguments) -> Result<Vec<(Text, String)>, String> {
    let read = |path: &PathBuf| Ok((input::name(path).into(), input::read(path)?));
    arguments.files.iter().map(read).collect()
}

fn sources(texts: &[(Text, String)]) -> Vec<Source<'_>> {
    texts.iter().map(|(name, text)| Source { file: Some(name.clone()), text }).collect()
}

/// The mistakes with the lines they are about.
fn complain(found: &[Diagnostic], texts: &[(Text, String)]) -> String {
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
